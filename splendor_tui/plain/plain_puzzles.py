"""Puzzles line by line: the task, what is typed, what the others answer, and whether it is solved."""

from collections.abc import Iterator, Sequence

from splendor_tui.match.background import in_background
from splendor_tui.match.services import Services
from splendor_tui.plain.answers import Answers, tell_help, tell_rules
from splendor_tui.plain.console import Console
from splendor_tui.plain.place_keys import keys_of_places
from splendor_tui.plain.possible_verbs import ACTIONS, PUZZLE_DECIDED, PUZZLE_LIST, PUZZLE_OPEN
from splendor_tui.plain.table_told import tell_scores
from splendor_tui.plain.typed_actions import TypingError, read_action, typed_line
from splendor_tui.plain.typed_lines import NotUnderstoodError, split, understood
from splendor_tui.plain.verbs import Verb
from splendor_tui.presentation.hint import with_keys
from splendor_tui.presentation.puzzle_progress import Solved
from splendor_tui.presentation.puzzle_session import PuzzleSession
from splendor_tui.presentation.puzzle_shelf import PuzzleShelf
from splendor_tui.presentation.puzzle_words import common_title, name_of
from splendor_tui.puzzles.collection import Puzzle
from splendor_tui.rules.actions import Action
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.state import Phase
from splendor_tui.words import N_, NP_, Message, MessageError, enumerated, quoted


