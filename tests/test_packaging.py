"""The installed package is complete and correct."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from hatch_build import compiled
from splendor_tui.inputs.card_set import load_catalogue

ROOT = Path(__file__).parents[1]


def build(source: Path, target: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    subprocess.run(command, cwd=source, check=True, stdout=subprocess.PIPE, env=environment)
    [built] = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


def test_wheel_is_complete_and_has_only_the_package(built: Path) -> None:
    with zipfile.ZipFile(built) as archive:
        wheel = {name: archive.read(name) for name in archive.namelist()}
    for name in ("cards.yaml", "nobles.yaml", "puzzles.yaml"):
        assert wheel[f"splendor_tui/assets/{name}"] == (ROOT / "assets" / name).read_bytes()
    source = (ROOT / "splendor_tui/languages/fr.po").read_text(encoding="utf-8")
    assert wheel["splendor_tui/languages/fr.mo"] == compiled(source)
    modules = {str(path.relative_to(ROOT)) for path in (ROOT / "splendor_tui").rglob("*.py")}
    assert "splendor_tui/inputs/checked_cards.json" in wheel
    assert modules <= set(wheel)
    assert {name.partition("/")[0].partition("-")[0] for name in wheel} == {"splendor_tui"}


def test_sdist_builds_the_same_wheel(built: Path, tmp_path: Path) -> None:
    with tarfile.open(build(ROOT, "sdist", tmp_path / "sdist")) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    [source] = (tmp_path / "unpacked").iterdir()
    assert build(source, "wheel", tmp_path / "wheel").read_bytes() == built.read_bytes()


@pytest.mark.parametrize("assets", ["assets", "splendor_tui/assets"], ids=["checkout", "installed"])
def test_assets_are_loaded_from_beside_the_code(assets: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "assets", tmp_path / assets)
    nobles = tmp_path / assets / "nobles.yaml"
    nobles.write_text(nobles.read_text(encoding="utf-8").replace("Henry VIII", "Henry IX"), encoding="utf-8")
    monkeypatch.setattr(
        "splendor_tui.inputs.card_set.__file__", str(tmp_path / "splendor_tui" / "inputs" / "card_set.py")
    )
    assert load_catalogue().nobles[0].name == "Henry IX"


def test_lock_file_has_versions_but_no_addresses() -> None:
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        assert re.fullmatch(r"\s*#[^/]*|[a-z0-9-]+==[0-9.]+( ; .+)?", line), line


def test_uv_installs_only_what_playing_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["uv"]["default-groups"] == []
