"""A learner's progress through the lesson: the current step, its match and its messages."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from splendor_tui.bots.player import Budget
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.inputs.match_options import HUMAN, SeatOptions, make_options
from splendor_tui.inputs.player_names import name_key
from splendor_tui.lesson.lesson_file import LEARNER, RIVAL, Command, CommandKey, LessonStep, load_lesson
from splendor_tui.lesson.saved_lesson import LessonProgress
from splendor_tui.match.match_lifecycle import LiveMatch, begin
from splendor_tui.match.services import Services
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Effect, Leave, Open, Proceed, Show, Think
from splendor_tui.presentation.match_draft import is_guest_name
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.presentation.message_details import with_keys, with_names
from splendor_tui.presentation.prompt import Choice
from splendor_tui.presentation.selection import slots_of
from splendor_tui.presentation.table_model import (
    NobleSlot,
    Offer,
    Phrase,
    PlayerSlot,
    ShownHint,
    Slot,
    Suggestion,
    TableModel,
    slot_of,
)
from splendor_tui.rules.actions import Action, Reserve
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NP_, Message

_RIVALS: Final = ("Nora", "Cosimo")
"""Possible names of the rival. The second is used if the first is the learner's name."""

_COMMANDS: Final[Mapping[Command, commands.Command]] = {
    "players": commands.INSPECT,
    "hint": commands.HINT,
    "undo": commands.UNDO,
}
"""The commands that the lesson mentions."""
_RIVAL_LEVEL: Final = "apprentice"
_OTHERWISE: Final = N_("In a game you could do that. In this step, something else comes first.")
"""The reply to an action for which the lesson has no specific reply."""


class _Rival:
    """The computer that plays the rival. `plan` maps plies to its actions."""

    def __init__(self) -> None:
        self.plan: Mapping[int, Action] = {}

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:  # noqa: ARG002 - the signature of a bot
        """The planned action for this ply."""
        return self.plan[view.ply]


