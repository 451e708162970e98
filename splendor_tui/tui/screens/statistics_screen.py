"""Each player's results and opponents, and the history of a rating."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import ceil
from typing import Any, Final

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size

from splendor_tui.inputs.match_options import HUMAN
from splendor_tui.match.background import in_background
from splendor_tui.presentation.commands import (
    BACK,
    DOWN,
    FAMILY,
    HELP,
    IMPORTED,
    IN_STATISTICS,
    RATING,
    RENAME_PLAYER,
    SORT_PLAYERS,
    UNDO_RENAME,
    UP,
)
from splendor_tui.presentation.family_table import FamilyTable, differing_tables, family_tables
from splendor_tui.presentation.player_statistics import (
    PlayerAccount,
    describe_averages,
    describe_places,
    former_names,
    merge_question,
    player_accounts,
    rename_player,
    undo_rename,
    unrated_sentence,
)
from splendor_tui.presentation.rating_texts import is_sure, strength_sentence
from splendor_tui.presentation.table_model import kind_name
from splendor_tui.ratings import RatedPlayer
from splendor_tui.rules.constants import DEFAULT_TARGET
from splendor_tui.store import OpponentStatistics, PlayerStatistics, Store, StoreError
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import write_scores
from splendor_tui.tui.look.paint import Line, centred, flowed, gap, joined, page, width, wrapped
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.name_screen import NameScreen
from splendor_tui.tui.screens.pages import Panel, TextScreen, list_page, show_notices, sorting
from splendor_tui.tui.widgets.base_widgets import Sheet
from splendor_tui.tui.widgets.line_charts import points_chart, rating_chart
from splendor_tui.tui.widgets.long_list import Column, LongList, in_columns, widths_of
from splendor_tui.tui.widgets.plot_canvas import SEAT_STROKES
from splendor_tui.words import N_, NN_, NP_, Message, MessageError
from splendor_tui.words.spelling import simplify

_BAR: Final = 10
_MARGIN: Final = 2
_MIN_WIDTH: Final = 40
"""Minimum width of the chart, even in a narrower window."""
_CHART_ROWS: Final = 12
_LOW_CHART_ROWS: Final = 8
_MAX_TEXT: Final = 100
"""Maximum width of a page without a chart."""


_ORDERS: Final[Sequence[Callable[[PlayerStatistics], Any]]] = (
    lambda player: simplify(player.name or str(kind_name(player.kind))),
    lambda player: -player.games,
    lambda player: -player.wins,
    lambda player: -player.wins / player.games,
    lambda player: (player.averages is None, player.averages and -player.averages.points),
    lambda player: -player.best,
    lambda player: (player.averages is None, player.averages and player.averages.cards),
    lambda player: (player.averages is None, player.averages and player.averages.turns),
)
"""The sort key of each column. Winning with few cards or turns is better."""
_MOST_WINS: Final = 2


class StatisticsScreen(BaseScreen[None]):
    """A list of humans and computers, most wins first unless sorted otherwise.

    The games are counted in a thread, over a second database connection.
    """

    ABOUT = N_(
        "Everyone's results in finished games, and their opponents. A shared first place counts as a win. An equal "
        "place counts half in the games against an opponent. Averages "
        "are from games that the player played to the end. All computer players of a level count as one; a game with two "
        "of them counts twice."
    )
    KEY_COMMANDS = IN_STATISTICS
    CSS_PATH = ["list_page.tcss", "statistics_screen.tcss"]  # noqa: RUF012
    DEFAULT_CLASSES = "list-page"

    def __init__(self) -> None:
        super().__init__()
        self._imported = False
        self._order = _MOST_WINS
        """The index of the column by which the list is sorted."""
        self._is_reversed = False
        self._instead: Message = N_("Counting…")
        """Shown while the list is empty."""

    def compose(self) -> ComposeResult:
        """Compose the list, and a panel with the results and opponents of the highlighted player."""
        self.list = LongList[PlayerAccount](self._row, self._columns, self._open, lambda: self._instead)
        panel = Panel(Sheet(self._close_look), is_empty=lambda: not self.list.items)
        yield from list_page(self, N_("Statistics"), self._beside_title, self.list, panel, self._hints)

    def on_mount(self) -> None:
        """Start counting."""
        self._count()

    @work(exclusive=True)
    async def _count(self) -> None:
        """Count the games in a thread. Leaving the screen does not wait for the thread."""
        if self.services.store is None:
            self._list((), N_("No save folder, so there is nothing to count."))
            return
        self._list((), N_("Counting…"))
        try:
            accounts = await in_background(
                partial(player_accounts, self.services.store, self.services.catalogue, with_imported=self._imported)
            )
        except StoreError as error:
            self._list((), error.message)
        else:
            show_notices(self, self.services.store.notices)
            self._list(accounts, N_("No finished games yet."))

    # --- display ------------------------------------------------------------------------------------------------------

    def _list(self, accounts: Sequence[PlayerAccount], instead: Message) -> None:
        self._instead = instead
        order = _ORDERS[self._order]
        rows = sorted(accounts, key=lambda one: (order(one.player), one.player.kind != HUMAN))
        self.list.show(rows[::-1] if self._is_reversed else rows, 0)
        self.show()

    def _columns(self) -> Sequence[Column]:
        """The columns of the list."""
        averages = 9 if self.has_class("-wide") else 6
        columns = (
            Column(N_("Player")),
            Column(N_("Games"), 5, right=True),
            Column(N_("Won"), 4, right=True),
            Column(N_("Rate"), cell_len(_percent(1, 1)) + (1 + _BAR if self.has_class("-wide") else 0)),
            Column(N_("Points"), averages, right=True),
            Column(N_("Best"), 4, right=True),
            Column(N_("Cards"), averages, right=True),
            Column(N_("Turns"), averages, right=True),
        )
        return [
            column._replace(action=f"screen.sort({place})", sorted_by=place == self._order)
            for place, column in enumerate(columns)
        ]

    def _row(self, index: int, here: bool) -> Sequence[Line]:
        """The row of a player."""
        player = self.list.items[index].player
        ink = theme.TITLE if here else theme.PLAIN
        points, cards, turns = map(_average, player.averages or 3 * (None,))
        return (
            _named(player, ink),
            ((str(player.games), ink),),
            ((str(player.wins), ink),),
            (
                (_percent(player.wins, player.games), ink),
                *(gap(1) + self._bar(player.wins / player.games) if self.has_class("-wide") else ()),
            ),
            ((points, ink),),
            ((str(player.best), ink),),
            ((cards, ink),),
            ((turns, ink),),
        )

    def _beside_title(self) -> Line:
        """The key that sorts, the sort order, and which games count."""
        order = N_("sort: {column}", column=self._columns()[self._order].title)
        if self._is_reversed:
            order = N_("{order}, reversed", order=order)
        counted = N_("imported games too") if self._imported else N_("no imported games")
        return *sorting(self, SORT_PLAYERS, order), (self.glyphs.write(f" · {counted}"), theme.QUIET)

    def _close_look(self, size: Size) -> Content:
        if self.list.here is None:
            return Content()
        player, person, unrated, former = self.list.here
        lines = self._summary(player, size.width)
        if former:
            lines += wrapped(self.glyphs.write(former_names(former)), size.width, theme.QUIET)
        if person:
            lines += wrapped(self.glyphs.write(strength_sentence(person)), size.width, theme.PLAIN)
        opponents = player.opponents
        why = wrapped(self.glyphs.write(unrated_sentence(unrated)), size.width, theme.QUIET) if unrated else []
        if len(lines) + len(why) + 1 + len(opponents) <= size.height:
            lines += [*why, ()]
        elif unrated:
            games = NN_("{count} game not rated", "{count} games not rated", unrated.total())
            lines.append(((str(games), theme.QUIET),))
        room = size.height - len(lines)
        if len(opponents) <= room:
            return page([*lines, *self._against(opponents, size.width)])
        shown = opponents[: max(0, room - 1)]
        more = NN_("and {count} more", "and {count} more", len(opponents) - len(shown))
        return page([*lines, *self._against(shown, size.width), ((str(more), theme.QUIET),)])

    def _summary(self, player: PlayerStatistics, cells: int) -> list[Line]:
        """The name and the figures in one row, or in more if they do not fit."""
        facts = [NN_("{count} game", "{count} games", player.games), NN_("{count} won", "{count} won", player.wins)]
        if player.shared:
            facts.append(NN_("{count} of them shared", "{count} of them shared", player.shared))
        facts.append(NN_("best: {count} point", "best: {count} points", player.best))
        if player.averages is not None:
            told = N_("on average {averages}")
            if player.played_out < player.games:
                told = N_("on average {averages} a game played to the end")
            facts.append(told.filled_in(averages=describe_averages(player.averages)))
        first, *others = [((str(fact), theme.QUIET),) for fact in facts]
        dot: Line = ((f" {self.glyphs.dot} ", theme.QUIET),)
        return flowed([(*_named(player, theme.TITLE), *gap(2), *first), *others], dot, cells)

    def _against(self, opponents: Sequence[OpponentStatistics], cells: int) -> Iterator[Line]:
        names = [*map(_against, opponents)]
        won = [str(describe_places(other)) for other in opponents]
        figures = (Column(cells=max(12, *map(cell_len, won), 0)), Column(cells=cell_len(_percent(1, 1)), right=True))
        usual = 36 if self.has_class("-wide") else 30
        longest, room = max(map(width, names), default=0), widths_of((Column(), *figures, Column(cells=_BAR)), cells)[0]
        columns = (
            (Column(), *figures) if room < min(longest, usual) else (Column(cells=min(usual, room)), *figures, Column())
        )
        for other, name, words in zip(opponents, names, won, strict=True):
            share = ((_percent(other.ahead, other.games), theme.PLAIN),)
            row: Sequence[Line] = (name, ((words, theme.PLAIN),), share, self._bar(other.ahead / other.games))
            yield in_columns(columns, widths_of(columns, cells), row[: len(columns)], self.glyphs)

    def _bar(self, share: float) -> Line:
        """A bar that shows a share of games."""
        won = round(_BAR * share)
        heavy, calm = self.glyphs.heavy.across, self.glyphs.calm.across
        return (heavy * won, theme.TITLE), (calm * (_BAR - won), theme.LINE)

    def _hints(self) -> tuple[Hint, ...]:
        """The current key hints."""
        count = N_("exclude imported") if self._imported else N_("include imported")
        here = self.list.here
        is_human = here is not None and here.player.kind == HUMAN
        return (
            *([self.hint(RATING, primary=True), self.hint(RENAME_PLAYER)] if is_human else []),
            *([self.hint(UNDO_RENAME)] if any(one.former for one in self.list.items) else []),
            *([self.hint(FAMILY)] if self.list.items else []),
            self.hint(IMPORTED, count),
            *([self.hint_of_pair(UP, DOWN, N_("other player"))] if self.list.items else []),
            self.hint(BACK),
            self.hint(HELP),
        )

    # --- actions ------------------------------------------------------------------------------------------------------

    def _open(self, account: PlayerAccount) -> None:
        """Show the history of a player's rating."""
        if account.player.kind == HUMAN:
            self.app.push_screen(RatingScreen(account.player.name, account.person))
        else:
            self.program.answer(
                N_("Computer players have fixed ratings; the ratings of humans are measured against them.")
            )

    def action_sort(self, column: int | None = None) -> None:
        """Sort by this column, or by the next one. The current one is reversed. The same player remains highlighted."""
        self._is_reversed = column == self._order and not self._is_reversed
        self._order = (self._order + 1) % len(_ORDERS) if column is None else column
        here = self.list.here
        self._list(self.list.items, self._instead)
        if here is not None:
            self.list.jump(self.list.items.index(here))

    @work(exclusive=True, group="family")
    async def action_table(self) -> None:
        """Show who beat whom. The games are counted in a thread."""
        store = self.services.store
        if store is None or not self.list.items:
            return
        try:
            count = partial(
                family_tables, store, self.services.today(), self.services.catalogue, with_imported=self._imported
            )
            self.app.push_screen(FamilyScreen(differing_tables(await in_background(count))))
        except StoreError as error:
            self.program.answer(error.message)

    def action_rename(self) -> None:
        """Ask for another name of the highlighted human."""
        here = self.list.here
        if here is None or here.player.kind != HUMAN:
            self.program.answer(N_("Only humans can be renamed."))
            return
        name = here.player.name
        about = N_("Replays keep the name that was played. If another player has the new name, the two count as one.")
        warning = partial(merge_question, here, self.list.items)
        asked = NameScreen(N_("Another name for {name}", name=name), about, name, warning)

        def rename(new: str | None) -> None:
            if new is not None:
                self._change(lambda store: rename_player(store, name, new))

        self.app.push_screen(asked, rename)

    def action_undo_rename(self) -> None:
        """Undo the last rename."""
        self._change(undo_rename)

    @work(group="rename")
    async def _change(self, change: Callable[[Store], Message]) -> None:
        """Make a change in a thread, and count again."""
        if self.services.store is None:
            return
        try:
            self.program.answer(await in_background(partial(change, self.services.store)))
        except MessageError as error:
            self.program.answer(error.message)
        self._count()

    def action_imported(self) -> None:
        """Count again, with or without imported games."""
        self._imported = not self._imported
        self._count()


