"""Key commands of the puzzle list and of puzzles."""

from dataclasses import replace
from typing import Final

from splendor_tui.tui.keys.key_commands import BACK, WALK_LIST, KeyCommand, KeyCommands
from splendor_tui.tui.keys.table_keys import PACE, TABLE
from splendor_tui.words import N_, NP_

OPEN_PUZZLE: Final = KeyCommand(
    "puzzles.open", "enter,space", NP_("verb", "open"), N_("Solve the highlighted puzzle."), "choose"
)
FILTER_KIND: Final = KeyCommand(
    "puzzles.kind",
    "t",
    NP_("of puzzle", "type"),
    N_("Show one type of puzzle only; press again for the next type."),
    "filter_kind",
)
FILTER_GRADE: Final = KeyCommand(
    "puzzles.grade", "g", N_("grade"), N_("Show one grade only; press again for the next grade."), "filter_grade"
)
FILTER_UNSOLVED: Final = KeyCommand(
    "puzzles.unsolved", "u", N_("unsolved only"), N_("Show unsolved puzzles only, or all again."), "filter_unsolved"
)
DELETE_OWN: Final = KeyCommand(
    "puzzles.delete",
    "d",
    NP_("verb", "delete"),
    N_("Delete one of your own puzzles permanently; press again to confirm."),
)
LEAVE_PUZZLES: Final = replace(BACK, call="back", about=N_("With a filter, show all puzzles; otherwise go back."))
PUZZLES: Final[KeyCommands] = (
    OPEN_PUZZLE,
    FILTER_KIND,
    FILTER_GRADE,
    FILTER_UNSOLVED,
    DELETE_OWN,
    *WALK_LIST,
    LEAVE_PUZZLES,
)

CLEAR_OR_LEAVE: Final = KeyCommand(
    "puzzle.clear", "backspace,escape", N_("leave"), N_("Clear the choice; if there is none, go back.")
)
TRY_AGAIN: Final = KeyCommand("puzzle.again", "u", N_("try again"), N_("Restart the puzzle."))
PUZZLE_HINT: Final = KeyCommand(
    "puzzle.hint",
    "n",
    N_("hint"),
    N_("See the kind of action that solves it; press again for the place, then for the solution."),
)
NEXT_PUZZLE: Final = KeyCommand(
    "puzzle.next", "pagedown", N_("next puzzle"), N_("Go to the next unsolved puzzle."), "next_puzzle"
)
SAVE_PUZZLE: Final = KeyCommand(
    "puzzle.save", "ctrl+s", N_("save as your own"), N_("Save this turn to your own puzzles.")
)
_ONLY_IN_MATCHES: Final = frozenset(
    {
        "table.clear",
        "table.undo",
        "table.redo",
        "table.hint",
        "table.answer-now",
        "table.menu",
        "table.copy-record",
        *(command.id for command in PACE),
    }
)
PUZZLE: Final[KeyCommands] = (
    *(command for command in TABLE if command.id not in _ONLY_IN_MATCHES),
    PUZZLE_HINT,
    TRY_AGAIN,
    NEXT_PUZZLE,
    SAVE_PUZZLE,
    CLEAR_OR_LEAVE,
)
