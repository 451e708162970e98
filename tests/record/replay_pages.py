"""Replay pages as Board Game Arena writes them, made from our own games."""

import json
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any, Final, TypeAlias

from splendor_tui.record import Record
from splendor_tui.replay import first_state, replay
from splendor_tui.rules.actions import Action, Buy, Forfeit, Reserve, ReserveTop
from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import COLUMNS
from splendor_tui.rules.gems import Gems, unpack
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import Phase, State

Json: TypeAlias = dict[str, Any]
_LETTERS: Final = "CSERO"
_FIRST_ID: Final = 84_000_001


class PageWriter:
    """Writes the page of a finished game, with card numbers in an order of its own."""

    def __init__(self, record: Record, catalogue: Catalogue, *, viewer: int = 1, choice_said: bool = True) -> None:
        self._names = [player.name for player in record.header.players]
        start = first_state(record.header, catalogue)
        self._states = [start, *(played.after for played in replay(record, catalogue))]
        self._actions = [played.action for played in replay(record, catalogue)]
        self._viewer, self._choice_said = viewer, choice_said
        self._catalogue = catalogue
        shuffled = Random(1).sample(catalogue.cards, len(catalogue.cards))
        self._numbers: dict[Card | Noble, str] = {card: str(number) for number, card in enumerate(shuffled, start=1)}
        self._numbers |= {noble: str(number) for number, noble in enumerate(catalogue.all_nobles, start=1)}

    def objects(self) -> Json:
        """The two objects of the page."""
        return {
            "completesetup": self._setup(),
            "g_gamelogs": {"status": 1, "data": {"valid": 1, "data": [*self._packets()]}},
        }

    def html(self) -> bytes:
        """The page."""
        return html_of(self.objects())

    def _setup(self) -> Json:
        start, seats = self._states[0], range(len(self._names))
        order = [(self._viewer + step) % len(seats) for step in seats]  # the viewer is listed first
        rows: Json = {
            f"row_{level}": {
                "cards": {
                    self._numbers[card]: {} for card in start.grid[COLUMNS * level - COLUMNS : COLUMNS * level] if card
                },
                "count": str(start.deck_counts[level - 1]),
            }
            for level in LEVELS
        }
        return {
            "players": {_id(seat): {"id": _id(seat), "name": self._names[seat], "score": "0"} for seat in order},
            "market": rows | {"nobles": {self._numbers[noble]: {} for noble in start.nobles}, "cities": []},
            "first_player": _id(0),
            "carddb": {self._numbers[card]: _face(card) for card in self._catalogue.cards},
            "nobledb": {
                self._numbers[noble]: {"cost": _letters(noble.cost), "points": 3, "name": noble.name}
                for noble in self._catalogue.all_nobles
            },
            "expansion_cities": "2",
            "expansion_orient": "2",
            "playerorder": [int(_id(seat)) for seat in order],
        }

    def _packets(self) -> Iterator[Json]:
        yield {"move_id": None, "data": [{"type": "chatmessage", "args": []}]}
        plies = zip(self._actions, pairwise(self._states), strict=True)
        for move, (action, (before, after)) in enumerate(plies, start=2):
            yield {"move_id": str(move), "data": [*self._events(action, before, after)]}

    def _events(self, action: Action, before: State, after: State) -> Iterator[Json]:
        seat = before.seat
        revealed = [card for card in after.grid if card and card not in before.grid]
        who = {"player_id": _id(seat), "player_name": self._names[seat]}
        held, holds = before.players[seat], after.players[seat]
        change = [
            new - old
            for new, old in zip((*unpack(holds.gems), holds.gold), (*unpack(held.gems), held.gold), strict=True)
        ]
        coins = {"type": "coins", "args": who | {"gap": dict(zip(_LETTERS + "G", change, strict=True))}}
        if isinstance(action, Buy):
            where = f"market_{action.card.level}" if action.card in before.grid else "hand"
            yield {"type": "buyCard", "args": who | {"card": self._piece(action.card, where)}}
            yield coins
            if action.card.points:
                points = held.points + action.card.points
                yield {"type": "updateScore", "args": who | {"score": points}}
        elif isinstance(action, Reserve | ReserveTop):
            yield {"type": "reserveCard", "args": who | self._reserved(action, holds.reserved[-1].card, seat)}
        yield from (
            {"type": "revealCard", "args": {"card": self._piece(card, f"market_{card.level}")}} for card in revealed
        )
        if any(change) and not isinstance(action, Buy | Forfeit):
            yield coins
        for noble in holds.nobles[len(held.nobles) :]:
            what: Json = {"noble": {"id": self._numbers[noble]}} if self._choice_said else {}
            yield {"type": "claimNoble", "args": who | what | {"points": 3}}
            yield {"type": "updateScore", "args": who | {"score": holds.points}}
        if after.phase is Phase.OVER:
            yield {"type": "gameStateChange", "args": {"id": 99, "args": {"result": [*self._result(after, action)]}}}

    def _reserved(self, action: Reserve | ReserveTop, card: Card, seat: int) -> Json:
        if isinstance(action, Reserve):
            return {"card": self._piece(card, f"market_{card.level}"), "rank": "o" * card.level}
        known = self._piece(card, f"deck_{card.level}")
        return {"card": known if seat == self._viewer else known | {"id": None, "type": None}, "rank": "o" * card.level}

    def _piece(self, card: Card, location: str) -> Json:
        return {"id": self._numbers[card], "type": self._numbers[card], "location": location}

    def _result(self, after: State, last: Action) -> Iterator[Json]:
        ended = outcome(after)
        for standing in ended.standings if ended else ():
            yield {
                "player": _id(standing.seat),
                "score": str(standing.points),
                "score_aux": str(-standing.cards),
                "zombie": "0",
                "concede": str(int(isinstance(last, Forfeit) and standing.forfeited)),
                "rank": standing.rank,
            }


def html_of(objects: Json) -> bytes:
    """A page with these objects."""
    setup, logs = json.dumps(objects["completesetup"]), json.dumps(objects["g_gamelogs"])
    return f"""<!DOCTYPE html><html><head><title>Replay Splendor &bull; Board Game Arena</title></head><body><script>
    function start() {{ gameui.completesetup( "splendor", "Splendor", {setup}, {{"a": 1}} ); }}
    var g_gamelogs = {logs};
    </script></body></html>""".encode()


def _id(seat: int) -> str:
    return str(_FIRST_ID + seat)


def _letters(cost: Gems) -> str:
    return "".join(letter * amount for letter, amount in zip(_LETTERS, unpack(cost), strict=True))


def _face(card: Card) -> Json:
    return {"lvl": card.level, "type": int(card.bonus), "points": card.points, "cost": _letters(card.cost)}
