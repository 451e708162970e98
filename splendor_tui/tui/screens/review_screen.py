"""The review of a finished game: chances of winning, turning points, and the value of each turn."""

from collections.abc import Collection, Sequence
from functools import partial
from itertools import chain
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content

from splendor_tui.match.background import in_background
from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import BACK, HELP, Command
from splendor_tui.presentation.playback import playback
from splendor_tui.presentation.puzzle_session import open_task
from splendor_tui.presentation.replay_session import ReplaySession
from splendor_tui.presentation.review_report import NO_TURNING_POINTS, note
from splendor_tui.presentation.review_session import ReviewSession
from splendor_tui.record import RecordError
from splendor_tui.review.game_review import GameReview, judge_turns
from splendor_tui.review.practice import Practice
from splendor_tui.review.turn_judgement import ReviewError, Turn
from splendor_tui.store import NoSuchGameError, StoreError
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import cut
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.widgets.base_widgets import Heading, Text, with_chips
from splendor_tui.tui.widgets.key_row import KeyRow
from splendor_tui.tui.widgets.line_charts import ChanceLines
from splendor_tui.tui.widgets.review_panes import GamePane, TurnPane
from splendor_tui.words import N_, NP_, Message, listed

_GROUP: Final = "review"
"""The group of workers that judge turns. Only one runs at a time, as each takes a core."""
_HEADING: Final = NP_("noun", "Review")


