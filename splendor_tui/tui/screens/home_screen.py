"""The home screen: its commands, and the game to resume."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.containers import Center, Vertical
from textual.content import Content

from splendor_tui.bots.levels import get_level, names_in_this_language, why_unknown
from splendor_tui.inputs.house_rules import HOUSE_RULES, OPEN_SERIES
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.inputs.settings import PLAIN_COMMAND
from splendor_tui.lesson.saved_lesson import LessonProgress
from splendor_tui.match.background import in_background
from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import CHOOSE, HELP, PALETTE, QUIT, THEME, Command
from splendor_tui.presentation.dates import format_day, format_day_and_time, local_time
from splendor_tui.presentation.listed_games import GamesView
from splendor_tui.presentation.saved_games import Progress, names_with_points, progress_of
from splendor_tui.presentation.series import (
    NEW_SERIES,
    Series,
    can_rematch,
    current_series,
    describe_rematch,
    ended_series,
    next_game,
    read_series,
    running_tournament,
)
from splendor_tui.presentation.table_model import PILES
from splendor_tui.presentation.tournaments import Tournament
from splendor_tui.rules.gems import Colour
from splendor_tui.store import GameSummary, SavedResult, StoreError
from splendor_tui.tui.keys.commands_by_screen import command_of
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import (
    balanced,
    clickable,
    draw_message,
    draw_players,
    unbroken,
    unbroken_names,
    unbroken_numbers,
    wrap_text,
    write_scores,
)
from splendor_tui.tui.look.paint import Block, beside, blank, fit, page, shorter_names
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.widgets.base_widgets import Part, Text
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row, Rows
from splendor_tui.tui.widgets.key_row import KeyRow
from splendor_tui.words import N_, NN_, Message, MessageError, enumerated
from splendor_tui.words.languages import current_language

if TYPE_CHECKING:
    from splendor_tui.presentation.home_news import HomeNews
    from splendor_tui.presentation.match_draft import MatchDraft
    from splendor_tui.ratings import RatedPlayer

_SAVED_IF_TALL: Final = 4
"""The rows that the class -many saves in a window with the class -tall. In others, it saves one."""
_ABOUT_CELLS: Final = 72
_ABOUT_ROWS: Final = 3
"""The room for a text about a command in a lower window than `_TALL`."""
_NEWS_MARGIN: Final = 8
_MIN_NAME: Final = 4
"""To this width names are cut before a part of a score is omitted."""
_TALL: Final = 30
_AROUND: Final = 10
"""The rows around the news and the commands, with a text of `_ABOUT_ROWS`."""
_AROUND_IF_TALL: Final = 22
"""The same with the motto and more blank rows, in a window with the class -tall."""
_OPENED: Final = (
    *("saved_games", "statistics", "new_game", "puzzles", "challenges", "tournament", "lesson", "settings"),
    *("review", "help", "rules", "palette"),
)
"""The modules of the screens that keys open from here."""
_NAME: Final = "SPLENDOR"
_STONES: Final[tuple[Colour | None, ...]] = (*PILES, Colour.BLUE, Colour.WHITE)
_NOT_SAVED: Final = N_("No save folder: games are lost when you quit.")


class _Lead(NamedTuple):
    """The first command, and the state of the game, series or tournament that it continues."""

    command: Command
    state: object


class _News(NamedTuple):
    """An item of news in several versions, longest first, each of one row or of a row and a text.

    `command` shows more. `clicked` is the action of a click, if it shows something else than the key.
    """

    head: Message
    versions: Iterable[Sequence[Content]]
    command: Command
    clicked: str = ""

    def fitted(self, cells: int, rows: int) -> list[Content]:
        """The first version that fits, or else the first row of the last one, cut."""
        first = Content()
        for first, *texts in self.versions:
            found = [first, *(row for text in texts for row in wrap_text(unbroken_numbers(text), cells))]
            if len(found) <= rows and max(row.cell_length for row in found) <= cells:
                return found
        return [first.truncate(cells, ellipsis=True)]


class HomeScreen(BaseScreen[None]):
    """Lists the main commands. Resuming the last game comes first, if there is one."""

    ABOUT = N_(
        "The home screen: resume a game, start a new one, or look at saved games. With a screen reader, start {command}.",
        command=PLAIN_COMMAND,
    )
    KEY_COMMANDS = commands.AT_HOME
    CSS_PATH = "home_screen.tcss"

    def __init__(self) -> None:
        super().__init__()
        self._unfinished: GameSummary | None = None
        self._current: Sequence[Series | Tournament] = ()
        """As from `current_series`."""
        self._ended: Sequence[Series | Tournament] = ()
        """As from `ended_series`."""
        self._unfinished_series: Series | Tournament | None = None
        """That of the unfinished game."""
        self._progress: Progress | None = None
        """How far the unfinished game is, if known."""
        self._rematch: MatchOptions | None = None
        """The options of the game that can be played again."""
        self._draft: MatchDraft | None = None
        """The draft from the new game screen, if the player left that screen without starting the game."""
        self._games_view = GamesView()
        """The last state of the list of saved games."""
        self._news: HomeNews | None = None
        self._news_count = 0
        """The number of rows of news."""
        self._has_learnt = True
        """Whether the lesson has been completed. Until then, it is offered first."""
        self._step: tuple[int, int] | None = None
        """The next step of the lesson, and the number of steps."""
        self._source: tuple[object, ...] = ()
        """What the screen was read from: the state of the store, the names, the language and the day."""
        self._draft_base: tuple[object, ...] = ()
        """The settings on which the draft is based."""

    def compose(self) -> ComposeResult:
        """Compose logo, motto, commands and the highlighted command's effect."""
        self.list = ChoiceList(self._rows, self._choose)
        with Vertical(id="welcome"):
            yield Text(self._logo, "logo")
            yield Text(self._motto, "motto")
            with Center():
                yield Text(lambda: Content("\n").join(self._news_rows()), "news")
            with Center():
                yield self.list
            with Center():
                yield Text(lambda: self.list.explained(balanced(self._about(), _ABOUT_CELLS)), "about")
        yield KeyRow(self._hints)

    def on_screen_resume(self) -> None:
        """Reload, as a game may have been played, finished or deleted."""
        before, had_learnt, step = self._lead, self._has_learnt, self._step
        services, today = self.services, local_time(self.services.today()).date()
        source = (services.store and services.store.state, services.settings.names, current_language(), today)
        if has_changed := source != self._source:
            self._reload(source)
            self.show()
        if self.list.problem:
            self.list.report()
        if self._lead is not None and self._lead != before:
            self.list.highlighted = self._lead.command.id
        elif (had_learnt and not self._has_learnt) or self._step not in {None, step}:
            self.list.highlighted = commands.LEARN.id
        elif self._has_learnt and not had_learnt:
            self.list.jump(0)
        if has_changed and self._current:  # newcomers see no news
            self.after_refresh(partial(self._read_news, today))

    @work(exclusive=True, group="news")
    async def _read_news(self, today: date) -> None:
        """Read saved games and puzzles in a thread, as a thousand games take a while."""
        from splendor_tui.presentation.home_news import read_news

        services = self.services
        with suppress(StoreError):  # already reported by `_reload`
            self._news = await in_background(
                partial(read_news, services.store, services.catalogue, services.settings.names, today, self._last_match)
            )
            self.show()
        await self._prepare_screens()

    async def _prepare_screens(self) -> None:
        """Import the screens that open from here, and parse their styles: it would take longer than to open one."""
        styles = self.app.stylesheet
        unread = [path for path in sorted(Path(__file__).parent.glob("*.tcss")) if not styles.has_source(str(path))]
        if unread:
            await in_background(lambda: [import_module(f"splendor_tui.tui.screens.{name}_screen") for name in _OPENED])
            styles.read_all(unread)
            styles.parse()  # unlike `reparse`, it remembers each file: a screen then only adds those of its widgets
            styles.update(self.app)

    @property
    def _even(self) -> "RatedPlayer | None":
        return self._news.even if self._news else None

    def on_resize(self) -> None:
        """Redraw, with large jewels if they fit."""
        self.show()

    def show(self) -> None:
        """Redraw everything. The news replaces the motto."""
        self._news_count = len(self._news_rows())
        has_news = self._news_count > 0
        self.set_class(has_news, "-news")
        self.set_class(self._news_count + len(self._rows()) > self._room, "-many")
        self.query_one("#news").display = has_news
        super().show()

    def part_changed(self, part: Part) -> None:  # noqa: ARG002 - only the list changes
        """Redraw only the text about the highlighted row. Redrawing everything would more than double the time per key."""
        self.query_one("#about", Text).redraw()

    def _rows(self) -> Rows:
        """The commands with their keys. If space is short, without those that the key row also names.

        After a decided series, a rematch is a new one.
        """
        offers = self._offers()
        if len(offers) + self._news_count > self._room:
            offers = [one for one in offers if one not in commands.ALSO_IN_KEY_ROW]
        last = self._last_match
        again = commands.PLAY_AGAIN._replace(label=NEW_SERIES) if last and last.winners else commands.PLAY_AGAIN
        return [Row(offer.id, (again if offer.id == again.id else offer).title, self.key(offer)) for offer in offers]

    def _offers(self) -> list[Command]:
        """The available commands: first what was played last, then the lesson until it is completed.

        A decided series before a tournament comes after the new game.
        """
        unavailable_commands = self.unavailable_commands()
        hidden = {*unavailable_commands} if self._tournament else {*unavailable_commands, commands.TOURNAMENT}
        offers = [offer for offer in commands.HOME_OFFERS if offer not in hidden]
        if not self._has_learnt:
            offers.remove(commands.LEARN)
            offers.insert(1 if self._unfinished else 0, commands.LEARN)
        if self._lead is not None:
            offers.remove(self._lead.command)
            offers.insert(0, self._lead.command)
        elif commands.PLAY_AGAIN in offers:
            offers.remove(commands.PLAY_AGAIN)
            offers.insert(offers.index(commands.NEW) + 1, commands.PLAY_AGAIN)
        return offers

    @property
    def _lead(self) -> "_Lead | None":
        """What goes on: the tournament if it was played last, or else the unfinished game, or else the series.

        A tournament with an unfinished game leaves the place to that game.
        """
        game, tournament = self._unfinished, self._tournament
        is_latest = tournament is not None and self._current[0] is tournament
        if is_latest and tournament is not None and tournament.unfinished is None:
            return _Lead(commands.TOURNAMENT, (tournament.id, len(tournament.finished)))
        if game is not None:
            return _Lead(commands.RESUME, game)
        series = self._last_match if self._last_match in self._current else None
        return _Lead(commands.PLAY_AGAIN, (series.games[0].id, len(series.finished))) if series else None

    @property
    def _tournament(self) -> Tournament | None:
        """The tournament, unless it is over."""
        return running_tournament(self._current)

    @property
    def _last_match(self) -> Series | None:
        """The series or the single game to play again. After a tournament, this may be a decided series."""
        return next(filter(can_rematch, self._told), None)

    def unavailable_commands(self) -> Collection[Command]:
        """The commands that need an unfinished game, an even match or a finished game, if there is none."""
        needs = (
            (commands.RESUME, self._unfinished),
            (commands.PLAY_AGAIN, self._last_match),
            (commands.EVEN_MATCH, self._even),
            (commands.REVIEW, self._can_review_last),
        )
        return [command for command, found in needs if not found]

    @property
    def _can_review_last(self) -> bool:
        """Whether there is a last game, and the nets know its rules."""
        last = self._news.last if self._news else None
        return last is not None and why_unknown(last.options.game_options(len(last.players))) is None

    @property
    def _told(self) -> Sequence[Series | Tournament]:
        """What the players may continue, then what ended on the same evening."""
        return (*self._current, *self._ended)

    def _news_rows(self) -> list[Content]:
        """What can be continued. If they fit, also what ended this evening, the rating and today's puzzle.

        Each has the key that shows more.

        Empty before the first game: beginners are not ready for a puzzle.
        """
        news = self._news
        told = [[*self._score_of(*one, news)] for one in enumerate(self._told)] if news else []
        if news is None or not (items := [*chain.from_iterable(told)]):
            return []
        from splendor_tui.presentation.home_news import short_rating
        from splendor_tui.presentation.puzzle_shelf import title

        glyphs = self.glyphs
        scores = sum(map(len, told[: len(self._current)]))
        if news.rated is not None:
            rating = draw_message(short_rating(news.rated), glyphs)
            items.append(_News(N_("Your rating"), [[rating]], commands.STATISTICS))
        if news.puzzle is not None:
            task = draw_message(title(news.puzzle.goal), glyphs, theme.STRONG)
            stars = Content.styled(f" {glyphs.gold * news.puzzle.grade}", theme.TITLE)
            solved = Content.styled(f" {glyphs.write('·')} {N_('solved')}" if news.solved else "", theme.CAN)
            items.append(_News(N_("Today's puzzle"), [[task + stars + solved]], commands.PUZZLES))
        labels = max(cell_len(glyphs.write(item.head)) for item in items) + 2
        cells, left = self.app.size.width - _NEWS_MARGIN - labels, self._rows_for_news
        texts: list[tuple[_News, list[Content]]] = []
        for place, item in enumerate(items, start=1):
            if left > 0 or place <= scores:
                text = item.fitted(cells, max(1, left - max(0, scores - place)))
                left -= len(text)
                texts.append((item, text))
        width = max(row.cell_length for _item, text in texts for row in text) + 2
        return [
            clickable(
                Content.assemble(
                    *fit(((glyphs.write(item.head) if row is text[0] else "", theme.QUIET),), labels),
                    row.pad_right(width - row.cell_length),
                    self.key(item.command) if row is text[0] else "",
                ),
                item.clicked or item.command.action,
            )
            for item, text in texts
            for row in text
        ]

    @property
    def _room(self) -> int:
        """The number of rows of news and commands that fit without the class -many."""
        return self.app.size.height - (_AROUND_IF_TALL if self.has_class("-tall") else _AROUND)

    @property
    def _rows_for_news(self) -> int:
        """The number of rows of news that fit."""
        always = [one for one in self._offers() if one not in commands.ALSO_IN_KEY_ROW]
        return self._room + (_SAVED_IF_TALL if self.has_class("-tall") else 1) - len(always)

    def _score_of(self, number: int, one: Series | Tournament, news: "HomeNews") -> Iterator["_News"]:
        """Yield the score of a series or tournament with this number in `_told`, or else the last game."""
        from splendor_tui.presentation.result import winners_sentence

        glyphs, clicked = self.glyphs, f"screen.show_series({number})"
        if isinstance(one, Tournament) and not one.is_over and one is not self._tournament:
            versions = self._versions([Content(glyphs.write(one.place()))], one)
            where = commands.GAMES if one.games else commands.TOURNAMENT
            yield _News(N_("Tournament"), versions, where, clicked)
        elif isinstance(one, Tournament):
            if one.is_over:
                head, names = N_("Tournament"), [draw_message(winners_sentence(one.winners), glyphs, theme.STRONG)]
            else:
                pairing = one.open_tables[0]
                head = N_("Next table") if pairing.game is None else N_("Being played")
                names = [draw_message(one.at_table(pairing), glyphs, theme.STRONG), Content(glyphs.write(one.place()))]
            yield _News(head, self._versions(names, one), commands.TOURNAMENT, clicked)
        elif one.is_worth_telling:
            from splendor_tui.tui.widgets.line_charts import score_bars

            bars = Content.assemble(*score_bars(one, self.app.size.width // 2, glyphs))
            winners, goal = one.winners, HOUSE_RULES["series"].describe(one.goal).name
            state = Content(glyphs.write(winners_sentence(winners) if winners else goal))
            longest = [[self._joined(bars, state)]]
            if one.is_level:
                level = Content(glyphs.write(N_("play on until one player leads")))
                longest = [[self._joined(bars, state, level)], [self._joined(bars, state), level], *longest]
            yield _News(N_("Series"), chain(longest, self._versions([state], one)), commands.GAMES, clicked)
        elif news.last is not None:
            more = commands.REVIEW if self._can_review_last else commands.GAMES
            yield _News(N_("Last game"), [[self._last_game(news.last)]], more)

    def _versions(self, start: Sequence[Content], one: Series | Tournament) -> Iterator[Sequence[Content]]:
        """Yield the start with the score: whole in a row or below it, then with shorter names, then with fewer leaders."""
        score = Content(write_scores(one.score(), self.glyphs))
        yield [self._joined(*start, score)]
        yield [self._joined(*start), score]
        yield [self._joined(start[0], score)]
        for names in shorter_names(one.names, self.glyphs.ellipsis, least=_MIN_NAME):
            short = one.score().renamed(dict(zip(one.names, names, strict=True)))
            yield [self._joined(start[0], Content(self.glyphs.write(short)))]
        leaders = [
            Content(f"{self.glyphs.write(one.score(one.names[:number]))} {self.glyphs.ellipsis}")
            for number in range(len(one.names) - 1, 0, -1)
        ]
        yield from ([self._joined(*start), some] for some in leaders)
        yield from ([self._joined(*start, some)] for some in leaders)

    def _joined(self, *texts: Content) -> Content:
        return Content(self.glyphs.write(" · ")).join(texts)

    def _last_game(self, game: SavedResult) -> Content:
        """Describe a game: the players with their points or withdrawals, the winners marked, and the date."""
        standings, names = sorted(game.result.standings, key=lambda one: one.rank), names_in_this_language(game.players)
        out = {one.seat: N_("ran out of time") if one.timed_out else N_("resigned") for one in game.withdrawals}
        results = [out.get(one.seat, one.points) for one in standings]
        texts = names_with_points([names[one.seat] for one in standings], results)
        when = format_day(game.finished, self.services.today())
        players = draw_players(texts, [one.rank == 1 for one in standings], self.glyphs)
        return players + self.glyphs.write(f" · {when}")

    def _about(self) -> Content:
        """Describe the effect of the highlighted command."""
        row_id = self.list.highlighted
        if row_id == commands.RESUME.id and self._unfinished is not None:
            return self._waiting(self._unfinished)
        if row_id == commands.PLAY_AGAIN.id and self._rematch is not None:
            names = [*map(unbroken, names_in_this_language(self._rematch.players))]
            coming = draw_message(describe_rematch(names, random_first=self._rematch.random_first), self.glyphs)
            won = self._news and self._news.series_won
            return Content("\n").join([coming, Content(write_scores(won, self.glyphs))]) if won else coming
        if row_id == commands.TOURNAMENT.id and self._tournament is not None:
            said = (self._tournament.sentence(), next(self._tournament.next_sentences()))
            score, coming = (draw_message(unbroken_names(one), self.glyphs) for one in said)
            both = Content("\n").join((score, coming))
            fits = self.app.size.height >= _TALL or len(balanced(both, _ABOUT_CELLS).split("\n")) <= _ABOUT_ROWS
            return both if fits else coming
        if row_id == commands.EVEN_MATCH.id and self._even is not None:
            from splendor_tui.presentation.rating_texts import proposed_level

            sentence = N_(
                "Play the {level}, about as strong as {name}. The weaker of you starts.",
                name=self._even.name,
                level=get_level(proposed_level(self._even.rating)).name,
            )
            return draw_message(sentence, self.glyphs)
        sentences = [command_of(row_id).about]
        if row_id == commands.LEARN.id and self._step is not None:
            number, count = self._step
            sentences = [N_("You are at step {number} of {count}.", number=number, count=count)]
        if self.services.store is None and row_id in {"home.learn", "home.new", "home.games", "home.statistics"}:
            sentences.append(_NOT_SAVED)
        return Content("\n".join(map(self.glyphs.write, sentences)))

    def _hints(self) -> tuple[Hint, ...]:
        """The current key hints."""
        return (self.hint(CHOOSE, primary=True), *map(self.hint, (HELP, PALETTE, THEME, QUIT)))

    def _motto(self) -> Content:
        """Describe the game, and name plain text, which a listener cannot find in any other row."""
        sentences = (
            N_("A game of gems, cards and nobles for two to four at one table."),
            N_("With a screen reader, start {command}.", command=PLAIN_COMMAND),
        )
        return Content("\n".join(map(self.glyphs.write, sentences)))

    def _choose(self, row_id: str) -> None:
        """Run the command of a row."""
        self.call_later(self.run_action, command_of(row_id).run)

    def _logo(self) -> Content:
        """Draw the name of the game with a jewel for each letter: 63 x 3 cells, or 79 x 5 in a large window."""
        cells, rows = (9, 5) if self.app.size.width >= 120 and self.app.size.height >= 40 else (7, 3)
        blocks: list[Block] = []
        for letter, stone in zip(_NAME, _STONES, strict=True):
            texts = [""] * rows
            texts[0] = f" {self.glyphs.gem(stone)}"
            texts[rows // 2] = letter.center(cells)
            blocks += [blank(1, rows), tuple(((text.ljust(cells), theme.gem_ink(stone)),) for text in texts)]
        return page(beside(*blocks[1:]))

    def _reload(self, source: tuple[object, ...]) -> None:
        """Look for an unfinished game, and read the progress in the lesson. The next visit tries again if that fails."""
        self._unfinished, self._unfinished_series, self._current, self._rematch = None, None, (), None
        self._progress, self._ended, self._source = None, (), ()
        self._news = self._news and self._news._replace(series_won=None)  # until it is read again
        if self.services.store is not None:
            with self.program.reporting():
                self._unfinished = self.services.store.latest_unfinished()
                if self._unfinished is not None:
                    self._unfinished_series = read_series(self.services.store, self._unfinished.series)
                    self._progress = progress_of(self._unfinished, self.services.store, self.services.catalogue)
                self._current = current_series(self.services.store)
                self._ended = ended_series(self.services.store, self._current)
                with suppress(MessageError):  # a rematch reports it
                    self._rematch = next_game(self.services.store, self._last_match) if self._last_match else None
                self._source = source
        lesson = LessonProgress(self.services.store)
        self._has_learnt, self._step = lesson.done, lesson.place

    def _waiting(self, game: GameSummary) -> Content:
        """Describe an unfinished game, with the points and the turn if they are known. No line breaks inside a name.

        The time is left out if it needs another row.
        """
        progress = self._progress
        texts = names_with_points(game.names, progress.points if progress else ())
        names = draw_message(enumerated([*map(unbroken, texts)]), self.glyphs, theme.STRONG)
        state = progress.turn if progress else NN_("{count} action", "{count} actions", game.plies)
        words = N_(
            "{state} · last played {when}",
            state=str(state),
            when=str(format_day_and_time(game.last_played, self.services.today())),
        )
        series, is_long = self._unfinished_series, cell_len(self.glyphs.write(words)) > _ABOUT_CELLS
        told = [series.briefs()[0]] if series is not None and series.is_worth_telling else []
        rows = (*told, state if is_long else words)
        return Content("\n").join([names, *(draw_message(one, self.glyphs) for one in rows)])

    # --- actions -------------------------------------------------------------------------------------------------------

    def action_continue(self) -> None:
        """Resume the unfinished game."""
        if self._unfinished is None:
            self.list.report(self.services.no_game_to_resume)
        else:
            self.program.matches.resume(self._unfinished.id)

    def action_again(self) -> None:
        """Play the next game of the series."""
        with self.program.reporting():
            if self._last_match is not None and self.services.store is not None:
                self.program.matches.start(next_game(self.services.store, self._last_match))

    def action_tournament(self) -> None:
        """Show the tournament, or plan one."""
        from splendor_tui.tui.screens.tournament_screen import open_tournament

        open_tournament(self.program)

    def action_learn(self) -> None:
        """Play the lesson."""
        from splendor_tui.tui.screens.lesson_screen import learn

        learn(self.program)

    def action_new(self) -> None:
        """Open the new game screen.

        A changed language discards the draft, as the names of computers change too. So do changed rules and names.
        """
        from splendor_tui.presentation.match_draft import MatchDraft

        settings = self.services.last_match
        base = settings.language, settings.match, settings.names
        if self._draft is None or self._draft_base != base:
            self._draft, self._draft_base = MatchDraft.of(settings), base
        self._agree_on(self._draft)

    def action_even(self) -> None:
        """Open the new game screen, with an evenly matched level as the opponent."""
        from splendor_tui.presentation.match_draft import MatchDraft
        from splendor_tui.presentation.rating_texts import even_seats

        settings, even = self.services.last_match, self._even
        if even is None:
            self.list.report(N_("Play a few games against computers to find your level."))
        else:
            rules = settings.match.model_copy(update={"random_first": False, "series": OPEN_SERIES})
            self._agree_on(MatchDraft([even.name, *settings.names], rules, settings.engines, even_seats(even.rating)))

    def action_challenges(self) -> None:
        """Open the list of challenges."""
        from splendor_tui.tui.screens.challenges_screen import open_challenges

        open_challenges(self.program)

    def _agree_on(self, draft: "MatchDraft") -> None:
        from splendor_tui.tui.screens.new_game_screen import NewGameScreen

        self.app.push_screen(NewGameScreen(draft), self._start)

    def _start(self, options: MatchOptions | Literal["tournament"] | None) -> None:
        if options == "tournament":
            from splendor_tui.tui.screens.tournament_screen import plan_tournament

            plan_tournament(self.program)
        elif options is not None:
            self._draft = None
            self.program.matches.start(options)

    def action_review(self) -> None:
        """Review the last finished game."""
        from splendor_tui.tui.screens.review_screen import ReviewScreen

        with self.program.reporting():
            store = self.services.store
            finished = store.latest_games(1, with_imported=False, only_finished=True) if store else ()
            if finished:
                self.app.push_screen(ReviewScreen(finished[0].id))
            else:
                self.list.report(N_("No finished games yet."))

    def action_puzzles(self) -> None:
        """Show the puzzles."""
        from splendor_tui.tui.screens.puzzles_screen import PuzzlesScreen

        self.app.push_screen(PuzzlesScreen())

    def action_games(self) -> None:
        """Show the saved games. Highlights a series in the news that was left for another game."""
        left = (one for one in self._current[1:] if isinstance(one, Series))
        self._show_games(next(left, None))

    def _show_games(self, series: Series | Tournament | None) -> None:
        from splendor_tui.tui.screens.saved_games_screen import SavedGamesScreen

        if series is not None and series.games:
            self._games_view.asked_for = series.games[-1].id
        self._games_view.query = self._games_view.series = ""
        self.app.push_screen(SavedGamesScreen(self._games_view))

    def action_show_series(self, number: int) -> None:
        """Show the tournament with this number in the news, or highlight the series in the saved games."""
        from splendor_tui.tui.screens.tournament_screen import open_tournament

        one = self._told[number]
        if isinstance(one, Tournament) and (one.is_over or one is self._tournament or not one.games):
            open_tournament(self.program, one)
        else:
            self._show_games(one)

    def action_statistics(self) -> None:
        """Show the statistics."""
        from splendor_tui.tui.screens.statistics_screen import StatisticsScreen

        self.app.push_screen(StatisticsScreen())

    def action_settings(self) -> None:
        """Show the settings."""
        from splendor_tui.tui.screens.settings_screen import SettingsScreen

        self.app.push_screen(SettingsScreen())
