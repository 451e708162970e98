"""Games played under the rules, and their records."""

import json
from random import Random

import pytest

from splendor_tui.inputs.match_options import MatchOptions, SeatOptions
from splendor_tui.record import Record, RecordError, RecordPly, format_record, header_of, parse_record, result_of
from splendor_tui.replay import final_state
from splendor_tui.rules.actions import Action, Buy, Reserve, Return, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.outcome import Ending, Outcome, outcome, standings
from splendor_tui.rules.state import Phase, new_game
from splendor_tui.rules.turn import apply_action
from tests.rules.card_sets import card_set

NAMES = ("Ann", "Bo", "Cy", "Dee")
SMALL_SET = card_set()
"""Few cards, so that a full game is a short string."""


class Table:
    """A game in which every ply is recorded."""

    def __init__(
        self,
        catalogue: Catalogue,
        players: int = 2,
        seed: int | str = "record",
        target: int = 15,
        *,
        with_promos: bool = False,
    ) -> None:
        self.state = new_game(catalogue, GameOptions(players, target), seed, with_promos=with_promos)
        seats = tuple(SeatOptions(name=name) for name in NAMES[:players])
        self.header = header_of(MatchOptions(players=seats, target=target), self.state)
        self.plies: list[RecordPly] = []

    def play(self, action: Action) -> None:
        before = self.state
        self.state = apply_action(before, action)
        self.plies.append(RecordPly.of(before.seat, action, self.state))

    def play_at_random(self, seed: int, plies: int = 1_000) -> None:
        rng = Random(seed)
        while plies and self.state.phase is not Phase.OVER:
            self.play(rng.choice(legal_actions(self.state)))
            plies -= 1

    def play_eagerly(self, seed: int) -> None:
        """Play to the end: buy whenever possible, and choose at random."""
        rng = Random(seed)
        while self.state.phase is not Phase.OVER:
            actions = legal_actions(self.state)
            self.play(rng.choice([action for action in actions if isinstance(action, Buy)] or actions))

    def play_idly(self, turns: int) -> None:
        """Take and return gems until this many consecutive turns had no purchase or reservation, or the game is over."""
        while self.state.gold:  # while players hold it, some gems always remain in the bank
            self.play(next(action for action in legal_actions(self.state) if isinstance(action, Reserve)))
        while (phase := self.state.phase) is Phase.RETURN_GEMS or (
            phase is Phase.MAIN and self.state.idle_turns < turns
        ):
            self.play(next(action for action in legal_actions(self.state) if isinstance(action, Take | Return)))

    def record(self) -> Record:
        ended = outcome(self.state)
        return Record(self.header, tuple(self.plies), result_of(ended) if ended else None)

    def record_with_ending(self, ending: Ending) -> Record:
        """The record with this ending instead of the real one."""
        return self.record()._replace(result=result_of(Outcome(ending, standings(self.state))))


def text_of(record: Record, **header: object) -> bytes:
    """The record as a file, with a changed header if fields are given. None removes a field."""
    first, *lines = format_record(record).splitlines(keepends=True)
    if header:
        fields = {name: value for name, value in (json.loads(first) | header).items() if value is not None}
        first = f"{json.dumps(fields)}\n"
    return "".join([first, *lines]).encode()


def refusal(content: bytes) -> RecordError:
    """The error for invalid text, or for an impossible game with the small set. Checks that it is safe to print."""
    with pytest.raises(RecordError) as caught:
        final_state(parse_record(content), SMALL_SET)
    return checked(caught.value)


def checked(error: RecordError) -> RecordError:
    assert str(error).isprintable()
    assert len(str(error)) < 500
    assert str(error).endswith((".", "?"))
    return error
