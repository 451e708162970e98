"""The imports of the packages below the user interface, in a new interpreter."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import splendor_tui

PACKAGE = Path(splendor_tui.__file__).parent
ROOMS = {marker.parent.name for marker in PACKAGE.glob("*/__init__.py")}
IMPORT_ROOMS = """
import importlib, pkgutil, sys
before = set(sys.modules)
for room in sys.argv[1:]:
    package = importlib.import_module("splendor_tui." + room)
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
print(*{name.partition(".")[0] for name in set(sys.modules) - before})
"""


def pulled_in_by(rooms: set[str]) -> set[str]:
    command = [sys.executable, "-c", IMPORT_ROOMS, *rooms]
    return set(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split())


def test_rules_need_only_the_standard_library() -> None:
    assert pulled_in_by({"rules", "words"}) - sys.stdlib_module_names == {"splendor_tui"}


def test_rooms_below_the_screen_do_not_import_textual() -> None:
    rooms = ROOMS - {"tui", "commands"}
    assert rooms >= {"rules", "bots", "match", "presentation"}
    assert not pulled_in_by(rooms) & {"textual", "rich"}


def test_module_names_are_unique() -> None:
    names = Counter(file.stem for file in PACKAGE.rglob("*.py") if file.stem not in {"__init__", "__main__"})
    assert [name for name, count in names.items() if count > 1] == []
