"""The protocol between the game and an engine: one JSON object per line. See docs/engine.md."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, Self, TypeAlias, TypeVar, get_args

from pydantic import Field, ValidationError

from splendor_tui.inputs.engine_names import OptionValue
from splendor_tui.inputs.files import decode_text
from splendor_tui.inputs.strict_json import StrictJsonError, read_strict_json
from splendor_tui.inputs.strict_models import Strict, describe, shown
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.catalogue import CardFacts, Catalogue, NobleFacts
from splendor_tui.rules.constants import MAX_PLAYERS
from splendor_tui.rules.gems import COLOUR_LETTERS, Colour, Gems, unpack
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import MAX_LINE, format_action
from splendor_tui.rules.position import format_position
from splendor_tui.rules.state import State
from splendor_tui.rules.view import View, nobles_in_play
from splendor_tui.words import N_, MessageError

PROTOCOL: Final = 1
_MAX_LINES: Final = 16
SEED_BITS: Final = 48
_MAX_COUNT: Final = 10**15
_MAX_SECONDS: Final = 86_400.0

Title: TypeAlias = Annotated[str, Field(min_length=1, max_length=60)]
Line: TypeAlias = Annotated[str, Field(min_length=1, max_length=MAX_LINE)]
Chance: TypeAlias = Annotated[float, Field(ge=0, le=1)]
Chances: TypeAlias = Annotated[tuple[Chance, ...], Field(max_length=MAX_PLAYERS, strict=False)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=_MAX_COUNT)]
Letter: TypeAlias = Annotated[str, Field(pattern=rf"^[{COLOUR_LETTERS}]\Z")]
ByLetter: TypeAlias = dict[Letter, int]


class NotAMessageError(MessageError, ValueError):
    """Raised for a line that is not a valid message."""


class UnknownKindError(NotAMessageError):
    """Raised for an unknown message type. Both sides must ignore such messages."""


# --- to the engine -----------------------------------------------------------------------------------------------------


class TableHello(Strict):
    """The first message. The engine answers with its own hello."""

    type: Literal["hello"] = "hello"
    protocol: int


class SetOption(Strict):
    """Sets an option that the engine's hello offers."""

    type: Literal["option"] = "option"
    name: Title
    value: OptionValue


class CardFace(Strict):
    """A card, with letters for colours."""

    id: str
    level: int
    bonus: Letter
    points: int
    cost: ByLetter

    @classmethod
    def of(cls, card: Card) -> Self:
        """The card as sent to engines."""
        return cls(
            id=card.id, level=card.level, bonus=card.bonus.letter, points=card.points, cost=_by_letter(card.cost)
        )

    def facts(self) -> CardFacts:
        """The card as `CardFacts`, for a catalogue."""
        return CardFacts(self.level, Colour(COLOUR_LETTERS.index(self.bonus)), self.points, _in_order(self.cost))


class NobleFace(Strict):
    """A noble. `needs` is its requirement."""

    id: str
    points: int
    needs: ByLetter

    @classmethod
    def of(cls, noble: Noble) -> Self:
        """The noble as sent to engines."""
        return cls(id=noble.id, points=noble.points, needs=_by_letter(noble.cost))

    def facts(self) -> NobleFacts:
        """The noble as `NobleFacts`, for a catalogue."""
        return NobleFacts(self.id, self.id, self.points, _in_order(self.needs))


class NewGame(Strict):
    """Starts a game with these cards and nobles: those of the card set, and the promo nobles in play.

    The engine answers when it is ready.
    """

    type: Literal["new-game"] = "new-game"
    players: int
    target: int
    cards: Annotated[tuple[CardFace, ...], Field(strict=False)]
    nobles: Annotated[tuple[NobleFace, ...], Field(strict=False)]

    @classmethod
    def of(cls, view: View) -> Self:
        """The game of this view as sent to engines."""
        catalogue, in_play = view.catalogue, nobles_in_play(view)
        nobles = (*catalogue.nobles, *(noble for noble in catalogue.promos if noble in in_play))
        return cls(
            players=view.options.players,
            target=view.options.target,
            cards=tuple(map(CardFace.of, catalogue.cards)),
            nobles=tuple(map(NobleFace.of, nobles)),
        )

    def catalogue(self) -> Catalogue:
        """The catalogue of the game. Each noble's id is also its name. Raises CatalogueError."""
        return Catalogue((card.facts() for card in self.cards), (noble.facts() for noble in self.nobles))


class SetPosition(Strict):
    """Sets the position as the seat to move knows it, and its legal actions."""

    type: Literal["position"] = "position"
    position: Annotated[str, Field(max_length=4_000)]
    legal: Annotated[tuple[Line, ...], Field(strict=False)]

    @classmethod
    def of(cls, view: View) -> Self:
        """The position as seen by the view's player."""
        return cls(position=format_position(view), legal=tuple(map(format_action, legal_actions(view))))

    @classmethod
    def with_decks(cls, state: State) -> Self:
        """The position including the decks, for perft only: it would reveal hidden cards to an engine that plays."""
        return cls(position=format_position(state), legal=tuple(map(format_action, legal_actions(state))))


