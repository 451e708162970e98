"""The complete position of a game.

Only `turn.advance` changes a `State`. `apply_action` changes a copy, so a caller's state never changes unexpectedly, and undo
is a list of states. Search bots own their states: they call `advance` and `State.copy` themselves, and copy only when needed.
Immutable states would be slower: a copy takes about a microsecond, and rebuilding objects at every ply takes longer.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from random import Random
from typing import Final, NamedTuple, TypeAlias

from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import COLUMNS
from splendor_tui.rules.errors import SetupError
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import NO_GEMS, Gems, of_each
from splendor_tui.words import N_, Message, quoted


class Phase(StrEnum):
    """The kind of decision that the player to move must make."""

    MAIN = "main"
    RETURN_GEMS = "return"
    CHOOSE_NOBLE = "noble"
    OVER = "over"


# Module constants: in CPython 3.11, reading an enum member takes longer than comparing it.
MAIN: Final = Phase.MAIN
RETURN_GEMS: Final = Phase.RETURN_GEMS
CHOOSE_NOBLE: Final = Phase.CHOOSE_NOBLE
OVER: Final = Phase.OVER


Decks: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
"""Three decks in drawing order, level 1 first."""


class Reserved(NamedTuple):
    """A reserved card. `blind` is true if it came from a deck, so only its owner has seen it."""

    card: Card
    blind: bool


class Player:
    """A player's possessions. `cards`, `reserved` and `nobles` are in order of acquisition."""

    __slots__ = ("bonuses", "cards", "forfeited", "gems", "gold", "nobles", "points", "reserved")

    def __init__(self) -> None:
        self.gems: Gems = NO_GEMS
        self.gold = 0
        self.bonuses: Gems = NO_GEMS
        self.points = 0
        self.cards: tuple[Card, ...] = ()
        self.reserved: tuple[Reserved, ...] = ()
        self.nobles: tuple[Noble, ...] = ()
        self.forfeited = False

    def copy(self) -> "Player":
        """An independent copy that shares the immutable cards and nobles."""
        twin = Player.__new__(Player)
        twin.gems = self.gems
        twin.gold = self.gold
        twin.bonuses = self.bonuses
        twin.points = self.points
        twin.cards = self.cards
        twin.reserved = self.reserved
        twin.nobles = self.nobles
        twin.forfeited = self.forfeited
        return twin


class State:
    """A complete position. Only `turn.advance` may change it.

    `grid` has twelve slots: level 1 left to right, then level 2, then level 3. None is a permanently empty slot.
    `decks` are the complete decks as dealt; the last `deck_counts[i]` cards of each are still face down. `seat` is the
    player to move, or after the end of the game the last player who moved. `passes` counts consecutive forced passes,
    `idle_turns` consecutive turns without a purchase or a reservation, `ply` all applied actions.
    """

    __slots__ = (
        "bank",
        "catalogue",
        "deck_counts",
        "decks",
        "final_round",
        "gold",
        "grid",
        "idle_turns",
        "nobles",
        "options",
        "passes",
        "phase",
        "players",
        "ply",
        "round",
        "seat",
    )

    def __init__(self, catalogue: Catalogue, options: GameOptions, decks: Decks, nobles: tuple[Noble, ...]) -> None:
        self.catalogue = catalogue
        self.options = options
        self.decks = decks
        self.players = [Player() for _ in range(options.players)]
        self.bank: Gems = of_each(options.gems_of_each)
        self.gold = options.gold
        self.grid: list[Card | None] = []
        for deck in decks:
            self.grid += deck[:COLUMNS] + (None,) * (COLUMNS - len(deck))
        self.deck_counts = [max(0, len(deck) - COLUMNS) for deck in decks]
        self.nobles = nobles
        self.phase = Phase.MAIN
        self.seat = 0
        self.round = 1
        self.ply = 0
        self.final_round = False
        self.passes = 0
        self.idle_turns = 0

    def copy(self) -> "State":
        """An independent copy.

        >>> twin = state.copy()
        >>> twin.seat = 1
        >>> state.seat
        0
        """
        twin = State.__new__(State)
        twin.catalogue = self.catalogue
        twin.options = self.options
        twin.decks = self.decks
        twin.players = [player.copy() for player in self.players]
        twin.bank = self.bank
        twin.gold = self.gold
        twin.grid = self.grid[:]
        twin.deck_counts = self.deck_counts[:]
        twin.nobles = self.nobles
        twin.phase = self.phase
        twin.seat = self.seat
        twin.round = self.round
        twin.ply = self.ply
        twin.final_round = self.final_round
        twin.passes = self.passes
        twin.idle_turns = self.idle_turns
        return twin

    def deck(self, level: int) -> tuple[Card, ...]:
        """The cards still in a level's deck, top card first."""
        left = self.deck_counts[level - 1]
        return self.decks[level - 1][-left:] if left else ()


