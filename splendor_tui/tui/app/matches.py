"""Opens matches on screen: new ones, saved ones, and the replays and records of finished ones."""

from collections.abc import Callable, Mapping
from functools import partial

from splendor_tui.bots.levels import unknown_nobles_note
from splendor_tui.bots.player import Bot
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.match.background import in_background
from splendor_tui.match.computer_players import (
    NO_STAND_INS,
    StandIns,
    UnavailableEngineError,
    await_engines,
    dismiss,
    seat_computers,
    waiting_message,
)
from splendor_tui.match.match_lifecycle import LiveMatch, begin, resume, shortcomings
from splendor_tui.record import Record
from splendor_tui.rules.state import State
from splendor_tui.rules.view import nobles_in_play
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
        stand_ins: StandIns = NO_STAND_INS,
        refuse: Callable[[MessageError], None] | None = None,
    ) -> None:
        """Start a new match, or play on from a position, once its engines are ready.

        If an engine cannot play, the player chooses what to do. If `refuse` is given, it is called with the reason instead.
        """
        replace = partial(self._replace_engine, stand_ins, partial(self.start, options, position))
        try:
            computers = seat_computers(self._services, options, stand_ins)
        except UnavailableEngineError as error:
            (refuse or replace)(error)
        except MessageError as error:
            (refuse or self._show)(error)
        else:
            begin_match = partial(self._begin, options, position, computers)
            self._await_engines(
                computers, options, begin_match, refuse or replace, partial(dismiss, computers.values())
            )

    def _begin(self, options: MatchOptions, position: State | None, computers: Mapping[str, Bot]) -> None:
        """Begin a match. If it cannot be saved, warn the player."""
        live = begin(self._services, options, position, computers)
        if live.problem is not None:
            self._program.say(live.problem, wrong=True)
        self.play(live)

    def resume(self, game_id: str, level: str | None = None, stand_ins: StandIns = NO_STAND_INS) -> None:
        """Resume a saved match, once its engines are ready.

        If an engine cannot play, the `level` replaces it, or the player chooses what to do.
        """
        replace = partial(self._replace_engine, stand_ins, partial(self.resume, game_id, level), level=level)
        try:
            live = resume(self._services, game_id, stand_ins)
        except UnavailableEngineError as error:
            replace(error)
        except MessageError as error:
            self._show(error)
        else:
            play = partial(self.play, live)
            self._await_engines(live.computers, live.controller.options, play, replace, live.release)

    def _await_engines(
        self,
        computers: Mapping[str, Bot],
        options: MatchOptions,
        begin: Callable[[], None],
        refuse: Callable[[UnavailableEngineError], None],
        cancel: Callable[[], None],
    ) -> None:
        """Call `begin` once all engines are ready. If one cannot play, call `refuse`. In every other case, call `cancel`."""
        if waiting := waiting_message(computers):
            from splendor_tui.tui.screens.engines_screen import EnginesScreen

            prepare = partial(await_engines, computers, options.game_options(), self._services.catalogue)
            self._program.push_screen(EnginesScreen(waiting, prepare, begin, refuse, cancel))
        else:
            begin()

    def _replace_engine(
        self,
        stand_ins: StandIns,
        again: Callable[..., None],
        error: UnavailableEngineError,
        *,
        level: str | None = None,
    ) -> None:
        """Call `again` with the `level`, or with the one that the player chooses, in place of an engine.

        The player may also start the engine again, or leave.
        """
        from splendor_tui.tui.screens.engines_screen import START_AGAIN, StandInScreen

        def go_on(choice: str | None) -> None:
            if choice is not None:
                again(stand_ins=stand_ins if choice == START_AGAIN else {**stand_ins, error.name: choice})

        if level is not None:
            go_on(level)
        else:
            self._program.push_screen(StandInScreen(error), go_on)

    def play(self, live: LiveMatch) -> None:
        """Return to the home screen, then push the table screen."""
        from splendor_tui.tui.screens.table_screen import TableScreen

        self._program.home()
        table = TableScreen(live)
        self._program.push_screen(table)
        view = live.controller.view_for(None)
        if note := unknown_nobles_note(view.catalogue, nobles_in_play(view)):
            self._program.say(note)
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
