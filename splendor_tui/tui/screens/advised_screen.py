"""The part of the table's screen that asks the adviser: for hints, and for the chances to win."""

from abc import abstractmethod
from dataclasses import replace

from textual import work

from splendor_tui.bots.player import Advice
from splendor_tui.match.flow import Flow
from splendor_tui.match.live_match import LiveMatch
from splendor_tui.match.thinking import Thinking, advise, chances_to_win, hint_seconds
from splendor_tui.presentation.hint import AskedHint
from splendor_tui.presentation.player_session import Chances
from splendor_tui.presentation.selection import NOTHING
from splendor_tui.rules.view import View
from splendor_tui.tui.screens.choosing_screen import ChoosingScreen
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.words import N_


class AdvisedScreen(ChoosingScreen):
    """Asks the adviser off the loop of the screen, and drops what does not belong to the position any more."""

    def __init__(self, live: LiveMatch) -> None:
        super().__init__(Flow(live.controller))
        self._live = live
        self._judged: View | None = None
        """The view for which the chances to win were asked last."""
        self._shown_second: int | None = None

    @abstractmethod
    def model(self) -> ScreenModel:
        """The match as the viewer sees it now."""

    def update_thinking(self) -> None:
        """Show for how many seconds somebody has been thinking; called several times a second."""
        question = self.session.question
        if question is not None and question.passed != self._shown_second:
            self._shown_second = question.passed
            self.table.show_thinking(self.model())

    # --- the hint ------------------------------------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Ask for a hint; choose its best action, then the next; drop one that has nothing to suggest yet."""
        session = self.session
        session.said = None
        if session.suggested:
            session.follow_next()
        elif session.hint is not None:
            self.drop_hint()
        elif self.flow.to_move:
            self._begin_hint()
        elif self.flow.moves_next:
            session.hint = AskedHint(self.flow.seat)
        else:
            session.said = N_("A hint is for the player who is to move.")
        self.show()

    def action_answer_now(self) -> None:
        """Let whoever thinks answer at once."""
        question = self.session.question
        if question is None:
            self.tell(N_("Nobody is thinking just now."))
        else:
            question.hurry()

    def action_clear(self) -> None:
        """Drop what is chosen so far; with nothing chosen, the hint."""
        if self.session.selection == NOTHING:
            self.drop_hint()
        self.session.clear()
        self.show()

    def action_follow(self, place: int) -> None:
        """Choose what the hint suggests there."""
        self.session.follow(place)
        self.show()

    def drop_hint(self) -> None:
        """Forget the hint, and think no longer about it."""
        self.session.hint = None
        self.workers.cancel_group(self, "hint")

    def renew_hint(self) -> None:
        """Drop the hint, as the position has changed, but think of the one that the viewer has waited for."""
        asked = self.session.hint
        if asked is None or asked.thinking is not None:
            self.drop_hint()
        elif self.flow.to_move:
            self.drop_hint()
            if asked.seat == self.flow.viewer:
                self._begin_hint()

    def _begin_hint(self) -> None:
        seconds = hint_seconds(self.flow.controller.clock, self.services.settings)
        thinking = Thinking(seconds, self.services.now)
        self.flow.controller.note_help()
        self.session.hint = AskedHint(self.flow.seat, thinking)
        self._think_of_hint(self.session.hint, thinking)

    @work(exclusive=True, group="hint")
    async def _think_of_hint(self, asked: AskedHint, thinking: Thinking) -> None:
        session = self.session

        def consider(advice: Advice) -> None:
            if session.question is thinking:  # else the hint was dropped while this was on its way
                session.advised(replace(asked, advice=advice))
                self.call_later(self.show)  # here nothing can be drawn: this is called by the loop, not by Textual

        advice = await advise(self._live.adviser, session.view, self.services.rng, thinking, consider)
        session.advised(replace(asked, advice=advice, complete=True))
        self.show()

    # --- the chances to win --------------------------------------------------------------------------------------------

    def update_chances(self) -> None:
        """Ask for the chances to win by what the viewer sees now, if they are to be shown and nobody has asked yet."""
        session = self.session
        if not self.services.settings.chances:
            session.chances = self._judged = None
            return
        view = self.flow.controller.view_for(self.flow.controller.seat)
        if view != self._judged and self.flow.controller.outcome is None:
            self._judged = view
            self._judge(view)

    @work(exclusive=True, group="chances")
    async def _judge(self, view: View) -> None:
        values = await chances_to_win(self._live.adviser, view, self.services.rng)
        self.session.chances = Chances(view, values)
        self.show()
