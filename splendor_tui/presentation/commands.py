"""The commands of activities, for keys, buttons and typed words. Each front end has its own ways to give them."""

from enum import StrEnum


class CommandId(StrEnum):
    """The name of a command, also in the settings."""

    CONFIRM = "table.confirm"
    RESERVE = "table.reserve"
    PAYMENT = "table.payment"
    CLEAR = "table.clear"
    UNDO = "table.undo"
    REDO = "table.redo"
    HINT = "table.hint"
    ANSWER_NOW = "table.answer-now"
    LOG = "table.log"
    INSPECT = "table.inspect"
    MENU = "table.menu"
    HOLD = "table.hold"
    STEP = "table.step"
    SLOWER = "table.slower"
    FASTER = "table.faster"

    READY = "hand-over.ready"
    RESUME = "pause.go-on"
    RESIGN = "pause.resign"
    AGREE = "pause.agree"
    LEAVE = "pause.home"

    PUZZLE_HINT = "puzzle.hint"
    SOLUTION = "puzzle.solution"
    TRY_AGAIN = "puzzle.again"
    NEXT_PUZZLE = "puzzle.next"
    SAVE_PUZZLE = "puzzle.save"
    CLEAR_OR_LEAVE = "puzzle.clear"

    HELP = "app.help"
