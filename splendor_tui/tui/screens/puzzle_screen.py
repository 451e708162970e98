"""A puzzle, or a turn to improve, at the table. Each move gets an immediate verdict."""

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import Final

from textual import work
from textual.app import ComposeResult

from splendor_tui.match.background import cancelled_on_exit, in_background
from splendor_tui.presentation.practice_session import PracticeSession
from splendor_tui.presentation.prompt import CONFIRM, PAYMENT, RESERVE
from splendor_tui.presentation.puzzle_session import PuzzleSession
from splendor_tui.presentation.puzzle_shelf import PuzzleShelf, Task
from splendor_tui.presentation.table_model import Offer, Phrase, Slot
from splendor_tui.review.practice import Practice
from splendor_tui.rules.actions import Action
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.tui.keys import commands_by_screen as keys
from splendor_tui.tui.keys.key_command import SHOW_HELP, KeyCommand, KeyCommands
from splendor_tui.tui.keys.key_hint import hint
from splendor_tui.tui.screens.choosing_screen import ChoosingScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.words import N_, NP_, Message

_HINTS: Final = 2
"""Number of hints before the solution."""
_ONLY_IF_OFFERED: Final = frozenset(
    {RESERVE, PAYMENT, keys.TRY_AGAIN.id, keys.PUZZLE_HINT.id, keys.NEXT_PUZZLE.id, keys.SAVE_PUZZLE.id}
)
"""The commands that palette and help omit after the attempt, unless they are in the key row."""
_HERE: Final = frozenset(command.id for command in keys.PUZZLE)


