"""All keys of the game, each to be exchanged for another."""

from typing import ClassVar, Final

from textual.binding import BindingType
from textual.content import Content
from textual.events import Key

from splendor_tui.inputs.settings import Settings
from splendor_tui.presentation.table_model import Hint
from splendor_tui.tui.keys.key_commands import BACK, EVERYWHERE, Actions, KeyCommand, bindings
from splendor_tui.tui.keys.key_places import PLACES
from splendor_tui.tui.keys.keymap import clashes, key_label, keys_of
from splendor_tui.tui.keys.menu_commands import KEYS, RESTORE
from splendor_tui.tui.look import theme
from splendor_tui.tui.screens.row_screen import RowScreen
from splendor_tui.tui.widgets.choice_list import Row, Rows
from splendor_tui.words import _

_STOP: Final = "escape"


class KeysScreen(RowScreen[None]):
    """Enter takes the next key that is pressed for the highlighted action."""

    ABOUT = _("Every action with its keys. Enter, then a key, and the action has that key instead.")
    ACTIONS: ClassVar[Actions] = KEYS
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS)
    TITLE_WORDS: ClassVar[str] = _("Keys")

    def __init__(self) -> None:
        super().__init__()
        self._catching = False

    def rows(self) -> Rows:
        """The actions by where they can be done; one that can be done at several places stands at the first."""
        rows: list[Row | str] = []
        seen: set[str] = set()
        for place, actions in PLACES:
            rows += ["", place] if rows else [place]
            rows += [self._row(action) for action in actions if action.id not in seen]
            seen |= {action.id for action in actions}
        return rows

    def _row(self, action: KeyCommand) -> Row:
        catching = self._catching and self.list.highlighted == action.id
        value = _("press a key…") if catching else _labels(keys_of(self.house.settings, (action,))[action.id])
        own = f"{value}  {_('(yours)')}" if action.id in self.house.settings.keys and not catching else value
        return Row(action.id, self.glyphs.write(_heading(action)), self.glyphs.write(own))

    def about(self, row_id: str) -> Content:
        """What the action does, and how its keys are changed."""
        action = _action(row_id)
        if self._catching:
            more = _("Press the key that it shall have. {stop} leaves it as it is.").format(stop=key_label(_STOP))
        elif row_id in self.house.settings.keys:
            by_itself = keys_of(_without(self.house.settings, row_id), (action,))[row_id]
            more = _("{key} gives it back {keys}.").format(key=self.key(RESTORE.id), keys=_labels(by_itself))
        else:
            more = _("{key}, then another key, changes it.").format(key=self.key("rows.choose"))
        words = self.glyphs.write(action.about)
        return Content.assemble(
            (self.glyphs.write(_heading(action)), theme.TITLE), "\n\n", words, "\n\n", (more, theme.QUIET)
        )

    def hints(self) -> tuple[Hint, ...]:
        """What the keys do, or that one is waited for."""
        if self._catching:
            return (
                Hint(_("any key"), _("takes its place"), "screen.stop", primary=True),
                Hint("Esc", _("leave it"), "screen.stop"),
            )
        key = self.key
        return (
            Hint(key("rows.choose"), _("change"), "screen.choose", primary=True),
            Hint(key(RESTORE.id), RESTORE.words, "screen.restore"),
            Hint(key(BACK.id), BACK.words, BACK.run),
            Hint(key("app.help"), _("help"), "app.help"),
        )

    # --- what a player does --------------------------------------------------------------------------------------------

    def chosen(self, row_id: str) -> None:  # noqa: ARG002  it is the highlighted one
        """Wait for the key."""
        self._catching = True

    def on_key(self, event: Key) -> None:
        """Take the key that was waited for, whatever it does otherwise."""
        if self._catching:
            event.stop()
            event.prevent_default()
            self._catching = False
            if event.key == _STOP:
                self.show()
            else:
                self._change(lambda: self._give(self.list.highlighted, event.key))

    def on_choice_list_highlighted(self) -> None:
        """Who goes elsewhere with the mouse wants no key any more."""
        self.action_stop()

    def action_stop(self) -> None:
        """Wait no longer."""
        self._catching = False
        self.show()

    def action_restore(self) -> None:
        """Give the highlighted action the keys that it has by itself."""
        self._change(lambda: self._put_in_force(_without(self.house.settings, self.list.highlighted)))

    def _give(self, action_id: str, key: str) -> None:
        settings = self.house.settings
        self._put_in_force(settings.changed(keys={**settings.keys, action_id: key}))

    def _put_in_force(self, settings: Settings) -> None:
        """Raises ValueError with a sentence when a key would stand for two actions at one place."""
        action_id = self.list.highlighted
        for place, actions in PLACES:
            for key, ids in clashes(settings, tuple({*actions, *EVERYWHERE})).items():
                others = [other for other in ids if other != action_id]
                if action_id in ids and others:
                    sentence = _("{key} is the key for: {other} ({place}).")
                    words = _action(others[0]).words
                    raise ValueError(sentence.format(key=key_label(key), other=words, place=place))
        self.game.change_settings(settings)


def _action(action_id: str) -> KeyCommand:
    return next(action for _place, actions in PLACES for action in actions if action.id == action_id)


def _without(settings: Settings, action_id: str) -> Settings:
    return settings.changed(keys={name: keys for name, keys in settings.keys.items() if name != action_id})


def _labels(keys: str) -> str:
    """Some keys as they are written on the screen."""
    return ", ".join(key_label(key) for key in keys.split(","))


def _heading(action: KeyCommand) -> str:
    return action.words[:1].upper() + action.words[1:]
