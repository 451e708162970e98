"""Puzzles line by line: the task, what is typed, what the others answer, and whether it is solved."""

from collections.abc import Sequence
from typing import Final

from splendor_tui.match.background import in_background
from splendor_tui.match.services import Services
from splendor_tui.plain.answers import Answers, tell_help
from splendor_tui.plain.console import Console
from splendor_tui.plain.place_keys import keys_of_places
from splendor_tui.plain.typed_actions import TypingError, read_action, typed_line
from splendor_tui.plain.typed_lines import NotUnderstoodError, split, understood
from splendor_tui.plain.verbs import Verb
from splendor_tui.presentation.puzzle_shelf import DAILY, PuzzleShelf
from splendor_tui.presentation.puzzle_words import title
from splendor_tui.puzzles.collection import Puzzle
from splendor_tui.rules.actions import Action
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.state import Phase
from splendor_tui.words import N_, NN_, Message

_ACTIONS: Final = (Verb.TAKE, Verb.BUY, Verb.RESERVE, Verb.RETURN, Verb.NOBLE, Verb.PASS)
_TOLD: Final = (Verb.CAN, Verb.LOOK, Verb.CARDS, Verb.ME, Verb.RIVALS, Verb.NOBLES, Verb.BANK, Verb.TABLE)
_ALWAYS: Final = (
    *(Verb.TASK, Verb.RETRY, Verb.SOLUTION, Verb.NEXT, Verb.PUZZLES),
    *(Verb.RULES, Verb.HELP, Verb.QUIT),
)
_OPEN: Final = (*_ACTIONS, *_TOLD, Verb.HINT, *_ALWAYS)
_DECIDED: Final = (*_TOLD, *_ALWAYS)