def nobles_needed(catalogue: Catalogue, options: GameOptions, dealt: Iterable[Noble]) -> int:
    """The number of nobles in a game with these nobles. A small card set may have fewer than the rules require."""
    with_promos = not set(catalogue.promos).isdisjoint(dealt)
    return min(options.nobles, len(catalogue.pool(with_promos=with_promos)))


def new_game(catalogue: Catalogue, options: GameOptions, seed: int | str, *, with_promos: bool = False) -> State:
    """Start a game that is shuffled with `seed`. The same seed gives the same deal.

    The promo nobles are among those shuffled if `with_promos` is true.

    >>> state = new_game(catalogue, GameOptions(players=2), seed=7)
    >>> state.grid[0].id, state.deck_counts, state.seat
    ('1-06', [36, 26, 16], 0)
    """
    rng = Random(seed)
    levels = [list(catalogue.level(level)) for level in LEVELS]
    for cards in levels:
        rng.shuffle(cards)
    nobles = list(catalogue.pool(with_promos=with_promos))
    rng.shuffle(nobles)
    low, middle, high = map(tuple, levels)
    return State(catalogue, options, (low, middle, high), tuple(nobles[: options.nobles]))


def game_from_ids(
    catalogue: Catalogue, options: GameOptions, decks: Sequence[Sequence[str]], nobles: Sequence[str]
) -> State:
    """Start the game dealt by card ids (three decks, level 1 first, in drawing order) and noble ids.

    Raises SetupError for an unknown or repeated id, a missing card, a card in the wrong deck, or a wrong number of
    nobles.
    """
    if len(decks) != len(LEVELS):
        raise SetupError(N_("A deal has {needed} decks, not {found}.", needed=len(LEVELS), found=len(decks)))
    found = []
    for level, ids in zip(LEVELS, decks, strict=True):
        expected = {card.id for card in catalogue.level(level)}
        if len(ids) != len(expected) or set(ids) != expected:
            sentence = N_(
                "Deck {level} must hold every level {level} card once; {difference}.",
                level=level,
                difference=_difference(ids, expected),
            )
            raise SetupError(sentence)
        found.append(tuple(catalogue.cards_by_id[card_id] for card_id in ids))
    if len(set(nobles)) != len(nobles):
        raise SetupError(N_("The deal contains a noble twice; each may appear only once."))
    unknown = [noble for noble in nobles if noble not in catalogue.nobles_by_id]
    if unknown:
        raise SetupError(N_("Noble {noble} is not in the catalogue.", noble=quoted(unknown[0])))
    dealt = tuple(catalogue.nobles_by_id[noble] for noble in nobles)
    expected_nobles = nobles_needed(catalogue, options, dealt)
    if len(nobles) != expected_nobles:
        sentence = N_(
            "{found} nobles are dealt; {players} players need {needed}.",
            found=len(nobles),
            players=options.players,
            needed=expected_nobles,
        )
        raise SetupError(sentence)
    low, middle, high = found
    return State(catalogue, options, (low, middle, high), dealt)


def _difference(ids: Sequence[str], expected: set[str]) -> Message:
    absent = sorted(expected - set(ids))
    if absent:
        return N_("{card} is missing", card=absent[0])
    strange = [card_id for card_id in ids if card_id not in expected]
    if strange:
        return N_("{card} does not belong there", card=quoted(strange[0]))
    return N_("a card appears twice")
