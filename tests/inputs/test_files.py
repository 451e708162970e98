"""Paths as players type them and as terminals paste them."""

import shlex
from pathlib import Path

import pytest

from splendor_tui.inputs.files import typed_path

NAMES = ["my rec.jsonl", "it's.jsonl", 'a "b".jsonl', "a\\ b\\c.jsonl", "'q'.jsonl", "50%20#é.jsonl", "$(x)&;*.jsonl"]


def escaped(path: Path) -> str:
    """The path with a backslash before each special character, as macOS terminals paste it."""
    return "".join(char if char.isalnum() or char in "/._-" else f"\\{char}" for char in str(path))


@pytest.mark.parametrize("name", NAMES)
def test_path_of_a_dropped_file_is_found_however_the_terminal_writes_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.touch()
    url = path.as_uri()
    pasted = [str(path), shlex.quote(str(path)), escaped(path), url, url.replace("///", "//localhost/"), f"'{url}'"]
    assert [typed_path(text) for text in pasted] == [path] * len(pasted)


@pytest.mark.parametrize(("typed", "unquoted"), [("'a b'", "a b"), (r"a\ b", "a b"), ("file:a", "a"), ("file:/a", "a")])
def test_existing_path_as_typed_has_priority(
    typed: str, unquoted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (typed, unquoted):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).touch()
    assert typed_path(typed) == Path(typed)


def test_new_file_may_be_quoted_and_other_text_is_a_path_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    assert typed_path("'~/my game.jsonl'") == typed_path("~/my game.jsonl") == Path("/home/ann/my game.jsonl")
    for text in ("Ann's game.jsonl", "two words.jsonl", "file:x"):
        assert typed_path(text) == Path(text)