class LessonSession(MatchSession):
    """Guides the learner through the steps. `live` is the current match; a step with its own position starts a new one.

    A wrong action gets a reply and has no effect. `reply` is the answer to the learner's last attempt. `rival_moves` means
    that the learner has completed the task and the rival is to move. `finished` is true after the last step.
    """

    is_saved = True  # the progress is saved, not the match

    def __init__(self, steps: Sequence[LessonStep], services: Services) -> None:
        self._steps = steps
        self.services = services
        self.progress = LessonProgress(services.store)
        first = next(iter(services.settings.names), "")
        learner = first if first and not is_guest_name(first) else str(N_("Learner"))
        self._names = (learner, next(name for name in _RIVALS if name_key(name) != name_key(learner)))
        self.reply: Message | None = None
        self.rival_moves = False
        self.finished = False
        self._reported: Message | None = None
        """The last problem reported with saving the progress."""
        self._rival = _Rival()
        ids = [step.id for step in steps]
        left = self.progress.step
        self._index = ids.index(left) if left in ids else 0
        super().__init__(self._match(), services)

    # --- progress ------------------------------------------------------------------------------------------------------

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self._steps[self._index]

    @property
    def number(self) -> int:
        """The number of the current step, starting at 1."""
        return self._index + 1

    @property
    def count(self) -> int:
        """The number of steps."""
        return len(self._steps)

    @property
    def idea(self) -> Message:
        """The idea that the step teaches."""
        return with_names(self.step.idea, self.names)

    @property
    def spoken_idea(self) -> Message:
        """The idea, for players who cannot see a table."""
        return with_names(self.step.spoken_idea, self.names)

    @property
    def task(self) -> Message | None:
        """The learner's task. None if the step has only text to read."""
        return None if self.step.task is None else with_names(self.step.task, self.names)

    @property
    def slot_to_inspect(self) -> Slot | None:
        """The slot that the learner must inspect, or None."""
        look = self.step.look
        if look is None or self.rival_moves:
            return None
        return slot_of(self.view, look) if isinstance(look, Card) else NobleSlot(self.view.nobles.index(look))

    @property
    def expected(self) -> Action | None:
        """An action that completes the task. None if the task is not an action."""
        return None if self.rival_moves else next(iter(self.step.wanted.possible(self.view)), None)

    @property
    def wanted(self) -> Card | Noble | Action | commands.Command:
        """What the step asks for: to look at a card or a noble, to play an action, to inspect the rival, or to continue."""
        if self.step.use is not None:
            return commands.INSPECT
        return self.step.look or self.expected or commands.CONFIRM

    # --- the table -----------------------------------------------------------------------------------------------------

    def model(self) -> TableModel:
        """The table, with the instructions in place of a hint."""
        model = replace(super().model(), hint=self._instructions())
        if self.rival_moves:
            return model
        picked = () if self.selection is None else slots_of(self.view, self.selection)
        return replace(model, lit=self.step.lit(self.view).difference(picked))

    def _instructions(self) -> ShownHint:
        """The step's idea or the reply to a wrong action, followed by the task and its keys."""
        if self.rival_moves:
            return ShownHint(N_("Now {name} moves.", name=self.names[RIVAL]), steady=True)
        idea = N_("{number}/{count} {idea}", number=self.number, count=self.count, idea=self.reply or self.idea)
        task = self.task or (N_("Play a short game.") if self.number == self.count else N_("Continue."))
        keys = {command: self.key(id_) for command, id_ in _COMMANDS.items()}
        task = with_commands(task, keys)  # its keys are beside it
        idea = with_commands(with_keys(idea, self.view, self.labels), keys)
        return ShownHint(idea, (Suggestion(tuple(self._keys()), None, task),), steady=True)

    def _keys(self) -> Iterator[str]:
        """Yield the keys that still have to be pressed, in order."""
        match self.wanted:
            case Card() as card:
                yield self.labels[slot_of(self.view, card)]
            case Noble():
                yield self.key(commands.CONFIRM)
            case commands.Command() as command:
                yield self.key(command)
            case action:
                if not self._is_demonstrated:
                    yield from (self.labels[slot] for slot in slots_of(self.view, action) if slot in self.labels)
                    if isinstance(action, Reserve):
                        yield self.key(commands.RESERVE)
                yield self.key(commands.CONFIRM)

    def _prompt(self, choice: Choice | None) -> tuple[Phrase, ...]:
        """The usual prompt, unless it would contradict the task."""
        if self.selection is None and self.message is None:
            return ()
        usual = super()._prompt(choice)
        if self.step.only_reads or self.step.use:
            return tuple(phrase for phrase in usual[:1] if phrase.does is None)
        return usual

    def _offers(self, choice: Choice | None) -> Iterator[Offer]:
        """Yield the available commands, most useful first, without those that a lesson does not need."""
        if self.step.only_reads:
            yield Offer(commands.CONFIRM, NP_("in a lesson", "continue"), primary=True)
        elif self.step.use:
            yield Offer(commands.INSPECT, primary=True)
        else:
            yield from (offer for offer in super()._offers(choice) if offer.primary)
            if not (self.rival_moves or self._is_demonstrated):
                yield Offer(commands.HINT, N_("show me"))
        if self.selection is not None:
            yield Offer(commands.CLEAR)
        if self.number > 1:
            yield Offer(commands.UNDO, N_("step back"))
        yield Offer(commands.MENU, N_("leave"))
        yield Offer(commands.HELP)

    @property
    def _is_demonstrated(self) -> bool:
        """Whether the expected action is chosen and only needs confirmation."""
        return self.expected is not None and self.selection == self.expected

    @property
    def spotlight(self) -> Slot | None:
        """The slot that the learner should look at or choose."""
        if self.step.use is not None:
            return PlayerSlot(RIVAL)
        if self.slot_to_inspect is not None or self.expected is None:
            return self.slot_to_inspect
        return next(slots_of(self.view, self.expected), None)

    # --- commands ------------------------------------------------------------------------------------------------------

    def do(self, command: commands.Command) -> Effect:
        """Run a command. Confirming continues a step that is only to be read."""
        match command:
            case commands.CONFIRM if self.step.only_reads:
                return self._change_step(self.advance)
            case commands.RESERVE | commands.PAYMENT if answer := self._nothing_to_choose(None):
                self.message = answer
            case commands.CLEAR:
                self.clear()
            case commands.HINT if self.step.use is not None:
                return Open(PlayerSlot(RIVAL))
            case commands.HINT:
                self._demonstrate()
            case commands.UNDO:
                return self._change_step(self.go_back)
            case commands.MENU:
                return Leave()
            case _:
                return super().do(command)
        return Show()

    def play(self, action: Action) -> Effect:
        """Play an action that completes the task. Reply to any other."""
        is_right = self.allows(action)
        self.clear()
        return super().play(action) if is_right else Show()

    def proceed(self) -> Effect:
        """Go to the next step if this one is done, then let the next player move."""
        self.catch_up()
        if self.finished:
            return Leave()
        effect = super().proceed()
        return effect if isinstance(effect, Think) else Show()

    def saving_report(self) -> Message | None:
        """Why the progress cannot be saved, once."""
        before, self._reported = self._reported, self.progress.problem
        return None if before == self._reported else self._reported

    def pick(self, slot: Slot) -> None:
        """Pick a slot if the step allows a choice. If the step asks the learner to look at it, that is now done."""
        if answer := self._nothing_to_choose(slot):
            self.message = answer
            return
        self.reply = None
        super().pick(slot)
        if self.look_at(slot):
            self.adapt()

    @property
    def picks_at_cursor(self) -> bool:
        """Whether confirming picks the slot under the cursor."""
        return not self.step.only_reads and super().picks_at_cursor

    def _nothing_to_choose(self, slot: Slot | None) -> Message | None:
        """Explain what to do before choosing. None if the step already allows a choice, or asks for this slot."""
        if self.rival_moves:
            return None
        if self.step.only_reads:
            return N_("There is nothing to choose yet: press {key} to continue.", key=self.key(commands.CONFIRM))
        if self.step.use is not None:
            name = self.names[RIVAL]
            return N_("First see what {name} can buy: press {key}.", name=name, key=self.key(commands.INSPECT))
        looked_at = self.slot_to_inspect
        if looked_at is None or slot == looked_at:
            return None
        return N_("First look at {thing}.", thing=self.step.look)

    def _demonstrate(self) -> None:
        """Do what the step asks for. An action is only chosen, and the learner confirms it."""
        if self._is_demonstrated:
            self.message = N_("This is chosen already. {key} confirms it.", key=self.key(commands.CONFIRM))
        elif self.expected is not None:
            self.reply = self.message = None
            self.select(self.expected)
        elif self.slot_to_inspect is not None:
            self.pick(self.slot_to_inspect)
        else:
            self.message = self._nothing_to_choose(None)

    def _change_step(self, change: Callable[[], None]) -> Effect:
        """Go to another step. After the last one, leave."""
        self.clear()
        change()
        return Leave() if self.finished else Proceed()

    # --- the learner's actions -----------------------------------------------------------------------------------------

    def allows(self, action: Action) -> bool:
        """Whether this legal action completes the task. The caller then plays it. Otherwise, `reply` gives the reason."""
        step = self.step
        if action not in step.wanted:
            answer = step.answer(action)
            self.reply = with_names(answer, self.names) if answer else _OTHERWISE
            return False
        ply = self.live.controller.ply + 1
        self._rival.plan = dict(enumerate(step.rival, start=ply))
        self.rival_moves, self.reply = True, None
        return True

    def look_at(self, slot: Slot | None) -> bool:
        """Continue if this is the slot to inspect. Returns whether it is."""
        if slot is None or slot != self.slot_to_inspect:
            return False
        self.advance()
        return True

    def use(self, command: Command) -> bool:
        """Continue if the step requires this command. Returns whether it does."""
        if command != self.step.use:
            return False
        self.advance()
        return True

    def catch_up(self) -> bool:
        """Continue if the task is done and the rival has moved. Returns whether the lesson continued."""
        controller = self.live.controller
        if not self.rival_moves or (self.step.rival and controller.seat != LEARNER and controller.outcome is None):
            return False
        self.advance()
        return True

    def advance(self) -> None:
        """Start the next step, or finish the lesson."""
        if self._index + 1 == len(self._steps):
            self.finished = True
            self.progress.finish()
        else:
            self._move_to(self._index + 1)

    def go_back(self) -> None:
        """Return to the start of the previous step."""
        if self._index > 0:
            self._move_to(self._index - 1, afresh=True)

    # --- helpers -------------------------------------------------------------------------------------------------------

    def _move_to(self, index: int, *, afresh: bool = False) -> None:
        self._index = index
        self.rival_moves, self.reply = False, None
        if afresh or self.step.start is not None:
            self.join(self._match())
        self.progress.reach(self.step.id, (self.number, self.count))

    def _match(self) -> LiveMatch:
        """Create a match in the position at the start of this step."""
        first = max(index for index in range(self._index + 1) if self._steps[index].start is not None)
        start = self._steps[first].start
        assert start is not None
        learner = SeatOptions(name=self._names[LEARNER], kind=HUMAN)
        rival = SeatOptions(name=self._names[RIVAL], kind=_RIVAL_LEVEL)
        rules = MatchRules(target=start.options.target, undo="off", hand_over="never")
        options, computers = make_options([learner, rival], rules), {rival.name: self._rival}
        live = begin(self.services, options, start.copy(), computers, saved=False)
        controller = live.controller
        controller.begin()
        for step in self._steps[first : self._index]:
            for action in (*step.wanted.possible(controller.view_for(LEARNER))[:1], *step.rival):
                controller.submit(controller.seat, action, controller.ply)
        return live


def with_commands(message: Message, keys: Mapping[Command, str]) -> Message:
    """The message with each command replaced by its key or word."""
    return message.with_details(lambda detail: keys[detail.command] if isinstance(detail, CommandKey) else detail)


def open_lesson(services: Services) -> LessonSession:
    """Open the built-in lesson with the standard card set, at the learner's saved step.

    Raises LessonError and AssetError.
    """
    return LessonSession(load_lesson(load_catalogue()), services)