def _named(player: PlayerStatistics | OpponentStatistics, ink: str) -> Line:
    """The name of a player or level, and the kind of a computer player."""
    kind = kind_name(player.kind)
    beside = kind if player.name else NP_("beside a name", "computer")
    return ((player.name or str(kind), ink), *([(f"  {beside}", theme.QUIET)] if kind else []))


def _against(player: OpponentStatistics) -> Line:
    """The opponent, with the kind beside an engine's name."""
    kind = kind_name(player.kind)
    words = N_("games with {name}", name=player.name or kind)
    return ((str(words), theme.PLAIN), *([(f"  {kind}", theme.QUIET)] if kind and player.name else []))


def _average(number: float | None) -> str:
    return "-" if number is None else str(Message("{number:.1f}", {"number": number}))


def _percent(wins: float, games: int) -> str:
    """The share of games won. Its width is always the same."""
    return str(N_("{percent}%", percent=f"{100 * wins / games:3.0f}"))


class FamilyScreen(TextScreen):
    """Shows who beat whom in each period, and a chart of the wins of the four who have played most."""

    ABOUT = N_(
        "Each row has the share of games in which the player came ahead of the player with the column's number. An equal "
        "place counts half."
    )
    HEADING = N_("Who beat whom")

    def __init__(self, tables: Sequence[FamilyTable]) -> None:
        super().__init__()
        self._tables = tables

    def paint(self, size: Size) -> Content:
        """The chart, then a cross table and its sentences for each period. The chart is lower if everything then fits."""
        cells = min(_MAX_TEXT, max(_MIN_WIDTH, size.width - 2 * _MARGIN))
        lines: list[Line] = []
        for table in self._tables:
            title = N_("{period}: {count}", period=table.title, count=NN_("{count} game", "{count} games", table.games))
            lines.append(((self.glyphs.write(title), theme.TITLE),))
            lines += wrapped(write_scores(table.describe_wins(), self.glyphs), cells, theme.PLAIN)
            lines += [((self.glyphs.write(row), theme.PLAIN),) for row in table.grids(cell_len, cells)]
            lines.append(())
            for sentence in table.sentences(self.services.today()):
                lines += wrapped(write_scores(sentence, self.glyphs), cells, theme.QUIET)
            lines.append(())
        chart = self._chart(cells, _CHART_ROWS)
        missing = len(chart) + len(lines) - size.height
        if chart and 0 < missing <= _CHART_ROWS - _LOW_CHART_ROWS:
            chart = self._chart(cells, _CHART_ROWS - missing)
        return page(centred([(), *chart, *lines[:-1]], cells, size.width))

    def _chart(self, cells: int, rows: int) -> list[Line]:
        """The wins over time with a legend, if there are several games."""
        if not self._tables or self._tables[-1].games <= 1:
            return []
        ever = self._tables[-1]
        most = ceil(max(ever.wins[ever.games]))
        legend: list[Line] = [
            ((f"{stroke.symbol} ", stroke.ink), (name, theme.PLAIN))
            for stroke, name in zip(SEAT_STROKES, ever.people, strict=False)
        ]
        chart = points_chart(ever.wins, max(1, most), cells, rows, self.glyphs, N_("wins"), N_("game"))
        if len(ever.people) > len(legend):
            legend.insert(0, ((self.glyphs.write(N_("Most games:")), theme.QUIET),))
        return [joined(legend, 3), *chart, ()]


