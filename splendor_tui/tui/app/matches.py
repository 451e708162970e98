"""Opens matches on screen: new ones, saved ones, and the replays and records of finished ones."""

from collections.abc import Callable, Mapping
from functools import partial

from splendor_tui.bots.player import Bot
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.match.background import in_background
from splendor_tui.match.computer_players import EngineNotNamedError, seat_computers, waiting_message
from splendor_tui.match.match_lifecycle import LiveMatch, begin, resume, shortcomings
from splendor_tui.record import Record
from splendor_tui.rules.state import State
from splendor_tui.store import NoSuchGameError
from splendor_tui.tui.widgets.app_protocol import Program
from splendor_tui.words import MessageError


class Matches:
    """Opens matches on screen. Unless a method says otherwise, it shows why something is impossible."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._services = program.services

    # --- play ---------------------------------------------------------------------------------------------------------

    def start(
        self,
        options: MatchOptions,
        position: State | None = None,
        stand_in: str | None = None,
        refuse: Callable[[MessageError], None] | None = None,
    ) -> None:
        """Start a new match, or play on from a position, once its engines are ready.

        The level `stand_in` replaces an unknown engine. If it is None, the player chooses a level. `refuse` is called
        with the reason if a computer player cannot play. By default, the reason is shown.
        """
        refuse = refuse or self._show
        try:
            computers = seat_computers(self._services, options, stand_in)
        except EngineNotNamedError as error:
            self._choose_stand_in(error, partial(self.start, options, position))
        except MessageError as error:
            refuse(error)
        else:
            begin_match = partial(self._begin, options, position, computers)
            if waiting := waiting_message(computers):
                from splendor_tui.tui.screens.engines_screen import EnginesScreen

                self._program.push_screen(
                    EnginesScreen(waiting, computers, options.game_options(), begin_match, refuse)
                )
            else:
                begin_match()

    def _begin(self, options: MatchOptions, position: State | None, computers: Mapping[str, Bot]) -> None:
        """Begin a match. If it cannot be saved, warn the player."""
        live = begin(self._services, options, position, computers)
        if live.problem is not None:
            self._program.say(live.problem, wrong=True)
        self.play(live)

    def resume(self, game_id: str, stand_in: str | None = None) -> None:
        """Resume a saved match. The level `stand_in` replaces an unknown engine."""
        try:
            live = resume(self._services, game_id, stand_in)
        except EngineNotNamedError as error:
            self._choose_stand_in(error, partial(self.resume, game_id))
        except MessageError as error:
            self._show(error)
        else:
            self.play(live)

    def _choose_stand_in(self, error: EngineNotNamedError, play: Callable[[str], None]) -> None:
        """Ask for the level that replaces an engine, then call `play` with it."""
        from splendor_tui.tui.screens.engines_screen import StandInScreen

        self._program.push_screen(StandInScreen(error.message), lambda level: play(level) if level else None)

    def play(self, live: LiveMatch) -> None:
        """Return to the home screen, then push the table screen."""
        from splendor_tui.lesson.saved_lesson import coach_of
        from splendor_tui.tui.screens.table_screen import TableScreen

        self._program.home()
        table = TableScreen(live, coach_of(live, self._services))
        self._program.push_screen(table)
        if live.bots:
            table.run_worker(self._report_shortcomings(live.controller.options))

    async def _report_shortcomings(self, options: MatchOptions) -> None:
        for sentence in await in_background(partial(shortcomings, options, self._services.catalogue)):
            self._program.say(sentence, wrong=True)

    def _show(self, error: MessageError) -> None:
        self._program.say(error.message, wrong=True)

    # --- recorded games ------------------------------------------------------------------------------------------------

    def watch_record(self, record: Record, game_id: str | None) -> None:
        """Replay a recorded game, saved with this id if it has one."""
        from splendor_tui.presentation.playback import playback
        from splendor_tui.tui.screens.replay_screen import ReplayScreen

        with self._program.reporting():
            self._program.push_screen(ReplayScreen(playback(record, self._services.catalogue), game_id=game_id))

    def watch_game(self, game_id: str) -> None:
        """Replay a saved game."""
        with self._program.reporting():
            if self._services.store is None:
                raise NoSuchGameError(game_id)
            self.watch_record(self._services.store.export_record(game_id), game_id)

    def copy_game(self, game_id: str) -> None:
        """Copy the record of a finished game."""
        from splendor_tui.store.import_export import record_text
        from splendor_tui.tui.screens.copied_screen import copied_record

        with self._program.reporting():
            if self._services.store is None:
                raise NoSuchGameError(game_id)
            self._program.push_screen(copied_record(record_text(self._services.store, game_id), game_id))
