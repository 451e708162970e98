"""The options of a match: its players and house rules, and their command-line syntax."""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Final, Self, TypeAlias

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from splendor_tui.inputs.engine_names import SIGN, Command, EngineCommandError, Engines, Title, find_engine
from splendor_tui.inputs.house_rules import (
    GAME_RULES,
    GOAL,
    OPEN_SERIES,
    STANDARD,
    ClockOptions,
    MatchRules,
    OptionError,
    numbered_player,
    option_name,
    parse_clock,
)
from splendor_tui.inputs.player_names import PlayerName, check_distinct, free_name, name_key
from splendor_tui.inputs.strict_models import Place, Strict, allowing, describe, refused
from splendor_tui.rules.constants import MAX_PLAYERS, MIN_PLAYERS
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.words import N_, NP_, Message, enumerated

HUMAN: Final = "human"
ENGINE: Final = "engine"
SHARED_TIE: Final = "shared"
_MAX_SEED: Final = 64
GAME_ID: Final = r"^[a-z2-7]{8}\Z"
"""The ids of saved games."""
_SEED: Final = re.compile(rf"[ -~]{{1,{_MAX_SEED}}}")
_SEED_ALLOWED: Final = N_("1 to {most} letters, digits or symbols of a plain English keyboard", most=_MAX_SEED)
Seed: TypeAlias = Annotated[str, Field(pattern=rf"^{_SEED.pattern}\Z"), allowing(_SEED_ALLOWED)]


def checked_seed(text: str) -> str:
    """The text if it is a valid seed. Raises OptionError."""
    if not _SEED.fullmatch(text):
        raise OptionError([refused("--seed", text, _SEED_ALLOWED)])
    return text


class SeatOptions(Strict):
    """The player at a seat. `kind` is `human`, `engine`, or the id of a level.

    Only an engine has a `command`. It also has a `title` if it is in the settings.
    """

    name: PlayerName
    kind: Annotated[
        str,
        Field(pattern=r"^[a-z][a-z0-9-]{0,19}\Z"),
        allowing(N_("{human}, {engine}, or the id of a level of computer player", human=HUMAN, engine=ENGINE)),
    ] = HUMAN
    command: Command | None = None
    title: Title | None = None

    @model_validator(mode="after")
    def _check_command(self) -> Self:
        if (self.kind == ENGINE) != (self.command is not None):
            raise OptionError([N_("Only an engine has a command, and it needs one.")])
        return self

    @property
    def is_bot(self) -> bool:
        """Whether a computer plays this seat."""
        return self.kind != HUMAN


class MatchOptions(MatchRules):
    """All options of a match, before the deal.

    `players` is in seat order; if `random_first` is set, a random player starts. `tie_seat` is the seat that wins a full tie,
    or None for a shared win. `seed` is chosen by the players, or None for a random one. `first_game` is the id of the first
    game of the series if this is a rematch, or that of the tournament, of which it is a game in this `round`. `entrants` has
    the numbers of these players in its plan. `next_first` is the seat that starts the rematch, unless a random one does.
    """

    players: Annotated[tuple[SeatOptions, ...], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS, strict=False)]
    tie_seat: int | None = None
    seed: Annotated[Seed | None, Field(repr=False)] = None
    first_game: Annotated[str | None, Field(pattern=GAME_ID)] = None
    round: Annotated[int, Field(ge=0)] = 0
    entrants: Annotated[tuple[int, ...], Field(strict=False)] = ()
    next_first: Annotated[int, Field(ge=0, lt=MAX_PLAYERS)] = 1

    @model_validator(mode="after")
    def _check_seats(self) -> Self:
        check_distinct([player.name for player in self.players])
        self.game_options()
        return self

    def game_options(self) -> GameOptions:
        """The options for the rules."""
        return GameOptions(
            len(self.players), tie_seat=self.tie_seat, **{name: getattr(self, name) for name in GAME_RULES}
        )

    def rotated(self, first: int) -> Self:
        """The same players in the same order, but seat `first` starts."""
        players = self.players[first:] + self.players[:first]
        tie_seat = None if self.tie_seat is None else (self.tie_seat - first) % len(players)
        return self.model_copy(update={"players": players, "tie_seat": tie_seat})

    def rematch(self, first: int | None, first_game: str | None = None) -> Self:
        """The options of a rematch in the series that began with `first_game`, or in a new one.

        Seat `first` starts, or a random seat if it is None.
        """
        options = self if first is None else self.rotated(first)
        changes = {"seed": None, "random_first": first is None, "first_game": first_game, "round": 0, "next_first": 1}
        return options.model_copy(update=changes)

    def to_json(self) -> str:
        """Serialize the options for the store. They include `seed`, which must never be displayed."""
        return self.model_dump_json()

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Parse the output of `to_json`. Raises OptionError."""
        try:
            return cls.model_validate_json(text)
        except ValidationError as error:
            raise OptionError(describe(error)) from error


class SeriesOptions(Strict, extra="ignore"):
    """The part of saved options that places a game in a series, a tournament and time. Options of version 1.0 have no series."""

    series: Annotated[str, Field(pattern=GOAL)] = OPEN_SERIES
    first_game: Annotated[str | None, Field(pattern=GAME_ID)] = None
    clock: Annotated[ClockOptions | None, BeforeValidator(parse_clock)] = None
    round: int = 0
    entrants: Annotated[tuple[int, ...], Field(strict=False)] = ()
    random_first: bool = False
    next_first: int = 1

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Parse them out of saved options. Those of a single game if the text is empty or damaged."""
        try:
            return cls.model_validate_json(text)
        except ValidationError:
            return cls()


