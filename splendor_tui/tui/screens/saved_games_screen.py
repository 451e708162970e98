"""Saved games: resume, replay, export, import and delete."""

from collections.abc import Collection, Sequence
from datetime import datetime
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Final

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input

from splendor_tui.inputs.choices import next_value
from splendor_tui.inputs.files import FileError, quoted_path
from splendor_tui.inputs.strict_models import shown
from splendor_tui.match.background import in_background
from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import HELP, Command
from splendor_tui.presentation.dates import format_day_and_time, local_time
from splendor_tui.presentation.listed_games import SORT_ORDERS, GamesView, ListedGames, has_one_row
from splendor_tui.presentation.result import why_only_afterwards
from splendor_tui.presentation.saved_games import can_be_reviewed, names_with_points, next_step
from splendor_tui.presentation.series import (
    NEW_SERIES,
    Series,
    can_rematch,
    continuation,
    count_series_won,
    is_unfinished,
    next_start,
    shared_standings,
)
from splendor_tui.presentation.tournaments import Tournament, load_plans
from splendor_tui.record import RecordError
from splendor_tui.rules.outcome import Ending
from splendor_tui.store import GameSummary, Store, StoreError
from splendor_tui.store.import_export import free_file_name, read_game, save_game, write_game
from splendor_tui.tui.keys.key_hint import Hint, press
from splendor_tui.tui.keys.keyboard_presets import key_label
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import draw_players, link, unbroken, write_scores
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.pages import Panel, list_page, show_notices, sorting
from splendor_tui.tui.widgets.base_widgets import Text
from splendor_tui.tui.widgets.line_charts import score_bars
from splendor_tui.tui.widgets.saved_games_list import SavedGamesList
from splendor_tui.tui.widgets.text_field import Field, FileField
from splendor_tui.words import N_, NN_, Message, MessageError, listed, quoted
from splendor_tui.words.languages import current_language

_FIRST: Final = 50
"""The number of games to list before all games have been read."""
_ALERT: Final = "bold $table-alert"


class _Question(Enum):
    """A question to the player."""

    WRITE_TO = N_("Export the game to this new file:")
    READ_FROM = N_("Import the record in this file:")
    DELETE = N_("Delete this game permanently?")
    SEARCH = N_("Search for names, days or outcomes:")


