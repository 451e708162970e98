"""Opens matches on screen: new ones, saved ones, and the replays and records of finished ones."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from splendor_tui.bots.levels import unknown_nobles_note
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.lesson.saved_lesson import session_of
from splendor_tui.match.background import in_background
from splendor_tui.match.computer_players import NO_STAND_INS, StandIns, UnavailableEngineError
from splendor_tui.match.match_lifecycle import (
    LiveMatch,
    Preparation,
    Prepare,
    prepare_new,
    prepare_saved,
    shortcomings,
)
from splendor_tui.presentation import commands
from splendor_tui.presentation.result import shared_result
from splendor_tui.presentation.tournaments import Tournament
from splendor_tui.record import Record
from splendor_tui.rules.state import State
from splendor_tui.rules.view import nobles_in_play
from splendor_tui.store import NoSuchGameError, Store
from splendor_tui.tui.look.drawn_message import write_scores
from splendor_tui.words import N_, MessageError

if TYPE_CHECKING:
    from splendor_tui.tui.app.app import SplendorApp


class Matches:
    """Opens matches on screen. Unless a method says otherwise, it shows why something is impossible."""

    def __init__(self, program: "SplendorApp") -> None:
        self._program = program
        self._services = program.services

    # --- play ---------------------------------------------------------------------------------------------------------

    def start(
        self,
        options: MatchOptions,
        position: State | None = None,
        refuse: Callable[[MessageError], None] | None = None,
    ) -> None:
        """Start a new match, or play on from a position. `refuse` is called with the reason if that is impossible."""
        self._open(partial(prepare_new, self._services, options, position), refuse=refuse)

    def resume(self, game_id: str, level: str | None = None) -> None:
        """Resume a saved match. The `level` replaces engines that cannot play."""
        self._open(partial(prepare_saved, self._services, game_id), level=level)

    def play_table(self, tournament: Tournament) -> None:
        """Play or resume the next game of a tournament."""
        if tournament.unfinished is None:
            self.start(tournament.next_game())
        else:
            self.resume(tournament.unfinished.id)

    def _open(
        self,
        prepare: Prepare,
        stand_ins: StandIns = NO_STAND_INS,
        level: str | None = None,
        refuse: Callable[[MessageError], None] | None = None,
    ) -> None:
        """Play a match once its engines are ready. If one cannot play, the `level` or the player's choice replaces it."""

        def replace(error: UnavailableEngineError) -> None:
            from splendor_tui.tui.screens.engines_screen import START_AGAIN, StandInScreen

            def go_on(choice: str | None) -> None:
                if choice is not None:
                    self._open(
                        prepare, stand_ins if choice == START_AGAIN else {**stand_ins, error.name: choice}, level
                    )

            if level is not None:
                go_on(level)
            else:
                self._program.push_screen(StandInScreen(error), go_on)

        try:
            preparation = prepare(stand_ins)
        except UnavailableEngineError as error:
            (refuse or replace)(error)
        except MessageError as error:
            (refuse or self._show)(error)
        else:
            self._await(preparation, refuse or replace)

    def _await(self, preparation: Preparation, refuse: Callable[[UnavailableEngineError], None]) -> None:
        """Begin a match once its engines are ready. If it cannot be saved, warn the player."""

        def begin() -> None:
            live = preparation.begin()
            if live.problem is not None:
                self._program.say(live.problem, wrong=True)
            self.play(live)

        if preparation.waiting is None:
            begin()
        else:
            from splendor_tui.tui.screens.engines_screen import EnginesScreen

            screen = EnginesScreen(preparation.waiting, preparation.wait, begin, refuse, preparation.cancel)
            self._program.push_screen(screen)

    def say_undecided(self, names: Sequence[str]) -> None:
        """Describe an undecided series or tournament of exactly these players, and how to continue it."""
        from splendor_tui.presentation.series import can_rematch, current_series, has_players, is_unfinished

        with self._program.reporting():
            current = current_series(self._services.store) if self._services.store else ()
            again = next(filter(can_rematch, current), None)
            for series in current:
                if is_unfinished(series) and has_players(series, names):
                    command = commands.PLAY_AGAIN if series is again else commands.GAMES
                    key = self._program.key_of(commands.AT_HOME)(command)
                    way = N_("To continue it, leave this game, then press {key} at home.", key=key)
                    self._program.say(f"{write_scores(series.sentence(), self._program.glyphs)} {way}")

    def play(self, live: LiveMatch) -> None:
        """Return to the home screen, then push the table screen."""
        from splendor_tui.tui.screens.table_screen import TableScreen

        self._program.home()
        table = TableScreen(session_of(live, self._services))
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

    def watch_record(self, record: Record, game_id: str | None, *, at_end: bool = False) -> None:
        """Replay a recorded game, saved with this id if it has one."""
        from splendor_tui.presentation.playback import playback
        from splendor_tui.presentation.replay_session import ReplaySession
        from splendor_tui.tui.screens.replay_screen import ReplayScreen

        with self._program.reporting():
            game = playback(record, self._services.catalogue)
            session = ReplaySession(game, self._services, game.last if at_end else 0)
            self._program.push_screen(ReplayScreen(session, game_id))

    def watch_game(self, game_id: str) -> None:
        """Replay a saved game."""
        with self._program.reporting():
            self.watch_record(self._store_with(game_id).export_record(game_id), game_id)

    def copy_game(self, game_id: str) -> None:
        """Copy the record of a finished game."""
        from splendor_tui.store.import_export import record_text
        from splendor_tui.tui.screens.copied_screen import copied_record

        with self._program.reporting():
            self._program.push_screen(copied_record(record_text(self._store_with(game_id), game_id), game_id))

    def copy_result(self, game_id: str) -> None:
        """Copy the result of a finished game."""
        from splendor_tui.tui.screens.copied_screen import copied_result

        with self._program.reporting():
            lines = shared_result(self._store_with(game_id), game_id, self._services.catalogue)
            self._program.push_screen(copied_result(lines, game_id))

    def picture_game(self, game_id: str) -> None:
        """Show the final table of a finished game, and save a picture of it."""
        with self._program.reporting():
            self.watch_record(self._store_with(game_id).export_record(game_id), game_id, at_end=True)
            self._program.save_picture(game_id)

    def _store_with(self, game_id: str) -> Store:
        if self._services.store is None:
            raise NoSuchGameError(game_id)
        return self._services.store
