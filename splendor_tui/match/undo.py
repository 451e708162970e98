"""How far the players may take moves back, and play them again."""

from collections.abc import Sequence

from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.match.moves import Move
from splendor_tui.match.refusals import MatchError
from splendor_tui.words import N_


def undo_target(played: Sequence[Move], options: MatchOptions, seat: int) -> int:
    """How many moves stay when this seat takes back: it goes to the last action of a person, if the policy lets it.

    Raises MatchError with the reason when the seat may not.
    """
    if options.undo == "off":
        raise MatchError(N_("This game is played without undo."))
    target = next((place for place in reversed(range(len(played))) if _is_persons(played[place], options)), None)
    if target is None:
        raise MatchError(N_("There is nothing to take back."))
    if options.undo == "own-turn" and (target != len(played) - 1 or played[target].step.seat != seat):
        raise MatchError(N_("You may take back only your own action, before anybody else has acted."))
    return target


def redo_target(played: Sequence[Move], undone: Sequence[Move], options: MatchOptions) -> int:
    """How many moves are in force when one is played again, up to where a person decides.

    Raises MatchError when there is nothing to play again.
    """
    if not undone:
        raise MatchError(N_("There is nothing to redo."))
    target = len(played) + 1
    for move in reversed(undone[:-1]):
        if _is_persons(move, options):
            break
        target += 1
    return target


def _is_persons(move: Move, options: MatchOptions) -> bool:
    return not options.players[move.step.seat].is_bot
