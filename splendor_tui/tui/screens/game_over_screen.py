"""The end of a game: standings with reasons, a chart, and the next steps."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Final, Literal

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.geometry import Size

from splendor_tui.inputs.files import FileError
from splendor_tui.inputs.strict_models import shown
from splendor_tui.match.background import in_background
from splendor_tui.match.log import LogKind, LogLine, lines_in_effect, timed_out_seats
from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import HELP, Command
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.presentation.rating_texts import rating_news
from splendor_tui.presentation.result import ending_sentence, points_by_round, winners_sentence
from splendor_tui.presentation.series import NEW_SERIES, Series, series_won
from splendor_tui.rules.outcome import Ending
from splendor_tui.store import StoreError
from splendor_tui.store.import_export import free_file_name, write_game
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import balanced, clickable, draw_message, write_scores
from splendor_tui.tui.look.paint import Block, beside, blank, page, side_by_side
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.widgets.base_widgets import Sheet, Text, chips
from splendor_tui.tui.widgets.final_standings import final_table
from splendor_tui.tui.widgets.key_row import KeyRow, row_length
from splendor_tui.tui.widgets.line_charts import points_chart, series_chart, strokes_in
from splendor_tui.tui.widgets.plot_canvas import MIN_ROWS
from splendor_tui.tui.widgets.text_field import FileField
from splendor_tui.words import N_, Message

_MAX_STANDINGS: Final = 9
"""Maximum height of the standings: a heading and four players."""
_GAP: Final = 2
_MIN_CHIPS: Final = 2
"""Minimum number of chips on each side of the winners."""
_MIN_NAME: Final = 2
_MAX_SHORT: Final = 24
"""Maximum width of a sentence that shares its row with the next one, such as `27 rounds.`"""
_SAVED_GAME_COMMANDS: Final = (
    commands.GOAL,
    commands.REVIEW_GAME,
    commands.WATCH_AGAIN,
    commands.EXPORT_RECORD,
    *commands.AFTERWARDS,
)
_LAST_COMMANDS: Final = (
    commands.GOAL,
    commands.SHARE,
    commands.PICTURE,
    commands.EXPORT_RECORD,
    commands.LOG,
    commands.GO_HOME,
)
"""Commands that come after the help in the key hints."""
_KEYS_ABOVE: Final = {
    commands.GOAL: N_("{key} sets the series goal"),
    commands.SHARE: N_("{key} copies the result"),
    commands.PICTURE: N_("{key} saves a picture"),
}
"""Commands named above the key hints."""


class GameOverScreen(BaseScreen[Literal["rematch", "home"]]):
    """Shows the outcome of a finished match, and returns the next step.

    The next step is a rematch, the home screen, or None for the table.

    The session saves the chosen opening and goal. An unsaved game cannot be
    reviewed, replayed or exported. The session's farewell is shown above the keys while there is no other message.
    """

    ABOUT = N_("The game is over: who won, why, and where the points came from.")
    KEY_COMMANDS = commands.AFTER_GAME
    CSS_PATH = "game_over_screen.tcss"

    def __init__(self, session: MatchSession) -> None:
        super().__init__()
        controller = session.controller
        assert controller.outcome is not None
        self._ended = controller.outcome
        self._view = controller.view_for(None)
        self._names = controller.names
        self._kinds = session.kinds
        self._points = points_by_round((step.before, step.after) for step in controller.steps)
        self._log = controller.log
        self._late = timed_out_seats(self._log)
        self._game_id = session.live.game_id
        self._session = session
        self._openings = session.openings
        self._farewell = session.farewell
        self._sets_goal = False
        """Whether the key of the goal changes it, instead of asking."""
        self._rating_news: Message | None = None
        self._series_won: Message | None = None
        self._message: Message | str = ""
        self._keys_above: tuple[Command, ...] = ()
        """Commands whose keys follow the message, above the key hints."""

    def compose(self) -> ComposeResult:
        """Compose the page from the winner to the key hints."""
        standings = Sheet(self._standings)
        standings.styles.height = min(2 + 2 * len(self._names), _MAX_STANDINGS)
        with Vertical(id="page"):
            yield Text(self._winner, "winner")
            yield Text(self._why, "why")
            yield Text(self._news, "rating")
            yield standings
            yield Sheet(self._chart)
        with Vertical(id="foot"):
            yield Text(self._asked, "asked")
            yield FileField()
            yield KeyRow(self._hints, lasting=1)

    def on_mount(self) -> None:
        """Look for news about the ratings and the series."""
        self._rate()
        self._count_series()

    def on_screen_resume(self) -> None:
        """Show the farewell, if any, in place of an earlier message."""
        if not self.query_one(FileField).asking:
            self._say(self._farewell or "", *(() if self._farewell else _KEYS_ABOVE))

    @work
    async def _rate(self) -> None:
        """Show how a rated game changed the players' ratings."""
        store, catalogue = self.services.store, self.services.catalogue
        is_played_by_people = None in self._kinds  # the ratings of computer players are fixed
        if store is None or self._game_id is None or not is_played_by_people:
            return
        with suppress(StoreError):  # best effort; screens that need the games report the error
            self._rating_news = await in_background(partial(rating_news, store, catalogue, self._names))
            self.show()

    @work(exclusive=True, group="series")
    async def _count_series(self) -> None:
        """Show how many series each player has won."""
        self._series_won = None
        if self.services.store is not None:
            with suppress(StoreError):  # best effort, as for the ratings
                count = partial(series_won, self.services.store, self._session.series, undecided=True)
                self._series_won = await in_background(count)
                self.show()

    def _winner(self) -> Content:
        """Name the winners between chips. If they are many, there are fewer chips, then the names are shortened."""
        winners, gems = [self._names[seat] for seat in self._ended.winners], chips(self.glyphs)

        def sentence(names: Sequence[str]) -> str:
            return self.glyphs.write(winners_sentence(names))

        def room(number: int) -> int:
            return self.query_one("#winner").size.width - 2 * (3 * number + _GAP)

        longest, numbers = cell_len(sentence(winners)), range(len(gems), _MIN_CHIPS, -1)
        number = next((number for number in numbers if longest <= room(number)), _MIN_CHIPS)
        title = side_by_side(winners, sentence, room(number), self.glyphs.ellipsis, least=_MIN_NAME)
        gap = " " * _GAP
        return Content.assemble(*gems[:number], (f"{gap}{title}{gap}", theme.TITLE), *reversed(gems[:number]))

    def _why(self) -> Content:
        """Describe the reason for the end, and the last action, as this screen hides the log."""
        log = lines_in_effect(self._log)
        last = next((line for line in reversed(log) if line.seat is not None), None)
        turn = [line for line in log if last and (line.round, line.seat) == (last.round, last.seat)]
        actions = [line for line in turn if line is turn[0] or line.kind is LogKind.RETURNED]
        played = [draw_message(line.brief or line.message, self.glyphs, theme.QUIET) for line in actions]
        action = [Content(" ").join([Content(self.glyphs.write(N_("Last action:"))), *played])] if played else []
        sentences = [Content(write_scores(self._ending(), self.glyphs)), *action]
        why, cells = Content(" ").join(sentences), self.query_one("#why").size.width
        if why.cell_length > cells >= max(sentence.cell_length for sentence in sentences):
            return Content("\n").join(sentences)
        return balanced(why, cells)

    def _ending(self) -> Message:
        """Describe the reason for the end, with the player and the round if the target was reached."""
        reached = self._reached
        if reached is None or reached.seat is None:
            return ending_sentence(self._ended.ending)
        return N_("{name} reached the target in round {round}.", name=self._names[reached.seat], round=reached.round)

    @property
    def _reached(self) -> LogLine | None:
        """The event that a player reached the target, if that ended the game."""
        if self._ended.ending is not Ending.TARGET:
            return None
        return next((line for line in lines_in_effect(self._log) if line.kind is LogKind.FINAL_ROUND), None)

    def on_resize(self) -> None:
        """Fit the title to the new width."""
        self.after_refresh(self.show)

    def _news(self) -> Content:
        """The length of the game, the score of the series or tournament with its next table, and news about the ratings.

        The number of rounds alone is left out if the ending names it.
        """
        session = self._session
        cells = self.query_one("#rating").size.width
        scores = [one for one in (session.score, self._series_won) if one is not None]
        if sum(cell_len(self.glyphs.write(one)) + 1 for one in scores) <= cells and len(scores) > 1:
            scores = [N_("{score} {series}", score=scores[0], series=scores[1])]
        news = [*([session.length] if session.length is not None else []), *scores]
        if tournament := session.tournament:
            news += [*islice(tournament.next_sentences(), 1), *tournament.bye_sentences()]
        news += [self._rating_news] if self._rating_news else []
        sentences = [Content(write_scores(one, self.glyphs)) for one in news]
        is_short = bool(session.length) and sentences[0].cell_length <= _MAX_SHORT
        if is_short and self._reached:
            del sentences[0]
        elif is_short and len(sentences) > 1 and sum(one.cell_length + 1 for one in sentences[:2]) <= cells:
            sentences[:2] = [Content(" ").join(sentences[:2])]
        return Content("\n").join(balanced(one, cells) for one in sentences)

    def _standings(self, size: Size) -> Content:
        strokes = strokes_in(self._session.series, self._current_names)
        names, kinds = self._names, self._kinds
        return page(final_table(self._ended, self._view, names, kinds, self._late, size.width, self.glyphs, strokes))

    def _chart(self, size: Size) -> Content:
        if size.height < MIN_ROWS:
            return Content()
        series = self._session.series
        tournament = self._session.tournament
        has_others = tournament is not None and len(tournament.entrants) > len(self._names)  # whom nothing here names
        if series is None or has_others or len(series.finished) <= 1:
            return page(self._points_chart(*size))
        half = (size.width - _GAP) // 2
        of_game = self._points_chart(half, size.height) or blank(half, size.height)
        of_series = series_chart(series, self._current_names, half, size.height, self.glyphs)
        return page(beside(of_game, blank(_GAP, size.height), of_series) if of_series else of_game)

    @property
    def _current_names(self) -> Sequence[str]:
        """The names, as the series has them after a rename."""
        games = self._session.series.games if self._session.series else ()
        return next((game.names for game in games if game.id == self._game_id), self._names)

    def _points_chart(self, cells: int, rows: int) -> Block:
        strokes = strokes_in(self._session.series, self._names)
        return points_chart(self._points, self._view.options.target, cells, rows, self.glyphs, strokes=strokes)

    def _hints(self) -> Sequence[Hint]:
        """The hints of the available next steps. Home comes last, so it is never omitted.

        The name of the starter is shortened as needed.
        """
        field = self.query_one(FileField)
        if field.asking:
            return field.hints(N_("export it"))
        if self._asks_for_goal:
            confirm = self.confirming_hint(commands.GOAL, commands.GOAL.label)
            return confirm, self.hint(commands.GO_HOME, N_("cancel")), self.hint(HELP)
        offered = [
            one
            for one in commands.AFTER_GAME
            if one not in self.unavailable_commands() and one is not commands.COPY_RECORD
        ]

        tournament = self._session.tournament
        onwards = (N_("final standings") if tournament.is_over else N_("next table")) if tournament else None
        if self._session.series and not tournament and self._session.series.winners:
            onwards = NEW_SERIES
        useful = [
            self.hint(one, onwards, primary=True) if one is commands.REMATCH else self.hint(one)
            for one in offered
            if one not in _LAST_COMMANDS
        ]
        last = [self.hint(HELP), *(self.hint(one) for one in _LAST_COMMANDS if one in offered)]
        row, starter = self.query_one(KeyRow), self.hint(commands.OPENING)
        shown, _between = row.fitting([*useful, last[0], last[-1]], row.size.width)
        others = [hint for hint in shown if hint != starter]
        room = row.size.width - row_length([*others, starter._replace(label="")])
        named = starter._replace(label=self._starter(room))
        return (*(named if hint == starter else hint for hint in useful), *last)

    def _starter(self, cells: int) -> str:
        """The starter of a rematch, with a name that is shortened as needed."""
        seat, label, _sentence = self._openings[0]
        names = [] if seat is None else [self._names[seat]]

        def sentence(names: Sequence[str]) -> str:
            return self.glyphs.write(label.filled_in(name=names[0]) if names else label)

        ellipsis = self.glyphs.ellipsis
        return side_by_side(names, sentence, cells, ellipsis, least=1 + cell_len(ellipsis))

    def unavailable_commands(self) -> Collection[Command]:
        """The commands that need a saved game, if this one is not saved, and those that a tournament or the rules prevent."""
        if self._game_id is None:
            return _SAVED_GAME_COMMANDS
        fixed = (commands.OPENING, commands.GOAL) if self._session.tournament else ()
        return (*fixed, *(() if self._session.can_be_reviewed else (commands.REVIEW_GAME,)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Refuse what is unavailable. The key is then explained."""
        is_available = action not in {one.run for one in self.unavailable_commands()}
        return is_available and super().check_action(action, parameters)

    def explain_unused(self, event: Key) -> None:
        """Explain the undo key each time, because it is of use at the table."""
        if self.is_key_of(commands.UNDO, event):
            self._unused_keys.discard(event.key)
        super().explain_unused(event)

    def explain_key(self, event: Key) -> Message:
        """Say why a command is unavailable, or where an undo is possible."""
        controller = self._session.controller
        if self.is_key_of(commands.UNDO, event):
            if reason := controller.why_not_undo(self._session.hot_seat.seat):
                return reason
            table, undo = self.key(commands.FINAL_TABLE), self.program.key_of(commands.AT_TABLE)(commands.UNDO)
            if controller.is_agreed:
                return N_("{table} shows the table, where {undo} undoes the agreement.", table=table, undo=undo)
            return N_("{table} shows the table, where {undo} undoes the last action.", table=table, undo=undo)
        if self._game_id is not None and self._session.why_not_reviewed and self.is_key_of(commands.REVIEW_GAME, event):
            return self._session.why_not_reviewed
        if any(self.is_key_of(command, event) for command in self.unavailable_commands()):
            if tournament := self._session.tournament:
                is_over = tournament.is_over
                return N_("The tournament is over.") if is_over else N_("The tournament decides who plays next.")
            return N_("Only a saved game can be watched, reviewed or exported.")
        return super().explain_key(event)

    def _asked(self) -> Content:
        """The message, and the keys of available commands for which the key row has no room, to read or to click.

        They have their own row if they do not fit beside the message.
        """
        row = self.query_one(KeyRow)
        hints, _between = row.fitting(self._hints(), row.size.width)
        below = {hint.action for hint in hints}
        links = [
            clickable(draw_message(_KEYS_ABOVE[one].filled_in(key=self.key(one)), self.glyphs), one.action)
            for one in self._keys_above
            if one not in self.unavailable_commands() and one.action not in below
        ]
        message = Content(self.glyphs.write(self._message))
        if self._asks_for_goal:
            message = clickable(message, commands.GOAL.action)
        keys = Content(self.glyphs.write(" · ")).join(links)
        parts = [part for part in (message, keys) if part]
        is_short = sum(part.cell_length for part in parts) < row.size.width
        return Content(" " if is_short else "\n").join(parts)

    def _say(self, sentence: Message | str, *keys: Command) -> None:
        self._message, self._keys_above = sentence, keys
        self.show()

    # --- next steps ---------------------------------------------------------------------------------------------------

    def action_rematch(self) -> None:
        """Start a rematch."""
        self.dismiss("rematch")

    def action_opening(self) -> None:
        """Switch to the next opening for a rematch."""
        self._session.change_opening()
        self._say(self._openings[0].sentence)

    def action_goal(self) -> None:
        """Switch to the next goal of the series. Ask first, because the key may be meant to show it."""
        if not (self._sets_goal or self._asks_for_goal):
            self._say(self._goal_question)
            return
        self._sets_goal = True
        self._session.change_goal()
        self._count_series()
        if isinstance(self._session.series, Series):
            self._say(self._session.series.explained_goal, commands.GOAL)

    @property
    def _asks_for_goal(self) -> bool:
        """Whether the player is asked before the goal changes."""
        return self._message == self._goal_question

    @property
    def _goal_question(self) -> Message:
        """The question before the goal changes. A decided series may then continue."""
        series, key = self._session.series, self.key(commands.GOAL)
        if series is not None and series.winners:
            return N_("The series is decided. Press {key} again to change its goal.", key=key)
        return N_("Press {key} again to change the goal of the series.", key=key)

    def action_table(self) -> None:
        """Return to the table."""
        self.dismiss()

    def action_home(self) -> None:
        """Cancel the question about the goal, or return to the home screen."""
        if self._asks_for_goal:
            self._say("", *_KEYS_ABOVE)
        else:
            self.dismiss("home")

    def action_log(self) -> None:
        """Open the log."""
        from splendor_tui.tui.screens.log_screen import LogScreen

        self.app.push_screen(LogScreen(self._log))

    def action_replay(self) -> None:
        """Replay the game."""
        if self._game_id is not None:
            self.program.matches.watch_game(self._game_id)

    def action_review(self) -> None:
        """Open the review."""
        from splendor_tui.tui.screens.review_screen import ReviewScreen

        if self._game_id is not None:
            self.app.push_screen(ReviewScreen(self._game_id))

    def action_copy_record(self) -> None:
        """Copy the record."""
        if self._game_id is not None:
            self.program.matches.copy_game(self._game_id)

    def action_share(self) -> None:
        """Copy the result."""
        if self._game_id is not None:
            self.program.matches.copy_result(self._game_id)

    def action_picture(self) -> None:
        """Save a picture of this screen."""
        self.program.save_picture(self._game_id)

    # --- export -------------------------------------------------------------------------------------------------------

    def action_export(self) -> None:
        """Ask for a file to export to."""
        if self._game_id is not None:
            self._ask(free_file_name(self._game_id))

    def _ask(self, name: str, problem: Message | None = None) -> None:
        """Ask for a file. If `problem` is given, show it and let the player correct the name."""
        self.query_one(FileField).ask(name, amending=problem is not None)
        self._say(problem or N_("Export the game to this new file:"))

    def on_field_dropped(self) -> None:
        """Cancel the request on Escape."""
        self.query_one(FileField).stop()
        self._say("")

    def on_file_field_named(self, message: FileField.Named) -> None:
        """Write the file without overwriting an existing one. If that fails, ask again."""
        store = self.services.store
        if store is None or self._game_id is None:
            return
        self.on_field_dropped()
        try:
            write_game(store, self._game_id, message.path)
        except (StoreError, FileError) as error:
            self._ask(str(message.path), error.message)
        else:
            self._say(N_("Written to {file}.", file=shown(str(message.path.absolute()))))
