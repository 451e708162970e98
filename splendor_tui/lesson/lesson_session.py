"""A learner's progress through the lesson: the current step, its match and its messages."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from splendor_tui.bots.player import Budget
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.inputs.match_options import HUMAN, MatchRules, SeatOptions, make_options
from splendor_tui.inputs.player_names import name_key
from splendor_tui.lesson.lesson_file import LEARNER, RIVAL, Command, CommandKey, LessonStep, load_lesson
from splendor_tui.lesson.saved_lesson import LessonProgress
from splendor_tui.match.match_lifecycle import LiveMatch, begin
from splendor_tui.match.services import Services
from splendor_tui.presentation.match_draft import is_guest_name
from splendor_tui.presentation.message_details import with_names
from splendor_tui.presentation.table_model import NobleSlot, Slot, slot_of
from splendor_tui.rules.actions import Action
from splendor_tui.rules.cards import Card
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message

_RIVALS: Final = ("Nora", "Cosimo")
"""Possible names of the rival. The second is used if the first is the learner's name."""

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


class LessonSession:
    """Guides the learner through the steps. `live` is the current match; a step with its own position starts a new one.

    `reply` is the answer to the learner's last attempt. `rival_moves` means that the learner has completed the task and
    the rival is to move. `finished` is true after the last step.
    """

    def __init__(self, steps: Sequence[LessonStep], services: Services) -> None:
        self._steps = steps
        self._services = services
        self.progress = LessonProgress(services.store)
        first = next(iter(services.settings.names), "")
        learner = first if first and not is_guest_name(first) else str(N_("Learner"))
        self.names = (learner, next(name for name in _RIVALS if name_key(name) != name_key(learner)))
        self.reply: Message | None = None
        self.rival_moves = False
        self.finished = False
        self._rival = _Rival()
        ids = [step.id for step in steps]
        left = self.progress.step
        self._index = ids.index(left) if left in ids else 0
        self.live = self._match()

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
    def view(self) -> View:
        """The learner's view."""
        return self.live.controller.view_for(LEARNER)

    @property
    def suggested(self) -> Action | None:
        """An action that completes the task. None if the task is not an action."""
        return None if self.rival_moves else next(iter(self.step.wanted.possible(self.view)), None)

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
            self.live = self._match()
        self.progress.reach(self.step.id, (self.number, self.count))

    def _match(self) -> LiveMatch:
        """Create a match in the position at the start of this step."""
        first = max(index for index in range(self._index + 1) if self._steps[index].start is not None)
        start = self._steps[first].start
        assert start is not None
        learner = SeatOptions(name=self.names[LEARNER], kind=HUMAN)
        rival = SeatOptions(name=self.names[RIVAL], kind=_RIVAL_LEVEL)
        rules = MatchRules(target=start.options.target, undo="off", hand_over="never")
        options, computers = make_options([learner, rival], rules), {rival.name: self._rival}
        live = begin(self._services, options, start.copy(), computers, saved=False)
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
