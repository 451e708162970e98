"""Makes a record of a replay page that was saved from Board Game Arena.

The page's text contains two JSON objects: the table before the first move, and the events of each move. Nothing in the
page is run. Each action is played under the rules, and the result is compared with what the page says about tokens, new
cards, nobles and points.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Annotated, Any, Final, NamedTuple, NoReturn, TypeVar

from pydantic import ConfigDict, Field, ValidationError

from splendor_tui.inputs.files import decode_text
from splendor_tui.inputs.match_options import HUMAN
from splendor_tui.inputs.player_names import InvalidNameError, free_name, player_name
from splendor_tui.inputs.strict_json import StrictJsonError, object_at, read_strict_json
from splendor_tui.inputs.strict_models import Strict, describe, shown
from splendor_tui.record import (
    FORMAT,
    PARTLY_KNOWN,
    Record,
    RecordDeal,
    RecordError,
    RecordHeader,
    RecordOptions,
    RecordPlayer,
    RecordPly,
    result_of,
)
from splendor_tui.replay import first_state
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import COLUMNS, DEFAULT_TARGET, MAX_PLAYERS, MIN_PLAYERS
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.gems import NO_GEMS, Tokens, pack, unpack
from splendor_tui.rules.legality import legal_actions, visiting_nobles
from splendor_tui.rules.outcome import Outcome, outcome
from splendor_tui.rules.state import Phase
from splendor_tui.rules.turn import apply_action
from splendor_tui.words import N_, Message

MAX_PAGE_BYTES: Final = 8_000_000
_SETUP: Final = re.compile(r'(?=\{\s*"players")')
_LOGS: Final = re.compile(r'g_gamelogs"?\s*[:=]\s*(?=\{)|(?=\{\s*"status")')
_LETTERS: Final = "CSERO"  # crystal, sapphire, emerald, ruby and onyx, in the order of `Colour`
_TOKENS: Final = _LETTERS + "G"
_EXPANSION: Final = "expansion_"
_OFF: Final = "2"
_ACTIONS: Final = {"reserveCard", "buyCard", "coins"}
_KINDS: Final = {*_ACTIONS, "revealCard", "claimNoble", "updateScore"}
_CHANGE: Final = "gameStateChange"
_END: Final = "99"
_MAX_NAME: Final = 60

_Id = Annotated[int, Field(ge=0, lt=10**12)]
_Small = Annotated[int, Field(ge=-999, le=999)]


class _Part(Strict):
    """A part of the page. Unknown fields are ignored, and numbers may be text."""

    model_config = ConfigDict(strict=False, extra="ignore")


class _Face(_Part):
    """A printed card or noble. A noble has neither level nor colour."""

    lvl: _Small = 0
    type: _Small = 0
    points: _Small
    cost: Annotated[str, Field(max_length=40)]

    @property
    def gems(self) -> tuple[int, ...]:
        return tuple(map(self.cost.count, _LETTERS))


class _Row(_Part):
    cards: Annotated[dict[_Id, Any], Field(min_length=COLUMNS, max_length=COLUMNS)]


class _Market(_Part):
    row_1: _Row
    row_2: _Row
    row_3: _Row
    nobles: dict[_Id, Any]


class _Setup(_Part):
    """The table before the first move."""

    players: dict[_Id, Any]
    playerorder: Annotated[list[_Id], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]
    first_player: _Id
    market: _Market
    carddb: dict[_Id, Any]
    nobledb: dict[_Id, Any]


class _Details(_Part):
    """The details of an event. Each kind has some of them."""

    player_id: _Id = 0
    card: Any = None
    rank: Any = None
    gap: dict[str, Annotated[int, Field(ge=-10, le=10)]] = Field(default={})
    score: _Small = 0


class _Result(_Part):
    """A player's result."""

    player: _Id
    score: _Small
    score_aux: _Small
    rank: _Small
    concede: _Small = 0
    zombie: _Small = 0


class _End(_Part):
    """The details of the last event."""

    result: list[_Result]


