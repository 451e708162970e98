"""Reads and validates lesson files; see docs/learning-game.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from string import Formatter
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias, get_args

from pydantic import Field, ValidationError

from splendor_tui.bots.reasons import PlayerAt
from splendor_tui.inputs.card_set import assets_folder
from splendor_tui.inputs.files import FileError
from splendor_tui.inputs.strict_models import Strict, describe, shown
from splendor_tui.inputs.strict_yaml import read_yaml_file
from splendor_tui.presentation.table_model import DeckSlot, NobleSlot, PileSlot, PlayerSlot, Slot, slot_of
from splendor_tui.replay import begin_with
from splendor_tui.rules.actions import Action, Buy, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.errors import Pile, PositionError
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import Phase, State
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import View, complete, unseen
from splendor_tui.words import N_, Message, MessageError, enumerated

LESSON_FILE: Final = "lesson.yaml"
VERSION: Final = 1
LEARNER: Final = 0
RIVAL: Final = 1
_MAX_BYTES: Final = 128 * 1024
_KINDS: Final[Mapping[str, tuple[type[Action], ...]]] = {
    "take": (Take,),
    "buy": (Buy,),
    "reserve": (Reserve, ReserveTop),
    "return": (Return,),
}
"""The kinds of actions that a file can name in place of single actions."""

_PARTS: Final[Mapping[str, tuple[Slot, ...]]] = {
    "me": (PlayerSlot(LEARNER),),
    "rival": (PlayerSlot(RIVAL),),
    "bank": tuple(PileSlot(colour) for colour in Colour),
    "gold": (PileSlot(None),),
    **{str(colour): (PileSlot(colour),) for colour in Colour},
    **{f"deck-{level}": (DeckSlot(level),) for level in LEVELS},
}
"""The parts of the table that a file can name, in addition to cards and nobles."""

Command: TypeAlias = Literal["players", "hint", "undo"]
"""The commands that a message can mention."""

Thing: TypeAlias = Card | Noble | str
"""A card, a noble, or the name of a part of the table."""


@dataclass(frozen=True, slots=True)
class CommandKey:
    """A command in a message, which is displayed as its key or word."""

    command: Command


_DETAILS: Final[Mapping[str, object]] = {
    "rival": PlayerAt(RIVAL),
    **{command: CommandKey(command) for command in get_args(Command)},
    **{str(colour): Pile(colour) for colour in Colour},
}
"""The things that a message can mention, in addition to cards and nobles."""


class LessonError(MessageError, ValueError):
    """Raised for an invalid lesson. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The actions that complete a task: single actions and kinds of actions."""

    actions: tuple[Action, ...] = ()
    kinds: tuple[type[Action], ...] = ()

    def __contains__(self, action: object) -> bool:
        return action in self.actions or isinstance(action, self.kinds)

    def __bool__(self) -> bool:
        return bool(self.actions or self.kinds)

    def possible(self, position: State | View) -> list[Action]:
        """The actions that complete the task. The suggested action is first."""
        legal = legal_actions(position)
        return [*self.actions, *(action for action in legal if isinstance(action, self.kinds))]


class Reply(NamedTuple):
    """The reply to a learner who tries one of these actions."""

    tried: Wanted
    says: Message


class LessonStep(NamedTuple):
    """One idea and one task.

    The learner plays one of the `wanted` actions, inspects `look`, uses the command `use`, or only reads. The rival
    answers the action with `rival`. `spoken_idea` is the idea for players without a screen. `start` is the position of
    a step that does not continue the previous one. `light` lists the things to highlight.
    """

    id: str
    idea: Message
    spoken_idea: Message
    task: Message | None
    start: State | None
    light: tuple[Thing, ...]
    wanted: Wanted
    look: Card | Noble | None
    use: Command | None
    rival: tuple[Action, ...]
    answers: tuple[Reply, ...]

    @property
    def only_reads(self) -> bool:
        """Whether there is no task."""
        return not self.wanted and self.look is None and self.use is None

    def lit(self, view: View) -> frozenset[Slot]:
        """The slots to highlight."""
        return frozenset(slot for thing in self.light for slot in _slots(view, thing))

    def answer(self, action: Action) -> Message | None:
        """The reply to a wrong action, or None if the lesson has none."""
        exactly = (answer.says for answer in self.answers if action in answer.tried.actions)
        return next(exactly, None) or next((answer.says for answer in self.answers if action in answer.tried), None)


class _AnswerRow(Strict):
    tried: str
    says: Annotated[str, Field(min_length=1, max_length=300)]


class _StepRow(Strict):
    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=40)]
    idea: Annotated[str, Field(min_length=1, max_length=300)]
    heard: Annotated[str, Field(max_length=300)] = ""
    task: Annotated[str, Field(max_length=120)] = ""
    position: Annotated[str, Field(max_length=2000)] = ""
    next: Annotated[list[str], Field(default_factory=list, max_length=20)]
    light: Annotated[list[str], Field(default_factory=list, max_length=8)]
    actions: Annotated[list[str], Field(default_factory=list, max_length=20)]
    look: str = ""
    use: Literal["players"] | None = None
    rival: Annotated[list[str], Field(default_factory=list, max_length=3)]
    answers: Annotated[list[_AnswerRow], Field(default_factory=list, max_length=10)]


class _File(Strict):
    version: int
    steps: Annotated[list[_StepRow], Field(min_length=1, max_length=100)]


def load_lesson(catalogue: Catalogue, path: Path | None = None) -> tuple[LessonStep, ...]:
    """Read the steps of a lesson, by default the built-in one. Raises LessonError, which gives the file and the step.

    Plays every wanted action and the rival's answer, to ensure that no step can get stuck.
    """
    path = path or assets_folder() / LESSON_FILE
    rows = _rows(path)
    steps: list[LessonStep] = []
    state: State | None = None
    for row in rows:
        try:
            step = _step(row, catalogue)
            if any(step.id == other.id for other in steps):
                raise LessonError(N_("Another step has this name."))
            state = _checked(step, state)
        except MessageError as error:
            raise LessonError(
                N_("{file}, step {step}: {sentence}", file=path.name, step=row.id, sentence=error.message)
            ) from error
        steps.append(step)
    return tuple(steps)


def _rows(path: Path) -> Sequence[_StepRow]:
    try:
        data = read_yaml_file(path, _MAX_BYTES).data
        found = data.get("version") if isinstance(data, dict) else None
        if isinstance(found, int) and found != VERSION:  # checked first, because a newer version may add fields
            sentence = N_("This is version {found}; this program knows version {known}.", found=found, known=VERSION)
            raise LessonError(N_("{place}: {sentence}", place=path.name, sentence=sentence))
        return _File.model_validate(data).steps
    except FileError as error:
        raise LessonError(error.message) from error
    except ValidationError as error:
        raise LessonError(N_("{place}: {sentence}", place=path.name, sentence=describe(error)[0])) from error


def _step(row: _StepRow, catalogue: Catalogue) -> LessonStep:
    look = _thing(row.look, catalogue) if row.look else None
    if isinstance(look, str):
        raise LessonError(N_("Only a card or a noble can be inspected, not {thing}.", thing=shown(look)))
    if bool(row.actions) + bool(row.look) + bool(row.use) + (not row.task) != 1:
        raise LessonError(
            N_("A step has a task with actions, a card or noble to look at, or a command to use; or no task at all.")
        )
    return LessonStep(
        id=row.id,
        idea=_message(row.idea, catalogue),
        spoken_idea=_message(row.heard or row.idea, catalogue),
        task=_message(row.task, catalogue) if row.task else None,
        start=_start(row.position, row.next, catalogue) if row.position else None,
        light=tuple(_thing(name, catalogue) for name in row.light),
        wanted=_wanted(row.actions, catalogue),
        look=look,
        use=row.use,
        rival=tuple(parse_action(line, catalogue) for line in row.rival),
        answers=tuple(Reply(_wanted([one.tried], catalogue), _message(one.says, catalogue)) for one in row.answers),
    )


def _message(text: str, catalogue: Catalogue) -> Message:
    """A message in which braces contain cards, nobles, piles, commands or the rival. It is translated like all messages."""
    try:
        names = {name for _words, name, spec, conversion in Formatter().parse(text) if name is not None}
    except ValueError as error:
        raise LessonError(N_("The braces in {text} do not match.", text=shown(text))) from error
    return Message(text, {name: _DETAILS.get(name) or _named(name, catalogue) for name in names})


def _thing(name: str, catalogue: Catalogue) -> Thing:
    return name if name in _PARTS else _named(name, catalogue)


def _named(name: str, catalogue: Catalogue) -> Card | Noble:
    found = catalogue.cards_by_id.get(name) or catalogue.nobles_by_id.get(name)
    if found is None:
        raise LessonError(
            N_(
                "{name} is not a card, a noble or a part of the table; the parts are {parts}.",
                name=shown(name),
                parts=enumerated(list(_PARTS)),
            )
        )
    return found


def _wanted(lines: Sequence[str], catalogue: Catalogue) -> Wanted:
    return Wanted(
        tuple(parse_action(line, catalogue) for line in lines if line not in _KINDS),
        tuple(kind for line in lines for kind in _KINDS.get(line, ())),
    )


def _start(text: str, first: Sequence[str], catalogue: Catalogue) -> State:
    """The position, with decks that begin with the cards `first` and continue with all others by number. Raises PositionError."""
    seen = parse_position(text, catalogue)
    if not isinstance(seen, View) or seen.seat != LEARNER or len(seen.players) != RIVAL + 1:
        raise PositionError(N_("The position must be for two players, with the first to move and without the decks."))
    order = [*(_named(name, catalogue) for name in first), *catalogue.cards]
    return begin_with(complete(seen, {level: sorted(unseen(seen, level), key=order.index) for level in LEVELS}))


def _checked(step: LessonStep, before: State | None) -> State:
    """Check all wanted actions. Returns the state after the step. Raises LessonError and IllegalActionError."""
    state = step.start or before
    if state is None:
        raise LessonError(N_("The first step needs a position."))
    if state.seat != LEARNER and state.phase is not Phase.OVER:
        raise LessonError(N_("It is the rival's turn here; the previous step has no action for the rival."))
    _check_seen(step, state)
    if not step.wanted:
        return state
    ends = [reduce(apply_action, (action, *step.rival), state) for action in step.wanted.possible(state)]
    if not ends:
        raise LessonError(N_("None of the requested actions is possible here."))
    return ends[0]


def _check_seen(step: LessonStep, state: State) -> None:
    """Raise LessonError if the step mentions something that is not on the table."""
    in_reach = {*state.grid, *(card for card, _blind in state.players[LEARNER].reserved), *state.nobles}
    for thing in (*step.light, step.look):
        if thing is not None and not isinstance(thing, str) and thing not in in_reach:
            raise LessonError(N_("{thing} is not on the table.", thing=thing))


def _slots(view: View, thing: Thing) -> tuple[Slot, ...]:
    if isinstance(thing, Card):
        return (slot_of(view, thing),)
    if isinstance(thing, Noble):
        return (NobleSlot(view.nobles.index(thing)),)
    return _PARTS[thing]
