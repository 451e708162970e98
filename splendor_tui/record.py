"""Game records: JSON Lines with a header, one object per ply, and the result. See docs/record-format.md.

Input is never trusted: `parse_record` checks the form and raises `RecordError`. Only a replay checks the rules.
"""

from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, TypeAlias, TypeVar

from pydantic import Field, ValidationError, model_validator

from splendor_tui.inputs.files import decode_text, read_regular_file
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.inputs.player_names import PlayerName, check_distinct
from splendor_tui.inputs.strict_json import StrictJsonError, read_strict_json
from splendor_tui.inputs.strict_models import Strict, describe, missing, unknown
from splendor_tui.rules.actions import Action
from splendor_tui.rules.cards import LEVELS
from splendor_tui.rules.catalogue import MAX_CARD_POINTS, MAX_NOBLES
from splendor_tui.rules.constants import COLUMNS, MAX_PLAYERS, MAX_TARGET, MIN_PLAYERS
from splendor_tui.rules.digest import digest
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import MAX_BONUS, Colour
from splendor_tui.rules.notation import MAX_LINE, format_action
from splendor_tui.rules.outcome import Ending, Outcome
from splendor_tui.rules.position import MAX_TEXT, format_position
from splendor_tui.rules.state import State
from splendor_tui.words import N_, Message, MessageError

FORMAT: Final = "splendor-tui-record"
VERSION: Final = 3
_FROM_POSITION: Final = 2
PARTLY_KNOWN: Final = 3
"""The version in which a deal may have unknown cards."""
MAX_BYTES: Final = 1_000_000
MAX_PLIES: Final = 5_000
_MAX_MILLISECONDS: Final = 7 * 24 * 3600 * 1000

_MAX_CARDS: Final = MAX_BONUS * len(Colour)
_MAX_POINTS: Final = MAX_CARD_POINTS * (_MAX_CARDS + MAX_NOBLES)

Digest: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{16}\Z")]
Seat: TypeAlias = Annotated[int, Field(ge=0, lt=MAX_PLAYERS)]
Milliseconds: TypeAlias = Annotated[int, Field(ge=0, le=_MAX_MILLISECONDS)]
ClockReading: TypeAlias = Annotated[tuple[Milliseconds, ...], Field(max_length=1 + MAX_PLAYERS)]
"""The time left in the turn, then in each seat's time bank, in milliseconds."""
NobleId: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,40}\Z")]
CardId: TypeAlias = Annotated[str, Field(pattern=r"^([123]-[0-9]{2}|\?[123])\Z")]
"""A card, or `?` and the level of a card that the record does not know."""
Deck: TypeAlias = Annotated[tuple[CardId, ...], Field(max_length=_MAX_CARDS)]


class RecordError(MessageError, ValueError):
    """Raised for an invalid record. The message gives the place and the reason.

    `line` (from 1) is set for invalid text, `ply` (from 1) for a violation of the rules.
    """

    def __init__(self, message: Message, *, line: int | None = None, ply: int | None = None) -> None:
        self.line = line
        self.ply = ply
        if line is not None:
            message = N_("Line {line}: {what}", line=line, what=message)
        elif ply is not None:
            message = N_("Action {ply}: {what}", ply=ply, what=message)
        super().__init__(message)


class RecordPlayer(Strict):
    """The player of a seat. `kind` is `human`, `engine` or the name of a level."""

    name: PlayerName
    kind: str = Field(pattern=r"^[a-z0-9-]{1,40}\Z")


class RecordOptions(Strict):
    """The options of the game. `target` and `tie_seat` are as in GameOptions; a position contains all others.

    `open_reserves` is true if cards that were reserved face up remained visible to all.
    """

    target: int = Field(ge=1, le=MAX_TARGET)
    tie_seat: Seat | None
    open_reserves: bool

    def game_options(self, players: int) -> GameOptions:
        """The options for the rules."""
        return GameOptions(players, self.target, self.tie_seat)