class PlainPuzzles:
    """One puzzle after the other, until the person at the console leaves; it begins with today's, or with `first`."""

    def __init__(self, services: Services, console: Console, first: str | None) -> None:
        self._console = console
        self._keys = keys_of_places(services.settings.keys_lie_as)
        self._shelf = PuzzleShelf(services)
        self._first = first or DAILY

    async def play(self) -> None:
        """Play until it is left. Raises EndOfInputError when nobody types any more; what is solved is kept then too."""
        self._console.say(*self._shelf.problems)
        puzzle = self._shelf.find(self._first)
        if puzzle is None:
            self._console.say(N_("There are no puzzles here."))
            return
        self._begin(puzzle)
        while await self._obey():
            pass

    def _begin(self, puzzle: Puzzle) -> None:
        self._puzzle = self._shelf.begin(puzzle, self._keys)
        self._console.say(N_("Puzzle {id}, grade {grade} of 5.", id=puzzle.id, grade=puzzle.grade), self._puzzle.task)
        self._answer(Verb.TABLE, ())

    # --- typing --------------------------------------------------------------------------------------------------------

    async def _obey(self) -> bool:
        """Read a line and do what it says; false where it is to leave."""
        possible = _OPEN if self._puzzle.solved is None else _DECIDED
        words = split(await self._console.line(self._puzzle.names[self._puzzle.puzzle.goal.seat], lambda: None))
        if not words:
            return True
        if len(words) == 1 and self._answers.is_place(words[0]):
            words = [Verb.LOOK.name_typed, *words]
        try:
            verb, rest = understood(words, possible)
        except NotUnderstoodError as error:
            self._console.say(error.message)
            return True
        if verb not in possible:
            self._console.say(
                N_(
                    "{word} is not possible now. Type {help} for what is.",
                    word=verb.name_typed,
                    help=Verb.HELP.name_typed,
                )
            )
            return True
        return await self._do(verb, rest)

    async def _do(self, verb: Verb, words: Sequence[str]) -> bool:
        match verb:
            case Verb.QUIT:
                return False
            case Verb.TASK:
                self._console.say(self._puzzle.task)
            case Verb.RETRY:
                self._begin(self._puzzle.puzzle)
            case Verb.NEXT:
                self._begin(self._shelf.after(self._puzzle.puzzle))
            case Verb.PUZZLES:
                self._list_or_begin(words)
            case Verb.HINT:
                await in_background(self._puzzle.hint_on)
                self._console.say(*self._hint())
            case Verb.SOLUTION:
                await self._tell_solution()
            case Verb.HELP:
                self._console.say(*tell_help(words, _OPEN if self._puzzle.solved is None else _DECIDED))
            case _ if verb in _ACTIONS:
                await self._try(verb, words)
            case _:
                self._answer(verb, words)
        return True

    @property
    def _answers(self) -> Answers:
        return Answers(self._puzzle.session, self._keys)

    def _answer(self, verb: Verb, words: Sequence[str]) -> None:
        try:
            self._console.say(*self._answers.answer(verb, words))
        except TypingError as error:
            self._console.say(error.message)

    def _list_or_begin(self, words: Sequence[str]) -> None:
        if not words:
            for puzzle in self._shelf.puzzles:
                self._console.say(self._described(puzzle))
            return
        wanted = self._shelf.find(words[0].casefold())
        if wanted is None:
            self._console.say(N_("There is no puzzle {id}.", id=repr(words[0])))
        else:
            self._begin(wanted)

    def _described(self, puzzle: Puzzle) -> Message:
        details = {"id": puzzle.id, "task": title(puzzle.goal), "grade": puzzle.grade}
        if puzzle.id in self._shelf.progress.solved:
            return N_("{id}: {task}, grade {grade}, solved.", **details)
        return N_("{id}: {task}, grade {grade}.", **details)

    # --- the puzzle ----------------------------------------------------------------------------------------------------

    async def _try(self, verb: Verb, words: Sequence[str]) -> None:
        """Do what somebody wants, or say why it is not possible; then what the others did, and what it has come to."""
        puzzle, told = self._puzzle, len(self._puzzle.log)
        try:
            action = read_action(verb, words, puzzle.view, self._keys)
            await in_background(lambda: puzzle.play(action))
        except (TypingError, IllegalActionError) as error:
            self._console.say(error.message)
            return
        self._console.say(*(line.message for line in puzzle.log[told:]))
        if puzzle.session.said is not None:
            self._console.say(puzzle.session.said)
        if puzzle.verdict is not None:
            self._console.say(puzzle.verdict)
        if puzzle.solved is None:
            if puzzle.view.phase is not Phase.MAIN:
                self._console.say(*(phrase.message for phrase in puzzle.session.model().prompt))
            return
        if puzzle.solved and puzzle.puzzle.id not in self._shelf.progress.solved:
            problem = self._shelf.progress.keep_solved(puzzle.puzzle.id)
            total = len(self._shelf.puzzles)
            count = NN_("{solved} of {count} solved", "{solved} of {count} solved", total, solved=self._shelf.solved)
            self._console.say(*([problem] if problem else ()), N_("{sentence}.", sentence=count))
        word = Verb.NEXT if puzzle.solved else Verb.RETRY
        self._console.say(N_("Type {word}: {about}.", word=word.name_typed, about=word.value.about))

    def _hint(self) -> Sequence[Message]:
        """The first hint; the second one tells what to type, as nothing can be lit up."""
        puzzle = self._puzzle
        if puzzle.hints < 2 or puzzle.answer is None:
            return [puzzle.hint] if puzzle.hint else [puzzle.session.said] if puzzle.session.said else []
        return [N_("Type {line}.", line=self._typed(puzzle.answer))]

    def _typed(self, action: Action) -> str:
        return typed_line(action, self._puzzle.view, self._keys)

    async def _tell_solution(self) -> None:
        solution = await in_background(self._puzzle.solution)
        for number, lines in enumerate(solution.log, start=1):
            for line in lines:
                self._console.say(N_("{number}. {sentence}", number=number, sentence=line.message))