class ReviewScreen(BaseScreen[None]):
    """Judges the turns of a saved game one by one, in the background, while the player reads the results.

    Judging continues after the screen is closed, until another review begins or the program ends. Each judgement is
    saved immediately, so a reopened review continues. `_instead` explains why there is no review.
    """

    ABOUT = N_(
        "What each turn was worth, according to the Grandmaster, given what its player knew. It judges one turn "
        "after another, and continues while you do something else. A hint at the table searches longer, but does "
        "not judge each move alone: the two can differ by a few percent."
    )
    KEY_COMMANDS = commands.IN_REVIEW
    CSS_PATH = "review_screen.tcss"

    def __init__(self, game_id: str) -> None:
        super().__init__()
        self._game_id = game_id
        self.session: ReviewSession | None = None
        """The review. None until the game has been read."""
        self._instead: Message | None = None
        self._can_watch = False
        self._running = False
        self._store_fails = False
        self._asked_for_points = False

    def compose(self) -> ComposeResult:
        """Compose the chart, and below it the selected turn beside the whole game."""
        with Vertical(id="page"):
            yield Heading(lambda: with_chips(_HEADING, self.glyphs), self._beside_heading)
            yield Text(lambda: self._instead or "", "instead", "panel")
            with Vertical(id="course"):
                yield ChanceLines(lambda: self._read_review.chart)
            with Horizontal(id="panes"):
                yield TurnPane(lambda: self._read_review.turn_report)
                yield GamePane(lambda: self._read_review)
        yield KeyRow(self._hints)

    def on_mount(self) -> None:
        """Start the review."""
        self.show()
        self._start_judging()

    # --- judging ------------------------------------------------------------------------------------------------------

    def _start_judging(self) -> None:
        """Judge the remaining turns. Any other running review stops."""
        self.app.run_worker(self._judge_the_rest(), group=_GROUP, exclusive=True)

    async def _judge_the_rest(self) -> None:
        """Read the game if necessary, then judge the missing turns one by one."""
        self._running = True
        try:
            if self.session is None:
                self.session = await self._read()
                self.show()
                if sentence := note(self.session.review):
                    self.program.say(sentence)
            await self._judge(self.session)
        except (RecordError, ReviewError, StoreError) as error:
            if self.session is None:
                self._instead, self._can_watch = error.message, not isinstance(error, NoSuchGameError)
            elif self._is_open or not isinstance(error, NoSuchGameError):  # no message about a deleted game
                self.program.say(error.message, wrong=True)
        else:
            if not self._is_open:
                names = listed(self.session.review.names)
                self.program.say(N_("The review of the game between {names} is complete.", names=names))
            elif self._asked_for_points:
                self.app.clear_notifications()  # the turning points are now known
        self._running = False
        self.show()

    async def _read(self) -> ReviewSession:
        """Read the game and the saved part of its review. Raises StoreError, and the errors of `open_review`."""
        services = self.services
        if services.store is None:
            raise NoSuchGameError(self._game_id)
        record, saved = services.store.export_record(self._game_id), services.store.reviews.load(self._game_id)
        return await in_background(partial(ReviewSession, record, services.catalogue, saved, services.now))

    async def _judge(self, session: ReviewSession) -> None:
        if session.complete:
            return
        session.begin()
        self.show()
        review = session.review
        await judge_turns(self.services.reviewer(), review, review.missing, partial(self._judged, session))

    def _judged(self, session: ReviewSession, review: GameReview, turn: Turn) -> None:
        """Save and show a judgement. If saving fails, report it once and continue.

        Raises NoSuchGameError if the game was deleted, which ends the review.
        """
        session.judged(review)
        try:
            if self.services.store is not None:
                self.services.store.reviews.save(self._game_id, turn.ply, review.saved_judgement(turn))
        except NoSuchGameError:
            raise
        except StoreError as error:
            if not self._store_fails:
                self.program.say(N_("The review is not saved. {reason}", reason=error.message), wrong=True)
            self._store_fails = True
        self.show()

    # --- display ------------------------------------------------------------------------------------------------------

    @property
    def _is_open(self) -> bool:
        """Whether the screen can be drawn. A closed screen leaves the stack first, then loses its widgets."""
        return self.is_attached and self in self.app.screen_stack

    @property
    def _read_review(self) -> ReviewSession:
        """The review, for the chart and the panes, which are hidden until the game has been read."""
        assert self.session is not None
        return self.session

    def show(self) -> None:
        """Redraw everything, unless the screen was closed."""
        if not self._is_open:
            return
        session = self.session
        self.query_one("#instead").display = self._instead is not None
        for part in ("#course", "#panes"):
            self.query_one(part).display = session is not None
        super().show()

    def _beside_heading(self, room: int) -> Content:
        return Content.styled(cut(self.glyphs.write(self._progress()), room, self.glyphs.ellipsis), theme.QUIET)

    def _progress(self) -> Message | str:
        if self.session is not None:
            return self.session.progress(running=self._running)
        return N_("Reading the game…") if self._instead is None else ""

    def unavailable_commands(self) -> Collection[Command]:
        """The command that stops the review, if it is complete."""
        return (commands.STOP_REVIEW,) if self.session is not None and self.session.complete else ()

    def _hints(self) -> tuple[Hint, ...]:
        """The current key hints."""
        back, show_help, session = self.hint(BACK), self.hint(HELP), self.session
        if session is None:
            watch = self.hint(commands.SHOW_POSITION, commands.WATCH_GAME.label, primary=True)
            return (watch, back, show_help) if self._instead is not None and self._can_watch else (back, show_help)
        stop = self.hint(commands.STOP_REVIEW, NP_("verb", "stop") if self._running else N_("resume"))
        mistakes, others = session.mistakes(self._game_id), session.mistakes_of_another(self._game_id)
        own_here, other_here = (any(map(session.is_here, found)) for found in (mistakes, others))
        practise = [self.hint(commands.PRACTISE, None if own_here else N_("mistakes"))] if mistakes else []
        practise_others = (
            [self.hint(commands.PRACTISE_OTHERS, commands.PRACTISE.label if other_here else None)] if others else []
        )
        first, last = (practise_others, practise) if other_here else (practise, practise_others)
        points = self.hint_of_pair(commands.PREVIOUS_POINT, commands.NEXT_POINT, N_("turning points"))
        return (
            self.hint(commands.SHOW_POSITION, primary=True),
            self.hint_of_pair(commands.PREVIOUS_TURN, commands.NEXT_TURN, NP_("in a game", "turn")),
            *([] if session.complete else [stop]),
            *([points] if session.turning_points else []),
            *first,
            *last,
            *([self.hint(commands.BEST_MOVE)] if session.best_move else []),
            back,
            show_help,
        )

    # --- actions ------------------------------------------------------------------------------------------------------

    def _show_turn(self) -> None:
        """Show the selected turn, without an answer about the previous one."""
        self.program.remove_answer()
        self.show()

    def action_look_at(self, place: int) -> None:
        """Select this turn."""
        if self.session is not None:
            self.session.go_to(place)
            self._show_turn()

    def action_step(self, turns: int) -> None:
        """Select a later or earlier turn."""
        if self.session is not None:
            self.action_look_at(self.session.at + turns)

    def action_skip(self, rounds: int) -> None:
        """Select a turn in a later or earlier round."""
        if self.session is not None:
            self.session.skip(rounds)
            self._show_turn()

    def action_point(self, by: int) -> None:
        """Select the next or previous turning point."""
        if self.session is None:
            return
        if not self.session.complete:
            self._asked_for_points = True
            self.program.answer(N_("The turning points appear once the review is complete."))
        elif not self.session.turning_points:
            self.program.answer(NO_TURNING_POINTS)
        elif self.session.go_to_point(by):
            self._show_turn()
        else:
            self.program.answer(N_("No later turning point.") if by > 0 else N_("No earlier turning point."))

    def action_best(self) -> None:
        """Select the best move."""
        if self.session is not None and (best := self.session.best_move):
            self.action_look_at(best[0])

    def action_jump(self, place: int) -> None:
        """Select the first turn, or the last for -1."""
        if self.session is not None:
            self.action_look_at(place % len(self.session.review.turns))

    def action_stop(self) -> None:
        """Stop judging, or continue."""
        if self.session is None or self.session.complete:
            return
        if self._running:
            self.workers.cancel_group(self.app, _GROUP)
            self._running = False
            self.show()
        else:
            self._start_judging()

    def action_share(self) -> None:
        """Copy the result of the game."""
        self.program.matches.copy_result(self._game_id)

    def action_picture(self) -> None:
        """Save a picture of the review."""
        if self.session is not None:
            self.program.save_picture(self._game_id)

    def action_practise(self) -> None:
        """Practise a human's mistakes."""
        if self.session is not None:
            self._practise(self.session, self.session.mistakes(self._game_id), self.session.why_no_practice)

    def action_practise_others(self) -> None:
        """Practise the mistakes of another player."""
        if self.session is not None:
            none = N_("No mistake of another player is known.")
            self._practise(self.session, self.session.mistakes_of_another(self._game_id), none)

    def _practise(self, session: ReviewSession, mistakes: Sequence[Practice], none: Message) -> None:
        """Practise this turn or the first mistake, then the others. Afterwards, the last one practised is selected."""
        from splendor_tui.presentation.puzzle_shelf import PuzzleShelf
        from splendor_tui.tui.screens.puzzle_screen import PuzzleScreen

        if not mistakes:
            self.program.answer(none)
        else:
            here, message = next(filter(session.is_here, mistakes), None), None
            if here is None:
                here = mistakes[0]
                name, round_number = here.names[here.view.seat], here.view.round
                message = N_("This is {name}'s first mistake, in round {round}.", name=name, round=round_number)
            game = playback(session.record, self.services.catalogue)
            shelf, turns = PuzzleShelf(self.services, mistakes, list(chain(*game.log))), session.review.turns
            places = {seen.ply: place for place, turn in enumerate(turns) for seen in turn.views}

            task = open_task(shelf, here, self.services)
            task.opening = task.message = message

            def select(_result: None) -> None:
                if shelf.current is not None:
                    self.action_look_at(places[shelf.current.view.ply])

            self.app.push_screen(PuzzleScreen(task), select)

    def action_table(self) -> None:
        """Show the table before this turn, or the deal if the game cannot be reviewed."""
        if self.session is not None:
            game = playback(self.session.record, self.services.catalogue)
            at, here = self.session.turn.ply - 1, self.session.before_turn
            self.app.push_screen(ReplayScreen(ReplaySession(game, self.services, at, here), self._game_id))
        elif self._instead is not None:
            self.program.matches.watch_game(self._game_id)
        else:
            self.program.answer(N_("The game is still being read."))
