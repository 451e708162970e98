"""A turn of a past game to improve, at a table."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from splendor_tui.bots.levels import STRONGEST_LEVEL, get_level
from splendor_tui.bots.player import TurnAdvisor
from splendor_tui.bots.reasons import reason
from splendor_tui.match.background import cancelled_on_exit, in_background
from splendor_tui.match.log import LogLine, log_step, make_step
from splendor_tui.presentation.activity import Effect, Show
from splendor_tui.presentation.message_details import with_keys, with_names
from splendor_tui.presentation.puzzle_shelf import PuzzleShelf
from splendor_tui.presentation.task_session import TaskSession
from splendor_tui.review.practice import Practice
from splendor_tui.review.turn_judgement import ReviewError, is_about_as_good
from splendor_tui.rules.actions import Action, Buy
from splendor_tui.rules.gems import Tokens
from splendor_tui.rules.state import Phase, State
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import determinize
from splendor_tui.words import N_, Message, in_lines, in_one_row
from splendor_tui.words.percent import percent, percent_between, whole_percent


class PracticeSession(TaskSession):
    """A turn to improve at a table. The search of the review also judges each attempt."""

    waiting = spoken_waiting = N_("The {level} is judging it…", level=get_level(STRONGEST_LEVEL).name)
    join = staticmethod(in_lines)

    def __init__(self, shelf: PuzzleShelf, practice: Practice, rng: Random, adviser: TurnAdvisor) -> None:
        self.practice = practice
        self.banner = N_("PRACTICE: find a better move")
        if place := shelf.place(practice):
            number, count = place
            self.banner = N_("PRACTICE {number} of {count}: find a better move", number=number, count=count)
        self._adviser = adviser
        self._state = determinize(practice.view, rng)
        self._tried: tuple[Action, float] | None = None
        super().__init__(shelf, practice, practice.view.seat, practice.names)

    def _begin(self) -> None:
        self._tried, self.is_revealed = None, False

    @property
    def state(self) -> State:
        """The position before the turn, even after an attempt, because the next cards of the decks are unknown."""
        return self._state

    @property
    def reserves_rule(self) -> bool | None:
        """The house rule `open_reserves` of the game."""
        return self.practice.open_reserves

    @property
    def log(self) -> tuple[LogLine, ...]:
        """The log of the game before the turn."""
        return self.shelf.log_before(self.practice)

    @property
    def solved(self) -> bool | None:
        """Whether the last attempt was about as good as the best action. None before the first attempt."""
        if self._tried is None:
            return None
        return is_about_as_good(self._tried[1], self.practice.chance_better)

    @property
    def task(self) -> Message:
        """The turn played, and how much it gave away."""
        practice, before = self.practice, self._state
        lines: list[LogLine] = []
        for action in practice.played:
            after = apply_action(before, action)
            lines += log_step(make_step(before, action, after), self.names)[:1]
            before = after
        return N_(
            "{played} This gave away {loss}. What is better?",
            played=in_one_row([lines[0].message, *(line.brief or line.message for line in lines[1:])]),
            loss=percent_between(practice.chance_played, practice.chance_better),
        )

    @property
    def verdict(self) -> Message | None:
        """The chance of winning after the attempt, compared with the action played and the best one."""
        if self._tried is None:
            return None
        action, chance = self._tried
        known = {
            "chance": percent(chance),
            "played": percent(self.practice.chance_played),
            "best": percent(self.practice.chance_better),
        }
        if self.solved:
            return N_("Solved! {chance} to win, instead of {played}.", **known)
        if action == self.practice.played[0] and len(self.practice.played) == 1:
            return N_("That was the move played: {chance} to win. {best} is possible.", **known)
        if is_about_as_good(chance, self.practice.chance_played):
            if whole_percent(chance) > whole_percent(self.practice.chance_played):
                return N_("Better: {chance} to win, instead of {played}. But {best} is possible.", **known)
            return N_("Not better: {chance} to win, {played} for the move played. {best} is possible.", **known)
        return N_("Worse: {chance} to win, {played} for the move played. {best} is possible.", **known)

    @property
    def explanation(self) -> Sequence[Message]:
        """The reasons for the attempt, and for the best action once the task is solved or the answer revealed."""
        if self._tried is None:
            return ()
        action, _chance = self._tried
        reasons = [N_("Your move: {reason}", reason=with_names(reason(self.practice.view, action), self.names))]
        if apply_action(self._state, action).phase is Phase.RETURN_GEMS:
            reasons.append(N_("Judged with the best tokens returned."))
        if self.is_revealed or (self.solved and action != self.practice.better):
            reasons.append(self._better_payment(action) or self.best)
        return reasons

    @property
    def hint(self) -> Message | None:
        """The current hint. The revealed action names the keys of its cards, which are still on the table."""
        if not self.is_revealed:
            return super().hint
        return with_keys(self.best, self.practice.view, self.labels)

    def _give_solution(self) -> Effect:
        """Show the best action until the next attempt."""
        self.message, self.is_revealed = None, True
        return Show(self.shelf.progress.save_shown(self.id))

    @property
    def unsaved(self) -> Practice | None:
        """The turn that can be added to the player's own puzzles, if any."""
        return None if self.shelf.is_saved(self.practice) else self.practice

    @property
    def best(self) -> Message:
        """The best action found, with its reasons."""
        practice = self.practice
        return N_(
            "Best found ({chance}): {reason}",
            chance=percent(practice.chance_better),
            reason=with_names(reason(practice.view, practice.better), self.names),
        )

    def _better_payment(self, action: Action) -> Message | None:
        """The best payment, if the action buys the right card."""
        better = self.practice.better
        if not (isinstance(action, Buy) and isinstance(better, Buy) and action.card is better.card):
            return None
        tokens, chance = Tokens(better.gems, better.gold), percent(self.practice.chance_better)
        return N_("Best found ({chance}): pay {tokens}.", chance=chance, tokens=tokens)

    async def _judge(self, action: Action) -> Message | None:
        with cancelled_on_exit() as cancelled:
            judged = await in_background(partial(self._chance_of, action, cancelled.is_set))
        if isinstance(judged, Message):
            return judged
        self.practice, chance = judged
        self._tried = (action, chance)
        return None

    def _chance_of(self, action: Action, cancelled: Callable[[], bool]) -> tuple[Practice, float] | Message:
        """The practice judged like the action, and the chance of winning with the action. Otherwise, the reason."""
        from splendor_tui.bots.learned.net import NetError, load_shipped_net  # numpy is slow to import

        try:
            load_shipped_net(len(self.names), self._state.catalogue)  # without the net, chances are unknown
            practice = self.practice.judged_by(self._adviser, cancelled)
            return practice, practice.chance(self._adviser, action, cancelled)
        except (NetError, ReviewError) as error:
            return error.message

    def _find_answer(self) -> Action | None:
        return self.practice.better
