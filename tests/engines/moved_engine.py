"""A saved game whose engine has been moved since."""

import shlex
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.services import Services
from splendor_tui.rules.catalogue import Catalogue
from tests.engines.guest_command import GUEST, GUEST_ARGUMENTS
from tests.match.tables import play_any, save_match
from tests.tui.opened_app import make_services, store_of


def game_with_moved_engine(
    catalogue: Catalogue, folder: Path, others: str = ""
) -> tuple[Services, str, Callable[[], object]]:
    """Services of a user who has named the engine, the game's id, and a function that moves the engine back.

    Bo is the engine, and Ann has played once. `others` are more players.
    """
    *interpreter, guest = GUEST_ARGUMENTS
    moved = folder / f"a folder with a {'very ' * 10}long name" / "guest.py"
    moved.parent.mkdir()
    command = shlex.join([*interpreter, str(moved)])
    place = make_services(catalogue, folder, bot_pace=0)
    place.commands = frozenset({command, GUEST})
    players = parse_players(f"Ann,Bo=@{command}{others}")
    game_id, table = save_match(store_of(place), catalogue, make_options(players, seed="x"))
    play_any(table, Random(1))
    return place, game_id, partial(shutil.copy, guest, moved)
