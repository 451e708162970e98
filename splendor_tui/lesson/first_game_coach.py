"""The first game after the lesson: a coach names a better action and its reason, or comments on the turn."""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from splendor_tui.bots.heuristic_evaluation import rivals_of
from splendor_tui.bots.player import TurnAdvisor
from splendor_tui.bots.reasons import reason
from splendor_tui.lesson.turn_comments import WORTH_A_WORD, comment_on_turn, last_turn
from splendor_tui.match.background import cancelled_on_exit, in_background
from splendor_tui.match.log import Step
from splendor_tui.match.match_lifecycle import LiveMatch
from splendor_tui.match.services import Services
from splendor_tui.presentation.activity import Effect, Show, Think
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.presentation.message_details import with_keys, with_names
from splendor_tui.presentation.table_model import ShownHint, TableModel
from splendor_tui.review.turn_judgement import JudgedTurn, ReviewError, Turn, judge_turn
from splendor_tui.rules.actions import Action, Reserve, ReserveTop
from splendor_tui.rules.payments import shortfall
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message
from splendor_tui.words.percent import percent

_NODES: Final = 100
_MAX_SECONDS: Final = 8.0
"""The time limit, rarely reached except without a compiler. A later comment would come too late to be useful."""
_MIN_LOSS: Final = 0.05  # in chance of winning; a smaller loss is often luck, and not useful to a beginner
_NO_DIGEST: Final = "0" * 16  # no digest is needed, because judgements are not saved

_TurnKey: TypeAlias = tuple[int, tuple[Action, ...]]


class Coach:
    """Judges the turns of the learner at `seat`, as a review does, and comments on them."""

    def __init__(self, adviser: TurnAdvisor, seat: int, names: Sequence[str]) -> None:
        self.seat = seat
        self._adviser = adviser
        self._names = names
        self._before: dict[int, View] = {}
        self._better: dict[_TurnKey, Message | None] = {}
        self._comments: dict[int, Message | None] = {}

    def look(self, view: View) -> None:
        """Record the view at the start of the learner's turn, so that the turn can be judged later."""
        if view.seat == self.seat and view.phase is Phase.MAIN:
            self._before[view.ply] = view

    async def judge(self, steps: Sequence[Step]) -> None:
        """Judge the learner's last turn, unless it is already judged. Gives up after `_MAX_SECONDS`."""
        turn = last_turn(steps, self.seat)
        if not turn or _key(turn) in self._better or (seen := self._before.get(turn[0].before.ply)) is None:
            return
        ply, actions = _key(turn)
        whole = Turn(ply + 1, (seen,), actions, _NO_DIGEST, draws=False)
        with cancelled_on_exit() as cancelled, suppress(ReviewError, TimeoutError):
            async with asyncio.timeout(_MAX_SECONDS):
                look = partial(judge_turn, self._adviser, whole, "", _NODES, cancelled.is_set)
                self._better[ply, actions] = self._better_than(JudgedTurn(whole, await in_background(look)))

    def _better_than(self, judged: JudgedTurn) -> Message | None:
        decision = judged.better
        if decision is None or judged.judgement.loss < _MIN_LOSS or not _is_taught(decision.better, decision.view):
            return None
        return N_(
            "Better ({before} to win instead of {after}): {reason}",
            before=percent(judged.before),
            after=percent(judged.after),
            reason=with_names(reason(decision.view, decision.better), self._names),
        )

    def comment(self, steps: Sequence[Step]) -> Message | None:
        """The comment on the learner's last turn. None during a turn, before the first one, or if there is nothing new."""
        turn = last_turn(steps, self.seat)
        if not turn or (steps[-1].after.seat == self.seat and steps[-1].after.phase is not Phase.MAIN):
            return None
        ply = turn[0].before.ply
        earlier = self._comments.get(max((one for one in self._comments if one < ply), default=-1))
        self._comments[ply] = comment_on_turn(steps, self.seat, self._better.get(_key(turn)), earlier)
        return self._comments[ply]

    def farewell(self, winners: Collection[int]) -> Message:
        """The advice after the end of the first game."""
        if self.seat in winners:
            return N_("Well played! Next, start a new game to 15 points, or try the puzzles.")
        return N_("Next time, go for points once you own about eight cards. Start a new game, or try the puzzles.")


class FirstGameSession(MatchSession):
    """The first real game. The coach comments on the last turn while there is no hint."""

    def __init__(self, live: LiveMatch, services: Services) -> None:
        super().__init__(live, services)
        self.coach = Coach(services.reviewer(), self.hot_seat.humans[0], self.names)
        self._closed_at = -1
        """The ply at which the player closed the comment."""
        self._judged_at = -1

    def model(self) -> TableModel:
        """The table, with the comment in place of a hint."""
        model, ply = super().model(), self.controller.ply
        if model.hint is not None or model.over or self._closed_at == ply:
            return model
        comment = self.coach.comment(self.steps)
        return replace(model, hint=ShownHint(with_keys(comment, self.view, model.keys))) if comment else model

    def drop_advice(self) -> None:
        """Drop the hint and the comment."""
        super().drop_advice()
        self._closed_at = self.controller.ply

    def proceed(self) -> Effect:
        """Let the next player move, after the coach has looked at the table."""
        self.coach.look(self.controller.view_for(self.coach.seat))
        return super().proceed()

    def background(self) -> Iterator[Think]:
        """The judgement of the last turn, and the work of every match."""
        yield from super().background()
        if self._judged_at != self.controller.ply:
            self._judged_at = self.controller.ply
            yield Think(self.judge, "coach")

    async def judge(self) -> Effect:
        """Judge the learner's last turn."""
        await self.coach.judge(self.steps)
        return Show()

    @property
    def farewell(self) -> Message | None:
        """The coach's advice after the end of the game."""
        outcome = self.controller.outcome
        return None if outcome is None else self.coach.farewell(outcome.winners)


def _key(turn: Sequence[Step]) -> _TurnKey:
    return turn[0].before.ply, tuple(step.action for step in turn)


def _is_taught(action: Action, view: View) -> bool:
    """Whether the lesson recommends this kind of action: reserve only what you really want or a rival must not get."""
    if not isinstance(action, Reserve):
        return not isinstance(action, ReserveTop)
    is_wanted = shortfall(action.card, view.players[view.seat]) <= 1  # the gold pays for the last gem
    is_contested = any(action.card in rival.purchases for rival in rivals_of(view))
    return action.card.points >= WORTH_A_WORD and (is_wanted or is_contested)