class PlainPuzzles:
    """One puzzle after the other, until the person at the console leaves; it begins with `first`, or with the list of all."""

    def __init__(self, services: Services, console: Console, first: str | None) -> None:
        self._console = console
        self._keys = keys_of_places(services.settings.keyboard)
        self._shelf = PuzzleShelf(services)
        self._catalogue = services.catalogue
        self._first = first
        self._begun: PuzzleSession | None = None
        """The puzzle that is tried; None while one is to be chosen."""
        self._doubted: PuzzleSession | None = None
        """The puzzle at which it was asked whether it is to be left unsolved."""

    async def play(self) -> None:
        """Play until it is left. Raises EndOfInputError when nobody types any more; what is solved is kept then too."""
        self._console.say(*self._shelf.problems)
        if not self._shelf.puzzles:
            self._console.say(N_("There are no puzzles here."))
            return
        self._list_or_begin(() if self._first is None else (self._first,))
        while await self._obey():
            pass

    def _begin(self, puzzle: Puzzle) -> None:
        self._begun = self._shelf.begin(puzzle, self._keys)
        self._console.say(
            N_("Puzzle {id}, grade {grade} of 5.", id=name_of(puzzle.id), grade=puzzle.grade), self._puzzle.task
        )
        self._tell_opening()

    def _tell_opening(self) -> None:
        """How it stands for the person who solves it, and how to hear of the rest."""
        self._console.say(*tell_scores(self._puzzle.session.model()))
        self._answer(Verb.ME, ())
        self._console.say(
            N_(
                "Type {table} for the whole table, {can} for what you can buy, {help} for the commands.",
                table=Verb.TABLE.name_typed,
                can=Verb.CAN.name_typed,
                help=Verb.HELP.name_typed,
            )
        )

    @property
    def _puzzle(self) -> PuzzleSession:
        assert self._begun is not None
        return self._begun

    # --- typing --------------------------------------------------------------------------------------------------------

    @property
    def _possible(self) -> Sequence[Verb]:
        if self._begun is None:
            return PUZZLE_LIST
        return PUZZLE_OPEN if self._begun.solved is None else PUZZLE_DECIDED

    async def _obey(self) -> bool:
        """Read a line and do what it says; false where it is to leave."""
        asked = N_("Which puzzle") if self._begun is None else self._begun.names[self._begun.puzzle.goal.seat]
        words = split(await self._console.line(str(asked), lambda: None))
        if not words:
            self._ask_again()
            return True
        if len(words) == 1 and self._shelf.find(words[0].casefold()) is not None:
            words = [Verb.PUZZLES.name_typed, *words]
        elif len(words) == 1 and self._begun is not None and self._answers.is_place(words[0]):
            words = [Verb.LOOK.name_typed, *words]
        try:
            verb, rest = understood(words, self._possible)
        except NotUnderstoodError as error:
            self._console.say(error.message)
            return True
        if verb not in self._possible:
            self._console.say(
                N_(
                    "{word} is not possible now. Type {help} for what is.",
                    word=verb.name_typed,
                    help=Verb.HELP.name_typed,
                )
            )
            return True
        return await self._do(verb, rest)

    def _ask_again(self) -> None:
        """Say in a line what is asked, to whoever has typed nothing."""
        if self._begun is None:
            self._console.say(self._how_to_begin())
        else:
            self._console.say(self._begun.task)

    async def _do(self, verb: Verb, words: Sequence[str]) -> bool:
        match verb:
            case Verb.QUIT:
                return False
            case Verb.PUZZLES:
                self._list_or_begin(words)
            case Verb.RULES:
                self._console.say(*tell_rules(words, self._catalogue))
            case Verb.HELP:
                self._console.say(*tell_help(words, self._possible))
            case Verb.TASK:
                self._console.say(self._puzzle.task)
            case Verb.RETRY:
                self._begin(self._puzzle.puzzle)
            case Verb.NEXT if self._puzzle.solved is None and self._doubted is not self._puzzle:
                self._doubted = self._puzzle
                self._console.say(
                    N_("This puzzle is not solved yet. Type {word} again to leave it so.", word=verb.name_typed)
                )
            case Verb.NEXT:
                self._begin(self._shelf.after(self._puzzle.puzzle))
            case Verb.HINT:
                await in_background(self._puzzle.hint_on)
                self._console.say(*self._hint())
            case Verb.SOLUTION:
                await self._tell_solution()
            case _ if verb in ACTIONS:
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
            self._refuse(error)

    def _refuse(self, error: MessageError) -> None:
        """Say what is wrong, with the key of each card that one could name instead."""
        self._console.say(with_keys(error.message, self._puzzle.view, self._keys))

    def _list_or_begin(self, words: Sequence[str]) -> None:
        wanted = self._shelf.find(words[0].casefold()) if words else None
        if wanted is not None:
            self._begin(wanted)
            return
        if words:
            self._console.say(N_("There is no puzzle {id}.", id=quoted(words[0])))
        else:
            self._console.say(*self._list())
        self._console.say(self._how_to_begin())

    def _how_to_begin(self) -> Message:
        today, example = (
            NP_("line to type", "puzzles daily"),
            f"{Verb.PUZZLES.name_typed} {name_of(self._shelf.puzzles[0].id)}",
        )
        return N_("Type {example} to begin one, {today} for today's.", example=example, today=today)

    def _list(self) -> Iterator[Message]:
        """A line for each grade and task: nobody wants to hear a line for each puzzle."""
        alike: dict[tuple[int, Message], list[Puzzle]] = {}
        for puzzle in self._shelf.puzzles:
            alike.setdefault((puzzle.grade, common_title(puzzle.goal)), []).append(puzzle)
        for (grade, task), puzzles in alike.items():
            named = enumerated([self._named(puzzle) for puzzle in puzzles])
            yield N_("Grade {grade}, {task}: {puzzles}.", grade=grade, task=task, puzzles=named)

    def _named(self, puzzle: Puzzle) -> Message:
        name = name_of(puzzle.id)
        match self._shelf.progress.state_of(puzzle.id):
            case Solved.ALONE:
                return N_("{id} (solved)", id=name)
            case Solved.AFTER_SOLUTION:
                return N_("{id} (solved after its solution was shown)", id=name)
            case Solved.NOT:
                return name

    # --- the puzzle ----------------------------------------------------------------------------------------------------

    async def _try(self, verb: Verb, words: Sequence[str]) -> None:
        """Do what somebody wants, or say why it is not possible; then what the others did, and what it has come to."""
        puzzle, begun, told = self._puzzle, self._puzzle.begun, len(self._puzzle.log)
        try:
            action = read_action(verb, words, puzzle.view, self._keys)
            await in_background(lambda: puzzle.play(action))
        except (TypingError, IllegalActionError) as error:
            self._refuse(error)
            return
        self._console.say(*(line.message for line in puzzle.log[told:]))
        if puzzle.session.said is not None:
            self._console.say(puzzle.session.said)
        if begun and not puzzle.begun:
            self._tell_opening()
        if puzzle.verdict is not None:
            self._console.say(puzzle.verdict)
        if puzzle.solved is None:
            if puzzle.view.phase is not Phase.MAIN:
                self._console.say(*(phrase.message for phrase in puzzle.session.model().prompt))
            return
        if puzzle.solved and self._shelf.progress.state_of(puzzle.puzzle.id) is Solved.NOT:
            problem = self._shelf.progress.keep_solved(puzzle.puzzle.id)
            self._console.say(*([problem] if problem else ()), N_("{sentence}.", sentence=self._shelf.count))
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
        if problem := self._shelf.progress.keep_shown(self._puzzle.puzzle.id):
            self._console.say(problem)
        for number, lines in enumerate(solution.log, start=1):
            for line in lines:
                self._console.say(N_("{number}. {sentence}", number=number, sentence=line.message))
