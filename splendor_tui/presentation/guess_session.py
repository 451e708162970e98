"""A challenge: guess what the Grandmaster plays in ten positions."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from datetime import date
from functools import partial
from random import Random
from typing import Final, NamedTuple, Self

from splendor_tui.bots.levels import STRONGEST_LEVEL, get_level
from splendor_tui.bots.player import TurnAdvisor
from splendor_tui.bots.reasons import reason
from splendor_tui.match.background import cancelled_on_exit, in_background, in_thread
from splendor_tui.match.services import Services
from splendor_tui.presentation.activity import Effect, Show
from splendor_tui.presentation.challenge_session import ChallengeSession
from splendor_tui.presentation.dates import local_time
from splendor_tui.presentation.hint import adviser_name
from splendor_tui.presentation.message_details import with_names
from splendor_tui.presentation.puzzle_session import invented_names
from splendor_tui.puzzles.collection import load_puzzles
from splendor_tui.review.game_review import USUAL_NODES
from splendor_tui.review.turn_judgement import ReviewError, best_action, chance_after
from splendor_tui.rules.actions import Action
from splendor_tui.rules.constants import MIN_PLAYERS
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NN_, Message, MessageError
from splendor_tui.words.percent import percent_between, whole_percent

POSITIONS: Final = 10
MAX_POINTS: Final = 10
"""The points for a position. Each percent of the chance of winning that is given away costs one."""


_JUDGING: Final = N_("The {level} is judging it…", level=get_level(STRONGEST_LEVEL).name)


class _Guess(NamedTuple):
    """A guess and the Grandmaster's move, with the chances of winning after them."""

    action: Action
    best: Action
    chance_best: float
    chance: float

    @property
    def points(self) -> int:
        """The points for the guess."""
        return max(0, MAX_POINTS - max(0, whole_percent(self.chance_best) - whole_percent(self.chance)))


