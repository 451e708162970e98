"""The program with a fault on request: `python -m tests.tui.app.trouble KIND`. The key Y triggers the fault.

Kinds: `handler`, `timer`, `worker` and `reader` raise an error there; `busy` blocks in a handler; in `thinking`, a
computer thinks forever and ignores cancellation; `homeless` has no folder for saving.
"""

import os
import pwd
import sys
import time
from pathlib import Path
from random import Random
from unittest.mock import patch

from textual.binding import Binding

from splendor_tui.bots.player import Budget
from splendor_tui.commands.play_command import screen_startup
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.inputs.locations import CONFIG_VARIABLE, DATA_VARIABLE
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match import computer_players
from splendor_tui.match.services import open_services
from splendor_tui.rules.actions import Action
from splendor_tui.rules.view import View
from splendor_tui.tui.app import start
from splendor_tui.tui.app.app import SplendorApp

MESSAGE = "sentinel-message"
LOCAL = "sentinel-local"
NAME = "SentinelName"
SEED = "sentinel-seed"


class Ponderer:
    """A computer player that never answers."""

    def choose(self, _view: View, _rng: Random, _budget: Budget) -> Action:
        """Think forever."""
        while True:
            pass


class TroubledApp(SplendorApp):
    """The app with an additional key."""

    CSS_PATH = [Path(start.__file__).parent / path for path in SplendorApp.CSS_PATH]  # noqa: RUF012
    BINDINGS = [Binding("Y", "trouble", priority=True)]  # noqa: RUF012  Textual declares it so

    def action_trouble(self) -> None:
        """Trigger the fault."""
        match sys.argv[1]:
            case "handler":
                go_wrong()
            case "timer":
                self.set_timer(0.01, go_wrong)
            case "worker":
                self.run_worker(go_wrong_later())
            case "reader":
                patch.object(self._driver, "process_message", go_wrong).start()
            case "busy":
                time.sleep(60)


def go_wrong(*_message: object) -> None:
    """Raise an error while local variables contain secrets."""
    secret = {LOCAL: MESSAGE}
    try:
        secret[MESSAGE]
    except KeyError as error:
        raise ValueError(MESSAGE) from error


async def go_wrong_later() -> None:
    """Raise an error in a task."""
    go_wrong()


def main() -> int:
    """Deal a game and play it."""
    players = f"{NAME},Bo"
    patch.object(start, "SplendorApp", TroubledApp).start()
    match sys.argv[1]:
        case "thinking":
            players = f"=merchant,{NAME}"
            patch.object(computer_players, "create_bot", lambda _level: Ponderer()).start()
        case "homeless":
            players = "Ann,Bo"
            patch.object(pwd, "getpwuid", side_effect=KeyError).start()  # the user is not in the password database
            for place in ("HOME", DATA_VARIABLE, CONFIG_VARIABLE, "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
                os.environ.pop(place, None)
    with screen_startup():
        options = make_options(parse_players(players), seed=SEED)
        return start.play(open_services(load_catalogue(), os.environ, None), lambda app: app.matches.start(options))


if __name__ == "__main__":
    sys.exit(main())
