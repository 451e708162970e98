"""A draft of a match, edited on the new game screen."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from types import MappingProxyType
from typing import ClassVar, Final

from splendor_tui.bots.levels import DEFAULT_LEVEL, LEVELS, get_level
from splendor_tui.inputs.choices import next_value
from splendor_tui.inputs.engine_names import SIGN, Engines
from splendor_tui.inputs.house_rules import HOUSE_RULES, PRESETS, MatchRules, Preset, option_name
from splendor_tui.inputs.match_options import ENGINE, HUMAN, MatchOptions, make_options
from splendor_tui.inputs.player_names import check_distinct, free_name, name_key, player_name
from splendor_tui.inputs.settings import MAX_NAMES, Settings
from splendor_tui.inputs.strict_models import Place
from splendor_tui.rules.constants import MAX_PLAYERS, MIN_PLAYERS
from splendor_tui.words import N_, NP_, Message, enumerated

OWN: Final = "own"
"""The name of custom rules, which do not match any preset."""

_GUEST: Final = N_("Player {number}")


def _row_name(place: Place) -> Message | str:
    """The name of an option on the new game screen, as the subject of a sentence."""
    if place == ("seed",):
        return NP_("beginning of a sentence", "The seed")
    rule = HOUSE_RULES.get(str(place[0])) if place else None
    return N_("'{text}'", text=rule.name) if rule else option_name(place)


def special_rules(rules: MatchRules) -> tuple[Message, ...]:
    """A sentence that names the rules that differ from the standard ones, if any do: those of the last game or the settings."""
    named = [
        NP_("a rule in a list", "{rule} {value}", rule=rule, value=value) for rule, value in rules.unusual().values()
    ]
    return (N_("Special rules: {rules}.", rules=enumerated(named)),) if named else ()


@dataclass(slots=True, eq=False)
class Seat:
    """A seat. `kind` is as in SeatOptions, or `@` and the title of an engine.

    `human` is the human's name. It is kept while a computer, named `computer`, has the seat.
    """

    human: str
    kind: str = HUMAN
    computer: str = ""

    @property
    def name(self) -> str:
        """The current player's name."""
        return self.human if self.kind == HUMAN else self.computer

    @property
    def is_named_computer(self) -> bool:
        """Whether a computer has a name that a player typed, so that it looks like a human."""
        return self.kind != HUMAN and not _is_default_name(self.computer, self.kind)


def is_guest_name(name: str) -> bool:
    """Whether the name is a default name for humans, in any language."""
    return _guest_number(name) is not None


def _guest_number(name: str) -> str | None:
    """The number in a default name for humans. A saved name may be in another language."""
    patterns = (re.escape(name).replace(r"\{number\}", r"(\d)") for name in _GUEST.in_all_languages())
    return next((found[1] for pattern in patterns if (found := re.fullmatch(pattern, name))), None)


def _in_this_language(name: str) -> str:
    """The name, in the current language if it is a default name for humans."""
    number = _guest_number(name)
    return name if number is None else str(_GUEST.filled_in(number=number))


def is_last_match(names: Sequence[str], settings: Settings) -> bool:
    """Whether the last match in the settings was between these players, in any order."""
    return bool(settings.seats) and {*map(name_key, names)} == {
        name_key(seat.name) for seat in MatchDraft.of(settings).seats
    }


def last_rules(names: Sequence[str], settings: Settings) -> MatchRules:
    """The rules of the last match for a game of these players. Its goal belongs to its series."""
    goal = settings.goal if is_last_match(names, settings) else ""
    return settings.match.model_copy(update={"series": goal or settings.match.series})


def _distinct(names: Iterable[str]) -> Sequence[str]:
    """The names without those that resemble an earlier one."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(name_key(name), name)
    return [*found.values()]


def _default_name(kind: str) -> str:
    """The default name of a computer: its level, or its engine's title."""
    return kind.removeprefix(SIGN) if kind.startswith(SIGN) else str(get_level(kind).name)


