"""Functions are compiled wherever the program is installed."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from splendor_tui.bots.learned import compiled


def test_where_no_folder_can_be_written_to_functions_are_compiled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_it: Callable[..., Any] = compiled._compile  # noqa: SLF001 - the one seam to numba

    def in_a_read_only_house(function: Callable[[int], int], *, cache: bool, forceinline: bool) -> Callable[[int], int]:
        if cache:
            raise RuntimeError("cannot cache function: no locator available for file")
        made: Callable[[int], int] = compile_it(function, cache=cache, forceinline=forceinline)
        return made

    monkeypatch.setattr(compiled, "_compile", in_a_read_only_house)

    def successor(number: int) -> int:
        return number + 1

    assert compiled.compiled(successor)(1) == 2


COMPILE_ONE = """
import os
before = dict(os.environ)
from splendor_tui.bots.learned.features import _less
_less(1, 2)
assert dict(os.environ) == before
"""


@pytest.mark.parametrize("own", [False, True], ids=["in the cache of the program", "where numba is told to"])
def test_compiled_code_is_kept_by_its_source_and_the_environment_stays_as_it_is(tmp_path: Path, *, own: bool) -> None:
    env = {name: text for name, text in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    env["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    folder = tmp_path / "cache" / "splendor_tui" / "compiled"
    if own:
        folder = tmp_path / "own"
        env["NUMBA_CACHE_DIR"] = str(folder)
    subprocess.run([sys.executable, "-c", COMPILE_ONE], env=env, check=True)
    kept = list(tmp_path.rglob("features._less-*.nbi"))
    assert [file.relative_to(folder).parts[0] for file in kept] == [compiled._source_digest()]  # noqa: SLF001


def test_all_that_goes_into_compiled_code_says_whether_it_is_still_good() -> None:
    folder = Path(compiled.__file__).parent
    source = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.py")}
    compiles = {name for name, text in source.items() if "@compiled" in text}
    imported = re.compile(r"^from splendor_tui\.bots\.learned\.(\w+) import", re.MULTILINE)
    goes_in = compiles.union(*(imported.findall(source[name]) for name in compiles))
    assert goes_in == set(compiled.SOURCES)
