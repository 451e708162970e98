"""The app: services shared by the screens, and navigation between them."""

import asyncio
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any, ClassVar, Final

from textual.binding import BindingType
from textual.events import CursorPosition, Key, Resize
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Size
from textual.notifications import SeverityLevel
from textual.screen import Screen, ScreenResultCallbackType

from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.inputs.settings import Settings
from splendor_tui.inputs.strict_models import shown
from splendor_tui.match.match_lifecycle import with_options
from splendor_tui.match.services import Services
from splendor_tui.presentation.commands import EVERYWHERE, PALETTE, QUIT, THEME, Command, Commands
from splendor_tui.rules.state import State
from splendor_tui.tui.app.key_guard import REPEAT_SECONDS, KeyGuard, Verdict
from splendor_tui.tui.app.matches import Matches
from splendor_tui.tui.app.robust_app import Notice, RobustApp
from splendor_tui.tui.keys.commands_by_screen import bindings
from splendor_tui.tui.keys.key_press import KeyPress, names_of
from splendor_tui.tui.keys.keyboard_presets import changed_keys, key_label, keys_of, shared_key
from splendor_tui.tui.look.few_colours import EIGHT_BIT_COLOURS, SIXTEEN_COLOURS
from splendor_tui.tui.look.glyphs import PLAIN_TEXT, SAMPLE_ROW, TIERS, Glyphs, why_plain
from splendor_tui.tui.look.jewels import JewelStyle, Way
from splendor_tui.tui.look.theme import THEMES, table_variables, theme_names
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.widgets.prompt_line import PromptLine
from splendor_tui.tui.widgets.text_field import Field
from splendor_tui.words import N_, Message, MessageError
from splendor_tui.words.switch_language import switch_language

ANSWER_SECONDS: Final = 0.1
"""Time for the terminal to report the column after a symbol, once it has reported the column before it."""
_KEYS_ON_SCREEN: Final = ("KeyRow", "#asked")
"""The widgets with keys, which a picture leaves out, as well as those in the prompt."""
_WARNING_SECONDS: Final = 10.0
"""A second press of the quit key within this time leaves the program despite the warning."""


class _Bottom(Screen[None]):
    """Opens the home screen once no other screen is open: the program may start with a table."""

    def on_screen_resume(self) -> None:
        """Open the home screen."""
        if self.is_active and isinstance(self.app, SplendorApp):
            self.app.open_home()


