"""The adviser at the table of a match: hints, and the chances of winning."""

from splendor_tui.bots.player import Advice
from splendor_tui.match.adviser import advise, chances_to_win, hint_seconds
from splendor_tui.match.match_lifecycle import LiveMatch
from splendor_tui.match.thinking_time import Thinking
from splendor_tui.presentation.hint import HintRequest
from splendor_tui.presentation.match_session import HINT_COMES, Chances, MatchSession
from splendor_tui.rules.view import View
from splendor_tui.store import Help
from splendor_tui.tui.screens.choosing_screen import ChoosingScreen
from splendor_tui.words import N_


class TableAdvice:
    """Asks the adviser of a match on behalf of its screen. The adviser runs outside the event loop.

    Outdated results are dropped.
    """

    def __init__(self, screen: ChoosingScreen, session: MatchSession, live: LiveMatch) -> None:
        self._screen = screen
        self._session = session
        self._hot_seat = session.hot_seat
        self._live = live
        self._estimated: View | None = None
        """The view for which the chances of winning were last requested."""

    # --- the hint ------------------------------------------------------------------------------------------------------

    def request_hint(self) -> None:
        """Request a hint, step through its suggestions, or cancel a request for the player's next turn."""
        session, hot_seat = self._session, self._hot_seat
        session.message = None
        if session.suggested:
            session.choose_next_suggestion()
        elif session.hint is not None and session.hint.search is not None:
            session.message = HINT_COMES
        elif session.hint is not None:
            self.drop_hint()
        elif hot_seat.to_move:
            self._begin_hint()
        elif hot_seat.moves_next:
            session.hint = HintRequest(hot_seat.seat)
        else:
            session.message = N_("Only the player to move can get a hint.")

    def drop_hint(self) -> None:
        """Drop the hint, and stop its search."""
        self._session.hint = None
        self._screen.workers.cancel_group(self._screen, "hint")

    def renew_hint(self) -> None:
        """Drop an outdated hint. A hint requested before the viewer's turn starts on that turn."""
        asked, hot_seat = self._session.hint, self._hot_seat
        if asked is None or asked.thinking is not None:
            self.drop_hint()
        elif hot_seat.to_move:
            self.drop_hint()
            if asked.seat == hot_seat.viewer:
                self._begin_hint()

    def _begin_hint(self) -> None:
        screen, controller = self._screen, self._live.controller
        thinking = Thinking(hint_seconds(controller.clock, screen.services.settings), screen.services.now)
        controller.note_help(Help.HINT)
        asked = self._session.hint = HintRequest(self._hot_seat.seat, thinking)
        screen.run_worker(self._think_of_hint(asked, thinking), group="hint", exclusive=True)

    async def _think_of_hint(self, asked: HintRequest, thinking: Thinking) -> None:
        screen, session = self._screen, self._session

        def consider(advice: Advice) -> None:
            # Suggestions under the pointer keep their rows, as the player may be about to click on one.
            keeps_rows = session.suggested and screen.board.hint.is_mouse_over
            if session.hint and session.current_search is thinking and not keeps_rows:  # a dropped hint has no search
                session.update_hint(session.hint.with_interim(advice))
                screen.call_later(screen.show)  # the event loop calls this outside of Textual, so it cannot draw

        advice = await advise(self._live.adviser, session.view, screen.services.rng, thinking, consider)
        session.update_hint(asked._replace(advice=advice, complete=True))
        screen.show()

    # --- chances of winning ---------------------------------------------------------------------------------------------

    def update_chances(self) -> None:
        """On the viewer's turn, estimate the chances of winning from their view, once. Without the setting, drop them."""
        session, controller = self._session, self._live.controller
        if not self._screen.services.settings.chances:
            session.chances = self._estimated = None
            return
        view = session.view
        if view.viewer == view.seat and view != self._estimated and controller.outcome is None:
            self._estimated = view
            self._screen.run_worker(self._estimate_chances(view), group="chances", exclusive=True)

    async def _estimate_chances(self, view: View) -> None:
        values = await chances_to_win(self._live.adviser, view, self._screen.services.rng)
        self._session.chances = Chances(view, values)
        self._screen.show()
