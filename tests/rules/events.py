"""The possible events of a ply, to check that random games cover all of them."""

from collections.abc import Callable
from typing import Final

from splendor_tui.rules.actions import Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.gems import total, unpack
from splendor_tui.rules.legality import tokens_held
from splendor_tui.rules.outcome import Ending, Outcome, outcome
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import Phase, Player, State
from tests.rules.random_play import Ply


def mover(ply: Ply) -> tuple[Player, Player]:
    """The player who moved, before and after the ply."""
    return ply.before.players[ply.before.seat], ply.after.players[ply.before.seat]


def noble_visited(ply: Ply) -> bool:
    """Whether a noble visited the player who moved."""
    before, after = mover(ply)
    return len(after.nobles) > len(before.nobles)


def take_of(ply: Ply, amounts: list[int]) -> bool:
    """Whether the action takes these amounts, in any colours."""
    return isinstance(ply.action, Take) and sorted(filter(None, unpack(ply.action.gems))) == amounts


def bought_from_hand(ply: Ply, *, blind: bool) -> bool:
    """Whether a reserved card was bought that was reserved from a deck (`blind`) or face up."""
    action = ply.action
    return isinstance(action, Buy) and any(held == (action.card, blind) for held in mover(ply)[0].reserved)


def other_payment(ply: Ply) -> bool:
    """Whether a card was bought with gold in place of a gem that the player held."""
    return isinstance(ply.action, Buy) and ply.action != all_payments(ply.action.card, mover(ply)[0])[0]


def places_empty(state: State) -> int:
    """The number of empty slots of the grid."""
    return state.grid.count(None)


def ended(ply: Ply, ending: Ending) -> bool:
    """Whether the game ended in this way."""
    end = outcome(ply.after)
    return end is not None and end.ending is ending


def first_ranks(end: Outcome | None) -> list[tuple[int, int]]:
    """The points and cards of the players with the most points, best first. Empty for an unfinished game."""
    if end is None:
        return []
    playing = [standing for standing in end.standings if not standing.forfeited]
    best = max(standing.points for standing in playing)
    return [(standing.points, standing.cards) for standing in playing if standing.points == best]


EVENTS: Final[dict[str, Callable[[Ply], bool]]] = {
    "three different": lambda ply: take_of(ply, [1, 1, 1]),
    "two alike": lambda ply: take_of(ply, [2]),
    "the last two colours": lambda ply: take_of(ply, [1, 1]),
    "the last colour": lambda ply: take_of(ply, [1]),
    "take at ten tokens": lambda ply: isinstance(ply.action, Take) and tokens_held(mover(ply)[0]) == 10,
    "face-up reserve": lambda ply: isinstance(ply.action, Reserve),
    "blind reserve": lambda ply: isinstance(ply.action, ReserveTop),
    "reserve without gold": lambda ply: isinstance(ply.action, Reserve) and not ply.before.gold,
    "blind reserve without gold": lambda ply: isinstance(ply.action, ReserveTop) and not ply.before.gold,
    "reserve at ten tokens": lambda ply: isinstance(ply.action, Reserve) and ply.after.phase is Phase.RETURN_GEMS,
    "deck runs out": lambda ply: ply.before.deck_counts.count(0) < ply.after.deck_counts.count(0),
    "place stays empty": lambda ply: places_empty(ply.before) < places_empty(ply.after),
    "face-up card bought": lambda ply: isinstance(ply.action, Buy) and ply.action.card in ply.before.grid,
    "reserved card bought": lambda ply: bought_from_hand(ply, blind=False),
    "blind card bought": lambda ply: bought_from_hand(ply, blind=True),
    "card for nothing": lambda ply: isinstance(ply.action, Buy) and not ply.action.gems and not ply.action.gold,
    "card for gold alone": lambda ply: isinstance(ply.action, Buy) and not ply.action.gems and ply.action.gold > 0,
    "gold in the place of a held gem": other_payment,
    "return of gems": lambda ply: isinstance(ply.action, Return) and not ply.action.gold,
    "return with gold": lambda ply: (
        isinstance(ply.action, Return) and ply.action.gold > 0 and total(ply.action.gems) > 0
    ),
    "return of three": lambda ply: isinstance(ply.action, Return) and total(ply.action.gems) + ply.action.gold == 3,
    "noble after a purchase": lambda ply: isinstance(ply.action, Buy) and noble_visited(ply),
    "noble after a take": lambda ply: isinstance(ply.action, Take) and noble_visited(ply),
    "noble after a reserve": lambda ply: isinstance(ply.action, Reserve | ReserveTop) and noble_visited(ply),
    "noble after a return": lambda ply: isinstance(ply.action, Return) and noble_visited(ply),
    "noble chosen": lambda ply: isinstance(ply.action, ChooseNoble),
    "noble choice after a return": lambda ply: isinstance(ply.action, Return) and ply.after.phase is Phase.CHOOSE_NOBLE,
    "forced pass": lambda ply: isinstance(ply.action, Pass),
    "pass after a pass": lambda ply: isinstance(ply.action, Pass) and ply.before.passes > 0,
    "row of passes broken": lambda ply: ply.before.passes > 0 and not ply.after.passes,
    "stalemate": lambda ply: ended(ply, Ending.STALEMATE),
    "stalemate in mid round": lambda ply: ended(ply, Ending.STALEMATE) and ply.after.seat < len(ply.after.players) - 1,
    "forty idle turns": lambda ply: ply.after.idle_turns == 40,
    "last round begins": lambda ply: ply.after.final_round > ply.before.final_round and ply.after.phase is Phase.MAIN,
    "last round completed": lambda ply: ply.before.final_round and ended(ply, Ending.TARGET),
    "last seat ends at once": lambda ply: not ply.before.final_round and ended(ply, Ending.TARGET),
    "overtaken in the last round": lambda ply: (
        (end := outcome(ply.after)) is not None and ply.before.final_round and end.winners == (ply.before.seat,)
    ),
    "tie shared": lambda ply: (end := outcome(ply.after)) is not None and len(end.winners) > 1,
    "tie settled by cards": lambda ply: len(set(first_ranks(outcome(ply.after)))) > 1,
    "tie settled by the named seat": lambda ply: (
        (end := outcome(ply.after)) is not None
        and len(end.winners) == 1
        and first_ranks(end).count(first_ranks(end)[0]) > 1
    ),
    "forfeit in the main phase": lambda ply: isinstance(ply.action, Forfeit) and ply.before.phase is Phase.MAIN,
    "forfeit with tokens to return": lambda ply: (
        isinstance(ply.action, Forfeit) and ply.before.phase is Phase.RETURN_GEMS
    ),
    "forfeit with a noble to choose": lambda ply: (
        isinstance(ply.action, Forfeit) and ply.before.phase is Phase.CHOOSE_NOBLE
    ),
    "forfeit of the last but one": lambda ply: ended(ply, Ending.FORFEIT),
    "forfeit ends the last round": lambda ply: isinstance(ply.action, Forfeit) and ended(ply, Ending.TARGET),
    "forfeited seat skipped": lambda ply: (
        ply.after.players[(ply.before.seat + 1) % len(ply.after.players)].forfeited and ply.after.phase is Phase.MAIN
    ),
}
