"""What a key command is, and those that many screens share.

The others are in `table_commands` and `menu_commands`, and `key_places` is the list of them all: together the one registry that
feeds bindings, key hints, command palette, help and settings.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from textual.binding import Binding, BindingType

from splendor_tui.words import _


@dataclass(frozen=True, slots=True)
class KeyCommand:
    """Something that a screen, or the app, can do.

    `id` names its binding in the settings, `keys` are the keys of a qwerty keyboard as Textual names them, `run` is the Textual
    action. `words` name it in key hints and in the palette, `about` tells in a sentence what it does. The palette lists it
    unless it only makes sense as a key.
    """

    id: str
    keys: str
    run: str
    words: str
    about: str
    in_palette: bool = True
    priority: bool = False

    def binding(self) -> Binding:
        """The action as Textual binds it."""
        return Binding(self.keys, self.run, self.words, show=False, priority=self.priority, id=self.id)


Actions: TypeAlias = tuple[KeyCommand, ...]


def bindings(actions: Iterable[KeyCommand]) -> list[BindingType]:
    """What a screen or the app has for BINDINGS."""
    return [action.binding() for action in actions]


def by_id(actions: Iterable[KeyCommand], action_id: str) -> KeyCommand:
    """The action of this id; raises KeyError when it is not among them."""
    return {action.id: action for action in actions}[action_id]


EVERYWHERE: Final[Actions] = (
    KeyCommand(
        "app.help", "question_mark,f1", "app.help", _("help"), _("Tell which keys do what on the screen that is shown.")
    ),
    KeyCommand("app.rules", "f2", "app.rules", _("rules"), _("Show the rules of the game on one screen.")),
    KeyCommand(
        "app.palette",
        "ctrl+p",
        "app.command_palette",
        _("commands"),
        _("Find anything that can be done here by its name."),
        in_palette=False,
        priority=True,
    ),
    KeyCommand(
        "app.theme", "f3", "app.change_theme", _("theme"), _("Choose another look; it is shown while you choose.")
    ),
    KeyCommand(
        "app.suspend",
        "ctrl+z",
        "app.suspend_process",
        _("stop"),
        _("Stop the program and go to the shell, with the table hidden; `fg` there goes on."),
        priority=True,
    ),
    KeyCommand(
        "app.quit",
        "ctrl+q",
        "app.leave",
        _("quit"),
        _("Leave the program; a game that is played is saved."),
        priority=True,
    ),
)
BACK: Final = KeyCommand("screen.back", "escape,backspace", "app.back", _("back"), _("Go back to where you were."))

WALK: Final[Actions] = (
    KeyCommand("rows.up", "up,k", "move(-1)", _("up"), _("Go to the row above."), False),
    KeyCommand("rows.down", "down,j", "move(1)", _("down"), _("Go to the row below."), False),
    KeyCommand("rows.choose", "enter,space", "choose", _("choose"), _("Do what the row says, or edit it."), False),
)
TURN: Final[Actions] = (
    KeyCommand("rows.less", "left,h", "turn(-1)", _("less"), _("Turn the row's value back."), False),
    KeyCommand("rows.more", "right,l", "turn(1)", _("more"), _("Turn the row's value on."), False),
)
WALK_LIST: Final[Actions] = (
    by_id(WALK, "rows.up"),
    by_id(WALK, "rows.down"),
    KeyCommand("rows.page-up", "pageup", "page(-1)", _("page up"), _("Go up by as many rows as are in view."), False),
    KeyCommand(
        "rows.page-down", "pagedown", "page(1)", _("page down"), _("Go down by as many rows as are in view."), False
    ),
    KeyCommand("rows.first", "home", "first", _("first"), _("Go to the first row."), False),
    KeyCommand("rows.last", "end", "last", _("last"), _("Go to the last row."), False),
)
