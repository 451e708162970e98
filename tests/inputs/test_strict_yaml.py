from pathlib import Path

import pytest
import yaml

from splendor_tui.inputs import strict_yaml
from splendor_tui.inputs.strict_yaml import Document, StrictYamlError, read_strict_yaml

ASSETS = Path(__file__).parents[2] / "assets"
TEXTS = {
    "the cards": (ASSETS / "cards.yaml").read_bytes(),
    "the nobles": (ASSETS / "nobles.yaml").read_bytes(),
    "every kind of text": b"plain: 12\nsingle: '12'\ndouble: \"12\"\nblock: |\n  12\nlist: [1, -2, 03, yes, ~]\n",
    "nothing": b"",
    "no YAML": b"a: [1\nb: 2\n",
    "a tab": b"a:\n\t- 1\n",
    "a control character": b"a: 1\nb: \x07\n",
    "an anchor": b"a: &x 1\nb: *x\n",
    "a name twice": b"a: 1\na: 2\n",
    "two documents": b"a: 1\n---\nb: 2\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_libyaml_and_pure_python_agree(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    fast = read(TEXTS[name])
    monkeypatch.setattr(strict_yaml, "_FAST", yaml.SafeLoader)
    assert read(TEXTS[name]) == fast


def read(content: bytes) -> Document | tuple[str, int]:
    """The parsed value, or the error and its line."""
    try:
        return read_strict_yaml(content)
    except StrictYamlError as error:
        return str(error), error.line


def test_nesting_is_limited_to_eight_levels() -> None:
    lists = b"[" * 8 + b"1" + b"]" * 8
    assert isinstance(read(lists), Document)
    assert read(b"[" + lists + b"]") == ("This is nested deeper than 8 levels.", 1)
