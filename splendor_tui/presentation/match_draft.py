"""A match that is being agreed on: what the rows of the new game screen change, until it is dealt."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, islice
from types import MappingProxyType
from typing import Final, TypeVar, get_args

from pydantic import ValidationError

from splendor_tui.bots.levels import DEFAULT_LEVEL, LEVELS, level_name
from splendor_tui.inputs.engine_names import SIGN, Engines
from splendor_tui.inputs.match_options import (
    ENGINE,
    HUMAN,
    PRESETS,
    ClockOptions,
    HandOver,
    MatchOptions,
    MatchRules,
    OptionError,
    Preset,
    SeatOptions,
    Undo,
    make_options,
)
from splendor_tui.inputs.player_name import check_distinct, free_name, name_key, player_name
from splendor_tui.inputs.problems import describe
from splendor_tui.inputs.settings import Settings
from splendor_tui.rules.state import MAX_PLAYERS, MAX_TARGET, MIN_PLAYERS
from splendor_tui.words import N_, NP_, Message

OWN: Final = "own"
"""What the preset is called when the rules are those of none."""

CLOCKS: Final = (
    None,
    ClockOptions(turn_seconds=30, reserve_seconds=120),
    ClockOptions(turn_seconds=60, reserve_seconds=300),
    ClockOptions(turn_seconds=120, reserve_seconds=600),
)
HAND_OVERS: Final[tuple[HandOver, ...]] = get_args(HandOver)
UNDOS: Final[tuple[Undo, ...]] = get_args(Undo)
ValueT = TypeVar("ValueT")
_NAMES: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "--target": NP_("beginning of a sentence", "The target"),
        "--clock": NP_("beginning of a sentence", "The clock"),
        "--seed": NP_("beginning of a sentence", "The seed"),
    }
)
"""What people call the options that they type."""


@contextmanager
def _named_for_people() -> Iterator[None]:
    """A refusal names an option as people do, and not as a command line."""
    try:
        yield
    except OptionError as error:
        raise OptionError([_named(problem) for problem in error.problems]) from error


def _named(problem: Message) -> Message:
    return problem.with_details(lambda detail: _NAMES.get(detail, detail) if isinstance(detail, str) else detail)


@dataclass(slots=True, eq=False)
class Seat:
    """Who sits there: `kind` is that of a seat's options, or an engine's title after an `@`.

    A person keeps the name while a computer player has the seat; before anybody sat there, it is the one that was typed for
    the computer player.
    """

    person: str
    kind: str = HUMAN
    bot: str = ""

    @property
    def name(self) -> str:
        """The name of whoever plays."""
        return self.person if self.kind == HUMAN else self.bot


def _guests(first: int = 1) -> Iterator[str]:
    """What people are called who have not said their names."""
    return (str(N_("Player {number}", number=number)) for number in count(first))


def _usual_name(kind: str) -> str:
    """What a computer player of this kind is called where nobody gives it a name: its level, or its engine's title."""
    return kind.removeprefix(SIGN) if kind.startswith(SIGN) else str(level_name(kind))


def turned(values: Sequence[ValueT], value: ValueT, by: int) -> ValueT:
    """The value some steps after this one, in a circle; a value that is not among them stands before the first."""
    if value not in values:
        return values[0 if by > 0 else -1]
    return values[(values.index(value) + by) % len(values)]


