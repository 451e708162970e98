"""The list of puzzles: today's, then all by grade, then the player's own. It can be filtered."""

from collections.abc import Collection, Sequence

from textual.app import ComposeResult
from textual.content import Content

from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import HELP, Command
from splendor_tui.presentation.puzzle_session import open_task
from splendor_tui.presentation.puzzle_shelf import OWN, PuzzleFilter, PuzzleShelf, Task, title_of
from splendor_tui.puzzles.collection import GRADES, Puzzle
from splendor_tui.review.practice import Practice
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line, width
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.pages import Panel, list_page, show_notices
from splendor_tui.tui.widgets.base_widgets import Text
from splendor_tui.tui.widgets.long_list import Column, LongList
from splendor_tui.words import N_, NN_, NP_, Message, listed
from splendor_tui.words.percent import percent_between


class PuzzlesScreen(BaseScreen[None]):
    """A list of puzzles that can be filtered by type, grade and progress. The player's own come last."""

    ABOUT = N_(
        "Positions with a task. The built-in ones can be solved whatever the others do and whatever cards are "
        "drawn; the first one is today's. Your own come from reviews: find a better move than the one played."
    )
    KEY_COMMANDS = commands.IN_PUZZLES
    CSS_PATH = "list_page.tcss"
    DEFAULT_CLASSES = "list-page"

    def __init__(self, first: str | None = None) -> None:
        super().__init__()
        self._first = first
        """The id or name of the puzzle to open immediately, if any."""
        self._filter = PuzzleFilter()
        self._asks_to_delete = False
        self._begun: Task | None = None
        """The task begun last when the list was last shown. None once another is opened."""

    def compose(self) -> ComposeResult:
        """Open the shelf, and compose the list."""
        self._shelf = PuzzleShelf(self.services)
        self.list = LongList[Task](self._row, self._columns, self._open, self._why_none)
        panel = Panel(Text(self._about, "about"), is_empty=lambda: not self.list.items)
        yield from list_page(self, N_("Puzzles"), self._beside_title, self.list, panel, self._hints)

    def on_mount(self) -> None:
        """Show problems with saved puzzles, and open the first puzzle."""
        show_notices(self, self._shelf.problems[:2])
        if self._first is not None and (task := self._shelf.find(self._first)) is not None:
            self._open(task)

    def on_screen_resume(self) -> None:
        """Reload the list, as a puzzle may have been solved. One that has just been begun is highlighted."""
        begun = self._shelf.current
        self._list(self.list.here if begun is self._begun else begun)
        self._begun = begun

    # --- filters -------------------------------------------------------------------------------------------------------

    def _list(self, highlighted: Task | None) -> None:
        """List the puzzles that pass the filter. Without one, today's puzzle comes first.

        Highlights the puzzle `highlighted` if it is listed, otherwise the row at the same index.
        """
        place = self.list.highlighted
        solved = self._shelf.progress.state_of
        rows = [task for task in self._shelf.tasks if self._filter.passes(task, solved=solved(task.id).solved)]
        if not self._filter.is_on and self._shelf.daily is not None:
            rows.insert(0, self._shelf.daily)
        if highlighted is not None and highlighted in rows and rows[place : place + 1] != [highlighted]:
            place = len(rows) - 1 - rows[::-1].index(highlighted)  # not the row of today's puzzle
        self._asks_to_delete = False
        self.list.show(rows, place)
        self.show()

    def action_filter_kind(self) -> None:
        """Filter by the next type."""
        self._list_only(self._filter.next_kind())

    def action_filter_grade(self) -> None:
        """Filter by the next grade."""
        self._list_only(self._filter.next_grade())

    def action_filter_unsolved(self) -> None:
        """Switch between unsolved puzzles and all."""
        self._list_only(self._filter._replace(unsolved_only=not self._filter.unsolved_only))

    def _list_only(self, those: PuzzleFilter) -> None:
        """Apply a filter. At the top of the list, the first puzzle is highlighted.

        Elsewhere, the same one as before, if it is still listed.
        """
        self._filter = those
        here = self.list.here if self.list.highlighted else None
        self.list.jump(0)
        self._list(here)

    def action_back(self) -> None:
        """Clear the filter, or leave the screen."""
        if self._filter.is_on:
            self._list_only(PuzzleFilter())
        else:
            self.dismiss()

    # --- display ------------------------------------------------------------------------------------------------------

    @property
    def _counts_players(self) -> bool:
        """Whether rows have room for the number of players. Otherwise, only the panel shows it."""
        return self.app.size.width >= 100

    def _columns(self) -> Sequence[Column]:
        """The columns of the list. The last one is no wider than needed, because tasks are long."""
        longest = max([1, *(width(self._solved(task)) for task in self.list.items)])
        return (
            Column(N_("Name"), 11),
            Column(N_("Task")),
            *([Column(N_("Players"), 7, right=True)] if self._counts_players else []),
            Column(N_("Grade"), GRADES),
            Column(N_("Solved"), longest),
        )

    def _row(self, index: int, here: bool) -> Sequence[Line]:
        """The row of a puzzle."""
        task, shelf = self.list.items[index], self._shelf
        is_today = index == 0 and not self._filter.is_on and task is shelf.daily
        ink = theme.TITLE if here or is_today else theme.PLAIN
        title = N_("Today: {task}", task=title_of(task)) if is_today else title_of(task)
        return (
            ((str(shelf.name(task)), theme.QUIET),),
            ((self.glyphs.write(title), ink),),
            *([((str(len(task.view.players)), ink),)] if self._counts_players else []),
            ((self.glyphs.gold * task.grade, theme.TITLE),) if isinstance(task, Puzzle) else (),
            self._solved(task),
        )

    def _solved(self, task: Task) -> Line:
        """The progress on a puzzle, in a word or two."""
        state = self._shelf.progress.state_of(task.id)
        if state.solved and not state.shown:
            return ((str(N_("solved")), theme.CAN),)
        seen = NP_("of a puzzle", "solved, seen") if state.solved else NP_("of a puzzle's solution", "seen")
        return ((str(seen), theme.QUIET),) if state.shown else ()

    def _about_solution(self, task: Task) -> Message | str:
        """A note if the solution of the puzzle was shown."""
        state = self._shelf.progress.state_of(task.id)
        if not state.shown:
            return ""
        return N_("You solved it after seeing the solution.") if state.solved else N_("You have seen the solution.")

    def _beside_title(self) -> Line:
        """The number of solved puzzles, or the filters and the number of puzzles that pass them."""
        if not self._filter.is_on:
            return ((str(self._shelf.count), theme.QUIET),)
        dot = f" {self.glyphs.write('·')} "
        named = dot.join(map(str, self._filter.names()))
        total = len(self._shelf.tasks)
        shown = NN_("{count} of {total} shown", "{count} of {total} shown", len(self.list.items), total=total)
        return ((self.glyphs.write(N_("{name}: {number}", name=named, number=shown)), theme.TITLE),)

    def _why_none(self) -> Message:
        """Explain why the list is empty."""
        if not self._filter.is_on:
            return N_("No puzzles for these cards.")
        if self._filter.kind == OWN and not self._shelf.own:
            return N_("You have no saved puzzles yet: save some from a review.")
        return N_("No puzzle matches. {key} shows all puzzles.", key=self.key(commands.LEAVE_PUZZLES))

    def _about(self) -> Content:
        """Describe the highlighted puzzle."""
        task = self.list.here
        if task is None:
            return Content()
        if isinstance(task, Puzzle):
            origin = _GRADE_WORDS[task.grade - 1]
        else:
            names, loss = listed(task.names), percent_between(task.chance_played, task.chance_better)
            origin = N_("From a game of {names}. The move played gave away {loss}.", names=names, loss=loss)
        players = NN_("{count} player", "{count} players", len(task.view.players))
        write = self.glyphs.write
        parts = [(write(title_of(task)), theme.TITLE)]
        if not self._counts_players:
            parts.append((write(f" · {players}"), theme.QUIET))
        parts.append((f"\n{write(origin)}", theme.QUIET))
        if note := self._about_solution(task):
            parts.append((f"\n{write(note)}", theme.QUIET))
        if self._asks_to_delete:
            question = N_("Delete this puzzle permanently?")
            parts.append((f"\n{write(question)}", "bold $table-alert"))
        return Content.assemble(*parts)

    def _hints(self) -> tuple[Hint, ...]:
        """The current key hints."""
        return self.deletion_hints() or (
            *([self.hint(commands.OPEN_PUZZLE, primary=True)] if self.list.items else []),
            self.hint(commands.FILTER_KIND),
            self.hint(commands.FILTER_GRADE),
            self.hint(commands.FILTER_UNSOLVED, N_("solved too") if self._filter.unsolved_only else None),
            *([self.hint(commands.DELETE_OWN)] if isinstance(self.list.here, Practice) else []),
            self.hint(commands.LEAVE_PUZZLES, N_("show all") if self._filter.is_on else None),
            self.hint(HELP),
        )

    def unavailable_commands(self) -> Collection[Command]:
        """The delete command, unless one of the player's own puzzles is highlighted."""
        return () if isinstance(self.list.here, Practice) else (commands.DELETE_OWN,)

    # --- actions ------------------------------------------------------------------------------------------------------

    def deletion_to_confirm(self) -> Command | None:
        """The delete command, while the player is asked."""
        return commands.DELETE_OWN if self._asks_to_delete else None

    def cancel_deletion(self) -> None:
        """Stop asking."""
        self._asks_to_delete = False
        self.show()

    def on_part_changed(self) -> None:
        """Cancel a question about the previously highlighted puzzle."""
        self._asks_to_delete = False

    def action_delete(self) -> None:
        """Ask before deleting one of the player's own puzzles. The second time, delete it."""
        task = self.list.here
        if not isinstance(task, Practice):
            self.show_message(N_("Only your own puzzles can be deleted."))
            return
        self._asks_to_delete = not self._asks_to_delete
        if self._asks_to_delete:
            self.show()
            return
        with self.program.reporting():
            self._shelf.delete(task)
        self._list(None)

    def _open(self, task: Task) -> None:
        """Open a puzzle."""
        from splendor_tui.tui.screens.puzzle_screen import PuzzleScreen

        self._begun = None
        self.app.push_screen(PuzzleScreen(open_task(self._shelf, task, self.services)))


_GRADE_WORDS = (
    N_("Grade 1 of 5: you can find it after a few games."),
    N_("Grade 2 of 5: think twice before you take the obvious card."),
    N_("Grade 3 of 5: consider how the others will reply."),
    N_("Grade 4 of 5: strong players find it."),
    N_("Grade 5 of 5: none of our computer players finds it at first sight."),
)
