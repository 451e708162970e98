"""What keys do in the review of a game, and which lead to it."""

from typing import Final

from splendor_tui.tui.keys.key_commands import BACK, KeyCommand, KeyCommands
from splendor_tui.words import N_, NP_, Message


def _opening(command_id: str) -> KeyCommand:
    return KeyCommand(
        command_id,
        "v",
        "review",
        NP_("noun", "review"),
        NP_("noun", "Review"),
        N_("See what each turn was worth, and what would have been better."),
    )


REVIEW_GAME: Final = _opening("game-over.review")
REVIEW_KEPT: Final = _opening("games.review")
REVIEW_LAST: Final = KeyCommand(
    "home.review",
    "v",
    "review",
    N_("review of the last game"),
    N_("Review of the last game"),
    N_("See what each turn of the game that ended last was worth."),
)


def _walk(name: str, keys: str, run: str, words: Message, title: Message, about: Message) -> KeyCommand:
    return KeyCommand(f"review.{name}", keys, run, words, title, about, in_palette=False)


PREVIOUS_TURN: Final = _walk(
    "previous", "left,h", "step(-1)", N_("turn before"), N_("Turn before"), N_("Look at the turn before.")
)
NEXT_TURN: Final = _walk("next", "right,l", "step(1)", N_("next turn"), N_("Next turn"), N_("Look at the next turn."))
PREVIOUS_POINT: Final = KeyCommand(
    "review.previous-point",
    "p",
    "point(-1)",
    N_("turning point before"),
    N_("Turning point before"),
    N_("Look at the turning point before this turn."),
)
NEXT_POINT: Final = KeyCommand(
    "review.next-point",
    "n",
    "point(1)",
    N_("next turning point"),
    N_("Next turning point"),
    N_("Look at the next turning point of the game."),
)
BEST_MOVE: Final = KeyCommand(
    "review.best", "b", "best", N_("best move"), N_("Best move"), N_("Look at the best move of the game.")
)
SHOW_POSITION: Final = KeyCommand(
    "review.table",
    "enter,space",
    "table",
    NP_("noun", "table"),
    NP_("noun", "Table"),
    N_("Show the table as it was before this turn."),
)
PRACTISE: Final = KeyCommand(
    "review.practise",
    "t",
    "practise",
    N_("practise"),
    N_("Practise"),
    N_("Find something better than this turn; the Grandmaster says what your move is worth."),
)
STOP_REVIEW: Final = KeyCommand(
    "review.stop",
    "s",
    "stop",
    N_("stop or go on"),
    N_("Stop or go on"),
    N_("Look at no more turns for now, or go on with the next."),
)
REVIEW: Final[KeyCommands] = (
    SHOW_POSITION,
    PRACTISE,
    PREVIOUS_TURN,
    NEXT_TURN,
    PREVIOUS_POINT,
    NEXT_POINT,
    BEST_MOVE,
    _walk(
        "last-round", "up,k,pageup", "skip(-1)", N_("round before"), N_("Round before"), N_("Go to the round before.")
    ),
    _walk("next-round", "down,j,pagedown", "skip(1)", N_("next round"), N_("Next round"), N_("Go to the next round.")),
    _walk("first", "home", "first", N_("first"), N_("First"), N_("Look at the first turn.")),
    _walk("last", "end", "last", N_("last"), N_("Last"), N_("Look at the last turn.")),
    STOP_REVIEW,
    BACK,
)