class RecordDeal(Strict):
    """A deal as ids: three decks in drawing order, level 1 first, and the nobles in play."""

    decks: tuple[Deck, Deck, Deck]
    nobles: tuple[NobleId, ...] = Field(max_length=MAX_NOBLES)


def _is_missing(value: object) -> bool:
    return value is None


class RecordHeader(Strict):
    """The first line. Version 1 starts from a deal, version 2 from a position in the notation of `rules.position`.

    Version 3 starts from a deal whose unknown cards are `?1`, `?2` and `?3`. `catalogue` is the hash of the card set.
    """

    format: Literal["splendor-tui-record"]
    version: int = Field(ge=1, le=VERSION)
    players: tuple[RecordPlayer, ...] = Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)
    options: RecordOptions
    deal: RecordDeal | None = Field(default=None, exclude_if=_is_missing)
    position: str | None = Field(default=None, max_length=MAX_TEXT, exclude_if=_is_missing)
    catalogue: Digest

    @model_validator(mode="after")
    def _check_header(self) -> Self:
        beginning, other = ("position", "deal") if self.version == _FROM_POSITION else ("deal", "position")
        if getattr(self, beginning) is None:
            raise RecordError(missing(beginning))
        if other in self.model_fields_set:
            raise RecordError(unknown(other))
        check_distinct([player.name for player in self.players])
        return self


class RecordPly(Strict):
    """One applied action in notation, with the digest of the resulting position.

    `clock` is the reading after the action, or None in a match without a clock.
    """

    ply: int = Field(ge=1, le=MAX_PLIES)
    seat: Seat
    action: str = Field(min_length=1, max_length=MAX_LINE)
    digest: Digest
    clock: ClockReading | None = None

    @classmethod
    def of(cls, seat: int, action: Action, after: State, **more: Any) -> Self:
        """The ply of an action that led to this state, with `more` fields."""
        return cls(ply=after.ply, seat=seat, action=format_action(action), digest=digest(after), **more)

    @property
    def out_of_time(self) -> bool:
        """Whether the seat forfeited on time. With no time left, a player can neither act nor resign."""
        left = self.clock or ()
        return self.action == "forfeit" and len(left) > 1 + self.seat and left[0] == left[1 + self.seat] == 0


class RecordStanding(Strict):
    """A seat's final standing. See `rules.outcome.Standing`."""

    seat: Seat
    rank: int = Field(ge=1, le=MAX_PLAYERS)
    points: int = Field(ge=0, le=_MAX_POINTS)
    cards: int = Field(ge=0, le=_MAX_CARDS)
    forfeited: bool


class RecordResult(Strict):
    """The ending and the standings."""

    ending: Ending
    standings: tuple[RecordStanding, ...] = Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)


class ResultLine(Strict):
    """The last line, with the result."""

    result: RecordResult


class Record(NamedTuple):
    """A recorded game. `result` is None if it is unfinished."""

    header: RecordHeader
    plies: tuple[RecordPly, ...]
    result: RecordResult | None


def header_of(options: MatchOptions, start: State) -> RecordHeader:
    """Create the header of a match with this start. It has version 1 if `start` is a fresh deal without other options."""
    recorded = RecordOptions(target=options.target, tie_seat=options.tie_seat, open_reserves=options.open_reserves)
    deal = _deal_of(start) if recorded.game_options(len(options.players)) == start.options else None
    beginning: dict[str, Any] = {"version": 1, "deal": deal}
    if deal is None:
        beginning = {"version": _FROM_POSITION, "position": format_position(start)}
    return RecordHeader(
        format=FORMAT,
        players=tuple(RecordPlayer(name=player.name, kind=player.kind) for player in options.players),
        options=recorded,
        catalogue=start.catalogue.digest,
        **beginning,
    )


