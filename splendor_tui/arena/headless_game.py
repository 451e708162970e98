"""Games between computer players, without a screen."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from splendor_tui.arena.entrants import Entrant
from splendor_tui.arena.fixtures import Fixture, FixtureResult, GameResult, Lineup, SeatResult
from splendor_tui.bots.player import Bot
from splendor_tui.engines.engine_player import EnginePlayer
from splendor_tui.engines.engine_process import EngineError
from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.inputs.match_options import MatchOptions, SeatOptions, make_options
from splendor_tui.inputs.player_names import free_name
from splendor_tui.match.bot_answer import Fault, ask, stand_in
from splendor_tui.record import Record, RecordPly, format_record, header_of, result_of
from splendor_tui.rules.actions import Action
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.outcome import Outcome, outcome_of_computers
from splendor_tui.rules.state import MAIN, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, view
from splendor_tui.rules.well_formed import NotAnActionError, well_formed

_WARM_UP_SECONDS: Final = 600.0


class Arena(NamedTuple):
    """The common settings of all games of a match. If `recorded` is true, games return their records."""

    catalogue: Catalogue
    entrants: tuple[Entrant, ...]
    seed: str
    rules: MatchRules = MatchRules()
    recorded: bool = False


class Played(NamedTuple):
    """The result of a fixture, and the game records as text, if requested."""

    result: FixtureResult
    records: tuple[str, ...]


def play_fixture(arena: Arena, fixture: Fixture, now: Callable[[], float] = time.perf_counter) -> Played:
    """Play a deal once from every seat.

    If the limits are in nodes, the games depend only on the arena and the fixture.
    """
    games, records = [], []
    with ExitStack() as players:
        bots = {entrant: players.enter_context(arena.entrants[entrant].bot()) for entrant in sorted({*fixture.lineup})}
        _warm_up(arena, fixture, bots.values())
        for seating in fixture.seatings():
            game, record = _play_game(arena, fixture.deal, seating, bots, now)
            games.append(game)
            if arena.recorded:
                records.append(format_record(record))
    return Played(FixtureResult(deal=fixture.deal, lineup=fixture.lineup, games=tuple(games)), tuple(records))


def _warm_up(arena: Arena, fixture: Fixture, bots: Iterable[Bot]) -> None:
    """Make each player load and compile its code, so that its first game is not slower.

    Errors are ignored, because they will occur again in the game.
    """
    start = view(new_game(arena.catalogue, _options(arena, fixture.lineup).game_options(), arena.seed), 0)
    for bot in bots:
        if isinstance(bot, EnginePlayer):
            with suppress(EngineError):
                bot.prepare(start)
        else:
            ask(bot, start, Random(arena.seed), cancelled=lambda: False, seconds=_WARM_UP_SECONDS, nodes=1)


@dataclass(slots=True)
class _Seat:
    """A computer in its seat, with its statistics."""

    entrant: Entrant
    bot: Bot
    rng: Random
    turns: int = 0
    times: list[float] = field(default_factory=list)
    """The seconds that each move took."""
    faults: Counter[Fault] = field(default_factory=Counter)

    def answer(self, seen: View, now: Callable[[], float]) -> Action:
        """The player's action, or a random one if the player fails."""
        limit = self.entrant.limit
        start = now()
        answer = ask(self.bot, seen, self.rng, cancelled=lambda: False, seconds=limit.seconds, nodes=limit.nodes)
        self.times.append(now() - start)
        try:
            check_action(seen, well_formed(answer.action, seen.catalogue))
        except (IllegalActionError, NotAnActionError):
            answer = stand_in(seen, self.rng)
        self.turns += seen.phase is MAIN
        if answer.fault:
            self.faults[answer.fault] += 1
        return answer.action


def _play_game(
    arena: Arena, number: int, seating: Lineup, bots: Mapping[int, Bot], now: Callable[[], float]
) -> tuple[GameResult, Record]:
    """Play a complete game."""
    options = _options(arena, seating)
    chances = [Random(f"{arena.seed}/{number}/{seating}/{seat}") for seat in range(len(seating))]
    seats = [_Seat(arena.entrants[entrant], bots[entrant], rng) for entrant, rng in zip(seating, chances, strict=True)]
    state = new_game(arena.catalogue, options.game_options(), f"{arena.seed}/{number}")
    header = header_of(options, state)
    plies = []
    while (ended := outcome_of_computers(state)) is None:
        seat = state.seat
        action = seats[seat].answer(view(state, seat), now)
        advance(state, action)
        if arena.recorded:
            plies.append(RecordPly.of(seat, action, state))
    return _result(ended, seating, seats), Record(header, tuple(plies), result_of(ended))


def _options(arena: Arena, seating: Lineup) -> MatchOptions:
    """The options of a game, with a unique name for every seat."""
    seats: list[SeatOptions] = []
    for number in seating:
        entrant = arena.entrants[number]
        name = free_name(entrant.name, [seat.name for seat in seats])
        command = entrant.engine.command if entrant.engine else None
        seats.append(SeatOptions(name=name, kind=entrant.player, command=command))
    return make_options(seats, arena.rules)


def _result(ended: Outcome, seating: Lineup, seats: list[_Seat]) -> GameResult:
    points = {standing.seat: standing.points for standing in ended.standings}
    return GameResult(
        ending=ended.ending,
        seats=tuple(
            SeatResult(
                entrant=entrant,
                share=(number in ended.winners) / len(ended.winners),
                points=points[number],
                turns=seat.turns,
                moves=len(seat.times),
                seconds=sum(seat.times),
                longest=max(seat.times, default=0.0),
                faults=dict(seat.faults),
            )
            for number, (entrant, seat) in enumerate(zip(seating, seats, strict=True))
        ),
    )
