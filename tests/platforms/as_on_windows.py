"""The program on a Python without POSIX modules, as on Windows: `python -m tests.platforms.as_on_windows FOLDER`.

Libraries are unchanged, because each handles its platforms itself. Textual draws to nothing. Prints the modules that cannot
be imported, and fails if a game cannot be played, saved, claimed and resumed.
"""

import asyncio
import importlib
import os
import pkgutil
import shutil
import signal
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
SIGNALS = ("SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGWINCH")
FLAGS = ("O_CLOEXEC", "O_DIRECTORY", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC")
CALLS = ("chown", "fchmod", "fchown", "fork", "geteuid", "getuid", "killpg", "mkfifo", "pread", "pwrite", "setsid")
LIBRARIES = (
    "asyncio", "filelock._descriptor", "multiprocessing", "platformdirs", "sqlite3", "subprocess", "textual.app",
)  # fmt: skip


def remove_posix() -> None:
    """Remove the modules and functions that Windows lacks."""
    os.environ["TEXTUAL_DRIVER"] = "textual.drivers.headless_driver:HeadlessDriver"
    for library in LIBRARIES:
        importlib.import_module(library)
    vars(shutil)["_use_fd_functions"] = False  # shutil decides this when it is imported
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]  # so that importing it fails
    for module, names in ((signal, SIGNALS), (os, FLAGS + CALLS)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)


def not_importable() -> list[str]:
    """The modules of the program that cannot be imported."""
    package, missing = importlib.import_module("splendor_tui"), []
    for module in pkgutil.walk_packages(package.__path__, "splendor_tui."):
        if module.name != "splendor_tui.__main__":
            try:
                importlib.import_module(module.name)
            except ImportError:
                missing.append(module.name)
    return missing


def play_a_game(folder: Path) -> None:
    """Play a game whose file is lost in the middle. Checks that no second process can play it at the same time."""
    from splendor_tui.inputs.card_set import load_catalogue
    from splendor_tui.match.match_lifecycle import resume_match, start_match
    from splendor_tui.store import GameClaimedError, Store
    from tests.match.tables import options, play_any

    catalogue, rng, today = load_catalogue(), Random(1), datetime.now(UTC)
    with Store.open(folder) as store, Store.open(folder) as other:
        game_id, table = start_match(store, catalogue, options(), now=time.monotonic, today=lambda: today)
        table.begin()
        with store.claim(game_id):
            for play in (other.claim, other.delete):
                with pytest.raises(GameClaimedError) as refusal:
                    play(game_id)
                assert refusal.value.pid == os.getpid()
            while table.outcome is None:
                play_any(table, rng)
                if table.ply == 20:
                    (folder / "games.sqlite3").unlink()
        assert table.not_saved is None
    with Store.open(folder) as store:
        again = resume_match(store, catalogue, game_id, now=time.monotonic, today=lambda: today)
        assert again.ply == table.ply
        assert again.outcome == table.outcome


async def play_on_the_screen(folder: Path) -> None:
    """Deal a game at the table and take gems. Fails if actions are not saved."""
    from splendor_tui.inputs.card_set import load_catalogue
    from splendor_tui.inputs.match_options import make_options, parse_players
    from splendor_tui.match.services import open_services
    from splendor_tui.tui.app.app import SplendorApp

    house = open_services(load_catalogue(), {"SPLENDOR_TUI_CONFIG": str(folder / "config")}, folder)
    assert house.problems == ()
    app = SplendorApp(house, lambda app: app.matches.start(make_options(parse_players("Ann,Bo"))))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("1", "2", "3", "enter")
        await pilot.pause()
        assert not house.change_settings(house.settings.changed(animations=False))
        assert house.store is not None
        assert house.store.games()[0].plies == 1
        await pilot.press("ctrl+z", "ctrl+q")
    assert app.return_code == 0


def main() -> None:
    """Run all checks."""
    folder = Path(sys.argv[1])
    remove_posix()
    print("\n".join(not_importable()))
    play_a_game(folder / "controller")
    asyncio.run(play_on_the_screen(folder / "screen"))


if __name__ == "__main__":
    main()
