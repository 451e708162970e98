"""Test matches: options in one line, a journal in memory, and a clock that tests control."""

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random

from splendor_tui.inputs.house_rules import ClockOptions
from splendor_tui.inputs.match_options import MatchOptions, SeatOptions
from splendor_tui.match.controller import Controller
from splendor_tui.match.log import Step
from splendor_tui.match.match_journal import Journal
from splendor_tui.match.match_lifecycle import resume_match, start_match
from splendor_tui.match.pause_reasons import PauseReason
from splendor_tui.rules.actions import Action, ReserveTop, Return, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import GOLD_TOKENS
from splendor_tui.rules.outcome import Outcome
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import Phase, State, new_game
from splendor_tui.rules.view import View, known_state
from splendor_tui.store import Store
from splendor_tui.store.journal_entries import Entry

NAMES = ("Ann", "Bo", "Cy", "Dee")


class Time:
    """A monotonic time that advances only on request."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class Notebook(Journal):
    """A journal in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []
        self.clocks: list[tuple[int, ...]] = []
        self.endings: list[Outcome | None] = []

    def append(self, entry: Entry) -> None:
        self.entries.append(entry)

    def save_clock(self, reading: Sequence[int]) -> None:
        self.clocks.append(tuple(reading))

    def finish(self, outcome: Outcome) -> None:
        self.endings.append(outcome)

    def reopen(self) -> None:
        self.endings.append(None)


def options(
    players: int = 2, *, bots: tuple[int, ...] = (), clock: tuple[int, int] | None = None, **changes: object
) -> MatchOptions:
    """The options of a match. All players are humans, except for the seats in `bots`."""
    seats = tuple(
        SeatOptions(name=name, kind="merchant" if seat in bots else "human")
        for seat, name in enumerate(NAMES[:players])
    )
    times = ClockOptions(turn_seconds=clock[0], reserve_seconds=clock[1]) if clock else None
    return MatchOptions.model_validate({"players": seats, "clock": times} | changes)


def sit_down(
    catalogue: Catalogue,
    agreed: MatchOptions | None = None,
    *,
    start: State | str | None = None,
    seed: int | str = 1,
    journal: Notebook | None = None,
    now: Time | None = None,
) -> Controller:
    """A match that has begun, from a deal or a position. Cards that the position hides stay unknown."""
    agreed = agreed or options()
    if isinstance(start, str):
        seen = parse_position(start, catalogue)
        start = known_state(seen) if isinstance(seen, View) else seen
    start = start or new_game(catalogue, agreed.game_options(), seed)
    table = Controller(agreed, start, journal=journal or Notebook(), now=now or Time())
    table.begin()
    return table


def save_match(
    store: Store,
    catalogue: Catalogue,
    agreed: MatchOptions | None = None,
    start: State | None = None,
    *,
    now: Time | None = None,
) -> tuple[str, Controller]:
    """A match that has begun and is saved, with its id."""
    agreed = agreed or options()
    game_id, table = start_match(store, catalogue, agreed, start, now=now or Time(), today=_noon)
    table.begin()
    return game_id, table


def load_match(store: Store, catalogue: Catalogue, game_id: str) -> Controller:
    """A saved match, as another process would resume it."""
    table = resume_match(store, catalogue, game_id, now=Time(), today=_noon)
    table.begin()
    return table


def _noon() -> datetime:
    return datetime(2026, 1, 2, 12, tzinfo=UTC)


def act(table: Controller, action: Action) -> Step:
    """Play an action of the seat to move, after hiding the drawn card, if any."""
    table.resume(PauseReason.DRAWN_CARD)
    return table.submit(table.seat, action, table.ply)


def play_any(table: Controller, rng: Random) -> Step:
    """Play a random legal action of the seat to move."""
    return act(table, rng.choice(table.legal_actions(table.seat)))


def play_out(table: Controller, rng: Random) -> list[Step]:
    """Play random legal actions until the end."""
    steps = []
    while table.outcome is None:
        steps.append(play_any(table, rng))
    return steps


def play_idly(table: Controller, rng: Random, turns: int) -> None:
    """Play until this many consecutive turns had no purchase or reservation."""
    while sum(player.gold for player in table.view_for(None).players) < GOLD_TOKENS:
        act(table, ReserveTop(1))  # players who hold gold hold fewer gems, so the bank never becomes empty
    while table.view_for(None).idle_turns < turns or table.view_for(None).phase is not Phase.MAIN:
        idle = [
            action
            for action in table.legal_actions(table.seat)
            if isinstance(action, Take) or (isinstance(action, Return) and not action.gold)
        ]
        act(table, rng.choice(idle))
