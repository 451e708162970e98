"""Only the module for POSIX terminals requires POSIX."""

import subprocess
import sys
from pathlib import Path

DRIVER = "splendor_tui.tui.app.terminal_driver"


def test_game_is_played_and_saved_without_posix(tmp_path: Path) -> None:
    script = (sys.executable, "-m", "tests.platforms.as_on_windows", str(tmp_path))
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [DRIVER]
