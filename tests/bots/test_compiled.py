"""The functions that the installed program compiles."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from splendor_tui.bots.learned import compiled

COMPILE_ONE = """
import os
before = dict(os.environ)
from splendor_tui.bots.learned.features import _less
_less(1, 2)
assert dict(os.environ) == before
"""
COMPILE_WITHOUT_HOME = """
import platformdirs
def nowhere(name):
    raise RuntimeError
platformdirs.user_cache_path = nowhere
from splendor_tui.bots.learned.features import _less
_less(1, 2)
"""


def test_functions_are_compiled_without_a_home_folder(tmp_path: Path) -> None:
    env = {name: text for name, text in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")}
    subprocess.run([sys.executable, "-P", "-c", COMPILE_WITHOUT_HOME], env=env, cwd=tmp_path, check=True)
    assert not list(tmp_path.iterdir())


def test_nothing_is_cached_without_a_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer of old versions of platformdirs; new ones raise an error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(compiled, "user_cache_path", lambda _name: Path("~/.cache"))
    assert compiled.safe_cache_folder("") is None
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("place", [".", "..", "../.."])
def test_code_is_not_cached_where_others_can_write(tmp_path: Path, place: str) -> None:
    named = tmp_path / "cache" / "splendor"
    made = compiled.safe_cache_folder(str(named))
    assert made is not None
    (made / place).resolve().chmod(0o777)
    assert compiled.safe_cache_folder(str(named)) is None


def test_cache_is_private_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        made = compiled.safe_cache_folder(str(tmp_path / "cache"))
    finally:
        os.umask(before)
    assert made is not None
    assert [stat.S_IMODE(place.stat().st_mode) for place in (made, made.parent)] == [0o700, 0o700]


def test_folder_of_another_user_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = compiled.safe_cache_folder(str(tmp_path))
    assert made is not None
    if os.getuid() == 0:
        os.chown(made, 12345, -1)
    else:
        monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert compiled.safe_cache_folder(str(tmp_path)) is None


def test_compiled_code_is_cached_by_source_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digest = compiled._source_digest()  # noqa: SLF001
    folder = tmp_path / "where numba is told to"
    env = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    subprocess.run([sys.executable, "-c", COMPILE_ONE], env=env, check=True)
    assert [file.relative_to(folder).parts[0] for file in folder.rglob("features._less-*.nbi")] == [digest]
    monkeypatch.setattr(compiled, "user_cache_path", tmp_path.joinpath)
    assert compiled.safe_cache_folder("") == tmp_path / "splendor_tui" / "compiled" / digest


def test_source_digest_covers_everything_compiled() -> None:
    folder = Path(compiled.__file__).parent
    source = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.py")}
    compiles = {name for name, text in source.items() if "@compiled" in text}
    imported = re.compile(r"^from splendor_tui\.bots\.learned\.(\w+) import", re.MULTILINE)
    goes_in = compiles.union(*(imported.findall(source[name]) for name in compiles))
    assert goes_in == set(compiled.SOURCES)
