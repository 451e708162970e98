"""Asking what a turn was worth: what was played and the best other turn, each looked at alone and for as long.

A search spends nearly all its simulations on what it likes, so that its word about anything else is hardly more than the net's
first glance. So it is asked three times: about the position, which names the best other turn; then about what was played, and
about that other turn, each alone, with as many nodes and the same draws. What the first answer likes by luck of the search
has no advantage in the other two.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random
from typing import Final

from splendor_tui.bots.player import AdvisedAction, Budget, TurnAdvisor
from splendor_tui.match.background import cancelled_on_exit, in_background
from splendor_tui.review.judgement import Judgement
from splendor_tui.review.whole_turns import Turn
from splendor_tui.rules.actions import Action
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.view import View
from splendor_tui.words import N_, MessageError

USUAL_NODES: Final = 400
_LOOK_SECONDS: Final = 600.0  # the nodes end a look, not the clock; the first one may have to wait for a compiler


class ReviewError(MessageError):
    """A game or a turn that cannot be reviewed; the message says why, and what is possible instead."""


def judge_turn(adviser: TurnAdvisor, turn: Turn, maker: str, nodes: int, cancelled: Callable[[], bool]) -> Judgement:
    """What a turn that can be judged was worth. The same turn, maker and nodes give the same answer.

    Raises EngineError, and ReviewError where the adviser knows no chances. What it answers once `cancelled` is to be dropped.
    """
    seen, budget = turn.view, Budget(_LOOK_SECONDS, cancelled, nodes)
    advice = adviser.advise(seen, Random(turn.ply), budget)
    if not advice.chances:
        raise _does_not_know()
    other = _other(advice.choices, turn)
    return Judgement(
        maker=maker,
        nodes=nodes,
        digest=turn.digest,
        chances=tuple(advice.chances),
        played=chance_after(adviser, seen, turn.actions, turn.ply, nodes, cancelled),
        other=None if other is None else format_action(other),
        other_chance=None if other is None else chance_after(adviser, seen, [other], turn.ply, nodes, cancelled),
    )


def chance_after(
    adviser: TurnAdvisor, view: View, actions: Sequence[Action], ply: int, nodes: int, cancelled: Callable[[], bool]
) -> float:
    """The chance to win of the seat to move after this turn, or the best one that begins so; `ply` is its first.

    Raises EngineError, and ReviewError if the adviser knows no chances. An answer after `cancelled` is to be dropped.
    """
    chances = adviser.judge(view, actions, Random(ply), Budget(_LOOK_SECONDS, cancelled, nodes))
    if not chances:
        raise _does_not_know()
    return chances[view.seat]


async def review_turns(
    adviser: TurnAdvisor, turns: Iterable[Turn], maker: str, nodes: int, judged: Callable[[Turn, Judgement], object]
) -> None:
    """Judge one turn after the other off the loop; `judged` gets each at once, so that it may be kept, in this task.

    Ends when the task is cancelled. Raises as `judge_turn` does.
    """
    with cancelled_on_exit() as cancelled:
        for turn in turns:
            judged(turn, await in_background(partial(judge_turn, adviser, turn, maker, nodes, cancelled.is_set)))


def _other(choices: Sequence[AdvisedAction], turn: Turn) -> Action | None:
    """The action that is liked best of those that begin another turn.

    A turn of several actions may be bettered by one that begins as it does.
    """
    others = [one.action for one in choices if len(turn.actions) > 1 or one.action != turn.actions[0]]
    return others[0] if others else None


def _does_not_know() -> ReviewError:
    return ReviewError(N_("The computer player does not say how likely a turn is to win; nothing can be reviewed."))