class GuessSession(ChallengeSession):
    """Ten positions, one after the other. The search of the review judges each guess."""

    waiting = _JUDGING

    def __init__(self, positions: Sequence[View], adviser: TurnAdvisor) -> None:
        super().__init__()
        self._positions = positions
        self._adviser = adviser
        self._place = 0
        self._guess: _Guess | None = None
        self._ready: Future[None] | None = None
        """Done once the search is compiled."""

    @classmethod
    def of_today(cls, services: Services) -> Self:
        """The positions of this day, the same for everyone. Raises MessageError."""
        positions = positions_of(services, local_time(services.today()).date())
        if not positions:
            raise MessageError(N_("There are no positions for these cards."))
        return cls(positions, services.reviewer())

    @property
    def score(self) -> int | None:
        """The points so far. The moves of this challenge are the points for each guess."""
        return sum(map(int, self.moves)) if self.moves else None

    @property
    def over(self) -> bool:
        """Whether all positions have been judged."""
        return len(self.moves) == len(self._positions)

    def restore(self, moves: Sequence[str]) -> None:
        """Continue with the position after the last verdict. Raises ValueError."""
        if not all(0 <= int(points) <= MAX_POINTS for points in moves) or len(moves) >= len(self._positions):
            raise ValueError(moves)
        self.moves, self._place = [*moves], len(moves)

    @property
    def view(self) -> View:
        """The current position."""
        return self._positions[self._place]

    @property
    def names(self) -> tuple[str, ...]:
        """The player's name and invented ones, in seat order. A rival with the same name gets the player's invented one."""
        here, invented = self.view.seat, invented_names(len(self.view.players), self.view.seat)
        others = (invented[here] if name == self.player else name for name in invented)
        return tuple(self.player if seat == here else name for seat, name in enumerate(others))

    @property
    def turn(self) -> object:
        """Changes with each position and each verdict."""
        return self._place, self._guess is None

    @property
    def banner(self) -> Message:
        """The number of the position."""
        return N_("POSITION {number} of {count}", number=self._place + 1, count=len(self._positions))

    @property
    def task(self) -> Message:
        """The question and the points so far."""
        return NN_(
            "What does the Grandmaster play here? {count} point so far.",
            "What does the Grandmaster play here? {count} points so far.",
            self.score or 0,
        )

    @property
    def standing(self) -> Message:
        """The points so far, and the number of positions."""
        return NN_(
            "{count} point so far, in {number} of {positions} positions.",
            "{count} points so far, in {number} of {positions} positions.",
            self.score or 0,
            number=len(self.moves),
            positions=len(self._positions),
        )

    @property
    def report(self) -> Sequence[Message]:
        """The verdict on the guess, with the Grandmaster's move, and the total at the end."""
        guess = self._guess
        if guess is None:
            return ()
        move = N_("{level}: {reason}", level=get_level(STRONGEST_LEVEL).name, reason=self._reason(guess.best))
        sentences = [_verdict(guess), move]
        if self.over:
            most = MAX_POINTS * len(self._positions)
            sentences.append(N_("The total is {score} of {most} points.", score=self.score, most=most))
        return sentences

    def _reason(self, action: Action) -> Message:
        return with_names(reason(self.view, action), self.names)

    @property
    def next_label(self) -> Message | None:
        """The effect of the confirm key after a verdict."""
        return super().next_label if self.over or self._guess is None else N_("next position")

    def go_on(self) -> Effect:
        """Show the next position, or leave after the last one."""
        if self.over:
            return super().go_on()
        self._place, self._guess = self._place + 1, None
        self.clear()
        return Show()

    def proceed(self) -> Effect:
        """Compile the search while the player looks at the first position, because that may take half a minute."""
        if self._ready is None:
            self.waiting = N_("{name} is getting ready…", name=adviser_name())
            self._ready = in_thread(partial(self._prepare, self.view))
        return super().proceed()

    def _prepare(self, view: View) -> None:
        try:
            best_action(self._adviser, view, 0, 1, lambda: False)
        finally:
            self.waiting = _JUDGING

    def play(self, action: Action) -> Effect:
        """Judge a guess. Raises IllegalActionError."""
        check_action(self.view, action)
        return self._think(partial(self._judge, action), self.waiting)

    async def _judge(self, action: Action) -> Effect:
        if self._ready is not None and not self._ready.done():
            await in_background(partial(wait, [self._ready]))
            self.changed()
        with cancelled_on_exit() as cancelled:
            found = await in_background(partial(self._compare, action, cancelled.is_set))
        self.clear()
        if isinstance(found, Message):
            self.message = found
            return Show()
        self._guess = found
        return Show(self.record(str(found.points)))

    def _compare(self, action: Action, cancelled: Callable[[], bool]) -> _Guess | Message:
        """Compare the action with the Grandmaster's. Otherwise, return the reason."""
        from splendor_tui.bots.learned.net import NetError, load_shipped_net  # numpy is slow to import

        seen, ply = self.view, self.view.ply + 1
        try:
            load_shipped_net(len(seen.players), seen.catalogue)  # without the net, chances are unknown
            best = best_action(self._adviser, seen, ply, USUAL_NODES, cancelled)
            chance_best, chance = (
                chance_after(self._adviser, seen, [one], ply, USUAL_NODES, cancelled) for one in (best, action)
            )
        except (NetError, ReviewError) as error:
            return error.message
        return _Guess(action, best, chance_best, chance)


def positions_of(services: Services, day: date) -> Sequence[View]:
    """Positions of puzzles for two players. All players with the same puzzles get the same ones on a day."""
    views = [one.view for one in load_puzzles(services.catalogue).puzzles if len(one.view.players) == MIN_PLAYERS]
    return Random(f"guess {day}").sample(views, min(POSITIONS, len(views)))


def _verdict(guess: _Guess) -> Message:
    if guess.action == guess.best:
        return NN_("The best move: {count} point.", "The best move: {count} points.", guess.points)
    if guess.points == MAX_POINTS:
        return NN_("Just as good: {count} point.", "Just as good: {count} points.", guess.points)
    return NN_(
        "{count} point: this lowers the chance of winning by {loss}.",
        "{count} points: this lowers the chance of winning by {loss}.",
        guess.points,
        loss=percent_between(guess.chance, guess.chance_best),
    )
