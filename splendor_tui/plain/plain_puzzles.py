"""Puzzles as plain text."""

from collections.abc import Iterator, Mapping, Sequence

from splendor_tui.match.services import Services
from splendor_tui.plain.console import Console
from splendor_tui.plain.table_loop import TableLoop
from splendor_tui.plain.typed_actions import typed_line
from splendor_tui.plain.typed_commands import PUZZLE_DECIDED, PUZZLE_LIST, PUZZLE_OPEN
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Open, Show
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.playback import Playback
from splendor_tui.presentation.practice_session import PracticeSession
from splendor_tui.presentation.puzzle_session import PuzzleSession, open_task
from splendor_tui.presentation.puzzle_shelf import PuzzleShelf, Task, common_title
from splendor_tui.presentation.task_session import MAX_HINTS, TaskSession
from splendor_tui.puzzles.collection import Puzzle
from splendor_tui.review.practice import Practice
from splendor_tui.rules.actions import Action
from splendor_tui.rules.state import Phase
from splendor_tui.words import N_, NP_, Message, enumerated, quoted


class PlainPuzzles(TableLoop[bool]):
    """Plays puzzles until the player quits.

    If there are `mistakes` from a game, they replace the puzzles. A command that returns True quits.
    """

    def __init__(self, services: Services, console: Console, mistakes: Sequence[Practice] = ()) -> None:
        super().__init__(services, console)
        self._mistakes = mistakes
        self._shelf = PuzzleShelf(services, mistakes)
        self._begun: TaskSession | None = None
        """The puzzle in play. None while the player chooses one."""
        self._skippable: TaskSession | None = None
        """The unsolved puzzle that `next` skips, after a warning or the solution."""

    async def play(self, first: str | None = None) -> None:
        """Play until the player quits. Starts with the puzzle `first`, or with the list. Raises EndOfInputError.

        Solved puzzles are saved immediately.
        """
        self._console.say(*self._shelf.problems)
        if self._mistakes:
            self._begin(self._mistakes[0])
        elif not self._shelf.puzzles:
            self._console.say(N_("No puzzles for these cards."))
            return
        else:
            self._list_or_begin(() if first is None else (first,))
        while not await self._command(*self._next_question()):
            pass

    def _begin(self, task: Task) -> None:
        self._begun = open_task(self._shelf, task, self._services)
        self._begun.labels = self._keys
        self._console.say(self._heading(task), self._puzzle.task)
        self._print_opening()

    def _heading(self, task: Task) -> Message:
        name = self._shelf.name(task)
        if isinstance(task, Puzzle):
            return N_("Puzzle: {name}, grade {grade} of 5.", name=name, grade=task.grade)
        if not self._mistakes:
            return N_("{name}: one of your own puzzles.", name=name)
        return N_(
            "Mistake {number} of {count}, in round {round}.",
            number=1 + self._mistakes.index(task),
            count=len(self._mistakes),
            round=task.view.round,
        )

    def _print_opening(self) -> None:
        """Print the solver's situation, and the commands for more details."""
        self._console.say(
            *self._table.scores(),
            *self._table.answer(commands.ME, ()),
            N_(
                "Type {table} for the full table, {can} for what you can buy, {help} for the commands.",
                table=commands.TABLE,
                can=commands.CAN,
                help=commands.HELP,
            ),
        )

    @property
    def _task(self) -> Task:
        assert self._shelf.current is not None
        return self._shelf.current

    @property
    def _puzzle(self) -> TaskSession:
        assert self._begun is not None
        return self._begun

    # --- commands ------------------------------------------------------------------------------------------------------

    def _next_question(self) -> tuple[Sequence[Command], Message | str]:
        """The possible commands, and the prompt."""
        if self._begun is None:
            return PUZZLE_LIST, N_("Which puzzle")
        possible = [*(PUZZLE_OPEN if self._begun.solved is None else PUZZLE_DECIDED)]
        if not self._mistakes:
            possible.append(commands.PUZZLES)
        if isinstance(self._begun, PracticeSession) and not self._shelf.is_saved(self._begun.practice):
            possible.append(commands.SAVE_PUZZLE)
        return possible, self._begun.names[self._begun.seat]

    def _implied_by(self, line: str) -> Command | None:
        is_action = self._begun is not None and " " in line  # `noble 2` chooses a noble
        is_grade = self._begun is None and line in self._by_grade
        is_puzzle = not (self._mistakes or is_action) and (is_grade or self._shelf.find(line) is not None)
        return commands.PUZZLES if is_puzzle else super()._implied_by(line)

    def _ask_again(self) -> None:
        self._console.say(self._how_to_begin() if self._begun is None else self._begun.task)

    def _why_not(self, verb: Command) -> Message:
        if verb is commands.SAVE_PUZZLE and isinstance(self._begun, PracticeSession):
            return N_("It is already saved, as {name}.", name=self._shelf.name(self._begun.practice))
        return super()._why_not(verb)

    async def _run(self, verb: Command, words: Sequence[str]) -> bool | None:
        match verb:
            case commands.QUIT:
                return True
            case commands.PUZZLES:
                self._list_or_begin(words)
            case commands.SCORE if self._begun is None:
                self._say_series()
            case commands.TASK:
                self._console.say(self._puzzle.task)
            case commands.TRY_AGAIN:
                self._begin(self._task)
            case commands.NEXT_PUZZLE if self._puzzle.solved is None and self._skippable is not self._puzzle:
                self._skippable = self._puzzle
                self._console.say(N_("This puzzle is not solved yet. Type {word} a second time to skip it.", word=verb))
            case commands.NEXT_PUZZLE:
                self._begin(self._shelf.after(self._task))
            case commands.PUZZLE_HINT if self._puzzle.hints < MAX_HINTS:
                await self._finish(self._puzzle.do(commands.PUZZLE_HINT))
                self._console.say(self._hint())
            case commands.PUZZLE_HINT:
                self._console.say(self._hint())
            case commands.SOLUTION:
                await self._print_solution()
            case _:
                return await super()._run(verb, words)
        return None

    @property
    def _activity(self) -> TaskSession:
        return self._puzzle

    def _list_or_begin(self, words: Sequence[str]) -> None:
        wanted = self._shelf.find(" ".join(words)) if words else None
        if wanted is not None:
            self._begin(wanted)
            return
        if words and words[-1] in self._by_grade:
            self._console.say(*self._list(words[-1]))
        elif words:
            self._console.say(N_("There is no puzzle {id}.", id=quoted(" ".join(words))))
        else:
            self._console.say(*self._overview())
        self._console.say(self._how_to_begin())

    def _how_to_begin(self) -> Message:
        grade = NP_("line to type", "puzzles 2")
        return N_("Type a name to start that puzzle, or type {grade} for those of grade 2.", grade=grade)

    @property
    def _by_grade(self) -> Mapping[str, Sequence[Puzzle]]:
        """The puzzles of each grade, the easiest first."""
        grades: dict[str, list[Puzzle]] = {}
        for puzzle in self._shelf.puzzles:
            grades.setdefault(str(puzzle.grade), []).append(puzzle)
        return grades

    def _overview(self) -> Iterator[Message]:
        """Count the puzzles of each grade, and name today's and the next unsolved one."""
        for grade, puzzles in self._by_grade.items():
            solved = sum(self._shelf.progress.state_of(puzzle.id).solved for puzzle in puzzles)
            yield N_("Grade {grade}, {solved} of {count} solved.", grade=grade, solved=solved, count=len(puzzles))
        if self._shelf.own:
            yield self._list_of_own()
        if self._shelf.daily is not None:
            yield N_("Today's is {puzzle}.", puzzle=self._named(self._shelf.daily))
        yield N_("Next is {puzzle}.", puzzle=self._named(self._shelf.after(self._shelf.puzzles[-1])))

    def _list(self, grade: str) -> Iterator[Message]:
        """List the puzzles of a grade by task. One line per puzzle would be too much to listen to."""
        alike: dict[Message, list[Puzzle]] = {}
        for puzzle in self._by_grade[grade]:
            alike.setdefault(common_title(puzzle.goal), []).append(puzzle)
        for task, puzzles in alike.items():
            named = enumerated([self._named(puzzle) for puzzle in puzzles])
            yield N_("Grade {grade}, {task}: {puzzles}.", grade=grade, task=task, puzzles=named)

    def _list_of_own(self) -> Message:
        return N_("Your own: {puzzles}.", puzzles=enumerated([self._named(practice) for practice in self._shelf.own]))

    def _named(self, task: Task) -> Message | str:
        name = self._shelf.name(task)
        state = self._shelf.progress.state_of(task.id)
        if not state.solved:
            return name
        return N_("{id} (solved after seeing the solution)", id=name) if state.shown else N_("{id} (solved)", id=name)

    # --- the puzzle ----------------------------------------------------------------------------------------------------

    async def _play(self, action: Action) -> None:
        """Play the action, then print the replies and the verdict. Raises IllegalActionError."""
        puzzle, begun, printed = self._puzzle, self._puzzle.has_begun, len(self._puzzle.log)
        was_solved = self._shelf.progress.state_of(puzzle.id).solved
        effect = await self._finish(puzzle.play(action))
        self._console.say(*(line.message for line in puzzle.log[printed:]), puzzle.message)
        if begun and not puzzle.has_begun:
            self._print_opening()
        if puzzle.verdict is not None:
            self._console.say(puzzle.verdict, *puzzle.explanation)
        if puzzle.solved is None:
            if puzzle.view.phase is not Phase.MAIN:
                self._console.say(*(phrase.message for phrase in self._table.model.prompt))
            return
        if puzzle.solved and not was_solved:
            self._console.say(effect.problem if isinstance(effect, Show) else None)
            if isinstance(puzzle, PuzzleSession):
                self._console.say(N_("{sentence}.", sentence=self._shelf.count))
        if puzzle.solved:
            self._console.say(N_("Type {word} to continue.", word=commands.NEXT_PUZZLE))
        else:
            self._console.say(N_("Type {word} to restart the puzzle.", word=commands.TRY_AGAIN))

    def _hint(self) -> Message | None:
        """The hint. The second hint is the line to type, as text cannot highlight a slot."""
        puzzle = self._puzzle
        if puzzle.hints < MAX_HINTS or puzzle.answer is None:
            return puzzle.hint or puzzle.message
        return N_("Type {line}.", line=typed_line(puzzle.answer, puzzle.view, self._keys))

    async def _print_solution(self) -> None:
        puzzle = self._puzzle
        solution = await self._finish(puzzle.do(commands.SOLUTION))
        self._skippable = puzzle
        if isinstance(solution, Show | Open):
            self._console.say(solution.problem)
        if isinstance(puzzle, PracticeSession):
            self._console.say(N_("{number}. {sentence}", number=1, sentence=puzzle.best))
        elif isinstance(solution, Open) and isinstance(solution.target, Playback):
            for number, lines in enumerate(solution.target.log, start=1):
                self._console.say(*(N_("{number}. {sentence}", number=number, sentence=line.message) for line in lines))