class MatchDraft:
    """Begins with the people and the rules of last time, and with `seats`, what sat in each seat.

    Where that is not known or fits the people no more, one person alone, or nobody yet, plays against a `level`.
    """

    def __init__(
        self,
        names: Sequence[str],
        rules: MatchRules,
        engines: Engines = MappingProxyType({}),
        level: str = DEFAULT_LEVEL,
        seats: Sequence[str] = (),
    ) -> None:
        self.rules = rules
        self.kinds = (HUMAN, *LEVELS, *(SIGN + title for title in engines))
        self._engines = engines
        distinct = {name_key(name): name for name in reversed(names)}
        people = [*reversed(distinct.values())][:MAX_PLAYERS]
        self.seats: list[Seat] = [Seat(name) for name in people]
        self.tie: Seat | None = None
        self.seed = ""
        self._away: list[Seat] = []
        self._own: tuple[MatchRules, Seat | None] = (rules, None)
        if self._can_sit(people, seats):
            self._seat_as(people, seats)
        alone = len(self.seats) <= 1
        while len(self.seats) < MIN_PLAYERS:
            self._add()
        self._invited = len(self.seats)
        if alone:
            self.set_kind(1, level)

    @classmethod
    def of(cls, settings: Settings) -> "MatchDraft":
        """What was played last."""
        draft = cls(settings.names, settings.match, settings.engines, seats=settings.seats)
        if settings.tie_seat and settings.seats == draft._seat_kinds():
            draft.tie = draft.seats[min(settings.tie_seat, len(draft.seats)) - 1]
            draft._own = (draft.rules, draft.tie)
        return draft

    def remembered(self, settings: Settings) -> Settings:
        """The settings with this match as the one that was played last."""
        return settings.changed(
            names=self.people() or settings.names,
            seats=self._seat_kinds(),
            tie_seat=0 if self.tie is None else 1 + self.seats.index(self.tie),
            match=self.rules,
        )

    def _seat_kinds(self) -> tuple[str, ...]:
        return tuple(seat.kind for seat in self.seats)

    def _can_sit(self, people: Sequence[str], seats: Sequence[str]) -> bool:
        """Whether these are the seats of these people, all of whom there may still be."""
        known = MIN_PLAYERS <= len(seats) <= MAX_PLAYERS and {*seats} <= {*self.kinds}
        return known and seats.count(HUMAN) in (0, len(people))

    def _seat_as(self, people: Sequence[str], seats: Sequence[str]) -> None:
        names, people_play = iter(people), HUMAN in seats
        self.seats = [Seat(next(names, "") if kind == HUMAN or not people_play else "") for kind in seats]
        for place, kind in enumerate(seats):
            if kind != HUMAN:
                self.set_kind(place, kind)

    # --- players -------------------------------------------------------------------------------------------------------

    def set_players(self, number: int) -> None:
        """Add or remove seats at the end; who leaves comes back with the same name."""
        self._invited = min(max(number, MIN_PLAYERS), MAX_PLAYERS)
        self._seat(self._invited)

    def turn_players(self, by: int) -> None:
        """Go to another number of seats, in a circle."""
        self.set_players(turned(range(MIN_PLAYERS, MAX_PLAYERS + 1), len(self.seats), by))

    def _seat(self, number: int) -> None:
        while len(self.seats) < number:
            self._add()
        while len(self.seats) > number:
            gone = self.seats.pop()
            self._away.append(gone)
            self.tie = None if self.tie is gone else self.tie
        self._number_computers()

    def rename(self, seat: int, text: str) -> None:
        """Give whoever sits there another name. Raises InvalidNameError."""
        name = player_name(text)
        check_distinct([name, *(other.name for other in self._others(seat))])
        here = self.seats[seat]
        if here.kind == HUMAN:
            here.person = name
        else:
            here.bot = name
            if here.person in {"", *islice(_guests(), 2 * MAX_PLAYERS)}:
                here.person = name  # so that it stays when a person takes the seat

    def set_kind(self, seat: int, kind: str) -> None:
        """Seat a person, or a computer player under the name of its level or engine, with a number when that is taken."""
        here = self.seats[seat]
        here.kind = kind
        if kind != HUMAN:
            here.bot = free_name(_usual_name(kind), (other.name for other in self._others(seat)))
        elif not here.person or self._taken(here.person, seat):
            here.person = self._guest_name(seat)
        self._number_computers()

    def _number_computers(self) -> None:
        """Let computer players that are named by their level or engine have a number only where it is needed."""
        for place, seat in enumerate(self.seats):
            if seat.kind == HUMAN:
                continue
            name = _usual_name(seat.kind)
            if re.fullmatch(rf"{re.escape(name)}( \d+)?", seat.bot):
                seat.bot = free_name(name, (other.name for other in self._others(place)))

    def move(self, seat: int, by: int) -> int:
        """Change places with the seat before or after; answers with the new number of the seat."""
        other = (seat + by) % len(self.seats)
        self.seats[seat], self.seats[other] = self.seats[other], self.seats[seat]
        return other

    def _add(self) -> None:
        """Seat somebody at the end: who was there before, else a guest, or another computer player beside one alone."""
        seat = self._away.pop() if self._away else Seat("")
        kinds = self._seat_kinds()
        self.seats.append(seat)
        place = len(self.seats) - 1
        if not seat.name or self._taken(seat.name, place):
            is_one_alone = kinds.count(HUMAN) == 1 and len(kinds) > 1
            self.set_kind(place, kinds[-1] if is_one_alone else HUMAN)

    def _others(self, seat: int) -> list[Seat]:
        return [other for place, other in enumerate(self.seats) if place != seat]

    def _taken(self, name: str, seat: int) -> bool:
        return name_key(name) in {name_key(other.name) for other in self._others(seat)}

    def _guest_name(self, seat: int) -> str:
        return next(free for free in _guests(seat + 1) if not self._taken(free, seat))

    # --- rules ---------------------------------------------------------------------------------------------------------

    @property
    def preset(self) -> str:
        """The name of the preset that these rules are, or OWN."""
        return next((name for name, preset in PRESETS.items() if self._is(preset)), OWN)

    def _is(self, preset: Preset) -> bool:
        fits = preset.players in {None, len(self.seats)} and preset.host_wins_tie == (self.tie is not None)
        return fits and preset.rules == self.rules

    def turn_preset(self, by: int) -> None:
        """Take the rules of another preset; one's own rules come back when it is their turn again.

        Some are only for so many players; whoever has to leave for them comes back with the next.
        """
        names = [*PRESETS] if self._own_is_preset() else [OWN, *PRESETS]
        name = turned(names, self.preset, by)
        if name == OWN:
            self._seat(self._invited)
            self.rules, tie = self._own
            self.tie = tie if tie in self.seats else None
            return
        preset = PRESETS[name]
        self.rules = preset.rules
        self._seat(preset.players or self._invited)
        self.tie = self.seats[0] if preset.host_wins_tie else None

    def _own_is_preset(self) -> bool:
        rules, tie = self._own
        return any(preset.rules == rules and preset.host_wins_tie == (tie is not None) for preset in PRESETS.values())

    def change(self, texts: Mapping[str, str]) -> None:
        """Change rules to what a text says. Raises OptionError."""
        with _named_for_people():
            self._set_rules(self.rules.changed(texts))

    def turn_rule(self, name: str, by: int) -> None:
        """Go to the next value of a rule, by its name among MatchRules."""
        before = self.rules
        values: dict[str, object] = {
            "target": min(max(before.target + by, 1), MAX_TARGET),
            "clock": turned(CLOCKS, before.clock, by),
            "hand_over": turned(HAND_OVERS, before.hand_over, by),
            "undo": turned(UNDOS, before.undo, by),
            "random_first": not before.random_first,
            "open_reserves": not before.open_reserves,
        }
        self._set_rules(before.model_copy(update={name: values[name]}))

    def turn_tie(self, by: int) -> None:
        """Let another player win a full tie, or nobody alone."""
        self.tie = turned([None, *self.seats], self.tie, by)
        self._own = (self.rules, self.tie)

    def _set_rules(self, rules: MatchRules) -> None:
        self.rules = rules
        self._own = (rules, self.tie)

    # --- the end -------------------------------------------------------------------------------------------------------

    def set_seed(self, text: str) -> None:
        """Let the players choose the shuffle; an empty text leaves it to chance. Raises OptionError."""
        before, self.seed = self.seed, text
        try:
            with _named_for_people():
                self.options()
        except ValueError:
            self.seed = before
            raise

    def options(self) -> MatchOptions:
        """What has been agreed on. Raises OptionError."""
        seats = [self._seat_options(seat) for seat in self.seats]
        tie_seat = None if self.tie is None else self.seats.index(self.tie)
        return make_options(seats, self.rules, tie_seat=tie_seat, seed=self.seed or None)

    def command(self, seat: Seat) -> str | None:
        """What starts the engine that sits there; None for everybody else."""
        return self._engines[seat.kind.removeprefix(SIGN)].command if seat.kind.startswith(SIGN) else None

    def _seat_options(self, seat: Seat) -> SeatOptions:
        command = self.command(seat)
        try:
            if command is None:
                return SeatOptions(name=seat.name, kind=seat.kind)
            return SeatOptions(name=seat.name, kind=ENGINE, command=command, title=seat.kind.removeprefix(SIGN))
        except ValidationError as error:
            raise OptionError(describe(error)) from error

    def people(self) -> tuple[str, ...]:
        """The names of the people among the players."""
        return tuple(seat.person for seat in self.seats if seat.kind == HUMAN)