class SplendorApp(RobustApp[int | MessageError]):
    """The terminal app. `begin` opens the first screen, instead of the home screen."""

    TITLE = "Splendor"
    CSS_PATH = ["../widgets/table.tcss", "app.tcss"]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = bindings(EVERYWHERE)
    # Textual's palette fails if keys or clicks arrive in quick succession. Ours is an ordinary screen.
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (40, "-tall")]  # noqa: RUF012
    ESCAPE_TO_MINIMIZE: ClassVar[bool] = False
    ALLOW_SELECT: ClassVar[bool] = False  # Textual crashes if a drag begins on a widget that is being replaced

    def __init__(self, services: Services, begin: Callable[["SplendorApp"], object] | None = None) -> None:
        super().__init__()
        self.services = services
        self.matches = Matches(self)
        self._begin = begin
        self._warned_until = -inf
        self._too_small = False
        self._answer: Notice | None = None
        self._guard = KeyGuard()
        self._doubtful: str | None = None
        """The last key, if it counts unless it is held."""
        self._home: Screen[None] | None = None
        self.pictures: list[str] = []
        """The files of the pictures saved so far."""
        self._animation_level = self.animation_level  # the value of TEXTUAL_ANIMATIONS
        for theme in THEMES:
            self.register_theme(theme)
        chosen = self.get_theme(services.settings.theme)
        if chosen is not None and chosen.dark and not chosen.ansi:
            # Textual parses all styles again when the theme changes. These themes, like its default, need only variables.
            self.set_reactive(SplendorApp.theme, chosen.name)
            self.stylesheet.set_variables(self.get_css_variables())
        self._symbol_cells: int | None = 1
        """How wide the terminal draws a symbol. None while its answer is due."""
        self.glyphs: Glyphs = TIERS["unicode"]
        self._apply(services.settings)

    # --- shared by the screens ----------------------------------------------------------------------------------------

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The variables that define the table's inks in the current theme."""
        return table_variables(self.current_theme, coloured=not self.no_color)

    @property
    def few_colours(self) -> bool:
        """Whether only sixteen colours are used, because of the terminal or the theme."""
        return self.console.color_system == "standard" or self.current_theme.ansi

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The line filters. With few colours, one keeps the hues of gems. With ASCII, one replaces marks."""
        filters = list(super().get_line_filters())
        if self.few_colours:
            filters = [*(one for one in filters if not isinstance(one, ANSIToTruecolor)), SIXTEEN_COLOURS]
        elif self.console.color_system == "256":
            filters.append(EIGHT_BIT_COLOURS)
        return [*filters, PLAIN_TEXT] if self.glyphs is TIERS["ascii"] else filters

    @property
    def jewels(self) -> JewelStyle:
        """The style of jewels for this terminal and theme."""
        way: Way = "many"
        if self.glyphs is TIERS["ascii"]:
            way = "ascii"
        elif self.no_color:
            way = "shades"
        elif self.few_colours:
            way = "few"
        return JewelStyle.of(way, self.theme_variables["background"], dark=self.current_theme.dark)

    def commands_here(self) -> Commands:
        """The commands of the current screen and of the app."""
        return (*(self.screen.KEY_COMMANDS if isinstance(self.screen, BaseScreen) else ()), *EVERYWHERE)

    def _commands_now(self) -> Commands:
        """The commands of `commands_here` that are available now."""
        screen = self.screen
        here = screen.commands_now() if isinstance(screen, BaseScreen) and screen.is_complete else ()
        without = () if self._palette_allowed() else (PALETTE, THEME)
        return (*here, *(command for command in EVERYWHERE if command not in without))

    def key(self, command: Command) -> str:
        """The key label of a command of the current screen or the app."""
        return self.key_of(self.commands_here())(command)

    def key_of(self, commands: Commands) -> Callable[[Command], str]:
        """A function that maps commands to key labels, for these commands and the app's."""
        keys = keys_of(self.services.settings, (*commands, *EVERYWHERE))
        return lambda command: self.glyphs.write(key_label(keys[command.id]))

    def say(self, sentence: Message | str, *, wrong: bool = False) -> None:
        """Show a sentence for a few seconds. It is never parsed as markup."""
        severity: SeverityLevel = "error" if wrong else "information"
        self.notify("! " * wrong + self.glyphs.write(sentence), severity=severity, markup=False)

    @contextmanager
    def reporting(self) -> Iterator[None]:
        """Show the reason for a few seconds if a call fails."""
        try:
            yield
        except MessageError as error:
            self.say(error.message, wrong=True)

    def answer(self, sentence: Message | str) -> None:
        """Show the answer to a key for a few seconds. It replaces the previous answer."""
        self.remove_answer()
        self.say(sentence)
        self._answer = self._notice

    def remove_answer(self) -> None:
        """Remove the last answer, which no longer applies."""
        if self._answer is not None and self._answer in self._notifications:
            self._unnotify(self._answer)

    def change_settings(self, settings: Settings) -> None:
        """Apply settings immediately, and save them."""
        if settings == self.services.settings:
            return
        language_problem = None
        if settings.language != self.services.settings.language:
            language_problem = switch_language(settings.language, self.services.environ)
        save_problem = self.services.change_settings(settings)
        self._apply(settings)
        self.redraw()
        for problem in filter(None, (language_problem, save_problem)):
            self.say(problem, wrong=True)

    def redraw(self) -> None:
        """Redraw every open screen with the current settings and language."""
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen) and screen.is_complete:
                screen.settings_changed()

    def _apply(self, settings: Settings) -> None:
        self.set_keymap(changed_keys(settings))
        self.theme = self._known_theme(settings)
        automatic = "ascii" if self.why_plain else "unicode"
        self.glyphs = TIERS[automatic if settings.glyphs == "auto" else settings.glyphs]
        self.set_class(self.glyphs is TIERS["ascii"], "-ascii")
        self.animation_level = self._animation_level if settings.animations else "none"

    @property
    def why_plain(self) -> Message | None:
        """The reason why automatic symbols are plain ones, if they are."""
        encoding = sys.__stdout__.encoding if sys.__stdout__ else "utf-8"
        cells = 1 if self._symbol_cells is None else self._symbol_cells
        return why_plain(encoding, self.services.environ, cells)

    def on_cursor_position(self, event: CursorPosition) -> None:
        """Take an answer to ASK_WIDTH: a symbol began in the first column, and ended further right.

        If the second answer is missing, the terminal has swallowed the symbol.
        """
        if event.y != SAMPLE_ROW:
            return
        if event.x:
            self._measured(event.x)
        else:
            self._symbol_cells = None
            asyncio.get_running_loop().call_later(ANSWER_SECONDS, self.call_later, self._measured, 0)

    def _measured(self, cells: int) -> None:
        """Choose the symbols for this width of one of them. 0 means that no answer came, unless one has."""
        if cells or self._symbol_cells is None:
            self._symbol_cells, glyphs = cells, self.glyphs
            self._apply(self.services.settings)
            if self.glyphs is not glyphs:
                self.redraw()

    def _known_theme(self, settings: Settings) -> str:
        return settings.theme if settings.theme in self.available_themes else THEMES[0].name

    # --- pictures -----------------------------------------------------------------------------------------------------

    def picture(self) -> str:
        """The screen without its keys as SVG, which needs no file from elsewhere."""
        self._show_keys(on=False)
        try:
            drawn = re.sub(r"@font-face \{.*?\}", "", self.export_screenshot(title=self.TITLE), flags=re.DOTALL)
        finally:
            self._show_keys(on=True)
        return drawn.replace("<text ", '<text xml:space="preserve" ')  # or some programs drop the spaces

    def _show_keys(self, *, on: bool) -> None:
        """Show the keys on the screen, or leave them out, in the next drawing."""
        for kind in _KEYS_ON_SCREEN:
            for widget in self.screen.query(kind):
                widget.set_styles(text_opacity=1 if on else 0)
        for prompt in self.screen.query(PromptLine):
            prompt.show_keys(on=on)

    def save_picture(self, game_id: str | None) -> None:
        """Save a picture of the screen, which shows a finished game. `game_id` is its id, if it is saved."""
        from splendor_tui.store.import_export import free_file_name, write_text

        def save() -> None:
            with self.reporting():
                name = free_file_name(game_id or "game", "svg")
                write_text(Path(name), self.picture())
                self.pictures.append(name)
                self.answer(N_("Written to {file}.", file=shown(str(Path(name).absolute()))))

        self.clear_notifications()  # they would cover the game
        self.screen.call_after_refresh(save)

    # --- navigation ---------------------------------------------------------------------------------------------------

    def get_default_screen(self) -> Screen[None]:
        """The screen at the bottom of the stack."""
        return _Bottom()

    def open_home(self) -> None:
        """Open the home screen, which then stays below all others."""
        from splendor_tui.tui.screens.home_screen import HomeScreen

        self._home = HomeScreen()
        self.push_screen(self._home)

    def on_mount(self) -> None:
        """Run `begin`, and show the problems found at startup."""
        # Jewels are painted on the theme's background.
        self.theme_changed_signal.subscribe(self, lambda _theme: self.redraw())
        if self._begin is not None:
            self._begin(self)
        self._check_size(self.size)
        for problem in self.services.problems:
            self.say(problem, wrong=True)
        if self.services.settings.keys and (shared := shared_key(self.services.settings)):
            self.say(shared, wrong=True)
        for notice in self.services.notices:
            self.say(notice)

    def start_or_exit(self, options: MatchOptions, position: State | None = None) -> None:
        """Start a match from the command line. If a computer player cannot play, exit with the reason.

        An undecided series of the same players is named.
        """
        self.matches.say_undecided([player.name for player in options.players])
        self.matches.start(options, position, refuse=self.exit)

    def home(self) -> None:
        """Close every screen above the home screen. If there is none yet, it opens unless another screen does."""
        self.close_above(self._home or self.screen_stack[0])

    def close_above(self, screen: Screen[Any]) -> None:
        """Close every screen above this one."""
        while self.screen is not screen:
            self.pop_screen()

    # --- actions -------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow only quitting and suspending while the terminal is too small."""
        allowed = not self._too_small or action in {"leave", "suspend_process"}
        return allowed and super().check_action(action, parameters)

    def action_help(self) -> None:
        """Open the help for the current screen, or close it."""
        from splendor_tui.tui.screens.help_screen import HelpScreen

        if isinstance(self.screen, HelpScreen):
            self.pop_screen()
        elif isinstance(self.screen, BaseScreen):
            self.push_screen(HelpScreen(with_options(self.screen.ABOUT, self.services), self._commands_now()))

    def action_rules(self) -> None:
        """Open the rules, or close them."""
        from splendor_tui.tui.screens.activity_screen import ActivityScreen
        from splendor_tui.tui.screens.rules_screen import RulesScreen

        if isinstance(self.screen, RulesScreen):
            self.pop_screen()
        elif not any(isinstance(screen, RulesScreen) for screen in self.screen_stack):
            tables = (screen.session for screen in self.screen_stack if isinstance(screen, ActivityScreen))
            self.push_screen(RulesScreen(next((table.rules for table in tables), MatchRules())))

    async def on_key(self, event: Key) -> None:
        """Pass a character to the focused text field, which may have opened after the key was pressed.

        Otherwise, look for a command under the other names of the key. Ignore a key of the previous player. The screen
        explains a key without a command. Unlike the screen's own handler, this runs after the commands of all earlier keys.
        """
        if isinstance(field := self.focused, Field) and event.is_printable and event.character:
            field.take(event.character)
            event.prevent_default()
            return
        if len(names := names_of(event)) > 1:
            event.key = next(filter(self.active_bindings.__contains__, names), event.key)
        event.prevent_default()  # Textual would run the command, and not say whether there was one
        has_run = not await self._counts(event) or await self._check_bindings(event.key)
        if not has_run and isinstance(self.screen, BaseScreen) and self.screen.is_complete:
            self.screen.explain_unused(event)

    async def _counts(self, event: Key) -> bool:
        """Whether a key counts. One that counts unless it is held counts later, or before the next key."""
        doubtful, self._doubtful = self._doubtful, None
        verdict = self._guard.judge(event.key, event.at if isinstance(event, KeyPress) else self._now())
        if verdict is Verdict.DOUBTFUL:
            self._doubtful = event.key
            self.set_timer(REPEAT_SECONDS, self._press_doubtful)
        elif verdict is Verdict.COUNTS and doubtful is not None:
            await self._check_bindings(doubtful)
        return verdict is Verdict.COUNTS

    async def _press_doubtful(self) -> None:
        """Run the command of the last key, as it was not held."""
        if (key := self._doubtful) is not None:
            self._doubtful = None
            self._guard.end()
            await self._check_bindings(key)

    def _now(self) -> float:
        """The time on the clock of keys. Only our own driver has a clock that stops while the program is busy."""
        listened: float = getattr(self._driver, "listened", self.services.now())
        return listened

    def wait_for_pause(self, seconds: float = 0) -> None:
        """Ignore keys for some seconds and until there was a pause, because they are meant for what was shown before."""
        self._doubtful = None
        self._guard.begin(self._now(), seconds)

    def action_help_quit(self) -> None:
        """Explain how to quit, for players who press ctrl+c."""
        self.answer(N_("{key} quits the program.", key=self.key(QUIT)))

    def action_leave(self) -> None:
        """Quit without asking, as every ply is saved, and say how to resume. Warn once if something is not saved."""
        screens = [screen for screen in self.screen_stack if isinstance(screen, BaseScreen)]
        reason = next((reason for screen in screens if (reason := screen.quit_warning())), None)
        if reason and self.services.now() > self._warned_until:
            self._warned_until = self.services.now() + _WARNING_SECONDS
            self.say(N_("{reason} Press {key} again to quit.", reason=reason, key=self.key(QUIT)), wrong=True)
        else:
            self.farewell = next((said for screen in screens if (said := screen.farewell())), None)
            self.exit(0)

    def action_command_palette(self) -> None:
        """Open the command palette."""
        from splendor_tui.tui.screens.palette_screen import command_palette

        screen, commands = self.screen, self._commands_now()

        async def run(command_id: str | None) -> None:
            if command_id is not None:
                await self.run_action(next(one for one in commands if one.id == command_id).run, screen)

        self._open_palette(command_palette(commands, self), run)

    def action_rules_pane(self) -> None:
        """Show or hide the rules beside the table."""
        from splendor_tui.tui.widgets.layouts import RULES_FROM

        settings = self.services.settings
        if settings.layout != "auto":
            self.answer(N_("The rules are shown beside the largest table; the settings allow only a smaller one."))
        elif self.size.width < RULES_FROM:
            self.answer(N_("The rules need a window of at least {columns} columns.", columns=RULES_FROM))
        else:
            self.change_settings(settings.changed(rules_pane=not settings.rules_pane))

    def action_change_theme(self) -> None:
        """Open the list of themes, and save the chosen one."""
        from splendor_tui.tui.screens.palette_screen import theme_palette

        def choose(name: str | None) -> None:
            if name is not None:
                self.change_settings(self.services.settings.changed(theme=name))

        def preview(name: str | None) -> None:
            self.theme = name or self._known_theme(self.services.settings)

        self._open_palette(theme_palette(theme_names(self.available_themes), self.theme, preview), choose)

    def _open_palette(self, palette: Screen[str], then: ScreenResultCallbackType[str]) -> None:
        """Open a palette, unless the current screen does not allow it."""
        if self._palette_allowed():
            self.push_screen(palette, then)
        elif isinstance(self.screen, BaseScreen) and self.screen.KEY_COMMANDS:  # not itself a palette
            self.answer(N_("This is possible again at the table."))

    def _palette_allowed(self) -> bool:
        """Whether a palette may open. It never opens above a `SECRET` screen, such as another palette."""
        return isinstance(self.screen, BaseScreen) and not self.screen.SECRET

    def on_resize(self, event: Resize) -> None:
        """Check the new terminal size. `self.size` is still the old one."""
        if self.is_running:
            self._check_size(event.size)

    def _check_size(self, size: Size) -> None:
        """Cover the screen while the terminal is too small."""
        from splendor_tui.tui.screens.too_small_screen import MIN_COLUMNS, MIN_ROWS, TooSmallScreen

        small = self._too_small = size.width < MIN_COLUMNS or size.height < MIN_ROWS
        shown = next((screen for screen in self.screen_stack if isinstance(screen, TooSmallScreen)), None)
        if small and shown is None:
            self.push_screen(TooSmallScreen())
        elif not small and shown is not None:
            self.close_above(shown)
            self.pop_screen()