class Go(Strict):
    """Requests an action within `seconds`, or after `nodes` simulations if that is sooner.

    `lines` is the number of choices requested. All randomness must come from `seed`.
    """

    type: Literal["go"] = "go"
    seconds: Annotated[float, Field(ge=0, le=_MAX_SECONDS)]
    nodes: Count | None = None
    lines: Annotated[int, Field(ge=1, le=_MAX_LINES)] = 1
    seed: Annotated[int, Field(ge=0, lt=1 << SEED_BITS)] = 0


class Stop(Strict):
    """Requests the answer now. It may cross with the answer, so an engine that is not searching must ignore it."""

    type: Literal["stop"] = "stop"


class Perft(Strict):
    """Asks for the number of action sequences of length `depth`. Sent only to engines whose hello sets `perft`."""

    type: Literal["perft"] = "perft"
    depth: Annotated[int, Field(ge=1, le=12)]


class Quit(Strict):
    """Asks the engine to exit within a second."""

    type: Literal["quit"] = "quit"


# --- from the engine ---------------------------------------------------------------------------------------------------


class EngineOption(Strict):
    """An option of the engine. Its values have the type of `default`."""

    name: Title
    default: OptionValue
    about: Annotated[str, Field(max_length=200)] = ""


class EngineHello(Strict):
    """Describes the engine. `perft` is true if it can count action sequences.

    `ready_seconds` is the time that it needs to prepare for a game, if longer than the default.
    """

    type: Literal["hello"] = "hello"
    protocol: int
    name: Title
    author: Annotated[str, Field(max_length=60)] = ""
    options: Annotated[tuple[EngineOption, ...], Field(max_length=100, strict=False)] = ()
    perft: bool = False
    ready_seconds: Annotated[float, Field(ge=0, le=_MAX_SECONDS)] = 0


class Ready(Strict):
    """Reports that the engine is ready for the new game. The preparation time does not count as thinking time."""

    type: Literal["ready"] = "ready"


class EngineChoice(Strict):
    """An action and its chance of winning."""

    action: Line
    chance: Chance | None = None


Choices: TypeAlias = Annotated[tuple[EngineChoice, ...], Field(max_length=_MAX_LINES, strict=False)]


class Info(Strict):
    """Interim results: the best choices in order, every seat's chance of winning, and the number of simulations."""

    type: Literal["info"] = "info"
    choices: Choices = ()
    chances: Chances = ()
    nodes: Count = 0


class EngineAnswer(Strict):
    """The engine's action and its final results. The first choice, if any, is that action."""

    type: Literal["answer"] = "answer"
    action: Line
    choices: Choices = ()
    chances: Chances = ()
    nodes: Count = 0


class PerftCount(Strict):
    """The number of action sequences."""

    type: Literal["perft"] = "perft"
    count: Count


FromTable: TypeAlias = TableHello | SetOption | NewGame | SetPosition | Go | Stop | Perft | Quit
FromEngine: TypeAlias = EngineHello | Ready | Info | EngineAnswer | PerftCount

_MessageT = TypeVar("_MessageT", bound=Strict)
_FROM_TABLE: Final[Mapping[str, type[FromTable]]] = {
    kind.model_fields["type"].default: kind for kind in get_args(FromTable)
}
_FROM_ENGINE: Final[Mapping[str, type[FromEngine]]] = {
    kind.model_fields["type"].default: kind for kind in get_args(FromEngine)
}


def write_message(message: FromTable | FromEngine) -> bytes:
    """Encode a message as a line, without the line ending."""
    return message.model_dump_json(exclude_none=True).encode()


def read_from_table(line: bytes) -> FromTable:
    """Parse a message to an engine. Raises NotAMessageError."""
    return _read(line, _FROM_TABLE)


def read_from_engine(line: bytes) -> FromEngine:
    """Parse a message from an engine. Raises NotAMessageError."""
    return _read(line, _FROM_ENGINE)


def _read(line: bytes, kinds: Mapping[str, type[_MessageT]]) -> _MessageT:
    try:
        found = read_strict_json(decode_text(line))
    except UnicodeDecodeError as error:
        raise NotAMessageError(N_("It is not UTF-8 text.")) from error
    except StrictJsonError as error:
        raise NotAMessageError(error.message) from error
    kind = found.get("type")
    if not isinstance(kind, str):
        raise NotAMessageError(N_("The message has no type."))
    if kind not in kinds:
        raise UnknownKindError(N_("There is no message type {type}.", type=shown(kind)))
    try:
        return kinds[kind].model_validate(found)
    except ValidationError as error:
        raise NotAMessageError(describe(error)[0]) from error


def _by_letter(gems: Gems) -> ByLetter:
    return dict(zip(COLOUR_LETTERS, unpack(gems), strict=True))


def _in_order(amounts: ByLetter) -> tuple[int, int, int, int, int]:
    white, blue, green, red, black = (amounts.get(letter, 0) for letter in COLOUR_LETTERS)
    return white, blue, green, red, black
