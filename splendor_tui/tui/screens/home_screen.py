"""The first screen: what can be done here, and the game that waits to be gone on with."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.widgets import Static

from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.presentation.dates import day_and_time
from splendor_tui.presentation.table_model import Hint
from splendor_tui.store import GameSummary, StoreError
from splendor_tui.tui.keys.key_commands import Actions, bindings
from splendor_tui.tui.keys.menu_commands import CONTINUE_LAST, HOME, HOME_OFFERS
from splendor_tui.tui.look.drawn_message import told
from splendor_tui.tui.screens.row_screen import RowScreen
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row, Rows
from splendor_tui.tui.widgets.logo import logo
from splendor_tui.words import _, ngettext


class HomeScreen(RowScreen[None]):
    """Offers to go on with the last game first, where there is one."""

    ABOUT = _("The start: go on with a game, begin a new one, or look at those that were played.")
    ACTIONS: ClassVar[Actions] = HOME
    BINDINGS: ClassVar[list[BindingType]] = bindings(HOME)
    CSS_PATH: ClassVar[str | None] = None
    DEFAULT_CSS = """
    HomeScreen #welcome {
        height: 1fr;
        align-vertical: middle;
    }

    HomeScreen #logo, HomeScreen #motto, HomeScreen #keys {
        width: 100%;
        text-align: center;
        text-wrap: nowrap;
    }

    HomeScreen #motto {
        margin: 1 0 2 0;
        color: $table-quiet;
    }

    HomeScreen ChoiceList {
        width: 18;
    }

    HomeScreen #about {
        width: 100%;
        max-width: 72;
        height: 3;
        margin: 1 0 0 0;
        text-align: center;
    }

    HomeScreen #keys {
        height: 1;
    }

    HomeScreen.-tall #motto {
        margin: 2 0 4 0;
    }

    HomeScreen.-tall #about {
        margin: 3 0 0 0;
    }
    """  # the app reads no CSS_PATH of the screen that is beneath all others

    def __init__(self) -> None:
        super().__init__()
        self._unfinished: GameSummary | None = None

    def compose(self) -> ComposeResult:
        """The jewels, what it is, the offers, and what the highlighted one does."""
        with Vertical(id="welcome"):
            yield Static(self._logo(), id="logo")
            yield Static(_("A game of gems, cards and nobles for two to four at one table."), id="motto", markup=False)
            with Center():
                yield ChoiceList(self.rows(), self.glyphs)
            with Center():
                yield Static(id="about", markup=False)
        yield Static(id="keys", markup=False)

    def on_screen_resume(self) -> None:
        """A game may have been played, finished or deleted meanwhile."""
        before = self._unfinished
        self._look()
        self.show()
        if self._unfinished is not None and self._unfinished != before:
            self.list.highlighted = CONTINUE_LAST.id

    def on_resize(self) -> None:
        """The jewels are as large as there is room."""
        self.query_one("#logo", Static).update(self._logo())

    def show(self) -> None:
        """Draw everything as it is now."""
        self.query_one("#logo", Static).update(self._logo())
        self.list.show(self.rows(), self.glyphs)
        self.explain()

    def rows(self) -> Rows:
        """What can be done, with its key."""
        offers = HOME_OFFERS if self._unfinished else HOME_OFFERS[1:]
        return [Row(offer.id, offer.words[:1].upper() + offer.words[1:], self.key(offer.id)) for offer in offers]

    def about(self, row_id: str) -> Content:
        """What the highlighted offer does."""
        if row_id == CONTINUE_LAST.id and self._unfinished is not None:
            return self._waiting(self._unfinished)
        words = next(offer.about for offer in HOME_OFFERS if offer.id == row_id)
        if self.house.store is None and row_id in {"home.new", "home.games", "home.statistics"}:
            words = f"{words} {_('No place to keep games is known here: they last until the program ends.')}"
        return Content(self.glyphs.write(words))

    def hints(self) -> tuple[Hint, ...]:
        """What the keys do."""
        key = self.key
        return (
            Hint(key("rows.choose"), _("choose"), "screen.choose", primary=True),
            Hint(key("app.help"), _("help"), "app.help"),
            Hint(key("app.palette"), _("commands"), "app.command_palette"),
            Hint(key("app.theme"), _("theme"), "app.change_theme"),
            Hint(key("app.quit"), _("quit"), "app.leave"),
        )

    def chosen(self, row_id: str) -> None:
        """Do what the row offers."""
        offer = next(offer for offer in HOME_OFFERS if offer.id == row_id)
        self.call_later(self.run_action, offer.run)

    def _logo(self) -> Content:
        return logo(self.glyphs, large=self.app.size.width >= 120 and self.app.size.height >= 40)

    def _look(self) -> None:
        """Find the game that waits."""
        self._unfinished = None
        if self.house.store is not None:
            try:
                self._unfinished = self.house.store.latest_unfinished()
            except StoreError as error:
                self.game.say(str(error), wrong=True)

    def _waiting(self, game: GameSummary) -> Content:
        actions = ngettext("{count} action", "{count} actions", game.plies).format(count=game.plies)
        return told(
            _("{names} · {actions} · last played {when}"),
            {
                "names": self.glyphs.write(" · ").join(game.names),
                "actions": actions,
                "when": day_and_time(game.last_played, self.house.today()),
            },
            self.glyphs,
        )

    # --- actions -------------------------------------------------------------------------------------------------------

    def action_continue(self) -> None:
        """Go on with the game that waits."""
        if self._unfinished is None:
            self.explain(_("No game waits to be gone on with."))
        else:
            self.game.go_on(self._unfinished.id)

    def action_new(self) -> None:
        """Choose who plays, and deal."""
        from splendor_tui.tui.screens.new_game_screen import NewGameScreen

        self.app.push_screen(NewGameScreen(), self._start)

    def _start(self, options: MatchOptions | None) -> None:
        if options is not None:
            self.game.start(options)

    def action_games(self) -> None:
        """Show the games that are kept."""
        from splendor_tui.tui.screens.games_screen import GamesScreen

        self.app.push_screen(GamesScreen())

    def action_statistics(self) -> None:
        """Show who has won how often."""
        from splendor_tui.tui.screens.statistics_screen import StatisticsScreen

        self.app.push_screen(StatisticsScreen())

    def action_settings(self) -> None:
        """Show the settings."""
        from splendor_tui.tui.screens.settings_screen import SettingsScreen

        self.app.push_screen(SettingsScreen())