class PuzzleScreen(ChoosingScreen):
    """Passes keys and clicks to a `TaskSession`. Actions are judged outside the event loop."""

    ABOUT = N_(
        "Solve a puzzle, or find a better move than the one played. Play as you would at the table; in a puzzle, the "
        "others make the best replies. The task is above the prompt, and the verdict appears immediately."
    )
    KEY_COMMANDS = keys.PUZZLE

    def __init__(self, shelf: PuzzleShelf, task: Task, message: Message | None = None) -> None:
        """`message` is shown in the prompt line until a slot is picked."""
        self._shelf = shelf
        self._on_table = task
        self.session = self._puzzle = shelf.begin(task, {})
        self._busy = False
        """Whether an action is being judged. Nothing can be chosen meanwhile."""
        super().__init__()
        self.session.message = self._first_message = message

    def compose(self) -> ComposeResult:
        """Compose the table."""
        self.session.labels = self.labels
        yield from super().compose()

    def on_mount(self) -> None:
        """Show the task."""
        self.after_refresh(self.show)

    def on_resize(self) -> None:
        """Lay out the task again."""
        self.after_refresh(self.show)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow only leaving while an action is judged. The other keys are disabled then, not unknown."""
        return None if self._busy and action != "clear" else super().check_action(action, parameters)

    # --- display ------------------------------------------------------------------------------------------------------

    def model(self) -> ScreenModel:
        """The puzzle as the solver sees it, with the current glyphs and keys."""
        model = self._puzzle.model()
        if self._busy:
            model = replace(model, prompt=(Phrase(self._puzzle.waiting),))
        elif self._puzzle.solved is not None:
            model = replace(model, prompt=(*self._verdict(model.prompt), Phrase(self._confirm_label, CONFIRM)))
        offers = [offer for offer in model.offers if offer.command in _HERE and self._puzzle.solved is None]
        first, rest = [offer for offer in offers if offer.primary], [offer for offer in offers if not offer.primary]
        hints = tuple(hint(offer, self.key) for offer in (*first, *self._own_offers(), *rest))
        return replace(self.screen_model(model, hints), still=True)  # changes of the puzzle are not animated

    def _verdict(self, prompt: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
        """The verdict on an attempt. Mentions it if the solution was shown before."""
        puzzle = self._puzzle
        if puzzle.solved and self._shelf.progress.state_of(puzzle.id).shown and self.session.message is None:
            return (Phrase(N_("Solved after seeing the solution.")),)
        return prompt

    def _own_offers(self) -> tuple[Offer, ...]:
        """The available commands of the puzzle."""
        puzzle, leaves = self._puzzle, self._clear_leaves
        decided, confirms_again = puzzle.solved is not None, self._confirm_label is keys.TRY_AGAIN.label
        is_revealed = isinstance(puzzle, PracticeSession) and puzzle.is_revealed
        solution = decided or puzzle.hints == _HINTS
        offered = (
            (keys.TRY_AGAIN, keys.TRY_AGAIN.label, puzzle.has_begun and not (decided and confirms_again)),
            (keys.PUZZLE_HINT, N_("solution") if solution else keys.PUZZLE_HINT.label, not is_revealed),
            (keys.CLEAR_OR_LEAVE, keys.CLEAR_OR_LEAVE.label if leaves else NP_("verb", "clear"), True),
            (SHOW_HELP, SHOW_HELP.label, True),
            (keys.NEXT_PUZZLE, self._shelf.next_label, puzzle.solved is not True and self._has_next),
            (keys.SAVE_PUZZLE, keys.SAVE_PUZZLE.label, self._unsaved is not None),
        )
        confirming = [Offer(CONFIRM, self._confirm_label, primary=True)] if decided else []
        return (*confirming, *(Offer(command.id, label) for command, label, wanted in offered if wanted))

    @property
    def _unsaved(self) -> Practice | None:
        """The turn that can be added to the player's own puzzles, if any."""
        puzzle = self._puzzle
        if not isinstance(puzzle, PracticeSession) or self._shelf.is_saved(puzzle.practice):
            return None
        return puzzle.practice

    def unavailable_commands(self) -> Collection[KeyCommand]:
        """The save command if there is nothing to save, and the next task if there is none."""
        available = ((keys.SAVE_PUZZLE, self._unsaved), (keys.NEXT_PUZZLE, self._has_next))
        return [command for command, wanted in available if not wanted]

    def commands_now(self) -> KeyCommands:
        """After the attempt, the commands of the key row, and those that neither play nor help to."""
        commands, solved, next_about = super().commands_now(), self._puzzle.solved, self._shelf.next_about
        if solved is None:
            return tuple(one._replace(about=next_about) if one.id == keys.NEXT_PUZZLE.id else one for one in commands)
        labels = {offer.command: offer.label for offer in self._own_offers()}
        abouts = {
            CONFIRM: next_about if solved and self._has_next else keys.TRY_AGAIN.about,
            keys.NEXT_PUZZLE.id: next_about,
            keys.PUZZLE_HINT.id: N_("See how the puzzle is solved."),
        }
        return tuple(
            one._replace(label=labels.get(one.id) or one.label, about=abouts.get(one.id, one.about))
            for one in commands
            if one.id in labels or one.id not in _ONLY_IF_OFFERED
        )

    @property
    def _confirm_label(self) -> Message:
        """The effect of the confirm key after the attempt."""
        return self._shelf.next_label if self._puzzle.solved and self._has_next else keys.TRY_AGAIN.label

    @property
    def _has_next(self) -> bool:
        """Whether there is another task."""
        return len(self._shelf.tasks) > 1

    # --- choosing -----------------------------------------------------------------------------------------------------

    def pick(self, slot: Slot) -> None:
        """Pick a slot, unless an action is being judged or the attempt is over."""
        if not self._busy and self._puzzle.solved is None:
            super().pick(slot)

    @property
    def _clear_leaves(self) -> bool:
        """Whether there is neither a choice nor a message to clear."""
        return self.session.selection is None and self.session.message in {None, self._first_message}

    def action_clear(self) -> None:
        """Clear the choice. If there is nothing to clear, leave."""
        if self._busy or self._clear_leaves:
            self.dismiss()
        else:
            self.session.clear()
            self.show()

    def action_confirm(self) -> None:
        """Perform the action in the prompt line. After the attempt, go to the next puzzle or try again."""
        if self._puzzle.solved and self._has_next:
            self.action_next_puzzle()
        elif self._puzzle.solved is not None:
            self.action_again()
        else:
            super().action_confirm()

    def action_reserve(self) -> None:
        """Reserve the chosen card, unless the attempt is over."""
        if self._puzzle.solved is None:
            super().action_reserve()

    # --- the puzzle ---------------------------------------------------------------------------------------------------

    def play(self, action: Action) -> None:
        """Play an action, and wait for the replies."""
        self._think(partial(self._puzzle.judge, action))

    def action_hint(self) -> None:
        """Give one more hint. After the last one, or after the attempt, show the solution."""
        puzzle = self._puzzle
        if puzzle.solved is None and puzzle.hints < _HINTS:
            self._think(puzzle.search_hint)
        elif isinstance(puzzle, PracticeSession):
            puzzle.message = None
            puzzle.reveal()
            self._save_shown()
            self.show()
        elif isinstance(puzzle, PuzzleSession):
            self._show_solution(puzzle)

    @work(exclusive=True)
    async def _think(self, call: Callable[[Callable[[], bool]], Callable[[], None]]) -> None:
        """Run a slow call in a thread, then publish and show its result in one step."""
        before, self._busy = self._puzzle, True
        self.show()
        try:
            with cancelled_on_exit() as cancelled:
                publish = await in_background(partial(call, cancelled.is_set))
                publish()
        except IllegalActionError as fault:
            self.session.message = fault.message
        finally:
            self._busy = False
        if before is self._puzzle:
            self.show()
            if lit := [slot for slot in self.board.places() if slot in self._puzzle.model().lit]:
                self.board.cursor = lit[0]  # the cursor stands out more than a highlight
            if self._puzzle.solved and (problem := self._shelf.progress.save_solved(self._puzzle.id)):
                self.program.say(problem, wrong=True)

    def action_again(self) -> None:
        """Restart the puzzle."""
        self._puzzle.restart()
        self.show()

    def action_next_puzzle(self) -> None:
        """Go to the next unsolved puzzle, on a new screen if the number of players differs."""
        if not self._has_next:
            self.show_message(N_("There is no other mistake to practise."))
            return
        task = self._shelf.after(self._on_table)
        if len(task.view.players) == len(self._puzzle.names):
            self._on_table = task
            self.session = self._puzzle = self._shelf.begin(task, self.labels)
            self.show()
        else:
            self.app.switch_screen(PuzzleScreen(self._shelf, task))

    def action_save(self) -> None:
        """Add the turn to the player's own puzzles."""
        if (practice := self._unsaved) is None:
            return
        with self.program.reporting():
            self.show_message(self._shelf.save(practice))

    def _save_shown(self) -> None:
        """Save that the solution was shown."""
        if problem := self._shelf.progress.save_shown(self._puzzle.id):
            self.program.say(problem, wrong=True)

    @work(exclusive=True)
    async def _show_solution(self, puzzle: PuzzleSession) -> None:
        """Replay a solution, and save that it was shown."""
        game = await in_background(puzzle.solution)
        if self.is_active and puzzle is self._puzzle:
            self._save_shown()
            self.app.push_screen(ReplayScreen(game))
