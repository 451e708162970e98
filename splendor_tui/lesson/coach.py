"""Comments on the turns of the first game: what would have been better, and why; else a word about the turn."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias

from splendor_tui.bots.player import TurnAdvisor
from splendor_tui.bots.reasons import reason
from splendor_tui.lesson.word_after_turn import last_turn, word_after_turn
from splendor_tui.match.background import in_background, withdrawn_at_the_end
from splendor_tui.match.log import Step
from splendor_tui.presentation.hint import percent, with_names
from splendor_tui.review.game_review import JudgedTurn
from splendor_tui.review.judgement import other_action
from splendor_tui.review.turn_review import ReviewError, judge_turn
from splendor_tui.review.whole_turns import Turn
from splendor_tui.rules.actions import Action
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message

_NODES: Final = 100
_MOST_SECONDS: Final = 8.0
"""What the nodes take without a compiler. A comment that comes later is about a turn that is forgotten."""
_LEAST_LOSS: Final = 0.03  # of the chance to win; a beginner is not told of less
_NO_DIGEST: Final = "0" * 16  # judgements are not kept

_TurnKey: TypeAlias = tuple[int, tuple[Action, ...]]


class Coach:
    """Judges the turns of the learner at `seat` as a review does. The same comment never comes twice in a row."""

    def __init__(self, adviser: TurnAdvisor, seat: int, names: Sequence[str]) -> None:
        self.seat = seat
        self._adviser = adviser
        self._names = names
        self._before: dict[int, View] = {}
        self._better: dict[_TurnKey, Message | None] = {}
        self._comments: dict[int, Message | None] = {}

    def look(self, view: View) -> None:
        """Remember what the learner knows, if their turn begins now: turns are judged by it."""
        if view.seat == self.seat and view.phase is Phase.MAIN:
            self._before[view.ply] = view

    async def judge(self, steps: Sequence[Step]) -> None:
        """Judge the last turn of the learner, unless that has been done or takes too long."""
        turn = last_turn(steps, self.seat)
        if not turn or _key(turn) in self._better or (seen := self._before.get(turn[0].before.ply)) is None:
            return
        ply, actions = _key(turn)
        whole = Turn(ply + 1, seen, actions, _NO_DIGEST, draws=False)
        with withdrawn_at_the_end() as withdrawn, suppress(ReviewError, TimeoutError):
            async with asyncio.timeout(_MOST_SECONDS):
                look = partial(judge_turn, self._adviser, whole, "", _NODES, withdrawn.is_set)
                self._better[ply, actions] = self._better_than(JudgedTurn(whole, await in_background(look)))

    def _better_than(self, judged: JudgedTurn) -> Message | None:
        turn, judgement = judged
        other = other_action(judgement, turn)
        if other is None or other == turn.actions[0] or judgement.loss < _LEAST_LOSS:
            return None
        return N_(
            "Better ({before} to win instead of {after}): {reason}",
            before=percent(judged.before),
            after=percent(judged.after),
            reason=with_names(reason(turn.view, other), self._names),
        )

    def comment(self, steps: Sequence[Step]) -> Message | None:
        """The comment on the last turn of the learner; None before there was one, or where there is nothing new to say."""
        turn = last_turn(steps, self.seat)
        if not turn:
            return None
        ply = turn[0].before.ply
        earlier = self._comments.get(max((one for one in self._comments if one < ply), default=-1))
        self._comments[ply] = word_after_turn(steps, self.seat, self._better.get(_key(turn)), earlier)
        return self._comments[ply]


def _key(turn: Sequence[Step]) -> _TurnKey:
    return turn[0].before.ply, tuple(step.action for step in turn)
