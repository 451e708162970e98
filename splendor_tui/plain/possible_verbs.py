"""Which commands are possible when, and which of them are seldom typed."""

from typing import Final

from splendor_tui.plain.verbs import Verb

ACTIONS: Final = (Verb.TAKE, Verb.BUY, Verb.RESERVE, Verb.RETURN, Verb.NOBLE, Verb.PASS)
TOLD: Final = (Verb.CAN, Verb.LOOK, Verb.CARDS, Verb.ME, Verb.RIVALS, Verb.NOBLES, Verb.BANK, Verb.TABLE)
_ALWAYS: Final = (Verb.RULES, Verb.HELP, Verb.QUIT)

TURN: Final = (
    *(*ACTIONS, *TOLD, Verb.CLOCK, Verb.LOG, Verb.UNDO, Verb.REDO, Verb.HINT),
    *(Verb.PAUSE, Verb.RESIGN, Verb.AGREE, *_ALWAYS),
)
FIRST_TURN: Final = (*TURN, Verb.NEW)
DRAWN: Final = (Verb.READY, Verb.UNDO, Verb.ME, Verb.HELP, Verb.QUIT)
CURTAIN: Final = (Verb.READY, *_ALWAYS)
PAUSED: Final = (Verb.CONTINUE, Verb.RESIGN, Verb.AGREE, *_ALWAYS)
BETWEEN_GAMES: Final = (Verb.NEW, Verb.LEARN, Verb.RESUME, Verb.GAMES, Verb.PUZZLES)
LOOKED_UP: Final = (Verb.REVIEW, Verb.STATS, Verb.SETTINGS)
OVER: Final = (Verb.REMATCH, *BETWEEN_GAMES, *LOOKED_UP, Verb.UNDO, Verb.RIVALS, Verb.TABLE, Verb.LOG, *_ALWAYS)
HOME: Final = (*BETWEEN_GAMES, *LOOKED_UP, *_ALWAYS)

LESSON: Final = (
    *(Verb.TAKE, Verb.BUY, Verb.RESERVE, Verb.RETURN, Verb.NEXT, Verb.UNDO, Verb.HINT),
    *(*TOLD, Verb.LOG, *_ALWAYS),
)

PUZZLE_LIST: Final = (Verb.PUZZLES, *_ALWAYS)
_PUZZLE: Final = (Verb.TASK, Verb.RETRY, Verb.SOLUTION, Verb.NEXT, Verb.PUZZLES, *_ALWAYS)
PUZZLE_OPEN: Final = (*ACTIONS, *TOLD, Verb.HINT, *_PUZZLE)
PUZZLE_DECIDED: Final = (*TOLD, *_PUZZLE)

SELDOM: Final = (
    *(Verb.RETURN, Verb.NOBLE, Verb.PASS, Verb.REDO, Verb.NOBLES, Verb.BANK, Verb.CLOCK, Verb.LOG),
    *(Verb.PAUSE, Verb.RESIGN, Verb.AGREE),
)
"""What the short help only names: it is asked for by itself, or hardly ever typed."""
