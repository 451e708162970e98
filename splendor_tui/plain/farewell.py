"""What is said when a match is left: whether it is kept, and how to go on with it."""

import shlex

from splendor_tui.inputs.locations import NoPlaceError, data_dir
from splendor_tui.match.live_match import LiveMatch
from splendor_tui.match.services import Services
from splendor_tui.words import N_, Message


def farewell(live: LiveMatch, services: Services) -> Message | None:
    """What has become of the match, which was saved if it can be; None where it is over."""
    if live.controller.outcome is not None:
        return None
    if live.is_unplayed:
        return N_("Nothing was played, so the game is not kept.")
    if live.game_id is None:
        return N_("This game was not kept.")
    if live.at_risk is not None:
        return live.at_risk
    return N_("Your game is kept. Go on with {command}", command=_resuming(live.game_id, services))


def _resuming(game_id: str, services: Services) -> str:
    """The command that goes on with a game."""
    command = f"splendor-tui resume {game_id} --plain"
    try:
        usual = data_dir(services.environ, None)
    except NoPlaceError:
        usual = None
    if services.store is not None and services.store.folder != usual:
        command += f" --data {shlex.quote(str(services.store.folder))}"
    return command
