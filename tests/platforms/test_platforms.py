"""Only the module for POSIX terminals requires POSIX, and Python 3.12.1 runs every comprehension."""

import ast
import subprocess
import sys
from pathlib import Path

import splendor_tui

DRIVER = "splendor_tui.tui.app.terminal_driver"


def test_game_is_played_and_saved_without_posix(tmp_path: Path) -> None:
    script = (sys.executable, "-m", "tests.platforms.as_on_windows", str(tmp_path))
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [DRIVER]


def test_comprehensions_hide_no_name_of_their_module() -> None:
    """Python 3.12.1 raises UnboundLocalError if another comprehension of the function uses the name of the module."""
    for path in sorted(Path(splendor_tui.__file__).parent.rglob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        functions = {part.name for part in module.body if isinstance(part, ast.FunctionDef)}
        imports = (part for part in module.body if isinstance(part, ast.Import | ast.ImportFrom))
        imported = {one.asname or one.name for part in imports for one in part.names}
        targets = [part.target for part in ast.walk(module) if isinstance(part, ast.comprehension)]
        bound = {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
        assert bound & (functions | imported) == set(), path
