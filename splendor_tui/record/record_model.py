"""What a record says, in checked types: they fit any file that could be a record, whatever its game."""

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.inputs.player_name import PlayerName, check_distinct
from splendor_tui.inputs.problems import Strict, missing, unknown
from splendor_tui.record.record_error import RecordError
from splendor_tui.rules.cards import LEVELS
from splendor_tui.rules.catalogue import MAX_CARD_POINTS, MAX_NOBLES
from splendor_tui.rules.digest import digest
from splendor_tui.rules.gems import MAX_BONUS, Colour
from splendor_tui.rules.notation import MAX_LINE
from splendor_tui.rules.outcome import Ending, Outcome
from splendor_tui.rules.position import MAX_TEXT, format_position
from splendor_tui.rules.state import COLUMNS, MAX_PLAYERS, MAX_TARGET, MIN_PLAYERS, Deal, State

FORMAT: Final = "splendor-tui-record"
VERSION: Final = 2
MAX_PLIES: Final = 5_000
MAX_MILLISECONDS: Final = 7 * 24 * 3600 * 1000

_MOST_CARDS: Final = MAX_BONUS * len(Colour)
_MOST_POINTS: Final = MAX_CARD_POINTS * (_MOST_CARDS + MAX_NOBLES)

Digest: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Seat: TypeAlias = Annotated[int, Field(ge=0, lt=MAX_PLAYERS)]
Milliseconds: TypeAlias = Annotated[int, Field(ge=0, le=MAX_MILLISECONDS)]
ClockReading: TypeAlias = Annotated[tuple[Milliseconds, ...], Field(max_length=1 + MAX_PLAYERS)]
"""The milliseconds left of the turn, and then of each seat's reserve."""
CardId: TypeAlias = Annotated[str, Field(pattern=r"^[123]-[0-9]{2}$")]
NobleId: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,40}$")]
Deck: TypeAlias = Annotated[tuple[CardId, ...], Field(max_length=_MOST_CARDS)]


class RecordPlayer(Strict):
    """Who sat at a seat; `kind` is `human`, or the name of a computer player."""

    name: PlayerName
    kind: str = Field(pattern=r"^[a-z0-9-]{1,40}$")


class RecordOptions(Strict):
    """What the rules or a reader need to know of the match: `target` and `tie_seat` as in GameOptions.

    `open_reserves` tells whether cards that were reserved face up lay open on the table.
    """

    target: int = Field(ge=1, le=MAX_TARGET)
    tie_seat: Seat | None
    open_reserves: bool


class RecordDeal(Strict):
    """The explicit deal as ids: three decks, level 1 first, in drawing order, and the nobles on show."""

    decks: tuple[Deck, Deck, Deck]
    nobles: tuple[NobleId, ...] = Field(max_length=MAX_NOBLES)


class RecordHeader(Strict):
    """The first line. A game of version 1 begins with its deal, one of version 2 with a position, as `rules.position` has it.

    `catalogue` is the digest of the cards and nobles played with.
    """

    format: Literal["splendor-tui-record"]
    version: int = Field(ge=1, le=VERSION)
    players: tuple[RecordPlayer, ...] = Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)
    options: RecordOptions
    deal: RecordDeal | None = None
    position: Annotated[str, Field(max_length=MAX_TEXT)] | None = None
    catalogue: Digest

    @model_validator(mode="after")
    def _check_beginning(self) -> Self:
        beginning, other = ("deal", "position") if self.version == 1 else ("position", "deal")
        if getattr(self, beginning) is None:
            raise RecordError(missing(beginning))
        if other in self.model_fields_set:
            raise RecordError(unknown(other))
        return self

    @model_serializer(mode="wrap")
    def _without_the_other_beginning(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields: dict[str, Any] = handler(self)
        return {name: value for name, value in fields.items() if value is not None}

    @model_validator(mode="after")
    def _check_names(self) -> Self:
        check_distinct([player.name for player in self.players])
        return self


class RecordPly(Strict):
    """One applied action in notation; `digest` names the position after it.

    `clock` is the reading at its end; None in a match without a clock.
    """

    ply: int = Field(ge=1, le=MAX_PLIES)
    seat: Seat
    action: str = Field(min_length=1, max_length=MAX_LINE)
    digest: Digest
    clock: ClockReading | None = None

    @property
    def out_of_time(self) -> bool:
        """Whether the clock made the seat leave: nobody can act, or resign, with nothing left of turn and reserve."""
        left = self.clock or ()
        return self.action == "forfeit" and len(left) > 1 + self.seat and left[0] == left[1 + self.seat] == 0


class RecordStanding(Strict):
    """One seat's place, as `rules.outcome.Standing` has it."""

    seat: Seat
    rank: int = Field(ge=1, le=MAX_PLAYERS)
    points: int = Field(ge=0, le=_MOST_POINTS)
    cards: int = Field(ge=0, le=_MOST_CARDS)
    forfeited: bool


class RecordResult(Strict):
    """How the game ended, and who stood where."""

    ending: Ending
    standings: tuple[RecordStanding, ...] = Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)


class ResultLine(Strict):
    """The last line."""

    result: RecordResult


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record; `result` is None while the game is not finished."""

    header: RecordHeader
    plies: tuple[RecordPly, ...]
    result: RecordResult | None


def header_of(options: MatchOptions, start: State) -> RecordHeader:
    """The header of a match that begins so; of version 1 where nothing but the deal has happened."""
    deal = _deal_of(start)
    beginning: dict[str, Any] = {"version": 1, "deal": deal}
    if deal is None:
        beginning = {"version": 2, "position": format_position(start)}
    return RecordHeader(
        format=FORMAT,
        players=tuple(RecordPlayer(name=player.name, kind=player.kind) for player in options.players),
        options=RecordOptions(target=options.target, tie_seat=options.tie_seat, open_reserves=options.open_reserves),
        catalogue=start.catalogue.digest,
        **beginning,
    )


def _deal_of(start: State) -> RecordDeal | None:
    """The deal that leads to this state by itself; None where more has happened."""
    rows = (start.grid[COLUMNS * row : COLUMNS * (row + 1)] for row in range(len(LEVELS)))
    low, middle, high = (
        (*(card for card in row if card), *start.deck(level)) for level, row in zip(LEVELS, rows, strict=True)
    )
    dealt = State(start.catalogue, start.options, Deal((low, middle, high), start.nobles))
    if digest(dealt) != digest(start):
        return None
    low_ids, middle_ids, high_ids = (tuple(card.id for card in deck) for deck in dealt.decks)
    return RecordDeal(decks=(low_ids, middle_ids, high_ids), nobles=tuple(noble.id for noble in start.nobles))


def result_of(ended: Outcome) -> RecordResult:
    """An outcome as a record has it."""
    return RecordResult.model_validate(ended, from_attributes=True)
