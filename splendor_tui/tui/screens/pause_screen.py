"""The pause screen, which hides the table and stops the clock."""

from collections.abc import Collection
from typing import Final

from textual.app import ComposeResult
from textual.containers import Center, Vertical
from textual.content import Content
from textual.events import Key

from splendor_tui.inputs.house_rules import OPEN_SERIES
from splendor_tui.match.hot_seat import HotSeat
from splendor_tui.match.pause_reasons import INTERRUPTIONS, PauseReason, describe_interruption
from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.match_draft import special_rules
from splendor_tui.presentation.result import NOBODY_TO_AGREE, describe_agreement, describe_resignation
from splendor_tui.tui.keys.commands_by_screen import command_of
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import draw_message, link, unbroken, write_scores
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.widgets.base_widgets import Heading, Text
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row, Rows
from splendor_tui.tui.widgets.key_row import KeyRow
from splendor_tui.words import N_, Message

_FINAL: Final = (commands.RESIGN, commands.AGREE)


class PauseScreen(BaseScreen[Command]):
    """Shows the reason for the interruption of a match, and returns the choice. Irreversible choices must be confirmed.

    `resumable` means that the game can be resumed after leaving. `score` is that of the series, if any.
    """

    ABOUT = N_("The game is paused, and the table is hidden.")
    KEY_COMMANDS = commands.IN_PAUSE
    CSS_PATH = "pause_screen.tcss"
    SECRET = True

    def __init__(self, hot_seat: HotSeat, *, resumable: bool, score: Message | None = None) -> None:
        super().__init__()
        self._controller = controller = hot_seat.controller
        assert controller.interruption is not None
        reason = describe_interruption(controller.interruption, with_clock=controller.clock is not None)
        self._agreeing = [] if controller.outcome else [*map(unbroken, hot_seat.agreeing)]
        self._has_computers = hot_seat.has_computers
        can = {commands.RESIGN: hot_seat.to_move, commands.AGREE: bool(self._agreeing)}
        self._offers = [choice for choice in commands.PAUSE_CHOICES if can.get(choice, True)]
        self._players = [*map(unbroken, controller.names_in_play())]
        self._resumable = resumable
        rules = controller.options.model_copy(update={"series": OPEN_SERIES})  # the score has the goal
        self._sentences = [*filter(None, (reason, score)), *special_rules(rules)]
        self._has_actions = controller.ply > 0
        self._asked: Command | None = None
        self._confirmed = 0
        """How many players have confirmed the choice."""

    def compose(self) -> ComposeResult:
        """Compose the reason, the choices, and the meaning of the highlighted row."""
        self.list = ChoiceList(self._rows, self._choose)
        with Vertical(id="pause"):
            yield Heading(lambda: Content.styled(self.glyphs.write(N_("Paused")), theme.TITLE))
            yield Text(self._explanation, "reason")
            with Center():
                yield self.list
            with Center():
                yield Text(self._about, "about")
        yield KeyRow(self._hints)

    def _explanation(self) -> Content:
        """The reason, the score of the series, and the special rules."""
        return Content("\n".join(write_scores(one, self.glyphs) for one in self._sentences))

    def unavailable_commands(self) -> Collection[Command]:
        """The commands that are not available in this pause."""
        return [choice for choice in commands.PAUSE_CHOICES if choice not in self._offers]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Refuse unavailable choices. The key is then explained."""
        is_refused = action == "do" and parameters[0] not in {choice.id for choice in self._offers}
        return not is_refused and super().check_action(action, parameters)

    def explain_key(self, event: Key) -> Message:
        """Say why a choice is unavailable."""
        unavailable = (choice for choice in _FINAL if choice not in self._offers)
        choice = next((choice for choice in unavailable if self.is_key_of(choice, event)), None)
        if choice is None:
            return super().explain_key(event)
        if self._controller.outcome is not None:
            return N_("The game is already over.")
        if choice == commands.AGREE:
            return NOBODY_TO_AGREE
        return N_("Only the player to move can resign.")

    def _rows(self) -> Rows:
        """The choices with their keys."""
        return [Row(choice.id, choice.title, self.key(choice)) for choice in self._offers]

    def _about(self) -> Content | Message:
        """Describe the effect of the highlighted choice, or ask for confirmation."""
        if self._asked is None:
            if self.list.highlighted == commands.LEAVE_MATCH.id and not self._resumable:
                if self._has_actions:
                    return N_("Return to the home screen. This game cannot be resumed.")
                return N_("Return to the home screen. Nothing has been played, so there is nothing to resume.")
            return command_of(self.list.highlighted).about
        keys = {"key": self.key(self._asked), "enter": self.key(commands.CHOOSE)}
        if self._asked == commands.AGREE:
            name = self._agreeing[self._confirmed]
            again = N_("{name}, press {key} again or {enter}, or click here, to agree.", name=name, **keys)
            names, view = [*map(unbroken, self._controller.names)], self._controller.view_for(None)
            meaning = describe_agreement(view, names, with_computers=self._has_computers)
        else:
            again = N_("Press {key} again or {enter}, or click here, to confirm.", **keys)
            meaning = describe_resignation(self._players)
        confirm = link(f" {again} ", self._asked.action, theme.ALERT)
        return Content.assemble(draw_message(meaning, self.glyphs), "\n", confirm)

    def _hints(self) -> tuple[Hint, ...]:
        """The current key hints."""
        if self._asked is not None:
            confirm = self.hint(commands.CHOOSE, self._asked.label, primary=True)
            return confirm, self.hint(commands.LEAVE_PAUSE), self.hint(commands.HELP)
        return self.hint(commands.CHOOSE, primary=True), self.hint(commands.GO_ON), self.hint(commands.HELP)

    def _choose(self, row_id: str) -> None:
        """Run a choice. An irreversible one must be confirmed first. A second click in its row does not confirm it.

        Every human in play must confirm an agreement. A double click confirms it once.
        """
        choice, program = command_of(row_id), self.program
        if choice in _FINAL and self._asked != choice:
            self._asked, self._confirmed = choice, 0
            self.show()
        elif choice in _FINAL and (program.double_clicked if self._confirmed else program.clicked_again):
            return
        elif choice == commands.AGREE and self._confirmed + 1 < len(self._agreeing):
            self._confirmed += 1
            program.wait_for_pause()
            self.show()
        elif choice == commands.PAUSE_SETTINGS:
            from splendor_tui.tui.screens.settings_screen import SettingsScreen

            self.app.push_screen(SettingsScreen())
        elif choice == commands.PAUSE_RULES:
            program.action_rules()
        elif self.is_active:
            # End the interruption at once: the table may look for one before it gets the choice, and show the menu again.
            self._controller.pause(PauseReason.CHOSEN)
            self._controller.resume(*INTERRUPTIONS)
            self.dismiss(choice)

    def on_part_changed(self) -> None:
        """Cancel the confirmation when another row is highlighted."""
        if self._asked and self._asked.id != self.list.highlighted:
            self._asked = None

    def action_do(self, command_id: str) -> None:
        """Run a choice."""
        self.list.highlighted = command_id
        self._choose(command_id)

    def action_back(self) -> None:
        """Cancel a confirmation, or return to the table."""
        if self._asked is None:
            self.action_do(commands.GO_ON.id)
        else:
            self._asked = None
            self.show()
