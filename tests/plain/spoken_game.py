"""A whole game by ear: what a player types, and what the program answers."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.services import Services
from splendor_tui.plain.typed_actions import typed_line
from splendor_tui.presentation.table_model import slot_keys
from splendor_tui.rules.catalogue import Catalogue
from tests.plain.typist import Typist, typed

TURN: Final = "turn"
PUZZLES: Final = "puzzles"
GOALS: Final[Mapping[str, int]] = {
    "look d": 5,
    "hint": 15,
    "cards": 25,
    "table": 30,
    "help": 25,
    "rules": 25,
    PUZZLES: 20,
    f"{TURN}, one computer": 9,
    f"{TURN}, three computers": 15,
}
"""The seconds that an answer may take on average, at 180 words a minute."""
_ROUNDS: Final = (4, 8, 12)
"""The rounds in which everything is asked."""


class Answer(NamedTuple):
    """What was typed, or `turn` for an action, and everything until the next prompt."""

    question: str
    text: str


async def hear_game(catalogue: Catalogue, computers: int) -> Sequence[Answer]:
    """Play a game against this many computers. A level plays for the listener, in the current language."""
    rivals = range(1, computers + 1)
    typist = Typist(catalogue, make_options(parse_players(",".join(["Ann", *("merchant" for _seat in rivals)]))))
    typist.live.bots = {seat: create_bot("merchant") for seat in rivals}
    answers: list[Answer] = []
    heard, question = 0, ""

    def lines() -> Iterator[str]:
        nonlocal heard, question
        player, asked = create_bot("merchant"), set[int]()
        while typist.table.outcome is None:
            view = typist.table.view_for(0)
            action = player.choose(view, Random(view.ply), Budget(1.0, lambda: False))
            number = {1: "one computer", 3: "three computers"}[computers]
            script = [(f"{TURN}, {number}", typed_line(action, view, slot_keys("qwerty")))]
            if view.round in _ROUNDS and view.round not in asked:
                asked.add(view.round)
                script = [*((one, one) for one in GOALS if not one.startswith((TURN, PUZZLES))), *script]
            for kind, line in script:
                if question:
                    answers.append(Answer(question, typist.told[heard:]))
                heard, question = len(typist.told), kind
                yield line

    await typist.play(lines())
    return answers


async def hear_puzzles(services: Services) -> Answer:
    """Ask for the puzzles at home."""
    before, told = await typed(services), await typed(services, PUZZLES, "quit")
    greeting = before.rpartition("\n")[0].rpartition("\n")[0]
    return Answer(PUZZLES, told.removeprefix(greeting).strip().rpartition("\n")[0])
