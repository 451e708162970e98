"""The table of the lesson, with instructions below it."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from textual import work
from textual.app import ComposeResult

from splendor_tui.lesson.lesson_file import LEARNER, RIVAL, Command
from splendor_tui.lesson.lesson_session import LessonSession, open_lesson, with_commands
from splendor_tui.lesson.saved_lesson import begin_first_game
from splendor_tui.match.computer_turns import play_computer
from splendor_tui.match.hot_seat import HotSeat, Next
from splendor_tui.match.thinking_time import Thinking, thinking_seconds
from splendor_tui.presentation.commands import CommandId
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.presentation.message_details import with_keys
from splendor_tui.presentation.selection import slots_of
from splendor_tui.presentation.table_model import PlayerSlot, ShownHint, Slot, Suggestion, TableModel, slot_of
from splendor_tui.rules.actions import Action, Reserve
from splendor_tui.rules.cards import Card
from splendor_tui.tui.keys.commands_by_screen import INSPECT, LESSON
from splendor_tui.tui.keys.key_hint import Hint, hint
from splendor_tui.tui.screens.choosing_screen import ChoosingScreen
from splendor_tui.tui.widgets.app_protocol import Program
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.words import N_, NP_, Message, MessageError


def learn(program: Program) -> None:
    """Play the lesson, or explain why that is impossible."""
    try:
        lesson = open_lesson(program.services)
    except MessageError as error:
        program.say(N_("The learning game cannot be played. {reason}", reason=error.message), wrong=True)
    else:
        program.home()
        program.push_screen(LessonScreen(lesson))


class LessonScreen(ChoosingScreen):
    """Lets the lesson check each of the learner's actions. A wrong action gets a reply and has no effect."""

    ABOUT = N_(
        "You are learning the game. The lines below the table explain it and say what to do; whatever you "
        "try, nothing can go wrong. You can leave at any time and continue later."
    )
    KEY_COMMANDS = LESSON

    def __init__(self, lesson: LessonSession) -> None:
        super().__init__()
        self.lesson = lesson
        self.hot_seat = HotSeat(lesson.live.controller)
        self._problem: Message | None = None
        """The last error from saving the progress."""
        self._has_inspected = False
        """Whether the screen above shows what the rival has."""

    def compose(self) -> ComposeResult:
        """Compose the table of the current step."""
        self._join_match()
        yield from super().compose()

    def on_mount(self) -> None:
        """Start with the current step."""
        self.proceed()

    def _join_match(self) -> None:
        """Join the match of the current step."""
        self.hot_seat = HotSeat(self.lesson.live.controller)
        self.hot_seat.controller.begin()
        self.session = MatchSession(self.hot_seat, self.labels, is_saved=True)  # the progress is saved, not the match

    # --- display ------------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Update the table and the step, and report once if the progress cannot be saved."""
        super().show()
        problem = self.lesson.progress.problem
        if problem is not None and problem != self._problem:
            self.program.say(problem, wrong=True)
        self._problem = problem

    def model(self) -> ScreenModel:
        """The table, with the instructions in place of a hint."""
        lesson, model = self.lesson, replace(self.session.model(), hint=self._instructions())
        shown = self.screen_model(model, tuple(self._hints(model)))
        if self.session.selection is None and self.session.message is None:
            shown = replace(shown, prompt=())  # the usual prompt would contradict the task
        elif lesson.step.only_reads or lesson.step.use:
            shown = replace(shown, prompt=tuple(phrase for phrase in model.prompt[:1] if phrase.does is None))
        if lesson.rival_moves:
            return shown
        picked = () if self.session.selection is None else slots_of(lesson.view, self.session.selection)
        return replace(shown, lit=lesson.step.lit(lesson.view).difference(picked))

    def _instructions(self) -> ShownHint:
        """The step's idea or the reply to a wrong action, followed by the task and its keys."""
        lesson = self.lesson
        if lesson.rival_moves:
            return ShownHint(N_("Now {name} moves.", name=lesson.names[RIVAL]), steady=True)

        commands: dict[Command, str] = {
            "players": self.key(INSPECT.id),
            "hint": self.key(CommandId.HINT),
            "undo": self.key(CommandId.UNDO),
        }

        idea = N_("{number}/{count} {idea}", number=lesson.number, count=lesson.count, idea=lesson.reply or lesson.idea)
        task = lesson.task or (N_("Play a short game.") if lesson.number == lesson.count else N_("Continue."))
        task = with_commands(task, commands)  # its keys are beside it
        idea = with_commands(with_keys(idea, lesson.view, self.session.labels), commands)
        return ShownHint(idea, (Suggestion(tuple(self._keys()), None, task),), steady=True)

    def _keys(self) -> Iterator[str]:
        """Yield the keys that still have to be pressed, in order."""
        step, view, labels, key = self.lesson.step, self.lesson.view, self.session.labels, self.key
        action = self.lesson.suggested
        if isinstance(step.look, Card):
            yield labels[slot_of(view, step.look)]
        elif step.look is not None or step.only_reads:
            yield key(CommandId.CONFIRM)
        elif step.use is not None:
            yield key(INSPECT.id)
        elif action is not None:
            if not self._is_shown:
                yield from (labels[slot] for slot in slots_of(view, action))
                if isinstance(action, Reserve):
                    yield key(CommandId.RESERVE)
            yield key(CommandId.CONFIRM)

    def _hints(self, model: TableModel) -> Iterator[Hint]:
        """Yield the current key hints, most useful first, without those that a lesson does not need."""
        lesson, key = self.lesson, self.key
        if lesson.step.only_reads:
            yield Hint(key(CommandId.CONFIRM), NP_("in a lesson", "continue"), "screen.confirm", primary=True)
        elif lesson.step.use:
            yield Hint(key(INSPECT.id), INSPECT.label, "screen.inspect", primary=True)
        else:
            yield from (hint(offer, key) for offer in model.offers if offer.primary)
            if not (lesson.rival_moves or self._is_shown):
                yield Hint(key(CommandId.HINT), N_("show me"), "screen.hint")
        if self.session.selection is not None:
            yield from (hint(offer, key) for offer in model.offers if offer.command == CommandId.CLEAR)
        if lesson.number > 1:
            yield Hint(key(CommandId.UNDO), N_("step back"), "screen.undo")
        yield Hint(key(CommandId.MENU), N_("leave"), "screen.menu")
        yield Hint(key(CommandId.HELP), NP_("noun", "help"), CommandId.HELP)

    @property
    def _is_shown(self) -> bool:
        """Whether the suggested action is chosen and only needs confirmation."""
        action = self.lesson.suggested
        return action is not None and self.session.selection == action

    # --- progress -----------------------------------------------------------------------------------------------------

    def farewell(self) -> Message | None:
        """Say that the learning game goes on from here next time, or why it cannot."""
        return self.lesson.progress.problem or N_("Next time, the learning game continues from here.")

    def proceed(self) -> None:
        """Go to the next step if this one is done, then let the next player move."""
        self.lesson.catch_up()
        if self.lesson.live.controller is not self.hot_seat.controller:
            self._join_match()
        self.session.adapt()
        self.show()
        self._point_out()
        if self.hot_seat.proceed() is Next.COMPUTER:
            self._play_rival()

    @work(exclusive=True)
    async def _play_rival(self) -> None:
        live, services = self.lesson.live, self.services
        thinking = Thinking(thinking_seconds(live.controller, services.settings), services.now)
        await play_computer(live.controller, live.bots, services.rng, thinking, lambda: services.settings.bot_pace)
        self.proceed()

    def _change_step(self, change: Callable[[], object]) -> None:
        """Go to another step and show it. After the last one, start a real game."""
        self.workers.cancel_node(self)  # a pending rival move belongs to the step being left
        self.session.clear()
        change()
        if self.lesson.finished:
            self.program.matches.play(begin_first_game(self.services, self.lesson.names[LEARNER]))
        else:
            self.proceed()

    def _point_out(self) -> None:
        """Move the cursor to the slot that the learner should look at or choose."""
        lesson = self.lesson
        slot = lesson.slot_to_inspect
        if lesson.step.use is not None:
            slot = PlayerSlot(RIVAL)
        elif slot is None and lesson.suggested is not None:
            slot = next(iter(slots_of(lesson.view, lesson.suggested)), None)
        if slot is not None:
            self.board.cursor = slot

    # --- the learner's actions ----------------------------------------------------------------------------------------

    def play(self, action: Action) -> None:
        """Play an action that completes the task. Reply to any other."""
        controller = self.hot_seat.controller
        is_right = self.lesson.allows(action)
        self.session.clear()
        if is_right:
            controller.submit(controller.seat, action, controller.ply)
            self.proceed()
        else:
            self.show()

    def pick(self, slot: Slot) -> None:
        """Pick a slot if the step allows a choice.

        If the step asks the learner to look at this slot, that is now done.
        """
        if not isinstance(slot, PlayerSlot) and (answer := self._nothing_to_choose(slot)):
            self.show_message(answer)
            return
        self.lesson.reply = None
        super().pick(slot)
        if self.lesson.look_at(slot):
            self.show()

    def _nothing_to_choose(self, slot: Slot | None) -> Message | None:
        """Explain what to do before choosing. None if the step already allows a choice, or asks for this slot."""
        if self.lesson.rival_moves:
            return None
        if self.lesson.step.only_reads:
            return N_("There is nothing to choose yet: press {key} to continue.", key=self.key(CommandId.CONFIRM))
        if self.lesson.step.use is not None:
            name = self.lesson.names[RIVAL]
            return N_("First see what {name} can buy: press {key}.", name=name, key=self.key(INSPECT.id))
        looked_at = self.lesson.slot_to_inspect
        if looked_at is None or slot == looked_at:
            return None
        return N_("First look at {thing}.", thing=self.lesson.step.look)

    def action_confirm(self) -> None:
        """Continue if the step only has to be read. Otherwise, perform the action in the prompt line."""
        if self.lesson.step.only_reads:
            self._change_step(self.lesson.advance)
        else:
            super().action_confirm()

    def action_reserve(self) -> None:
        """Reserve the chosen card, unless the step requires something else."""
        if answer := self._nothing_to_choose(None):
            self.show_message(answer)
        else:
            super().action_reserve()

    def action_payment(self) -> None:
        """Show the next way to pay, unless the step requires something else."""
        if answer := self._nothing_to_choose(None):
            self.show_message(answer)
        else:
            super().action_payment()

    def action_inspect(self) -> None:
        """Inspect the rival if the step requires it, else the player under the cursor."""
        if self.lesson.step.use is None:
            super().action_inspect()
        else:
            self.inspect(RIVAL)

    def inspect(self, seat: int) -> None:
        """Inspect a player. If the lesson step asks for this, it is done."""
        super().inspect(seat)
        self._has_inspected = seat == RIVAL and not self.lesson.rival_moves

    def on_screen_resume(self) -> None:
        """Go to the next step if the rival was inspected. Until then, its keys would not work."""
        if self._has_inspected and self.lesson.use("players"):
            self.show()
            self._point_out()
        self._has_inspected = False

    def action_hint(self) -> None:
        """Do what the step asks for. An action is only chosen, and the learner confirms it."""
        if self.lesson.step.use is not None:
            self.action_inspect()
            return
        action = self.lesson.suggested
        if self._is_shown:
            self.show_message(N_("This is chosen already. {key} confirms it.", key=self.key(CommandId.CONFIRM)))
        elif action is not None:
            self.lesson.reply = self.session.message = None
            self.session.selection = action
            self.show()
        elif self.lesson.slot_to_inspect is not None:
            self.pick(self.lesson.slot_to_inspect)
        elif answer := self._nothing_to_choose(None):
            self.show_message(answer)

    def action_follow(self, place: int) -> None:  # noqa: ARG002 - there is only one line to click
        """Demonstrate the task when it is clicked, or continue."""
        if self.lesson.step.only_reads:
            self.action_confirm()
        else:
            self.action_hint()

    def action_clear(self) -> None:
        """Clear the choice."""
        self.session.clear()
        self.show()

    def action_undo(self) -> None:
        """Go back one step."""
        self._change_step(self.lesson.go_back)

    def action_menu(self) -> None:
        """Leave the lesson. It can be resumed at this step."""
        self.program.home()
