"""Each player's results, ratings and opponents."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size

from splendor_tui.inputs.match_options import HUMAN
from splendor_tui.match.background import in_background
from splendor_tui.presentation.player_statistics import PlayerAccount, player_accounts, unrated_sentence
from splendor_tui.presentation.strength import strength_sentence
from splendor_tui.presentation.table_model import kind_name
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import OpponentStatistics, PlayerStatistics, Store, StoreError
from splendor_tui.tui.keys.key_commands import BACK, DOWN, SHOW_HELP, UP
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.keys.menu_keys import IMPORTED, RATING, STATISTICS
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line, flowed, gap
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.screens.list_page import ListPage
from splendor_tui.tui.widgets.columns import Column, in_columns
from splendor_tui.tui.widgets.long_list import LongList
from splendor_tui.tui.widgets.sheet import Sheet, page, wrapped
from splendor_tui.words import N_, NN_, NP_, Message

_BAR: Final = 10


class StatisticsScreen(GameScreen[None]):
    """A list of players, most wins first. The games are counted in a thread, over a second connection."""

    ABOUT = N_(
        "Everyone's results in finished games, and their opponents. A shared first place counts as a win. All "
        "computer players of a level count as one."
    )
    KEY_COMMANDS = STATISTICS
    CSS_PATH = ["list_page.tcss", "statistics_screen.tcss"]  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self._accounts: Sequence[PlayerAccount] = ()
        self._imported = False
        self._instead: Message = N_("Counting…")
        """Shown while the list is empty."""

    def compose(self) -> ComposeResult:
        """Compose the list, and a panel about the highlighted row."""
        self.list = LongList(self._row, self._columns, lambda: self.glyphs, self._show_rating)
        panel = [Sheet(self._close_look)]
        yield ListPage(N_("Statistics"), self._right_of_title, self.list, panel, self._hints)

    def on_mount(self) -> None:
        """Start counting."""
        self._count()

    @work(exclusive=True)
    async def _count(self) -> None:
        """Count the games in a thread. Leaving the screen does not wait for it."""
        if self.services.store is None:
            self._list((), N_("No save folder, so there is nothing to count."))
            return
        self._list((), N_("Counting…"))
        try:
            accounts, notices = await in_background(
                partial(_accounts, self.services.store, self.services.catalogue, with_imported=self._imported)
            )
        except StoreError as error:
            self._list((), error.message)
        else:
            self.query_one(ListPage).show_notices(notices)
            self._list(accounts, N_("No finished games yet."))

    # --- display ------------------------------------------------------------------------------------------------------

    def _list(self, accounts: Sequence[PlayerAccount], instead: Message) -> None:
        self._accounts, self._instead = accounts, instead
        self.list.show(len(accounts), 0)
        self.show()

    @property
    def _here(self) -> PlayerAccount | None:
        """The highlighted player."""
        return self._accounts[self.list.highlighted] if self._accounts else None

    def _columns(self) -> Sequence[Column]:
        """Return the columns of the list."""
        averages = 9 if self.has_class("-wide") else 6
        return (
            Column(N_("Player")),
            Column(N_("Games"), 5, right=True),
            Column(N_("Won"), 4, right=True),
            Column(N_("Rate"), _rate_cells() + (1 + _BAR if self.has_class("-wide") else 0)),
            Column(N_("Points"), averages, right=True),
            Column(N_("Best"), 4, right=True),
            Column(N_("Cards"), averages, right=True),
            Column(N_("Turns"), averages, right=True),
        )

    def _row(self, index: int, here: bool) -> Sequence[Line]:
        """Return the row of a player."""
        player = self._accounts[index].player
        ink = theme.TITLE if here else theme.PLAIN
        return (
            _named(player, ink),
            ((str(player.games), ink),),
            ((str(player.wins), ink),),
            ((_percent(player), ink), *(gap(1) + self._bar(player) if self.has_class("-wide") else ())),
            ((_average(player.points), ink),),
            ((str(player.best), ink),),
            ((_average(player.cards), ink),),
            ((_average(player.turns), ink),),
        )

    def _right_of_title(self) -> Line:
        """Describe which games count."""
        words = N_("including imported games") if self._imported else N_("without imported games")
        return ((str(words), theme.QUIET),)

    def _close_look(self, size: Size) -> Content:
        if self._here is None:
            return page(wrapped(self.glyphs.write(self._instead), size.width, theme.QUIET))
        player, person, unrated = self._here.player, self._here.person, self._here.unrated
        lines: list[Line] = list(self._summary(player, size.width))
        if person:
            lines += wrapped(self.glyphs.write(strength_sentence(person)), size.width, theme.PLAIN)
        if unrated:
            lines += wrapped(self.glyphs.write(unrated_sentence(unrated)), size.width, theme.QUIET)
        lines.append(())
        room = size.height - len(lines)
        opponents = player.opponents
        if len(opponents) <= room:
            return page([*lines, *self._against(opponents, size.width)])
        shown = opponents[: max(0, room - 1)]
        more = NN_("and {count} more", "and {count} more", len(opponents) - len(shown))
        return page([*lines, *self._against(shown, size.width), ((str(more), theme.QUIET),)])

    def _summary(self, player: PlayerStatistics, cells: int) -> list[Line]:
        """Return the name and the figures in one row, or in more if they do not fit."""
        facts = [NN_("{count} game", "{count} games", player.games), NN_("{count} won", "{count} won", player.wins)]
        if player.shared:
            facts.append(NN_("{count} of them shared", "{count} of them shared", player.shared))
        facts.append(NN_("best: {count} point", "best: {count} points", player.best))
        points, cards, turns = map(_average, (player.points, player.cards, player.turns))
        facts.append(
            N_("on average {points} points, {cards} cards, {turns} turns", points=points, cards=cards, turns=turns)
        )
        first, *others = [((str(fact), theme.QUIET),) for fact in facts]
        dot: Line = ((f" {self.glyphs.dot} ", theme.QUIET),)
        return flowed([(*_named(player, theme.TITLE), *gap(2), *first), *others], dot, cells)

    def _against(self, opponents: Sequence[OpponentStatistics], cells: int) -> Iterator[Line]:
        won = [str(N_("{wins} won of {games}", wins=other.wins, games=other.games)) for other in opponents]
        widest = max(12, *map(cell_len, won), 0)
        columns = (
            Column(cells=36 if self.has_class("-wide") else 30),
            Column(cells=widest),
            Column(cells=_rate_cells(), right=True),
            Column(),
        )
        for other, words in zip(opponents, won, strict=True):
            row: Sequence[Line] = (
                _against(other),
                ((words, theme.PLAIN),),
                ((_percent(other), theme.PLAIN),),
                self._bar(other),
            )
            yield in_columns(columns, row, cells, self.glyphs)

    def _bar(self, player: PlayerStatistics | OpponentStatistics) -> Line:
        """Return a bar that shows the share of games won."""
        won = round(_BAR * player.wins / player.games)
        heavy, calm = self.glyphs.heavy.across, self.glyphs.calm.across
        return (heavy * won, theme.TITLE), (calm * (_BAR - won), theme.LINE)

    def _hints(self) -> tuple[Hint, ...]:
        """Return the current key hints."""
        count = N_("exclude imported") if self._imported else N_("include imported")
        has_rating = self._here is not None and self._here.player.kind == HUMAN
        rating = (self.hint(RATING, primary=True),) if has_rating else ()
        return (
            *rating,
            self.hint_of_pair(UP, DOWN, N_("other player")),
            self.hint(IMPORTED, count),
            self.hint(BACK),
            self.hint(SHOW_HELP),
        )

    # --- actions ------------------------------------------------------------------------------------------------------

    def _show_rating(self) -> None:
        """Show the history of the highlighted player's rating."""
        from splendor_tui.tui.screens.rating_screen import RatingScreen

        here = self._here
        if here is None:
            return
        if here.player.kind == HUMAN:
            self.app.push_screen(RatingScreen(here.player.name, here.person))
        else:
            self.game.say(N_("Computer players have fixed ratings; the ratings of humans are measured against them."))

    def action_imported(self) -> None:
        """Count again, with or without imported games."""
        self._imported = not self._imported
        self._count()