def _deal_of(start: State) -> RecordDeal | None:
    """The deal that leads to this state. None if the state is not a fresh deal."""
    rows = (start.grid[COLUMNS * row : COLUMNS * (row + 1)] for row in range(len(LEVELS)))
    low, middle, high = (
        (*(card for card in row if card), *start.deck(level)) for level, row in zip(LEVELS, rows, strict=True)
    )
    dealt = State(start.catalogue, start.options, (low, middle, high), start.nobles)
    if digest(dealt) != digest(start):
        return None
    low_ids, middle_ids, high_ids = (tuple(card.id for card in deck) for deck in dealt.decks)
    return RecordDeal(decks=(low_ids, middle_ids, high_ids), nobles=tuple(noble.id for noble in start.nobles))


def result_of(ended: Outcome) -> RecordResult:
    """Convert an outcome to the form of a record."""
    return RecordResult.model_validate(ended, from_attributes=True)


# --- text --------------------------------------------------------------------------------------------------------------


def format_record(record: Record) -> str:
    """Format a record as JSON Lines.

    >>> parse_record(format_record(record).encode()) == record
    True
    """
    lines = [record.header.model_dump_json(), *(ply.model_dump_json(exclude_none=True) for ply in record.plies)]
    if record.result is not None:
        lines.append(ResultLine(result=record.result).model_dump_json())
    return "".join(f"{line}\n" for line in lines)


def read_record(path: Path) -> Record:
    """Read a record from a regular file. Raises FileError and RecordError."""
    return parse_record(read_regular_file(path, MAX_BYTES))


def parse_record(content: bytes) -> Record:
    """Parse a record without checking it against the rules. Raises RecordError.

    >>> parse_record(b"")
    Traceback (most recent call last):
    splendor_tui.record.RecordError: Line 1: It is not a game record; a record has the format splendor-tui-record.
    """
    if len(content) > MAX_BYTES:
        raise RecordError(N_("A record has at most {most} bytes.", most=MAX_BYTES))
    lines = _lines(content)
    header = _read_header(lines[0])
    if not content.rstrip().endswith(b"}"):
        raise RecordError(N_("The record is incomplete; it ends in this line."), line=lines[-1].number)
    if second := next((line for line in lines[1:] if FORMAT in line.text), None):
        raise RecordError(N_("Another record begins here; a file may have only one."), line=second.number)
    result = None
    if len(lines) > 1 and "result" in _read_object(lines[-1]):
        result = _read(ResultLine, lines.pop()).result
    if len(lines) > 1 + MAX_PLIES:
        raise RecordError(N_("A record has at most {most} actions.", most=MAX_PLIES))
    return Record(header, tuple(_read(RecordPly, line) for line in lines[1:]), result)


class _Line(NamedTuple):
    number: int
    text: str


def _lines(content: bytes) -> list[_Line]:
    """Split the text into lines that are not blank, at least one. JSON ignores a trailing carriage return."""
    try:
        text = decode_text(content)
    except UnicodeDecodeError as error:
        number = error.object.count(b"\n", 0, error.start) + 1
        raise RecordError(N_("It is not UTF-8 text."), line=number) from error
    lines = [_Line(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    return lines or [_Line(1, "")]


def _read_header(line: _Line) -> RecordHeader:
    head = _read_object(line) if FORMAT in line.text else {}
    if head.get("format") != FORMAT:
        raise RecordError(
            N_("It is not a game record; a record has the format {format}.", format=FORMAT), line=line.number
        )
    version = head.get("version")
    if isinstance(version, int) and not 1 <= version <= VERSION:
        sentence = N_(
            "The record has format version {found}, and this program knows versions 1 to {known}.",
            found=version,
            known=VERSION,
        )
        raise RecordError(sentence, line=line.number)
    return _read(RecordHeader, line)


M = TypeVar("M", bound=Strict)


def _read(model: type[M], line: _Line) -> M:
    _read_object(line)
    try:
        # From text, because strict models accept lists for tuples only in JSON.
        return model.model_validate_json(line.text)
    except ValidationError as error:
        raise RecordError(describe(error)[0], line=line.number) from error


def _read_object(line: _Line) -> dict[str, Any]:
    try:
        return read_strict_json(line.text)
    except StrictJsonError as error:
        raise RecordError(error.message, line=line.number) from error
