"""All key commands, by screen."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from splendor_tui.presentation.commands import CommandId
from splendor_tui.presentation.table_model import CardSlot, DeckSlot, PileSlot, ReservedSlot, Slot, slot_keys
from splendor_tui.rules.cards import LEVELS, ROMAN
from splendor_tui.rules.constants import COLUMNS, HAND_LIMIT, MAX_PLAYERS
from splendor_tui.rules.gems import Colour
from splendor_tui.tui.keys.key_command import (
    BACK,
    EVERYWHERE,
    PAGES,
    READ,
    TURN,
    WALK,
    WALK_LIST,
    KeyCommand,
    KeyCommands,
    by_id,
    closing,
    doing,
)
from splendor_tui.words import N_, NP_, Message

# --- reviews, and the commands that open one ---------------------------------------------------------------------------

REVIEW_GAME: Final = KeyCommand(
    "game-over.review",
    "v",
    NP_("noun", "review"),
    N_("See what each turn was worth, and what would have been better."),
)
REVIEW_SAVED: Final = REVIEW_GAME._replace(id="games.review")
REVIEW_LAST: Final = KeyCommand("home.review", "v", N_("review of the last game"), N_("Review the last finished game."))

PREVIOUS_TURN: Final = KeyCommand(
    "review.previous", "left,h", N_("previous turn"), N_("Look at the previous turn."), "step(-1)", False
)
NEXT_TURN: Final = KeyCommand("review.next", "right,l", N_("next turn"), N_("Look at the next turn."), "step(1)", False)
PREVIOUS_POINT: Final = KeyCommand(
    "review.previous-point", "p", N_("previous turning point"), N_("Look at the previous turning point."), "point(-1)"
)
NEXT_POINT: Final = KeyCommand(
    "review.next-point", "n", N_("next turning point"), N_("Look at the next turning point of the game."), "point(1)"
)
BEST_MOVE: Final = KeyCommand("review.best", "b", N_("best move"), N_("Look at the best move of the game."))
SHOW_POSITION: Final = KeyCommand(
    "review.table", "enter,space", NP_("noun", "table"), N_("Show the table as it was before this turn.")
)
PRACTISE: Final = KeyCommand(
    "review.practise", "t", N_("practise"), N_("Find a better move; the Grandmaster judges yours.")
)
PRACTISE_OTHERS: Final = KeyCommand(
    "review.practise-others",
    "o",
    N_("others' mistakes"),
    N_("Practise the mistakes of another player, such as a computer's."),
)
STOP_REVIEW: Final = KeyCommand("review.stop", "s", N_("stop or continue"), N_("Stop the review, or continue it."))
REVIEW: Final[KeyCommands] = (
    SHOW_POSITION,
    PRACTISE,
    PRACTISE_OTHERS,
    PREVIOUS_TURN,
    NEXT_TURN,
    PREVIOUS_POINT,
    NEXT_POINT,
    BEST_MOVE,
    KeyCommand(
        "review.last-round", "up,k,pageup", N_("previous round"), N_("Go to the previous round."), "skip(-1)", False
    ),
    KeyCommand("review.next-round", "down,j,pagedown", N_("next round"), N_("Go to the next round."), "skip(1)", False),
    KeyCommand("review.first", "home", N_("first"), N_("Look at the first turn."), "jump(0)", False),
    KeyCommand("review.last", "end", N_("last"), N_("Look at the last turn."), "jump(-1)", False),
    STOP_REVIEW,
    BACK,
)


# --- matches: table, lesson, pause, hand-over screen and end of the game -----------------------------------------------

SLOT_IDS: Final[Mapping[Slot, str]] = {
    **{CardSlot(level, column): f"table.card-{level}-{column + 1}" for level in LEVELS for column in range(COLUMNS)},
    **{DeckSlot(level): f"table.deck-{level}" for level in LEVELS},
    **{PileSlot(colour): f"table.{colour}" for colour in Colour},
    PileSlot(None): "table.gold",
    **{ReservedSlot(index): f"table.reserved-{index + 1}" for index in range(HAND_LIMIT)},
}
"""The binding id of each slot that has a key."""
_KEYS: Final = {**slot_keys("qwerty"), PileSlot(None): "6"}
_GEMS: Final = {
    Colour.WHITE: (N_("a white gem"), N_("Pick a white gem, or the noble with this number.")),
    Colour.BLUE: (N_("a blue gem"), N_("Pick a blue gem, or the noble with this number.")),
    Colour.GREEN: (N_("a green gem"), N_("Pick a green gem, or the noble with this number.")),
    Colour.RED: (N_("a red gem"), N_("Pick a red gem, or the noble with this number.")),
    Colour.BLACK: (N_("a black gem"), N_("Pick a black gem, or the noble with this number.")),
}


def _slots() -> Iterable[KeyCommand]:
    for level in reversed(LEVELS):
        for column in range(COLUMNS):
            label = N_("level {level}, card {column}", column=column + 1, level=ROMAN[level])
            about = N_("Choose this level {level} card.", level=ROMAN[level])
            yield _slot(CardSlot(level, column), label, about)
    for level in reversed(LEVELS):
        label = N_("level {level} deck", level=ROMAN[level])
        about = N_("Reserve the top card of the level {level} deck, unseen.", level=ROMAN[level])
        yield _slot(DeckSlot(level), label, about)
    for colour, (label, about) in _GEMS.items():
        yield _slot(PileSlot(colour), label, about)
    yield _slot(PileSlot(None), N_("a gold"), N_("Pick a gold when returning tokens."))
    about = N_("Choose one of your reserved cards.")
    for index in range(HAND_LIMIT):
        label = N_("reserved card {number}", number=index + 1)
        yield _slot(ReservedSlot(index), label, about)


def _slot(slot: Slot, label: Message, about: Message) -> KeyCommand:
    return KeyCommand(SLOT_IDS[slot], _KEYS[slot], label, about, f"slot('{SLOT_IDS[slot]}')", False)


CURSOR: Final[KeyCommands] = (
    KeyCommand("table.left", "left,h", N_("cursor left"), N_("Move the cursor."), "cursor('left')", False),
    KeyCommand("table.right", "right,l", N_("cursor right"), N_("Move the cursor."), "cursor('right')", False),
    KeyCommand("table.up", "up,k", N_("cursor up"), N_("Move the cursor."), "cursor('up')", False),
    KeyCommand("table.down", "down,j", N_("cursor down"), N_("Move the cursor."), "cursor('down')", False),
)
LOG: Final = KeyCommand(CommandId.LOG, "m", NP_("noun", "log"), N_("Read the full log."))
INSPECT: Final = KeyCommand(CommandId.INSPECT, "i", N_("players"), N_("Inspect a player: cards, nobles and tokens."))

# Two commands share each of these, so the help shows them in one row.
_ABOUT_WAITING: Final = N_("Pause or step computer players.")
_ABOUT_PACE: Final = N_("Change the pace of computer players in this game.")

# The key row shows the first key of each command. A comma or a full stop would look like punctuation there.
PACE: Final[KeyCommands] = (
    doing(
        CommandId.HOLD,
        "less_than_sign,comma",
        N_("pause computer players"),
        _ABOUT_WAITING,
        alone=N_("Pause or resume computer players."),
    ),
    doing(
        CommandId.STEP,
        "greater_than_sign,full_stop,semicolon",
        N_("step"),
        _ABOUT_WAITING,
        alone=N_("Play one computer move, then wait."),
    ),
    KeyCommand(
        CommandId.SLOWER,
        "minus",
        N_("slower"),
        _ABOUT_PACE,
        "pace(1)",
        alone=N_("Slow computers down in this game."),
    ),
    KeyCommand(
        CommandId.FASTER,
        "plus,equals_sign",
        N_("faster"),
        _ABOUT_PACE,
        "pace(-1)",
        alone=N_("Speed computers up in this game."),
    ),
)
RULES_PANE: Final = KeyCommand(
    "table.rules-pane",
    "f4",
    N_("rules beside the table"),
    N_("Show or hide the rules beside the table, in a large window."),
    "app.rules_pane",
)
_ABOUT_UNDO: Final = N_("Undo the last action, or redo it.")
_ABOUT_COPIES: Final = N_("Copy the position, or the record of a finished game.")
COPY_POSITION: Final = KeyCommand(
    "table.copy-position",
    "ctrl+y",
    N_("copy position"),
    _ABOUT_COPIES,
    alone=N_("Copy the position as one line of text."),
)
COPY_RECORD: Final = KeyCommand(
    "table.copy-record", "ctrl+e", N_("copy record"), _ABOUT_COPIES, alone=N_("Copy the record of a finished game.")
)
UNDO: Final = KeyCommand(CommandId.UNDO, "u", N_("undo"), _ABOUT_UNDO, alone=N_("Undo the last action."))
MENU: Final = KeyCommand(CommandId.MENU, "o", N_("menu"), N_("Pause and hide the table; resign, settings, quit."))
TABLE: Final[KeyCommands] = (
    *_slots(),
    *CURSOR,
    KeyCommand(
        CommandId.CONFIRM,
        "enter",
        N_("confirm"),
        N_("Do what the prompt line says, or choose the item under the cursor."),
    ),
    KeyCommand(
        CommandId.RESERVE, "space", NP_("verb", "reserve"), N_("Preview a reservation; press again to reserve.")
    ),
    KeyCommand(CommandId.PAYMENT, "p", N_("other payment"), N_("Show the next way to pay for the card.")),
    KeyCommand(CommandId.CLEAR, "backspace,escape", NP_("verb", "clear"), N_("Clear the choice.")),
    UNDO,
    doing(CommandId.REDO, "ctrl+r", N_("redo"), _ABOUT_UNDO, alone=N_("Redo the last undone action.")),
    KeyCommand(CommandId.HINT, "n", N_("hint"), N_("See the three best actions; press again to choose one.")),
    doing(CommandId.ANSWER_NOW, "y", N_("answer now"), N_("Make a thinking computer answer now.")),
    *PACE,
    LOG,
    RULES_PANE,
    INSPECT,
    COPY_POSITION,
    COPY_RECORD,
    MENU,
)

_ONLY_IN_MATCHES: Final = {CommandId.REDO, CommandId.ANSWER_NOW, COPY_RECORD.id, *(command.id for command in PACE)}
_IN_LESSONS: Final[Mapping[str, Mapping[str, Any]]] = {
    CommandId.CONFIRM: {
        "about": N_("Continue, do what the prompt line says, or choose the item under the cursor."),
    },
    CommandId.HINT: {
        "label": N_("show me"),
        "about": N_("Make the requested choice; you only need to confirm it."),
    },
    UNDO.id: {"label": N_("step back"), "about": N_("Go back to the previous step."), "alone": None},
    MENU.id: {
        "label": N_("leave"),
        "about": N_("Return to the home screen. You can resume the learning game at this step."),
    },
}
"""Changes to commands that have a different effect in the lesson."""
LESSON: Final[KeyCommands] = tuple(
    command._replace(**_IN_LESSONS.get(command.id, {}))
    for command in TABLE
    if command.id not in {*_ONLY_IN_MATCHES, COPY_POSITION.id}
)

HAND_OVER: Final[KeyCommands] = (
    KeyCommand("hand-over.ready", "enter", N_("ready"), N_("Show the table to the next player.")),
    UNDO,
    MENU,
)


def _offer(choice: str, keys: str, label: Message, about: Message) -> KeyCommand:
    return KeyCommand(f"pause.{choice}", keys, label, about, f"pick('{choice}')")


_GO_ON: Final = _offer("go-on", "g", N_("resume"), N_("Return to the table."))
LEAVE_PAUSE: Final = BACK._replace(
    call="back",
    label=N_("cancel"),
    about=N_("Cancel a question; otherwise return to the table."),
    in_palette=False,
)
PAUSE: Final[KeyCommands] = (
    _GO_ON,
    LEAVE_PAUSE,
    _GO_ON._replace(id=MENU.id, keys=MENU.keys, in_palette=False),
    _offer("settings", "s", N_("settings"), N_("Colours, symbols, keys, and how computer players play.")),
    _offer("rules", "r", N_("rules"), N_("All the rules.")),
    _offer("resign", "x", N_("resign"), N_("The player to move resigns.")),
    _offer("agree", "a", N_("end by agreement"), N_("Everyone at the table agrees to end the game as it stands.")),
    _offer("home", "h", N_("leave"), N_("Return to the home screen, where you can resume the game.")),
    *WALK,
    *PAGES,
)

INSPECTION: Final[KeyCommands] = (
    KeyCommand("inspect.left", "left,h", N_("previous player"), N_("Inspect the previous player."), "turn(-1)", False),
    KeyCommand("inspect.right", "right,l", N_("next player"), N_("Inspect the next player."), "turn(1)", False),
    *(
        KeyCommand(
            f"inspect.seat-{seat + 1}",
            str(seat + 1),
            N_("player {number}", number=seat + 1),
            N_("Inspect the player with this number."),
            f"show({seat})",
            False,
        )
        for seat in range(MAX_PLAYERS)
    ),
    closing(INSPECT),
    BACK,
)
READ_LOG: Final[KeyCommands] = (*READ, closing(LOG))
READ_COPY: Final[KeyCommands] = (*READ, closing(COPY_POSITION), closing(COPY_RECORD))
REMATCH: Final = KeyCommand("game-over.rematch", "r", N_("rematch"), N_("Play again with the same players and rules."))
OPENING: Final = KeyCommand(
    "game-over.opening",
    "s",
    N_("who starts"),
    N_("Choose who starts the rematch: the next player, the one who came last, the same one, or a random one."),
)
_SEE_TABLE: Final = KeyCommand("game-over.table", "t", NP_("noun", "table"), N_("Look at the final table."))
WATCH_AGAIN: Final = KeyCommand(
    "game-over.replay", "p", NP_("noun", "replay"), N_("Watch the game again from the deal.")
)
EXPORT_RECORD: Final = KeyCommand(
    "game-over.export", "e", NP_("verb", "export"), N_("Write the game to a file, as a record.")
)
GO_HOME: Final = KeyCommand(
    "game-over.home", "escape,h", N_("leave"), N_("Return to the home screen. The game is saved.")
)
GAME_OVER: Final[KeyCommands] = (
    REMATCH,
    OPENING,
    REVIEW_GAME,
    _SEE_TABLE,
    WATCH_AGAIN,
    GO_HOME,
    EXPORT_RECORD,
    COPY_RECORD,
    LOG,
)


# --- replays -----------------------------------------------------------------------------------------------------------

OPEN_HANDS: Final = KeyCommand(
    "replay.hands", "v", N_("reserved cards"), N_("Show or hide the reserved cards of a finished game.")
)
STANDINGS: Final = KeyCommand(
    "replay.standings", "s", N_("standings"), N_("See who won a finished game, and where the points came from.")
)
READ_STANDINGS: Final[KeyCommands] = (*READ, closing(STANDINGS))
_ABOUT_REPLAY_PACE: Final = N_("Play faster or slower.")
NEXT: Final = KeyCommand("replay.next", "right,l,space", N_("next"), N_("Go forward one action."), "step(1)")
PREVIOUS: Final = KeyCommand("replay.previous", "left,h", N_("previous"), N_("Go back one action."), "step(-1)")
NEXT_ROUND: Final = KeyCommand(
    "replay.next-round", "down,j,pagedown", N_("next round"), N_("Go to the next round."), "skip(1)"
)
PREVIOUS_ROUND: Final = KeyCommand(
    "replay.last-round", "up,k,pageup", N_("previous round"), N_("Go to the previous round."), "skip(-1)"
)
PLAY: Final = KeyCommand(
    "replay.play", "p,enter", NP_("verb", "play"), N_("Play or pause the replay; after a number, go to that round.")
)
FASTER: Final = KeyCommand(
    "replay.faster", "plus", N_("faster"), _ABOUT_REPLAY_PACE, "pace(-1)", alone=N_("Speed the replay up.")
)
SLOWER: Final = KeyCommand(
    "replay.slower", "minus", N_("slower"), _ABOUT_REPLAY_PACE, "pace(1)", alone=N_("Slow the replay down.")
)
LEAVE_REPLAY: Final = BACK._replace(call="back", about=N_("Clear the typed round number; otherwise go back."))
REPLAY: Final[KeyCommands] = (
    NEXT,
    PREVIOUS,
    NEXT_ROUND,
    PREVIOUS_ROUND,
    KeyCommand("replay.start", "home", NP_("noun", "start"), N_("Go to the deal."), "jump(0)"),
    KeyCommand("replay.end", "end", NP_("noun", "end"), N_("Go to the end of the game."), "jump(-1)"),
    *(
        KeyCommand(
            f"replay.digit-{digit}",
            str(digit),
            N_("round {digit}…", digit=digit),
            N_("Type the number of a round, then confirm it to go there."),
            f"digit({digit})",
            False,
        )
        for digit in range(10)
    ),
    PLAY,
    OPEN_HANDS,
    STANDINGS,
    FASTER,
    SLOWER,
    LOG,
    INSPECT,
    RULES_PANE,
    COPY_POSITION,
    COPY_RECORD,
    LEAVE_REPLAY,
)


# --- puzzles -----------------------------------------------------------------------------------------------------------

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
LEAVE_PUZZLES: Final = BACK._replace(call="back", about=N_("With a filter, show all puzzles; otherwise go back."))
PUZZLES: Final[KeyCommands] = (
    OPEN_PUZZLE,
    FILTER_KIND,
    FILTER_GRADE,
    FILTER_UNSOLVED,
    DELETE_OWN,
    *WALK_LIST,
    LEAVE_PUZZLES,
)

CLEAR_OR_LEAVE: Final = doing(
    CommandId.CLEAR_OR_LEAVE, "backspace,escape", N_("leave"), N_("Clear the choice; if there is none, go back.")
)
TRY_AGAIN: Final = doing(CommandId.TRY_AGAIN, "u", N_("try again"), N_("Restart the puzzle."))
PUZZLE_HINT: Final = doing(
    CommandId.PUZZLE_HINT,
    "n",
    N_("hint"),
    N_("See the kind of action that solves it; press again for the place, then for the solution."),
)
NEXT_PUZZLE: Final = doing(CommandId.NEXT_PUZZLE, "pagedown", N_("next puzzle"), N_("Go to the next unsolved puzzle."))
SAVE_PUZZLE: Final = doing(
    CommandId.SAVE_PUZZLE, "ctrl+s", N_("save as your own"), N_("Save this turn to your own puzzles.")
)
_OTHERWISE_IN_PUZZLES: Final = {CommandId.CLEAR, UNDO.id, CommandId.HINT, MENU.id}
PUZZLE: Final[KeyCommands] = (
    *(command for command in TABLE if command.id not in _ONLY_IN_MATCHES | _OTHERWISE_IN_PUZZLES),
    PUZZLE_HINT,
    TRY_AGAIN,
    NEXT_PUZZLE,
    SAVE_PUZZLE,
    CLEAR_OR_LEAVE,
)


# --- around a match: home, new game, saved games, statistics, settings, keys and help -----------------------------------

CONTINUE_LAST: Final = KeyCommand("home.continue", "c", N_("continue"), N_("Resume the last game."))
EVEN_MATCH: Final = KeyCommand(
    "home.even", "e", N_("even match"), N_("Play against the level that you beat about half the time.")
)
LEARN: Final = KeyCommand(
    "home.learn",
    "l",
    N_("learning game"),
    N_("Learn the game by playing it, in about ten minutes. You can stop and continue at any time."),
)
OPEN_PUZZLES: Final = KeyCommand(
    "home.puzzles", "p", N_("puzzles"), N_("Positions from real games, each with a task, and a new one every day.")
)
OPEN_STATISTICS: Final = KeyCommand(
    "home.statistics", "s", N_("statistics"), N_("Wins, averages and ratings of all players.")
)
HOME_OFFERS: Final[KeyCommands] = (
    CONTINUE_LAST,
    KeyCommand("home.new", "n", N_("new game"), N_("Choose the players and the rules, and deal.")),
    EVEN_MATCH,
    LEARN,
    OPEN_PUZZLES,
    KeyCommand("home.games", "g", N_("saved games"), N_("All saved games: resume, watch, delete.")),
    OPEN_STATISTICS,
    KeyCommand("home.settings", "o", N_("settings"), N_("Colours, symbols, keys, and how computer players play.")),
    KeyCommand("home.rules", "r", N_("rules"), N_("All the rules."), "app.rules", in_palette=False),
    KeyCommand("home.help", "f", N_("help"), N_("What the keys do."), CommandId.HELP, in_palette=False),
    KeyCommand("home.quit", "q", N_("quit"), N_("Quit the program."), "app.leave", in_palette=False),
)
HOME: Final[KeyCommands] = (*HOME_OFFERS, REVIEW_LAST, *WALK, *PAGES)

START: Final = KeyCommand("new-game.start", "s,f5", NP_("verb", "start"), N_("Deal the cards."))
SIT_EARLIER: Final = KeyCommand(
    "new-game.earlier",
    "left_square_bracket,shift+up",
    N_("earlier seat"),
    N_("Move the highlighted player to an earlier seat."),
    "seat(-1)",
)
SIT_LATER: Final = KeyCommand(
    "new-game.later",
    "right_square_bracket,shift+down",
    N_("later seat"),
    N_("Move the highlighted player to a later seat."),
    "seat(1)",
)
RENAME: Final = KeyCommand("new-game.rename", "e", N_("name"), N_("Rename the highlighted player."))
NEW_GAME: Final[KeyCommands] = (START, *WALK, *PAGES, *TURN, RENAME, SIT_EARLIER, SIT_LATER, BACK)

OPEN_GAME: Final = KeyCommand(
    "games.open", "enter,space", NP_("verb", "open"), N_("Resume the game, or watch it if it is over."), "choose"
)
CONTINUE_GAME: Final = KeyCommand("games.continue", "c", N_("resume"), N_("Resume the game."))
WATCH_GAME: Final = KeyCommand("games.replay", "p", NP_("verb", "watch"), N_("Watch the game again from the deal."))
EXPORT_GAME: Final = KeyCommand(
    "games.export", "e", NP_("verb", "export"), N_("Write the game as a record into a new file.")
)
IMPORT_GAME: Final = KeyCommand("games.import", "i", NP_("verb", "import"), N_("Import a game from a record file."))
DELETE_GAME: Final = KeyCommand(
    "games.delete", "d", NP_("verb", "delete"), N_("Delete the game permanently; press again to confirm.")
)
SEARCH_GAMES: Final = KeyCommand(
    "games.search", "slash,f", NP_("verb", "search"), N_("Find games by names, day or outcome.")
)
SORT_GAMES: Final = KeyCommand(
    "games.sort",
    "s",
    NP_("verb", "sort"),
    N_("Sort by the next column: players, actions, outcome, then last played."),
)
LEAVE_GAMES: Final = BACK._replace(call="back", about=N_("After a search, show all games; otherwise go back."))
GAMES: Final[KeyCommands] = (
    OPEN_GAME,
    CONTINUE_GAME,
    WATCH_GAME,
    REVIEW_SAVED,
    SEARCH_GAMES,
    SORT_GAMES,
    EXPORT_GAME,
    IMPORT_GAME,
    DELETE_GAME,
    *WALK_LIST,
    LEAVE_GAMES,
)

IMPORTED: Final = KeyCommand("statistics.imported", "i", N_("imported games"), N_("Include or exclude imported games."))
RATING: Final = KeyCommand(
    "statistics.rating",
    "enter,space",
    NP_("strength", "rating"),
    N_("Show the history of the player's rating."),
    "choose",
)
SORT_PLAYERS: Final = KeyCommand("statistics.sort", "s", NP_("verb", "sort"), N_("Sort by the next column."))
RENAME_PLAYER: Final = KeyCommand(
    "statistics.rename",
    "r",
    N_("rename"),
    N_("Rename the player, or merge two players: give one the name of the other."),
)
UNDO_RENAME: Final = KeyCommand("statistics.undo", "u", N_("undo"), N_("Undo the last rename."), "undo_rename")
STATISTICS: Final[KeyCommands] = (RATING, SORT_PLAYERS, IMPORTED, RENAME_PLAYER, UNDO_RENAME, *WALK_LIST, BACK)

CHOOSE_KEYS: Final = KeyCommand("settings.keys", "y", N_("keys"), N_("Choose the keys one by one."))
SETTINGS: Final[KeyCommands] = (CHOOSE_KEYS, *WALK, *PAGES, *TURN, BACK)

RESTORE: Final = KeyCommand("keys.restore", "delete,x", N_("reset"), N_("Reset the action to its original keys."))
KEYS: Final[KeyCommands] = (*WALK, *PAGES, RESTORE, BACK)

HELP: Final[KeyCommands] = (*READ, closing(by_id(HOME_OFFERS, "home.help")))
READ_RULES: Final[KeyCommands] = (*READ, closing(by_id(HOME_OFFERS, "home.rules")))


# --- every screen ------------------------------------------------------------------------------------------------------

COMMANDS_BY_SCREEN: Final[tuple[tuple[Message, KeyCommands], ...]] = (
    (N_("At the table"), TABLE),
    (N_("Between two players"), HAND_OVER),
    (N_("During a pause"), PAUSE),
    (N_("Inspecting a player"), INSPECTION),
    (N_("Reading the log"), READ_LOG),
    (N_("Reading the rules"), READ_RULES),
    (N_("Reading a copy"), READ_COPY),
    (N_("After a game"), GAME_OVER),
    (N_("Watching a game"), REPLAY),
    (N_("Reading the standings"), READ_STANDINGS),
    (N_("Reviewing a game"), REVIEW),
    (N_("On the home screen"), HOME),
    (N_("Before a new game"), NEW_GAME),
    (N_("Puzzles"), PUZZLES),
    (N_("Solving a puzzle"), PUZZLE),
    (N_("Saved games"), GAMES),
    (N_("Statistics"), STATISTICS),
    (N_("In the settings"), SETTINGS),
    (N_("Changing keys"), KEYS),
    (N_("Reading the help"), HELP),
    (N_("Everywhere"), EVERYWHERE),
)
"""The commands of each screen, by its name. A key never has two commands on the same screen.

The commands in the last entry work on every screen.
"""


_BY_ID: Final = {command.id: command for _place, commands in reversed(COMMANDS_BY_SCREEN) for command in commands}


def command_of(command_id: str) -> KeyCommand:
    """The command with this id, on the first screen that has it: the key that opened a screen closes it there."""
    return _BY_ID[command_id]
