"""A whole game by ear: what a player types, and what the program answers."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.plain.program import PlainProgram
from splendor_tui.plain.typed_actions import typed_line
from splendor_tui.presentation.dates import local_time
from splendor_tui.presentation.guess_session import positions_of
from splendor_tui.presentation.table_model import slot_keys
from splendor_tui.rules.actions import Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from tests.match.tables import act, play_any, save_match
from tests.plain.typist import Typist, scripted, typed
from tests.tui.opened_app import make_services

TURN: Final = "turn"
AT_HOME: Final = ("puzzles", "rules short", "rules short 2", "stats", "review")
GOALS: Final[Mapping[str, int]] = {
    "look d": 5,
    "hint": 15,
    "cards": 25,
    "table": 30,
    "score": 6,
    "help": 25,
    "rules": 25,
    "puzzles": 20,
    "rules short": 35,
    "rules short 2": 35,
    "stats": 25,
    "review": 25,
    "challenges guess": 20,
    f"{TURN}, one computer": 9,
    f"{TURN}, three computers": 15,
}
"""The seconds that an answer may take on average, at 180 words a minute."""
_QUESTIONS: Final = ("look d", "hint", "cards", "table", "score", "help", "rules")
_ROUNDS: Final = (4, 8, 12)
"""The rounds in which everything is asked."""


class Answer(NamedTuple):
    """The kind of what was typed, empty for the beginning and the end, everything until the next prompt, and the line."""

    question: str
    text: str
    line: str


async def hear_game(
    catalogue: Catalogue, computers: int, ask: Callable[[View], Sequence[str]] | None = None
) -> Sequence[Answer]:
    """Play a game against this many computers. A level plays for the listener, who may `ask` before each turn."""
    rivals = range(1, computers + 1)
    typist = Typist(catalogue, make_options(parse_players(",".join(["Ann", *("merchant" for _seat in rivals)]))))
    typist.live.bots = {seat: create_bot("merchant") for seat in rivals}
    turn = f"{TURN}, {dict(enumerate(('one computer', 'two computers', 'three computers'), start=1))[computers]}"
    answers: list[Answer] = []
    heard, kind, line = 0, "", ""

    def lines() -> Iterator[str]:
        nonlocal heard, kind, line
        player, asked = create_bot("merchant"), set[int]()
        while typist.table.outcome is None:
            view = typist.table.view_for(0)
            action = player.choose(view, Random(view.ply), Budget(1.0, lambda: False))
            questions = [] if view.round in asked or view.phase is not Phase.MAIN else (ask or _everything)(view)
            asked.add(view.round)
            turns = {typed_line(action, view, slot_keys("qwerty")): turn}
            for one in (*questions, *turns):
                answers.append(Answer(kind, typist.told[heard:], line))
                heard, kind, line = len(typist.told), turns.get(one, one), one
                yield one

    await typist.play(lines())
    return [*answers, Answer("", typist.told[heard:], line)]


def _everything(view: View) -> Sequence[str]:
    return _QUESTIONS if view.round in _ROUNDS else ()


def _of_a_listener(view: View) -> Sequence[str]:
    """What somebody asks who wants to win."""
    return {1: ("cards all", "nobles"), 5: ("hint",), 9: ("table me", "cards"), 14: ("table Merchant", "hint")}.get(
        view.round, ()
    )


async def hear_home(catalogue: Catalogue) -> Sequence[Answer]:
    """Ask everything at home, after a game."""
    with TemporaryDirectory() as folder:
        services = make_services(catalogue, Path(folder))
        assert services.store is not None
        _game_id, table = save_match(services.store, catalogue, make_options(parse_players("Ann,merchant")))
        for _ply in range(4):
            play_any(table, Random(1))
        act(table, Forfeit())
        before = (await typed(services)).rpartition("\n")[0].rpartition("\n")[0]
        told = [(line, await typed(services, line, "quit")) for line in AT_HOME]
    return [Answer(line, text.removeprefix(before).strip().rpartition("\n")[0], line) for line, text in told]


async def hear_guess(catalogue: Catalogue) -> Sequence[Answer]:
    """Hear the ten positions of "Guess the Grandmaster", each until something can be typed."""
    services, told, answers = make_services(catalogue), list[str](), list[Answer]()

    def lines() -> Iterator[str]:
        line = "challenges guess"
        for view in positions_of(services, local_time(services.today()).date()):
            heard = len(told)
            yield line
            answers.append(Answer("challenges guess", "".join(told[heard:]), line))
            yield typed_line(legal_actions(view)[0], view, slot_keys("qwerty"))
            line = "next"

    await PlainProgram(services, scripted(lines(), told)).run()
    return answers


if __name__ == "__main__":
    for _kind, said, typed_in in asyncio.run(
        hear_game(load_catalogue(Path(__file__).parents[2] / "assets"), 1, _of_a_listener)
    ):
        print("\n> ".join(["", typed_in][: 1 + bool(typed_in)]), said, sep="\n", end="")
