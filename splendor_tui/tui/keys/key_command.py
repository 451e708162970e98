"""The type of key commands, and the commands that many screens share.

Bindings, key hints, palette, help and settings are derived from the commands. `commands_by_screen` lists all of them.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from textual.binding import Binding, BindingType

from splendor_tui.presentation.commands import CommandId
from splendor_tui.words import N_, NP_, Message


class KeyCommand(NamedTuple):
    """A command of a screen or of the app.

    `id` is its name in the settings. `keys` are its keys on a qwerty keyboard, as Textual names them. `label` is its
    name in key hints; lists of commands show it capitalized. `about` describes it in a sentence. Commands with the same
    `about` share a row in the help; `alone` then describes only this one. `call` is its Textual action unless the id
    names it: `home.new` runs `new`. A command that only makes sense as a key is not `in_palette`.
    """

    id: str
    keys: str
    label: Message
    about: Message
    call: str = ""
    in_palette: bool = True
    priority: bool = False
    alone: Message | None = None

    @property
    def title(self) -> str:
        """The translated name, capitalized."""
        label = str(self.label)
        return label[:1].upper() + label[1:]

    @property
    def run(self) -> str:
        """The Textual action."""
        return self.call or self.id.partition(".")[2].replace("-", "_")

    @property
    def action(self) -> str:
        """The Textual action, for use in a widget of the screen."""
        return self.run if self.run.startswith("app.") else f"screen.{self.run}"


KeyCommands: TypeAlias = tuple[KeyCommand, ...]


def bindings(commands: Iterable[KeyCommand]) -> list[BindingType]:
    """The BINDINGS of a screen or of the app. They have no descriptions, as the key hints are translated."""
    return [Binding(one.keys, one.run, show=False, priority=one.priority, id=one.id) for one in commands]


def doing(command: CommandId, keys: str, label: Message, about: Message, alone: Message | None = None) -> KeyCommand:
    """A command that the activity at the table runs."""
    return KeyCommand(command, keys, label, about, f"do('{command}')", alone=alone)


def by_id(commands: Iterable[KeyCommand], command_id: str) -> KeyCommand:
    """The command with this id. Raises KeyError."""
    return {command.id: command for command in commands}[command_id]


SHOW_HELP: Final = KeyCommand(
    "app.help", "question_mark,f1", NP_("noun", "help"), N_("Show what the keys do on this screen."), "app.help"
)
SHOW_PALETTE: Final = KeyCommand(
    "app.palette",
    "ctrl+p",
    N_("commands"),
    N_("Search the commands of this screen."),
    "app.command_palette",
    in_palette=False,
    priority=True,
)
CHANGE_THEME: Final = KeyCommand(
    "app.theme", "f3", N_("theme"), N_("Choose other colours, with a preview."), "app.change_theme"
)
QUIT: Final = KeyCommand(
    "app.quit", "ctrl+q", N_("quit"), N_("Quit the program; your game is saved."), "app.leave", priority=True
)
EVERYWHERE: Final[KeyCommands] = (
    SHOW_HELP,
    KeyCommand("app.rules", "f2", N_("rules"), N_("Show the rules of the game."), "app.rules"),
    SHOW_PALETTE,
    CHANGE_THEME,
    KeyCommand(
        "app.suspend",
        "ctrl+z",
        N_("suspend"),
        N_("Suspend the program and return to the shell, with the table hidden; type fg to resume."),
        "app.suspend_process",
        priority=True,
    ),
    QUIT,
)
BACK: Final = KeyCommand("screen.back", "escape,backspace", N_("back"), N_("Go back."), "app.back")


def closing(command: KeyCommand) -> KeyCommand:
    """A command that closes a screen with the keys of the command that opened it."""
    return BACK._replace(id=command.id, keys=command.keys, in_palette=False)


UP: Final = KeyCommand("rows.up", "up,k", N_("up"), N_("Go to the row above."), "move(-1)", False)
DOWN: Final = KeyCommand("rows.down", "down,j", N_("down"), N_("Go to the row below."), "move(1)", False)
CHOOSE: Final = KeyCommand(
    "rows.choose", "enter,space", N_("choose"), N_("Run the row's action, or edit the row."), in_palette=False
)
WALK: Final[KeyCommands] = (UP, DOWN, CHOOSE)
LESS: Final = KeyCommand("rows.less", "left,h", N_("less"), N_("Go to the row's previous value."), "turn(-1)", False)
MORE: Final = KeyCommand("rows.more", "right,l", N_("more"), N_("Go to the row's next value."), "turn(1)", False)
TURN: Final[KeyCommands] = (LESS, MORE)
PAGES: Final[KeyCommands] = (
    KeyCommand("rows.page-up", "pageup", N_("page up"), N_("Go up one screen."), "page(-1)", False),
    KeyCommand("rows.page-down", "pagedown", N_("page down"), N_("Go down one screen."), "page(1)", False),
    KeyCommand("rows.first", "home", N_("first"), N_("Go to the first row."), "jump(0)", False),
    KeyCommand("rows.last", "end", N_("last"), N_("Go to the last row."), "jump(-1)", False),
)
WALK_LIST: Final[KeyCommands] = (UP, DOWN, *PAGES)

PAGE_UP: Final = KeyCommand("page.page-up", "pageup,b", N_("previous page"), N_("Go back one page."), "page(-1)", False)
PAGE_DOWN: Final = KeyCommand(
    "page.page-down", "pagedown,space", N_("next page"), N_("Go forward one page."), "page(1)", False
)
SCROLL: Final[KeyCommands] = (
    KeyCommand("page.up", "up,k", N_("previous row"), N_("Move up one row."), "move(-1)", False),
    KeyCommand("page.down", "down,j", N_("next row"), N_("Move down one row."), "move(1)", False),
    PAGE_UP,
    PAGE_DOWN,
    KeyCommand("page.first", "home", N_("beginning"), N_("Go to the beginning."), "jump(0)", False),
    KeyCommand("page.last", "end", NP_("noun", "end"), N_("Go to the end."), "jump(-1)", False),
)
READ: Final[KeyCommands] = (
    *SCROLL,
    BACK,
    BACK._replace(id="help.close", keys="enter", label=NP_("verb", "close"), in_palette=False),  # once only in the help
)