class SavedGamesScreen(BaseScreen[None]):
    """A list of saved games that can be sorted and searched. Questions appear in the panel.

    `shown` is shared with the caller, so that the list reopens with the same order and highlight.
    """

    ABOUT = N_(
        "All saved games, most recently played first unless sorted otherwise. Search for names, days or outcomes. "
        "Unfinished games can be resumed."
    )
    KEY_COMMANDS = commands.IN_GAMES
    CSS_PATH = ["list_page.tcss", "saved_games_screen.tcss"]  # noqa: RUF012
    DEFAULT_CLASSES = "list-page"

    def __init__(self, shown: GamesView | None = None) -> None:
        super().__init__()
        self._shown = shown or GamesView()
        self._is_partial = False
        """Whether only the first games have been read."""
        self._question: _Question | None = None
        self._field: Field | None = None
        """The text field of the question, if it has one. Mounting it only then makes the screen open faster."""
        self._news = Content()

    def compose(self) -> ComposeResult:
        """Compose the list, and a panel about the highlighted game. A question adds its text field."""
        self.list = SavedGamesList(
            self._shown, self.services.today, self.services.catalogue.digest, self._open, self._why_none
        )
        panel = Panel(Text(self._about, "about"), is_empty=self._has_nothing_to_say)
        yield from list_page(self, N_("Saved games"), self._beside_title, self.list, panel, self._hints)

    def on_screen_resume(self) -> None:
        """Reload the games, as one may have been played or finished."""
        self._load()

    def on_screen_suspend(self) -> None:
        """Cancel the question when another screen opens."""
        if self._has_news():
            self._ask(None)

    def unavailable_commands(self) -> Collection[Command]:
        """The commands that resume and review the highlighted game, if they cannot."""
        game = self.list.here
        if game is None:
            return ()
        can = {commands.CONTINUE_GAME: game.can_resume, commands.REVIEW_SAVED: self._can_be_reviewed(game)}
        return [command for command, is_possible in can.items() if not is_possible]

    def _can_be_reviewed(self, game: GameSummary) -> bool:
        return can_be_reviewed(game, self.services.catalogue.digest)

    # --- display ------------------------------------------------------------------------------------------------------

    def _load(self) -> None:
        """Reload the list. If there are many games, first list those that were played last, or the games as read before."""
        games: Sequence[GameSummary] = ()
        if (store := self.services.store) is not None:
            try:
                games = store.latest_games(_FIRST)
                if len(games) == _FIRST:
                    source = store.state, current_language(), local_time(self.services.today()).date()
                    if source != self._shown.source:
                        self._load_all(store, source)
                else:
                    games, self._shown.source = store.games(), None
            except StoreError as error:
                self._show_result(error.message, wrong=True)
            show_notices(self, store.notices)
        self._is_partial = self._shown.source is None and len(games) == _FIRST
        games = [game for game in games if game.has_begun]
        self._shown.highlight_new(games)
        if self._shown.source is None:
            self._shown.listed = self._prepared(games)
        self._arrange()

    @work(exclusive=True, group="games")
    async def _load_all(self, store: Store, source: object) -> None:
        """Read all games in a thread. Leaving the screen does not wait for the thread."""
        try:
            self._shown.listed = await in_background(
                lambda: self._prepared([game for game in store.games() if game.has_begun])
            )
        except StoreError as error:
            self._show_result(error.message, wrong=True)
        else:
            self._shown.source = source
        self._is_partial = False
        show_notices(self, store.notices)
        self._arrange()

    def _prepared(self, games: Sequence[GameSummary]) -> ListedGames:
        plans = load_plans(self.services.store) if self.services.store and games else {}
        return ListedGames.of(games, plans, self.services.today(), self.services.catalogue.digest, cell_len)

    def _arrange(self) -> None:
        """Sort and search the games. Highlights the same game as before, or its series, if it is listed."""
        games, shown = self._shown.arranged(), self._shown
        here = next((game.series for game in shown.listed.games if game.id == shown.game_id), "")
        known = (game.id == shown.game_id if shown.series else game.series == here for game in games)
        found = next((place for place, is_here in enumerate(known) if is_here), None)
        self.list.show(games, self.list.highlighted if found is None else found)
        if found is not None or not self._is_partial:
            self._remember()
        self.show()

    def _beside_title(self) -> Line:
        """The search text, the position in the list, the key that sorts, and the sort order."""
        write = self.glyphs.write
        query = str(quoted(self._shown.query.strip())) if self._shown.query.strip() else ""
        if not self.list.items:
            return ((write(query), theme.QUIET),)
        if self._shown.series:
            opened = self._shown.listed.series.get(self._shown.series)
            kind = N_("Tournament") if isinstance(opened, Tournament) else N_("Series")
            query = f"{query} · {kind}" if query else str(kind)
        known = "…" if self._is_partial else len(self.list.items)
        place = N_("{place} of {games}", place=self.list.highlighted + 1, games=known)
        return (
            (write(f"{query} · {place} · " if query else f"{place} · "), theme.QUIET),
            *sorting(self, commands.SORT_GAMES, self._shown.order_name),
        )

    def _has_news(self) -> bool:
        """Whether the panel shows a question or a result."""
        return self._question is not None or bool(self._news)

    def _has_nothing_to_say(self) -> bool:
        return not (self.list.items or self._has_news())

    def _why_none(self) -> Message:
        """Explain why the list is empty."""
        if self._shown.listed.games:
            typing = self._question is _Question.SEARCH
            key = key_label("escape") if typing else self.key(commands.LEAVE_GAMES)
            return N_("No game matches. {key} shows all games.", key=key)
        if self.services.store is None:
            return N_("No save folder: games are lost when you quit.")
        key = self.key(commands.IMPORT_GAME)
        return N_("No saved games yet. Go back and start one, or press {key} to import a record.", key=key)

    def _about(self) -> Content:
        """Describe the highlighted game, followed by a question or the last result, also if no game matches."""
        game = self.list.here
        series = game and self.list.series_of(game)
        parts = [Content("\n") if game is None else self._facts_here(game)]
        if self._news:
            parts.append(self._news)
        elif self._question is not None:
            ink = _ALERT if self._question is _Question.DELETE else theme.CAN
            question = self.glyphs.write(self._question.value)
            if self._question is _Question.DELETE and game is not None and game.finished is not None:
                question += f" {self.glyphs.write(N_('It will no longer count in the statistics.'))}"
            parts.append(Content.styled(question, ink))
        elif game is not None:
            parts.append(self._steps(game, series))
        return Content("\n\n").join(parts)

    def _facts_here(self, game: GameSummary) -> Content:
        """Describe the highlighted game or series, the series won, and who starts the next game of its series."""
        every = self._shown.listed.series
        shown, known = self.list.series_with(game), every.get(game.series)
        won = count_series_won(shown, every.values()) if isinstance(shown, Series) else None
        sentences = (shown and shown.sentence(), won, known and next_start(known))
        score = " ".join(write_scores(one, self.glyphs) for one in sentences if one)
        return _facts(game, shown, score, self.services.today(), self.app.size.width - 6, self.glyphs)

    def _steps(self, game: GameSummary, series: Series | Tournament | None) -> Content:
        """The keys for the highlighted game or series that the key row does not explain, to read or to click."""
        opening = commands.OPEN_GAME
        if series is None:
            step = self.glyphs.write(next_step(game, self.key(opening), self.services))
            return link(step, opening.action, theme.QUIET)
        steps = [
            (N_("{key} lists its games", key=self.key(opening)), opening),
            (N_("{key} copies the standings", key=self.key(commands.SHARE)), commands.SHARE),
        ]
        links = [link(unbroken(self.glyphs.write(step)), command.action, theme.QUIET) for step, command in steps]
        return Content.styled(self.glyphs.write(" · "), theme.QUIET).join(links)

    def _hints(self) -> tuple[Hint, ...]:
        """The current key hints."""
        if self._question is _Question.DELETE:
            return self.deletion_hints()
        if self._question is _Question.SEARCH:
            return press("enter", N_("done"), primary=True), press("escape", N_("show all"))
        if isinstance(self._field, FileField):
            return self._field.hints(N_("export it") if self._question is _Question.WRITE_TO else N_("import it"))
        is_part = self._shown.query or self._shown.series
        others = (self.hint(commands.LEAVE_GAMES, N_("show all") if is_part else None), self.hint(HELP))
        take_in = self.hint(commands.IMPORT_GAME)
        game = self.list.here
        if game is None:
            ways = (
                (self.hint(commands.SEARCH_GAMES),)
                if self._shown.listed.games
                else (take_in,)
                if self.services.store
                else ()
            )
            return (*ways, *others)
        if series := self.list.series_of(game):
            opening = self.hint(commands.OPEN_GAME, primary=True)
            return (opening, *self._next_of(series), self.hint(commands.SEARCH_GAMES), take_in, *others)
        first = commands.CONTINUE_GAME if game.can_resume else commands.WATCH_GAME
        opened = self._shown.listed.series.get(self._shown.series or "")
        return (
            self.hint(commands.OPEN_GAME, first.label, primary=True),
            *self._next_of(opened),
            *([self.hint(commands.REVIEW_SAVED)] if self._can_be_reviewed(game) else []),
            *([] if game.can_resume else [self.hint(commands.EXPORT_GAME)]),
            self.hint(commands.SEARCH_GAMES),
            self.hint(commands.DELETE_GAME),
            take_in,
            *others,
        )

    def _next_of(self, series: Series | Tournament | None) -> Sequence[Hint]:
        """The hint for the next game of a series, or for a new series after a decided one."""
        if series is not None and is_unfinished(series):
            return (self.hint(commands.NEXT_OF_SERIES),)
        if can_rematch(series) and series.winners:
            return (self.hint(commands.NEXT_OF_SERIES, NEW_SERIES),)
        return ()

    def _show_result(self, sentence: Message, *, wrong: bool = False) -> None:
        """Show a result in the panel."""
        words = self.glyphs.write(sentence)
        self._news = Content.styled(f"! {words}", _ALERT) if wrong else Content.styled(words, theme.CAN)
        self.show()

    # --- questions ----------------------------------------------------------------------------------------------------

    def _ask(self, question: _Question | None, answer: str = "", *, amending: bool = False) -> None:
        """Ask a question, or cancel the current one. `answer` and `amending` are as in `FileField.ask`."""
        self._question, self._news = question, Content()
        self.set_focus(None)
        if self._field is not None:
            self._field.remove()
        self._field = None
        if question in (_Question.WRITE_TO, _Question.READ_FROM):
            self._field = field = FileField()
            self.query_one(Panel).mount(field)
            field.ask(answer, amending=amending)
        elif question is _Question.SEARCH:
            self._field = Field()
            self.query_one(Panel).mount(self._field)
            self._field.edit(self._shown.query)
        self.show()

    def _ask_again(self, question: _Question, path: Path, error: MessageError) -> None:
        """Show a file error, and ask for the name again."""
        if self._question is None:
            self._ask(question, str(path), amending=True)
        self._show_result(error.message, wrong=True)

    def deletion_to_confirm(self) -> Command | None:
        """The delete command, while the player is asked."""
        return commands.DELETE_GAME if self._question is _Question.DELETE else None

    def cancel_deletion(self) -> None:
        """Stop asking."""
        self._ask(None)

    def on_field_dropped(self) -> None:
        """Cancel the question on Escape. A cancelled search shows all games."""
        if self._question is _Question.SEARCH:
            self._search_for("")
        self._ask(None)

    def action_back(self) -> None:
        """Clear a search, close a series, or leave the screen."""
        if self._shown.query:
            self._search_for("")
        elif self._shown.series:
            self._open_series("")
        else:
            self.dismiss()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while the player types."""
        if self._question is _Question.SEARCH and event.input is self._field:
            self._search_for(event.value)

    def _search_for(self, text: str) -> None:
        """Show the games that match the text."""
        self._shown.query = text
        self._arrange()

    def on_input_submitted(self) -> None:
        """Stop typing, and keep the search results."""
        self._ask(None)

    def on_file_field_named(self, message: FileField.Named) -> None:
        """Read or write the chosen file."""
        question = self._question
        self._ask(None)
        if question is _Question.WRITE_TO:
            self._write(message.path)
        else:
            self._read(message.path)

    # --- actions ------------------------------------------------------------------------------------------------------

    def on_part_changed(self) -> None:
        """Cancel a question about the previously highlighted game."""
        self._remember()
        if self._has_news():
            self._ask(None)

    def _remember(self) -> None:
        if self.list.here is not None:
            self._shown.game_id = self.list.here.id

    def action_move(self, by: int) -> None:
        """Highlight another game, unless a question is open."""
        if self._question is None:
            super().action_move(by)

    def action_search(self) -> None:
        """Start a search."""
        if self._shown.listed.games:
            self._ask(_Question.SEARCH)

    def action_sort(self, order: str | None = None) -> None:
        """Sort in this order, or in the next one. The current one is reversed."""
        self._shown.sort(order or next_value([*SORT_ORDERS], self._shown.order, 1))
        self._arrange()

    def _open(self, game: GameSummary) -> None:
        """List the games of a series, or resume or replay a game. If a question is open, only cancel it."""
        if self._question is not None:
            self._ask(None)
        elif self.list.series_of(game):
            self._open_series(game.series)
        elif game.can_resume:
            self.action_continue()
        else:
            self.action_replay()

    def _open_series(self, series: str) -> None:
        """List the games of a series, or all. What was said about the other list is no longer shown."""
        self._shown.series, self._news = series, Content()
        self._arrange()

    def action_continue(self) -> None:
        """Resume the highlighted game."""
        game = self.list.here
        if game is None:
            return
        if game.can_resume:
            self.program.matches.resume(game.id)
        elif game.imported:
            self._show_result(N_("This game was imported: you can watch it, but not resume it."), wrong=True)
        else:
            self._show_result(N_("This game is over: you can only watch it."), wrong=True)

    def action_rematch(self) -> None:
        """Play the next game of the highlighted series, or resume its unfinished one."""
        game, store = self.list.here, self.services.store
        if game is None or store is None:
            return
        if game.imported:
            self._show_result(N_("This game was imported: you can watch it, but not resume it."), wrong=True)
        elif game.catalogue != self.services.catalogue.digest:
            self._show_result(next_step(game, self.key(commands.OPEN_GAME), self.services), wrong=True)
        else:
            try:
                found = continuation(store, game.series)
            except MessageError as error:
                self._show_result(error.message, wrong=True)
                return
            if isinstance(found, str):
                self.program.matches.resume(found)
            else:
                self.program.matches.start(found)

    def action_replay(self) -> None:
        """Replay the highlighted game from the deal."""
        unfinished = N_("It is unfinished, and watching it would reveal secrets; watch it once it is over.")
        if game := self._finished_game(unfinished):
            self.program.matches.watch_game(game.id)

    def action_review(self) -> None:
        """Review the highlighted game."""
        from splendor_tui.tui.screens.review_screen import ReviewScreen

        if game := self._finished_game(N_("It is unfinished; review it once it is over.")):
            self.app.push_screen(ReviewScreen(game.id))

    def action_export(self) -> None:
        """Ask for a file to export the highlighted game to."""
        unfinished = N_("It is unfinished, and its record would reveal secrets; export it once it is over.")
        if game := self._finished_game(unfinished):
            self._ask(_Question.WRITE_TO, free_file_name(game.id))

    def action_share(self) -> None:
        """Copy the result of the highlighted game, or the standings of the series."""
        if (game := self.list.here) and (series := self.list.series_of(game)):
            from splendor_tui.tui.screens.copied_screen import copied_standings

            self.app.push_screen(copied_standings(shared_standings(series)))
        elif game := self._finished_game(why_only_afterwards(commands.SHARE)):
            self.program.matches.copy_result(game.id)

    def action_picture(self) -> None:
        """Show the final table of the highlighted game, and save a picture of it."""
        if game := self._finished_game(why_only_afterwards(commands.PICTURE)):
            self.program.matches.picture_game(game.id)

    def _finished_game(self, unfinished: Message) -> GameSummary | None:
        """The highlighted game. If it is unfinished, return None and show this sentence."""
        game = self.list.here
        if game is None or not game.can_resume:
            return game
        self._show_result(unfinished, wrong=True)
        return None

    def action_import(self) -> None:
        """Ask for a file to import a game from."""
        if self.services.store is not None:
            self._ask(_Question.READ_FROM)

    def action_delete(self) -> None:
        """Ask before deleting the highlighted game. The second time, delete it."""
        game, store = self.list.here, self.services.store
        if game is None or store is None:
            return
        if self.list.series_of(game):
            self._show_result(N_("Open the series, then delete its games one by one."), wrong=True)
            return
        if self._question is not _Question.DELETE:
            self._ask(_Question.DELETE)
            return
        self._ask(None)
        try:
            store.delete(game.id)
        except StoreError as error:
            self._show_result(error.message, wrong=True)
        else:
            self._shown.listed = self._shown.listed.without(game)
            self._load()
            self._show_result(N_("The game has been deleted."))

    def _write(self, path: Path) -> None:
        game, store = self.list.here, self.services.store
        if game is None or store is None:
            return
        try:
            write_game(store, game.id, path)
        except (StoreError, FileError) as error:
            self._ask_again(_Question.WRITE_TO, path, error)
        else:
            self._show_result(N_("Written to {file}.", file=shown(str(path.absolute()))))

    @work(exclusive=True)
    async def _read(self, path: Path) -> None:
        """Read and save a record. A thread reads it, because replaying it may be slow."""
        store = self.services.store
        if store is None:
            return
        try:
            record = await in_background(partial(read_game, path, self.services.catalogue))
            game_id = save_game(store, record, self.services.today())
        except (FileError, RecordError, StoreError) as error:
            self._ask_again(_Question.READ_FROM, path, error)
        else:
            known = any(game.id == game_id for game in self._shown.listed.games)
            self._shown.game_id = game_id
            self._load()
            self._show_result(N_("It was already saved.") if known else N_("Imported."))


def _facts(
    game: GameSummary, series: Series | Tournament | None, score: str, today: datetime, cells: int, glyphs: Glyphs
) -> Content:
    """Describe a series with its `score`, or a game.

    Of a game: players and points, with the winners marked, then actions, date, id, help, and who is out.
    """
    if series and has_one_row(series):
        return Content.assemble(*score_bars(series, cells, glyphs), "\n", (score, theme.QUIET))
    won = [name in game.winners for name in game.names]
    players = draw_players(names_with_points(game.names, game.points), won, glyphs)
    started = format_day_and_time(game.started, today)
    since = N_("imported {when}", when=started) if game.imported else N_("started {when}", when=started)
    details = [NN_("{count} action", "{count} actions", game.plies), since, N_("id {id}", id=game.id)]
    if game.assets:
        details.append(N_("cards in {folder}", folder=quoted_path(Path(game.assets))))
    if game.ending is Ending.AGREEMENT:
        details.append(N_("ended by agreement"))
    if game.helped:
        details.append(N_("with a hint, or undo after a new card"))
    if resigned := [name for name in game.out if name not in game.late]:
        details.append(N_("resigned: {names}", names=listed(resigned)))
    if game.late:
        details.append(N_("out of time: {names}", names=listed(game.late)))
    known = glyphs.write(" · ").join(map(str, details))
    return Content.assemble(players, "\n", (f"{known}\n{score}" if score else known, theme.QUIET))
