"""The rare events of a ply, to check that the compared games contain them. Five hundred random games contain all others often."""

from collections.abc import Callable
from typing import Final

from splendor_tui.rules.actions import Buy, ChooseNoble, Forfeit, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.outcome import Ending, Outcome, outcome
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import Phase, Player
from splendor_tui.rules.turn import Ply


def mover(ply: Ply) -> tuple[Player, Player]:
    """The player who moved, before and after the ply."""
    return ply.before.players[ply.before.seat], ply.after.players[ply.before.seat]


def noble_visited(ply: Ply) -> bool:
    """Whether a noble visited the player who moved."""
    before, after = mover(ply)
    return len(after.nobles) > len(before.nobles)


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


RARE_EVENTS: Final[dict[str, Callable[[Ply], bool]]] = {
    "gold in the place of a held gem": lambda ply: (
        isinstance(ply.action, Buy) and ply.action != all_payments(ply.action.card, mover(ply)[0])[0]
    ),
    "noble after a take": lambda ply: isinstance(ply.action, Take) and noble_visited(ply),
    "noble after a reserve": lambda ply: isinstance(ply.action, Reserve | ReserveTop) and noble_visited(ply),
    "noble after a return": lambda ply: isinstance(ply.action, Return) and noble_visited(ply),
    "noble chosen": lambda ply: isinstance(ply.action, ChooseNoble),
    "noble choice after a return": lambda ply: isinstance(ply.action, Return) and ply.after.phase is Phase.CHOOSE_NOBLE,
    "stalemate in mid round": lambda ply: ended(ply, Ending.STALEMATE) and ply.after.seat < len(ply.after.players) - 1,
    "forty idle turns": lambda ply: ply.after.idle_turns == 40,
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
}