def _is_default_name(name: str, kind: str) -> bool:
    """Whether this is the default name of this kind of computer, perhaps with a number."""
    return bool(re.fullmatch(rf"{re.escape(_default_name(kind))}( \d+)?", name))


def _has_rules(preset: Preset, rules: MatchRules, tie: Seat | None) -> bool:
    return preset.rules == rules.model_copy(update={"series": preset.rules.series}) and preset.host_wins_tie == (
        tie is not None
    )


class MatchDraft:
    """A draft of a match. `names` are the last humans, first those of the last match; `seats` the kinds of all its players.

    Humans who take a seat later get the names without one. If `seats` is empty, or its kinds or names are missing, only
    the humans play; one human alone plays against the usual level.
    """

    LEAST: ClassVar[int] = MIN_PLAYERS
    MOST: ClassVar[int] = MAX_PLAYERS

    def __init__(
        self,
        names: Sequence[str],
        rules: MatchRules,
        engines: Engines = MappingProxyType({}),
        seats: Sequence[str] = (),
    ) -> None:
        self.rules = rules
        self.kinds = (HUMAN, *LEVELS, *(SIGN + title for title in engines))
        self._engines = engines
        people = _distinct(map(_in_this_language, names))
        players = seats.count(HUMAN) or self.MOST
        self.seats: list[Seat] = [Seat(name) for name in people[:players]]
        self._absent = people[players:]
        self.tie: Seat | None = None
        self.seed = ""
        self._removed: list[tuple[int, Seat]] = []
        self._own: tuple[MatchRules, Seat | None] = (rules, None)
        self._goals: tuple[Sequence[object], str, str] | None = None
        """The last players, their goal, and that of others. None once the players here have chosen one."""
        if self._seats_fit(people, seats):
            self._seat_as(people, seats)
        alone = len(self.seats) <= 1
        while len(self.seats) < self.LEAST:
            self._add()
        self._invited = len(self.seats)
        if alone:
            self.set_kind(1, DEFAULT_LEVEL)

    @classmethod
    def of(cls, settings: Settings) -> "MatchDraft":
        """A draft of the last match in the settings. The goal of its series is only for the same players."""
        goal, usual = settings.goal or settings.match.series, settings.match.series
        rules = settings.match.model_copy(update={"series": goal})
        draft = cls(settings.names, rules, settings.engines, seats=settings.seats)
        draft._goals = draft._players(), goal, usual
        if settings.tie_seat and settings.seats == draft._seat_kinds():
            draft.tie = draft.seats[min(settings.tie_seat, len(draft.seats)) - 1]
            draft._own = (draft.rules, draft.tie)
        return draft

    def as_last_match(self, settings: Settings) -> Settings:
        """The settings with this match as the last one."""
        return settings.changed(
            names=_distinct([*self.humans(), *(name for name in settings.names if not is_guest_name(name))])[
                :MAX_NAMES
            ],
            seats=self._seat_kinds(),
            tie_seat=0 if self.tie is None else 1 + self.seats.index(self.tie),
            match=self.rules.model_copy(update={"series": settings.match.series}),
            goal="" if self.rules.series == settings.match.series else self.rules.series,
        )

    def _players(self) -> Sequence[object]:
        """The humans and the kinds of computers, in any order."""
        return sorted((seat.kind, name_key(seat.human) if seat.kind == HUMAN else "") for seat in self.seats)

    def _fit_goal(self) -> None:
        """Propose the goal of the last match to its players, and the usual one to others."""
        if self._goals is not None:
            players, goal, usual = self._goals
            series = {"series": goal if self._players() == players else usual}
            own, tie = self._own
            self.rules, self._own = self.rules.model_copy(update=series), (own.model_copy(update=series), tie)

    def _seat_kinds(self) -> tuple[str, ...]:
        return tuple(seat.kind for seat in self.seats)

    def _seats_fit(self, people: Sequence[str], seats: Sequence[str]) -> bool:
        """Whether all kinds of `seats` still exist, and every human has a name."""
        known = self.LEAST <= len(seats) <= self.MOST and {*seats} <= {*self.kinds}
        return known and seats.count(HUMAN) <= len(people)

    def _seat_as(self, people: Sequence[str], seats: Sequence[str]) -> None:
        names, people_play = iter(people), HUMAN in seats
        self.seats = [Seat(next(names, "") if kind == HUMAN or not people_play else "") for kind in seats]
        self._absent = [*names]
        for place, kind in enumerate(seats):
            if kind != HUMAN:
                self.set_kind(place, kind)

    # --- players -------------------------------------------------------------------------------------------------------

    def set_players(self, number: int) -> None:
        """Add or remove seats. Named humans are removed last. Removed players return first, to their old seats."""
        self._invited = min(max(number, self.LEAST), self.MOST)
        self._seat(self._invited)

    def cycle_players(self, by: int) -> None:
        """Change the number of seats by `by`, with wrap-around."""
        self.set_players(next_value(range(self.LEAST, self.MOST + 1), len(self.seats), by))

    def _seat(self, number: int) -> None:
        while len(self.seats) < number:
            self._add()
        while len(self.seats) > number:
            place = max(range(len(self.seats)), key=lambda place: (self._can_leave(self.seats[place]), place))
            gone = self.seats.pop(place)
            self._removed.append((place, gone))
            self.tie = None if self.tie is gone else self.tie
        self._number_computers()
        self._fit_goal()

    def _can_leave(self, seat: Seat) -> bool:
        """Whether this seat is removed before others: it has a computer, or a guest who is not the only human."""
        return seat.kind != HUMAN or (is_guest_name(seat.human) and self._seat_kinds().count(HUMAN) > 1)

    def rename(self, seat: int, text: str) -> None:
        """Rename a player. Raises InvalidNameError."""
        name = player_name(text)
        check_distinct([name, *(other.name for other in self._others(seat))])
        here = self.seats[seat]
        if here.kind == HUMAN:
            here.human = name
        else:
            here.computer = name
            if not here.human or is_guest_name(here.human):
                here.human = name  # kept if a human takes the seat
        self._fit_goal()

    def set_kind(self, seat: int, kind: str) -> None:
        """Seat a human or a computer. A computer's default name gets a number if it is taken. A typed name is kept."""
        here = self.seats[seat]
        here.kind = kind
        if kind != HUMAN:
            is_default = not here.computer or any(_is_default_name(here.computer, one) for one in self.kinds[1:])
            if is_default or self._taken(here.computer, seat):
                here.computer = _default_name(kind)
        elif not here.human or self._taken(here.human, seat):
            guests = (str(_GUEST.filled_in(number=number)) for number in count(seat + 1))
            here.human = next(name for name in chain(self._absent, guests) if not self._taken(name, seat))
        self._number_computers()
        self._fit_goal()

    def _number_computers(self) -> None:
        """Number computers with default names where necessary, in the order of their seats."""
        unnamed = [seat for seat in self.seats if seat.kind != HUMAN and _is_default_name(seat.computer, seat.kind)]
        names = [seat.name for seat in self.seats if seat not in unnamed]
        for seat in unnamed:
            seat.computer = free_name(_default_name(seat.kind), names)
            names.append(seat.computer)

    def move(self, seat: int, by: int) -> int:
        """Swap a seat with its neighbour. Returns the seat's new index."""
        other = (seat + by) % len(self.seats)
        self.seats[seat], self.seats[other] = self.seats[other], self.seats[seat]
        self._number_computers()
        return other

    def _add(self) -> None:
        """Add the last removed player, else one more computer if any play and at most one human does, else a guest."""
        place, seat = self._removed.pop() if self._removed else (len(self.seats), Seat(""))
        computers = [kind for kind in self._seat_kinds() if kind != HUMAN]
        humans = len(self.seats) - len(computers)
        self.seats.insert(place, seat)
        if not seat.name or self._taken(seat.name, place):
            self.set_kind(place, computers[-1] if computers and humans <= 1 else HUMAN)

    def _others(self, seat: int) -> list[Seat]:
        return [other for place, other in enumerate(self.seats) if place != seat]

    def _taken(self, name: str, seat: int) -> bool:
        return name_key(name) in {name_key(other.name) for other in self._others(seat)}

    # --- rules ---------------------------------------------------------------------------------------------------------

    @property
    def preset(self) -> str:
        """The name of the current preset, or OWN."""
        for name, preset in PRESETS.items():
            if preset.players in {None, len(self.seats)} and _has_rules(preset, self.rules, self.tie):
                return name
        return OWN

    def cycle_preset(self, by: int) -> None:
        """Switch to another preset, or back to the player's own rules.

        Some presets fix the number of players. Removed players return with the next preset.
        """
        own_is_preset = any(_has_rules(preset, *self._own) for preset in PRESETS.values())
        name = next_value([*PRESETS] if own_is_preset else [OWN, *PRESETS], self.preset, by)
        if name == OWN:
            self._seat(self._invited)
            self.rules, tie = self._own
            self.tie = tie if tie in self.seats else None
            return
        preset = PRESETS[name]
        self.rules = preset.rules.model_copy(update={"series": self.rules.series})
        self._seat(preset.players or self._invited)
        self.tie = self.seats[0] if preset.host_wins_tie else None

    def change(self, texts: Mapping[str, str]) -> None:
        """Set rules from typed values. Raises OptionError."""
        self._set_rules(self.rules.changed(texts, _row_name))

    def value(self, name: str) -> object:
        """The value of a rule."""
        return getattr(self.rules, name)

    def cycle_rule(self, name: str, by: int) -> None:
        """Change the MatchRules field `name` to its next value."""
        self._set_rules(self.rules.stepped(name, by))

    def cycle_tie(self, by: int) -> None:
        """Change who wins a full tie. None means a shared win."""
        self.tie = next_value([None, *self.seats], self.tie, by)
        self._own = (self.rules, self.tie)

    def _set_rules(self, rules: MatchRules) -> None:
        self._goals = self._goals if rules.series == self.rules.series else None
        self.rules = rules
        self._own = (rules, self.tie)

    # --- the end -------------------------------------------------------------------------------------------------------

    def set_seed(self, text: str) -> None:
        """Set the seed of the shuffle; an empty string selects a random one. Raises OptionError."""
        before, self.seed = self.seed, text
        try:
            self.options()
        except ValueError:
            self.seed = before
            raise

    def options(self) -> MatchOptions:
        """The options of the match. Raises OptionError."""
        seats = [self._fields(seat) for seat in self.seats]
        tie_seat = None if self.tie is None else self.seats.index(self.tie)
        return make_options(seats, self.rules, tie_seat=tie_seat, seed=self.seed or None, name_of=_row_name)

    def command(self, seat: Seat) -> str | None:
        """The command of the seat's engine, or None for other players."""
        return self._engines[seat.kind.removeprefix(SIGN)].command if seat.kind.startswith(SIGN) else None

    def _fields(self, seat: Seat) -> dict[str, str]:
        """The fields of SeatOptions for a seat."""
        command, own = self.command(seat), {"name": seat.name, "kind": seat.kind}
        return (
            own
            if command is None
            else {**own, "kind": ENGINE, "command": command, "title": seat.kind.removeprefix(SIGN)}
        )

    def humans(self) -> tuple[str, ...]:
        """The names of the humans."""
        return tuple(seat.human for seat in self.seats if seat.kind == HUMAN)
