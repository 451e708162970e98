"""A whole game by ear: what a player types, and what the program answers."""

from collections.abc import Iterator, Sequence
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
QUESTIONS: Final = ("look d", "hint", "cards", "table", "help", "rules", "can", "me", "what if take w u g")
ROUNDS: Final = (4, 8, 12)
"""The rounds in which everything is asked."""


class Answer(NamedTuple):
    """What was typed, `turn` for an action, and everything until the next prompt."""

    question: str
    text: str


async def hear_game(catalogue: Catalogue, computers: int) -> Sequence[Answer]:
    """Play a game against this many computers. A level plays for the listener, in the current language."""
    seats = range(1, computers + 1)
    typist = Typist(catalogue, make_options(parse_players(",".join(["Ann", *("merchant" for _seat in seats)]))))
    typist.live.bots = {seat: create_bot("merchant") for seat in seats}
    answers: list[Answer] = []
    heard, question = 0, ""

    def lines() -> Iterator[str]:
        nonlocal heard, question
        player, asked = create_bot("merchant"), set[int]()
        while typist.table.outcome is None:
            view = typist.table.view_for(0)
            action = player.choose(view, Random(view.ply), Budget(1.0, lambda: False))
            typed = [(TURN, typed_line(action, view, slot_keys("qwerty")))]
            if view.round in ROUNDS and view.round not in asked:
                asked.add(view.round)
                typed = [*((one, one) for one in QUESTIONS), *typed]
            for kind, line in typed:
                if question:
                    answers.append(Answer(question, typist.told[heard:]))
                heard, question = len(typist.told), kind
                yield line

    await typist.play(lines())
    return answers


async def hear_puzzles(services: Services) -> Answer:
    """Ask for the puzzles at home."""
    told = await typed(services, "puzzles")
    return Answer("puzzles", "".join(told.partition("1.")[1:]) if "1." in told else told[told.index("1") :])
