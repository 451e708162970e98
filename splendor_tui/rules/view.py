"""Views: what one seat knows of a position, and the states consistent with it.

A view contains everything that all players saw, including cards that were reserved face up. It does not contain the
order of the decks or the cards that others reserved from a deck. `View` has the same fields as `State`, so
`legal_actions` and the payments accept both.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import Colour, Gems, of_each
from splendor_tui.rules.state import Phase, Player, Reserved, State


class ReservedView(NamedTuple):
    """A reserved card as the viewer sees it; `card` is None if it is hidden from the viewer."""

    level: int
    blind: bool
    card: Card | None


class PlayerView(NamedTuple):
    """One player's possessions, as the viewer sees them."""

    gems: Gems
    gold: int
    bonuses: Gems
    points: int
    cards: tuple[Card, ...]
    reserved: tuple[ReservedView, ...]
    nobles: tuple[Noble, ...]
    forfeited: bool


class View(NamedTuple):
    """The position as the seat `viewer` knows it. If `viewer` is None, an observer's view: it shows no hidden cards.

    Fields are as in `State`; `deck_counts` holds the number of cards left in each deck.
    """

    viewer: int | None
    catalogue: Catalogue
    options: GameOptions
    players: tuple[PlayerView, ...]
    bank: Gems
    gold: int
    grid: tuple[Card | None, ...]
    deck_counts: tuple[int, int, int]
    nobles: tuple[Noble, ...]
    phase: Phase
    seat: int
    round: int
    ply: int
    final_round: bool
    passes: int
    idle_turns: int


_SHARED_BY_PLAYERS: Final = tuple(field for field in PlayerView._fields if field != "reserved")
_SHARED: Final = tuple(field for field in View._fields if field not in {"viewer", "players", "grid", "deck_counts"})
"""The fields that are the same in a view and in a state."""


def view(state: State, viewer: int | None) -> View:
    """The view of `viewer`, or an observer's for None. States that differ only in hidden cards give equal views.

    >>> seen = view(state, 0)
    >>> seen.deck_counts, hasattr(seen, "decks")
    ((36, 26, 16), False)
    """
    low, middle, high = state.deck_counts
    return View(
        viewer=viewer,
        players=tuple(_player_view(player, own=seat == viewer) for seat, player in enumerate(state.players)),
        grid=tuple(state.grid),
        deck_counts=(low, middle, high),
        **_shared(state, _SHARED),
    )


def open_view(state: State) -> View:
    """An observer's view in which every reserved card is face up."""
    seen = view(state, None)
    players = tuple(
        shown._replace(
            reserved=tuple(ReservedView(card.level, blind=False, card=card) for card, _blind in player.reserved)
        )
        for shown, player in zip(seen.players, state.players, strict=True)
    )
    return seen._replace(players=players)


def without(seen: View, unknown: Collection[Card]) -> View:
    """The view without these reserved cards, which a record does not know although their owner saw them."""
    if not unknown:
        return seen
    players = tuple(
        player._replace(
            reserved=tuple(
                ReservedView(held.level, blind=True, card=None) if held.card in unknown else held
                for held in player.reserved
            )
        )
        for player in seen.players
    )
    return seen._replace(players=players)


def _player_view(player: Player, *, own: bool) -> PlayerView:
    reserved = tuple(
        ReservedView(level=card.level, blind=blind, card=card if own or not blind else None)
        for card, blind in player.reserved
    )
    return PlayerView(reserved=reserved, **_shared(player, _SHARED_BY_PLAYERS))


def _shared(source: State | View | Player | PlayerView, fields: Sequence[str]) -> dict[str, Any]:
    return {field: getattr(source, field) for field in fields}


FACE_DOWN: Final = {level: Card.of(level, 0, Colour.WHITE, 0, of_each(31)) for level in LEVELS}
"""For each level, a placeholder for an unseen card: no points, and a price that nobody can pay."""


def determinize(view: View, rng: Random) -> State:
    """A random state consistent with the view. Hidden cards are drawn uniformly from the unseen cards.

    >>> world = determinize(view(state, 0), Random(1))
    >>> world.grid == state.grid, world.decks == state.decks
    (True, False)
    """
    hidden = {level: unseen(view, level) for level in LEVELS}
    for cards in hidden.values():
        rng.shuffle(cards)
    return complete(view, hidden)


def complete(view: View, hidden: Mapping[int, list[Card]]) -> State:
    """The state that results from filling in the view's hidden cards from these lists, one per level.

    The reserved cards come from the end of a list. The rest is the deck, next card first.
    """
    players = [_world_player(player, lambda level: hidden[level].pop()) for player in view.players]
    return _world(view, players, [tuple(hidden[level]) for level in LEVELS])


def nobles_in_play(position: View | State) -> tuple[Noble, ...]:
    """The nobles on the table and with the players."""
    return (*position.nobles, *(noble for player in position.players for noble in player.nobles))


def known_state(view: View) -> State:
    """A state for looking ahead with `advance`, in which every hidden card is FACE_DOWN."""
    players = [_world_player(player, FACE_DOWN.__getitem__) for player in view.players]
    decks = [(FACE_DOWN[level],) * left for level, left in zip(LEVELS, view.deck_counts, strict=True)]
    return _world(view, players, decks)


def _world(view: View, players: list[Player], decks: Sequence[tuple[Card, ...]]) -> State:
    low, middle, high = decks
    state = State(view.catalogue, view.options, (low, middle, high), view.nobles)
    state.players = players
    state.grid = list(view.grid)
    state.deck_counts = list(view.deck_counts)
    for field, value in _shared(view, _SHARED).items():
        setattr(state, field, value)
    return state


def unseen(view: View, level: int) -> list[Card]:
    """The cards of a level that are not on the table and, as far as the viewer knows, with no player."""
    seen = set(view.grid)
    for player in view.players:
        seen.update(player.cards, (held.card for held in player.reserved))
    return [card for card in view.catalogue.level(level) if card not in seen]


def _world_player(seen: PlayerView, draw: Callable[[int], Card]) -> Player:
    player = Player()
    player.reserved = tuple(Reserved(held.card or draw(held.level), held.blind) for held in seen.reserved)
    for field, value in _shared(seen, _SHARED_BY_PLAYERS).items():
        setattr(player, field, value)
    return player