class _Event(NamedTuple):
    """An event of a move. `raw` are all its details, `read` the validated ones."""

    move: str
    kind: str
    raw: dict[str, Any]
    read: _Details

    @property
    def card(self) -> int | None:
        """The number of its card. None if the page does not reveal it, or if the event has none."""
        return _number_of(self.read.card)

    @property
    def location(self) -> str:
        """The place of its card before the event: `market_2`, a deck or a hand."""
        return str(self.read.card.get("location")) if isinstance(self.read.card, dict) else ""

    @property
    def from_market(self) -> bool:
        return self.location.startswith("market")


M = TypeVar("M", bound=_Part)


def is_replay_page(content: bytes) -> bool:
    """Whether the content is a page or its JSON objects, rather than a record."""
    start = content[:1000]
    return FORMAT.encode() not in start and (b"<" in start or b"g_gamelogs" in content or b'"move_id"' in content)


def read_replay_page(content: bytes, catalogue: Catalogue) -> Record:
    """The record of the game on a page. Raises RecordError if it has none, and at the first difference from the rules."""
    text = decode_text(content, "replace")
    setup = _find(text, _SETUP, max(0, text.find("completesetup")))
    for name, value in setup.items():
        if name.startswith(_EXPANSION) and str(value) != _OFF:
            expansion = shown(name.removeprefix(_EXPANSION))
            raise RecordError(N_("The expansion {name} was on; only the base game can be imported.", name=expansion))
    table, events = _read(_Setup, setup), list(_events(_find(text, _LOGS)))
    if not events or events[-1].kind != _CHANGE:
        raise RecordError(N_("The game on this page is unfinished; only a finished one can be imported."))
    last = events.pop()
    return _Game(table, _merged(events), catalogue).record(_read(_End, last.raw.get("args"), last.move))


def _find(text: str, pattern: re.Pattern[str], start: int = 0) -> dict[str, Any]:
    """The JSON object that begins where the pattern matches. Raises RecordError."""
    found = pattern.search(text, start)
    if found is None:
        raise RecordError(
            N_(
                "This is no saved replay of Splendor. On Board Game Arena, open the replay of the game and save that page."
            )
        )
    try:
        return read_strict_json(object_at(text, found.end()))
    except StrictJsonError as error:
        raise _fault(error.message) from error


def _fault(what: Message, move: str = "") -> RecordError:
    """The error in a move, or in the page if there is no move yet."""
    return RecordError(
        N_("Move {move}: {what}", move=move, what=what) if move else N_("The page is damaged. {what}", what=what)
    )


def _read(model: type[M], value: object, move: str = "") -> M:
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise _fault(describe(error)[0], move) from error


def _events(logs: dict[str, Any]) -> Iterator[_Event]:
    """The events that matter, up to the end of the game."""
    for packet in _items(logs.get("data"), "data"):
        number = _number(packet.get("move_id"))
        move = "?" if number is None else str(number)
        for event in _items(packet, "data"):
            kind, raw = event.get("type"), event.get("args")
            if not isinstance(raw, dict) or not isinstance(kind, str):
                continue
            if kind == _CHANGE and str(raw.get("id")) == _END:
                yield _Event(move, kind, raw, _Details())
                return
            if kind in _KINDS:
                yield _Event(move, kind, raw, _read(_Details, raw, move))


def _items(thing: object, name: str) -> Iterator[dict[str, Any]]:
    """The objects in a list of the page. There are none if the page has something else in its place."""
    found = thing.get(name) if isinstance(thing, dict) else None
    return (item for item in found if isinstance(item, dict)) if isinstance(found, list) else iter(())


def _number(value: object) -> int | None:
    """A whole number, which may be text. None for anything else."""
    text = str(value)
    return int(text) if len(text) < 10 and text.isascii() and text.isdigit() else None


def _number_of(piece: object) -> int | None:
    """The number of a card or noble. None if it is hidden."""
    return _number(piece.get("type", piece.get("id"))) if isinstance(piece, dict) else None