def make_options(
    players: Sequence[SeatOptions | Mapping[str, str]],
    rules: MatchRules = STANDARD,
    *,
    tie_seat: int | None = None,
    seed: str | None = None,
    name_of: Callable[[Place], Message | str] = option_name,
) -> MatchOptions:
    """Create the match options for these players and rules. Raises OptionError, whose messages call the fields `name_of`.

    >>> make_options(parse_players("Ann,Bo"), MatchRules(target=21)).target
    21
    """
    fields = {name: getattr(rules, name) for name in MatchRules.model_fields}
    try:
        return MatchOptions.model_validate({"players": tuple(players), "tie_seat": tie_seat, "seed": seed, **fields})
    except ValidationError as error:
        raise OptionError(describe(error, name_of)) from error


def parse_players(text: str, engines: Engines = MappingProxyType({})) -> tuple[SeatOptions, ...]:
    """Parse a list of players, as in `Ann,Cy=merchant,merchant,@./engine`: a name, and its computer player after `=`.

    A computer player is a level or, after `@`, an engine: its title in `engines`, or its command. Computers need no name, and
    then no `=`. A human with the name of a level is written `merchant=human`. Raises OptionError, for example for an unknown
    level or for names that look the same.

    >>> [(seat.name, seat.kind) for seat in parse_players("Ann,merchant")]
    [('Ann', 'human'), ('Merchant', 'merchant')]
    """
    return make_options(parse_seats(text, engines)).players


def parse_seats(text: str, engines: Engines = MappingProxyType({})) -> Sequence[Mapping[str, str]]:
    """Parse such a list of any length, whose names are not checked. Raises OptionError."""
    entries = [_split_entry(entry.strip()) for entry in text.split(",")]
    taken = [name for name, _ in entries]
    seats: list[dict[str, str]] = []
    for number, (given, player) in enumerate(entries, start=1):
        seat, default_name = _seat_fields(player, numbered_player(number), engines)
        name = given
        if not given and default_name:
            name = free_name(default_name, taken)
            taken.append(name)
        seats.append({"name": name, **seat})
    return seats


def _split_entry(text: str) -> tuple[str, str]:
    """Split an entry into the name, which may be empty, and the kind of player."""
    if text.startswith(SIGN) or is_level(text):
        return "", text
    name, sign, player = text.partition("=")
    return name.strip(), player.strip() if sign else HUMAN


def is_level(text: str) -> bool:
    """Whether the text is the id or the name of a level."""
    from splendor_tui.bots.levels import LEVELS, level_id

    return level_id(text) in LEVELS


def _seat_fields(player: str, place: Message, engines: Engines) -> tuple[dict[str, str], str]:
    """The fields of the seat and its default name. Raises OptionError."""
    from splendor_tui.bots.levels import LEVELS, get_level, level_id

    if player.startswith(SIGN):
        try:
            engine = find_engine(player.removeprefix(SIGN).strip(), engines)
        except EngineCommandError as error:
            raise OptionError([N_("{place}: {sentence}", place=place, sentence=error.message)]) from error
        seat = {"kind": ENGINE, "command": engine.settings.command}
        return seat | ({"title": engine.title} if engine.in_settings else {}), engine.title
    if player == HUMAN:
        return {"kind": HUMAN}, ""
    known = (HUMAN, *LEVELS)
    if level_id(player) not in known:
        raise OptionError([refused(place, player, enumerated([*known, NP_("argument", "@COMMAND")]))])
    return {"kind": level_id(player)}, str(get_level(level_id(player)).name)


def parse_tie(text: str, players: Sequence[SeatOptions]) -> int | None:
    """The seat of the player who wins a full tie, or None for `shared`. Raises OptionError."""
    if text == SHARED_TIE:
        return None
    keys = [name_key(player.name) for player in players]
    if (key := name_key(text.strip())) not in keys:
        raise OptionError([refused("--tie", text, enumerated([SHARED_TIE, *(player.name for player in players)]))])
    return keys.index(key)