class RatingScreen(TextScreen):
    """Shows a player's ratings. `person` is None before the first rated game."""

    ABOUT = N_(
        "A rating measures strength: a player 100 points ahead wins five games to three, and 400 ahead ten to one. "
        "Computer players have fixed ratings."
    )

    def __init__(self, name: str, person: RatedPlayer | None) -> None:
        super().__init__()
        self._name = name
        self._person = person

    def heading(self) -> Message:
        """Whose rating it is."""
        return N_("Rating of {name}", name=self._name)

    def paint(self, size: Size) -> Content:
        """The rating and the chart."""
        cells = max(_MIN_WIDTH, size.width - 2 * _MARGIN)
        if self._person is None:
            cells = min(cells, _MAX_TEXT)
        lines: list[Line] = [()]
        for sentence in self._description():
            lines += wrapped(self.glyphs.write(sentence), cells, theme.PLAIN)
        lines.append(())
        if self._person is not None:
            ratings = [game.rating for game in self._person.games]
            lines += rating_chart(ratings, cells, max(4, size.height - len(lines) - 1), self.glyphs)
        return page(centred(lines, cells, size.width))

    def _description(self) -> tuple[Message, ...]:
        """Describe the rating with its uncertainty, or how to get a rating, and which games count."""
        with_help = N_(
            "Games with a hint, an undo after a new card, an early resignation or a custom position are not rated."
        )
        if self._person is None:
            return (
                N_(
                    "{name} has no rating yet. Only finished games with the standard cards, to {points} points, count.",
                    name=self._name,
                    points=DEFAULT_TARGET,
                ),
                with_help,
            )
        sentences = [strength_sentence(self._person)]
        if not is_sure(self._person.rating):
            sentences.append(N_("A few more games, preferably against computers, will narrow it down."))
        if len(self._person.games) > 1:
            sentences.append(N_("The true strength lies between the dotted lines, at least nine times in ten."))
        else:
            sentences.append(N_("The true strength lies on the dotted line, at least nine times in ten."))
        return (*sentences, with_help)