def _accounts(
    store: Store, catalogue: Catalogue, *, with_imported: bool
) -> tuple[Sequence[PlayerAccount], Sequence[Message]]:
    """Return the players, and notices about unreadable data."""
    with store.open_for_thread() as other:
        return player_accounts(other, catalogue, with_imported=with_imported), other.notices


def _named(player: PlayerStatistics | OpponentStatistics, ink: str) -> Line:
    """Return the name of a player or level, and the kind of a computer player."""
    kind = kind_name(player.kind)
    beside = kind if player.name else NP_("beside a name", "computer")
    return ((player.name or str(kind), ink), *([(f"  {beside}", theme.QUIET)] if kind else []))


def _against(player: OpponentStatistics) -> Line:
    """Return the opponent, with the kind beside an engine's name."""
    kind = kind_name(player.kind)
    words = N_("games with {name}", name=player.name or kind)
    return ((str(words), theme.PLAIN), *([(f"  {kind}", theme.QUIET)] if kind and player.name else []))


def _average(number: float) -> str:
    return str(Message("{number:.1f}", {"number": number}))


def _percent(player: PlayerStatistics | OpponentStatistics) -> str:
    return _in_hundred(player.wins / player.games)


def _rate_cells() -> int:
    """Return the width of any percentage."""
    return cell_len(_in_hundred(1))


def _in_hundred(share: float) -> str:
    return str(N_("{percent}%", percent=f"{100 * share:3.0f}"))