def _merged(events: Sequence[_Event]) -> Sequence[_Event]:
    """The events with one reservation per player and move: the page may show it to everyone, and again to its player."""
    kept: dict[object, _Event] = {}
    for place, event in enumerate(events):
        key = (event.move, event.read.player_id) if event.kind == "reserveCard" else place
        if key not in kept or event.card:
            kept[key] = event  # at the place of the first one
    return [*kept.values()]


def _safe_name(player: object, taken: Sequence[str]) -> str:
    """The longest valid start of the player's name, with a number if the name is taken."""
    text = str(player.get("name") if isinstance(player, dict) else "")[:_MAX_NAME]
    for end in range(len(text), 0, -1):
        with suppress(InvalidNameError):
            return free_name(player_name(text[:end]), taken)
    return free_name(f"Player {len(taken) + 1}", taken)


class _Game:
    """The game on a page, to be played under the rules."""

    def __init__(self, table: _Setup, events: Sequence[_Event], catalogue: Catalogue) -> None:
        self._table, self._events, self._catalogue = table, events, catalogue
        self._cards: dict[object, Card] = {
            (card.level, card.bonus, card.points, unpack(card.cost)): card for card in catalogue.cards
        }
        self._nobles: dict[object, Noble] = {
            (noble.points, unpack(noble.cost)): noble for noble in catalogue.all_nobles
        }
        order = table.playerorder
        if len({*order}) < len(order) or {*order} != table.players.keys() or table.first_player not in order:
            raise _fault(N_("It does not say who plays."))
        first = order.index(table.first_player)
        self._seats = {player: seat for seat, player in enumerate(order[first:] + order[:first])}
        self._names: list[str] = []
        for player in self._seats:
            self._names.append(_safe_name(table.players[player], self._names))
        self._move = "0"
        self._header = self._make_header()
        self._state = first_state(self._header, catalogue)
        self._plies: list[RecordPly] = []
        # as the page tells them
        self._face_up = {*self._state.grid, None}
        self._scores = [0] * len(self._names)
        self._tokens = Counter[tuple[int, str]]()

    def record(self, end: _End) -> Record:
        """Play the game to its end. Raises RecordError at the first difference."""
        for move, events in groupby(self._events, lambda event: event.move):
            self._play_move(move, list(events))
        self._check_scores()
        result = result_of(self._check_end(end))
        return Record(self._header, tuple(self._plies), result)

    def _fail(self, what: Message) -> NoReturn:
        raise _fault(what, self._move)

    # --- the deal ------------------------------------------------------------------------------------------------------

    def _make_header(self) -> RecordHeader:
        dealt = self._table.market.nobles
        nobles = tuple(self._noble(_number_of(piece) or number).id for number, piece in dealt.items())
        low, middle, high = map(tuple, self._decks())
        try:
            return RecordHeader(
                format=FORMAT,
                version=PARTLY_KNOWN,
                players=tuple(RecordPlayer(name=name, kind=HUMAN) for name in self._names),
                options=RecordOptions(target=DEFAULT_TARGET, tie_seat=None, open_reserves=False),
                deal=RecordDeal(decks=(low, middle, high), nobles=nobles),
                catalogue=self._catalogue.digest,
            )
        except ValidationError as error:
            raise _fault(describe(error)[0]) from error

    def _decks(self) -> Iterator[list[str]]:
        """The decks in drawing order, as far as the game revealed it."""
        market = self._table.market
        decks: list[list[Card | None]] = [
            [self._card(_number_of(piece) or number) for number, piece in row.cards.items()]
            for row in (market.row_1, market.row_2, market.row_3)
        ]
        hidden = defaultdict[tuple[int, int], list[int]](list)
        for event in self._events:
            self._move = event.move
            card, player = self._card_of(event), event.read.player_id
            if event.kind == "revealCard" or (event.kind == "reserveCard" and not event.from_market):
                level = self._level_of(event)
                if card and card in decks[level - 1]:
                    self._fail(N_("The page reveals {card} twice.", card=card))
                if card is None:
                    hidden[player, level].append(len(decks[level - 1]))
                decks[level - 1].append(card)
            elif event.kind == "buyCard" and card and card not in decks[card.level - 1] and hidden[player, card.level]:
                place = hidden[player, card.level].pop(0)  # reserved from the deck, and hidden until now
                decks[card.level - 1][place] = card
        for level, deck in zip(LEVELS, decks, strict=True):
            unseen = len(self._catalogue.level(level)) - len(deck)
            yield [card.id if card else f"?{level}" for card in (*deck, *[None] * unseen)]

    def _card(self, number: int) -> Card:
        face = _read(_Face, self._table.carddb.get(number), self._move)
        found = self._cards.get((face.lvl, face.type, face.points, face.gems))
        return found or self._fail(N_("The card {number} of the page is not in the card set.", number=number))

    def _card_of(self, event: _Event) -> Card | None:
        """The card of an event. None if the page does not reveal it, or if the event has none."""
        return self._card(event.card) if event.card in self._table.carddb else None

    def _level_of(self, event: _Event) -> int:
        """The level of a card that left a deck."""
        if card := self._card_of(event):
            return card.level
        found = re.search("[123]", event.location)
        level = int(found[0]) if found else len(str(event.read.rank))
        return level if level in LEVELS else self._fail(N_("The page does not say which deck it was."))

    def _noble(self, number: int) -> Noble:
        face = _read(_Face, self._table.nobledb.get(number), self._move)
        found = self._nobles.get((face.points, face.gems))
        return found or self._fail(N_("The noble {number} of the page is not in the card set.", number=number))

    # --- the moves -----------------------------------------------------------------------------------------------------

    def _play_move(self, move: str, events: Sequence[_Event]) -> None:
        """Play the actions of a move, and compare the tokens and the new cards. Scores count at the end of a turn."""
        if self._state.phase is Phase.MAIN and any(event.kind in _ACTIONS for event in events):
            self._check_scores()
        self._move = move
        coins = [event for event in events if event.kind == "coins"]
        for event in events:
            if event.kind != "revealCard":
                self._play_event(event, coins)
        held = Counter(
            {
                (seat, letter): amount
                for seat, player in enumerate(self._state.players)
                for letter, amount in zip(_TOKENS, (*unpack(player.gems), player.gold), strict=True)
            }
        )
        if held != self._tokens:
            self._fail(N_("The tokens do not change as the page says."))
        revealed = {self._card_of(event) for event in events if event.kind == "revealCard"}
        if {*self._state.grid} - self._face_up != revealed:
            self._fail(N_("The cards that the page reveals are not those that fill the table."))
        self._face_up |= revealed

    def _play_event(self, event: _Event, coins: list[_Event]) -> None:
        """Play an event. A purchase removes its payment from the `coins` of the move, which are actions of their own."""
        card, gap, seat = self._card_of(event), event.read.gap, self._seats.get(event.read.player_id)
        if event.kind == "claimNoble":
            self._claim(event, self._state.seat if seat is None else seat)
        elif seat is None:
            self._fail(N_("The page does not say who acts."))
        elif event.kind == "updateScore":
            self._scores[seat] = event.read.score
        elif event.kind == "reserveCard":
            self._act(seat, Reserve(card) if card and event.from_market else ReserveTop(self._level_of(event)))
        elif event.kind == "buyCard" and card:
            paid = next((one for one in coins if one.read.player_id == event.read.player_id), event)
            payment = _tokens(paid.read.gap, -1)
            coins[:] = [one for one in coins if one is not paid]
            self._act(seat, Buy(card, payment.gems, payment.gold))
        elif event.kind == "coins":
            self._tokens.update({(seat, letter): amount for letter, amount in gap.items()})
            taken, returned = _tokens(gap, 1), _tokens(gap, -1)
            if taken.gems:
                self._act(seat, Take(taken.gems))
            if event in coins and returned != Tokens(NO_GEMS, 0):
                self._act(seat, Return(returned.gems, returned.gold))

    def _claim(self, event: _Event, seat: int) -> None:
        """Choose a noble, or check that it visited the seat. The page does not always say which one it is."""
        named = [*self._nobles_of(event)]
        if self._state.phase is Phase.CHOOSE_NOBLE:
            due = visiting_nobles(self._state, self._state.players[self._state.seat])
            chosen = next((noble for noble in named if noble in due), None)
            if chosen is None:
                self._fail(N_("The page does not say which noble was chosen."))
            self._act(seat, ChooseNoble(chosen))
        elif named and {*named}.isdisjoint(self._state.players[seat].nobles):
            self._fail(N_("{noble} does not visit {name} by the rules.", noble=named[0], name=self._names[seat]))

    def _nobles_of(self, event: _Event) -> Iterator[Noble]:
        """The nobles that the details may mean, the most likely one first."""
        details = [(name, value) for name, value in event.raw.items() if not name.startswith("player")]
        for _name, value in sorted(details, key=lambda one: "noble" not in one[0] and not isinstance(one[1], dict)):
            number = _number_of(value) if isinstance(value, dict) else _number(value)
            if number in self._table.nobledb:
                yield self._noble(number)

    def _act(self, seat: int, action: Action) -> None:
        """Play an action of this seat."""
        self._pass_on(seat)
        if self._state.seat != seat:
            mover = self._names[self._state.seat]
            self._fail(N_("{name} acts, but it is {mover}'s turn.", name=self._names[seat], mover=mover))
        self._apply(action)

    def _pass_on(self, seat: int | None = None) -> None:
        """Play forced passes up to this seat, or all. The page does not mention them."""
        while self._state.seat != seat and [*legal_actions(self._state)] == [Pass()]:
            self._apply(Pass())

    def _apply(self, action: Action) -> None:
        seat = self._state.seat
        try:
            self._state = apply_action(self._state, action)
        except IllegalActionError as error:
            raise _fault(error.message, self._move) from error
        self._plies.append(RecordPly.of(seat, action, self._state))

    # --- points and result ---------------------------------------------------------------------------------------------

    def _check_scores(self) -> None:
        for name, score, player in zip(self._names, self._scores, self._state.players, strict=True):
            if score != player.points:
                what = {"name": name, "found": score, "expected": player.points}
                self._fail(N_("The page gives {name} {found} points; by the rules it is {expected}.", **what))

    def _check_end(self, end: _End) -> Outcome:
        """Compare the result with the rules. A player who conceded has resigned."""
        results = {self._seats[one.player]: one for one in end.result if one.player in self._seats and not one.zombie}
        self._pass_on()
        conceded = [seat for seat, one in results.items() if one.concede]
        if conceded == [self._state.seat]:
            self._apply(Forfeit())
        ended = outcome(self._state)
        if ended is None or len(results) < len(self._names):
            self._fail(N_("The page ends the game here, but by the rules it goes on."))
        for standing in ended.standings:
            one = results[standing.seat]
            found = _describe_result(one.score, -one.score_aux, one.rank)
            expected = _describe_result(standing.points, standing.cards, standing.rank)
            if found != expected and not (conceded and one.rank == standing.rank):
                what = {"name": self._names[standing.seat], "found": found, "expected": expected}
                self._fail(N_("The page ends with {found} for {name}; by the rules it is {expected}.", **what))
        return ended


def _tokens(gap: dict[str, int], sign: int) -> Tokens:
    """The tokens that were gained, or with the sign -1 those that were lost."""
    *gems, gold = (max(0, sign * gap.get(letter, 0)) for letter in _TOKENS)
    return Tokens(pack(gems), gold)


def _describe_result(points: int, cards: int, rank: int) -> Message:
    return N_("points {points}, cards {cards}, rank {rank}", points=points, cards=cards, rank=rank)
