"""Draws the screenshots in the documentation with the program: `python -m tests.tui.documented_pictures [NAME …]`.

They show games between Guildmasters. Hints and reviews are by a Grandmaster.
"""

import argparse
import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Final

from splendor_tui.bots.levels import STRONGEST_LEVEL, create_bot
from splendor_tui.bots.player import Advice, Budget, Report, ignore_report
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.match_lifecycle import LiveMatch, begin
from splendor_tui.presentation import commands
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.rules.actions import Action, Buy
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import OVER, Phase, State, new_game
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import View, view
from tests.match.tables import NAMES, act
from tests.tui.gallery import CHANGES, environment_of
from tests.tui.opened_app import Player, svg
from tests.tui.scenes import Scene, choose_affordable, on_stage, puzzle, studied, tournament
from tests.tui.slim_drawing import slim

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
NODES: Final = 20_000


class Grandmaster:
    """An adviser with a fixed number of simulations, so that every machine draws the same screenshot."""

    def __init__(self) -> None:
        self._bot = create_bot(STRONGEST_LEVEL)

    def advise(self, view: View, _rng: Random, _budget: Budget, _report: Report = ignore_report) -> Advice:
        """The Grandmaster's choices."""
        return self._bot.advise(view, Random(1), Budget(600.0, lambda: False, NODES))

    def choose(self, view: View, _rng: Random, _budget: Budget) -> Action:
        """The Grandmaster's best choice."""
        return self.advise(view, _rng, _budget).best.action


@cache
def game(catalogue: Catalogue, options: GameOptions, seed: str) -> tuple[tuple[State, Action], ...]:
    """The positions of a game, each with the action that led to it."""
    bot, rng = create_bot("guildmaster"), Random(seed)
    state, played = new_game(catalogue, options, seed), []
    while state.phase is not OVER:
        action = bot.choose(view(state, state.seat), rng, Budget(600.0, lambda: False))
        played.append((state, action))
        state = apply_action(state, action)
    return tuple(played)


def match_at(pilot: Player, players: int, seed: str, wanted: Callable[[State], object], hand_over: str) -> LiveMatch:
    """A match played up to the first matching position."""
    options = make_options(parse_players(",".join(NAMES[:players])), seed=seed).changed({"hand_over": hand_over})
    live = begin(pilot.app.services, options)
    live.controller.begin()
    for state, action in game(pilot.app.services.catalogue, options.game_options(), seed):
        if wanted(state):
            break
        act(live.controller, action)
    return replace(live, adviser=Grandmaster())


async def table(
    pilot: Player, players: int, seed: str, wanted: Callable[[State], object], hand_over: str = "never"
) -> None:
    """The table at this position."""
    pilot.app.matches.play(match_at(pilot, players, seed, wanted, hand_over))
    await pilot.finish_drawing()


def round_is(number: int) -> Callable[[State], object]:
    """A condition: this round has begun, and a turn is about to start."""
    return lambda state: state.round >= number and state.phase is Phase.MAIN


def is_last_round(state: State) -> bool:
    """Whether a player has reached the target."""
    return any(player.points >= state.options.target for player in state.players) and state.phase is Phase.MAIN


def can_buy(state: State) -> bool:
    """Whether the game is advanced, and a card on the table is affordable."""
    bought = [action.card for action in legal_actions(state) if isinstance(action, Buy)]
    return state.round >= 16 and state.phase is Phase.MAIN and any(card in state.grid for card in bought)


async def choosing(pilot: Player) -> None:
    """A table on which an affordable card is chosen."""
    await table(pilot, 2, "12", can_buy)
    choose_affordable(pilot.table)


async def hint(pilot: Player) -> None:
    """The hint with the three best actions, and everyone's chance of winning."""
    await pilot.change(chances=True)
    await table(pilot, 3, "3", round_is(14))
    pilot.table.action_do(commands.HINT.id)
    await pilot.finish_work()


async def review(pilot: Player) -> None:
    """The review at a turning point of a game."""
    live = match_at(pilot, 2, "12", lambda _state: False, "never")
    assert live.game_id is not None
    pilot.app.services.reviewer = partial(create_bot, STRONGEST_LEVEL)
    await studied(pilot, live.game_id)
    await pilot.app.screen.run_action("point(1)")


async def series(pilot: Player) -> None:
    """The result of the sixth game of a series."""
    services = pilot.app.services
    options = make_options(parse_players(",".join(NAMES[:2]))).model_copy(update={"series": "first-5"})
    for number in range(6):
        live = begin(services, options.model_copy(update={"seed": str(number)}))
        live.controller.begin()
        for _state, action in game(services.catalogue, live.controller.options.game_options(), str(number)):
            act(live.controller, action)
        session = MatchSession(live, services)
        session.proceed()
        options = session.rematch()
        if number < 5:
            live.release()
    pilot.app.matches.play(live)
    await pilot.finish_drawing()


async def family(pilot: Player) -> None:
    """The family table after the series and three games of three."""
    await series(pilot)
    for seed in "123":
        match_at(pilot, 3, seed, lambda _state: False, "never").release()
    pilot.app.home()
    await pilot.type("s")
    await pilot.finish_work()
    await pilot.type("t")
    await pilot.finish_work()


async def challenge(pilot: Player) -> None:
    """Survival before the first turn."""
    await pilot.type("a enter down down enter")
    await pilot.finish_work()
    await pilot.finish_drawing()


last_round: Final = partial(table, players=4, seed="7", wanted=is_last_round)
PICTURES: Final[Mapping[str, tuple[Scene, tuple[int, int]]]] = {
    "table-compact": (choosing, (80, 24)),
    "table-wide": (last_round, (120, 40)),
    "table-grand": (last_round, (200, 60)),
    "table-light": (choosing, (120, 40)),
    "hint": (hint, (120, 40)),
    "hand-over": (partial(table, players=2, seed="12", wanted=round_is(12), hand_over="always"), (120, 40)),
    "review": (review, (120, 40)),
    "series": (series, (80, 24)),
    "family": (family, (120, 40)),
    "challenge": (challenge, (80, 24)),
    "tournament": (tournament, (80, 24)),
    "puzzle": (partial(puzzle, keys=""), (120, 40)),
}


async def picture(catalogue: Catalogue, name: str) -> str:
    """Draw one scene as SVG."""
    (scene, size), look = PICTURES[name], "light" if name == "table-light" else "dark"
    with environment_of(look):
        async with on_stage(catalogue, scene, size, **CHANGES[look]) as pilot:
            return slim(svg(pilot.app))


def main() -> None:
    """Draw the named screenshots, by default all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(PICTURES)}")
    asked: Sequence[str] = parser.parse_args().names or [*PICTURES]
    if unknown := {*asked} - {*PICTURES}:
        parser.error(f"no picture is called {', '.join(sorted(unknown))}; there are {', '.join(PICTURES)}")
    catalogue = load_catalogue()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in asked:
        (FOLDER / f"{name}.svg").write_text(asyncio.run(picture(catalogue, name)), encoding="utf-8")


if __name__ == "__main__":
    main()
