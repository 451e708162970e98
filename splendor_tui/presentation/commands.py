"""Every command, defined once, with its id, keys, words to type, label and description.

Key bindings, key hints, help, palette and settings read the keys, and the line mode reads the words. A command of an
activity is run by `Activity.do`. A method of the screen or of the line mode runs any other command.

A tuple has the commands of one place: a screen, or a question of the line mode. Its order is that of the help.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from splendor_tui.rules.constants import MAX_PLAYERS
from splendor_tui.words import N_, NP_, Message


class Command(NamedTuple):
    """A command that players give with a key, with a word, or with both.

    `id` is its name in the settings. `keys` are its keys on a qwerty keyboard, as Textual names them; a command without keys
    is only typed. `label` is its name in key hints; lists of commands show it capitalized. `about` describes it in a
    sentence. Commands with the same `together` share a row in the help, which describes both.

    `typed` has its words, main word first; a command without words has only keys. `example` is a complete line, and
    `typing` replaces the description if a line can say more than a key.

    `call` is the method of the screen that runs it, with its arguments, unless the id names it: `home.new` runs `new`. The
    call `do` passes the id to `do`, and a table passes the command on to its activity. A command that only makes sense as a
    key is not `in_palette`.
    """

    id: str
    keys: str
    label: Message
    about: Message
    call: str = ""
    in_palette: bool = True
    priority: bool = False
    together: Message | None = None
    typed: Message | None = None
    example: Message | None = None
    typing: Message | None = None

    @property
    def title(self) -> str:
        """The translated label, capitalized."""
        label = str(self.label)
        return label[:1].upper() + label[1:]

    @property
    def run(self) -> str:
        """The call that runs it on a screen."""
        if self.call == "do":
            return f"do('{self.id}')"
        return self.call or self.id.partition(".")[2].replace("-", "_")

    @property
    def action(self) -> str:
        """The call that runs it, for use in a widget of the screen."""
        return self.run if self.run.startswith("app.") else f"screen.{self.run}"

    @property
    def words(self) -> tuple[str, ...]:
        """The words to type in the current language, main word first."""
        return tuple(self.typed.translated().split()) if self.typed else ()

    @property
    def english(self) -> tuple[str, ...]:
        """The English words to type, which work in every language."""
        return tuple(self.typed.template.split()) if self.typed else ()

    @property
    def line(self) -> str:
        """A complete line that runs the command."""
        return str(self) if self.example is None else self.example.translated()

    def __eq__(self, other: object) -> bool:
        """Whether the ids are equal. Some screens describe a command differently."""
        return isinstance(other, Command) and self.id == other.id

    def __ne__(self, other: object) -> bool:
        return not self == other  # a tuple would compare its fields

    def __hash__(self) -> int:
        return hash(self.id)

    def __str__(self) -> str:
        """The main word to type, otherwise the id."""
        return next(iter(self.words), self.id)


Commands: TypeAlias = tuple[Command, ...]


def _key(command_id: str, keys: str, label: Message, about: Message, call: str = "") -> Command:
    """A command that only makes sense as a key."""
    return Command(command_id, keys, label, about, call, in_palette=False)


def _word(command_id: str, typed: Message, about: Message, example: Message | None = None) -> Command:
    """A command that is only typed."""
    return Command(command_id, "", typed, about, in_palette=False, typed=typed, example=example)


# A table, with as many arguments on a line as fit.
# fmt: off

# --- everywhere --------------------------------------------------------------------------------------------------------

EVERYWHERE: Final = (
    HELP := Command("app.help", "question_mark,f1", NP_("noun", "help"), N_("Show what the keys do on this screen."),
        "app.help", typed=NP_("words to type", "help commands ?"),
        typing=N_("The commands; help buy explains one, help all all of them.")),
    RULES := Command("app.rules", "f2", N_("rules"), N_("Show the rules of the game."), "app.rules",
        typed=NP_("words to type", "rules")),
    PALETTE := Command("app.palette", "ctrl+p", N_("commands"), N_("Search the commands of this screen."),
        "app.command_palette", in_palette=False, priority=True),
    THEME := Command("app.theme", "f3", N_("theme"), N_("Choose other colours, with a preview."), "app.change_theme"),
    Command("app.repaint", "ctrl+l", NP_("verb", "redraw"),
        N_("Draw everything again, for example after another program has written on the screen."), "app.repaint",
        in_palette=False, priority=True),
    Command("app.suspend", "ctrl+z", N_("suspend"),
        N_("Suspend the program and return to the shell, with the table hidden; type fg to resume."),
        "app.suspend_process", priority=True),
    QUIT := Command("app.quit", "ctrl+q", N_("quit"), N_("Quit the program; your game is saved."), "app.leave",
        priority=True, typed=NP_("words to type", "quit exit bye")),
)


# --- moving on any screen ----------------------------------------------------------------------------------------------

BACK: Final = Command("screen.back", "escape,backspace", N_("back"), N_("Go back."), "app.back")


def closing(command: Command) -> Command:
    """A command that closes a screen with the keys of the command that opened it."""
    return BACK._replace(id=command.id, keys=command.keys, in_palette=False)


WALK: Final = (
    UP := _key("rows.up", "up,k", N_("up"), N_("Go to the row above."), "move(-1)"),
    DOWN := _key("rows.down", "down,j", N_("down"), N_("Go to the row below."), "move(1)"),
    CHOOSE := _key("rows.choose", "enter,space", N_("choose"), N_("Run the row's action, or edit the row.")),
)
TURN: Final = (
    LESS := _key("rows.less", "left,h", N_("less"), N_("Go to the row's previous value."), "turn(-1)"),
    MORE := _key("rows.more", "right,l", N_("more"), N_("Go to the row's next value."), "turn(1)"),
)
PAGES: Final = (
    _key("rows.page-up", "pageup", N_("page up"), N_("Go up one screen."), "page(-1)"),
    _key("rows.page-down", "pagedown", N_("page down"), N_("Go down one screen."), "page(1)"),
    _key("rows.first", "home", N_("first"), N_("Go to the first row."), "jump(0)"),
    _key("rows.last", "end", N_("last"), N_("Go to the last row."), "jump(-1)"),
)
READ: Final = (
    _key("page.up", "up,k", N_("previous row"), N_("Move up one row."), "move(-1)"),
    _key("page.down", "down,j", N_("next row"), N_("Move down one row."), "move(1)"),
    PAGE_UP := _key("page.page-up", "pageup,b", N_("previous page"), N_("Go back one page."), "page(-1)"),
    PAGE_DOWN := _key("page.page-down", "pagedown,space", N_("next page"), N_("Go forward one page."), "page(1)"),
    _key("page.first", "home", N_("beginning"), N_("Go to the beginning."), "jump(0)"),
    _key("page.last", "end", NP_("noun", "end"), N_("Go to the end."), "jump(-1)"),
    BACK,
    BACK._replace(id="help.close", keys="enter", label=NP_("verb", "close"), in_palette=False),
)


# --- the table ---------------------------------------------------------------------------------------------------------

_ABOUT_UNDO: Final = N_("Undo the last action, or redo it.")
_ABOUT_WAITING: Final = N_("Pause or step computer players.")
_ABOUT_PACE: Final = N_("Change the pace of computer players in this game.")
_ABOUT_COPIES: Final = N_("Copy the position, or the record of a finished game.")
_ABOUT_SHARING: Final = N_("Copy the result of a finished game, or save a picture of it.")
_HINT: Final = NP_("words to type", "hint advice")
_NEXT: Final = NP_("words to type", "next")

ACTIONS: Final = (
    TAKE := _word("table.take", NP_("words to type", "take"),
        N_("Three colours, or two of one: w white, u blue, g green, r red, k black."),
        NP_("line to type", "take w u g")),
    BUY := _word("table.buy", NP_("words to type", "buy"),
        N_("A card; buy d with 1 white 1 gold sets the payment."), NP_("line to type", "buy d")),
    RESERVE := Command("table.reserve", "space", NP_("verb", "reserve"),
        N_("Preview a reservation; press again to reserve."), typed=NP_("words to type", "reserve"),
        example=NP_("line to type", "reserve d"),
        typing=N_("A card; with t, g or b, the top card of the level 3, 2 or 1 deck.")),
    RETURN := _word("table.return", NP_("words to type", "return"), N_("Surplus tokens; * is gold."),
        NP_("line to type", "return w *")),
    NOBLE := _word("table.noble", NP_("words to type", "noble"),
        N_("Choose one of several nobles, by number or name."), NP_("line to type", "noble 1")),
    PASS := _word("table.pass", NP_("words to type", "pass"), N_("If nothing else is possible.")),
)
"""The commands that play an action."""
QUESTIONS: Final = (
    CAN := _word("table.can", NP_("words to type", "can affordable"),
        N_("What you can buy now; with a name, what that player can buy.")),
    LOOK := _word("table.look", NP_("words to type", "look card"),
        N_("One card in full; its key alone does the same."), NP_("line to type", "look d")),
    CARDS := _word("table.cards", NP_("words to type", "cards"),
        N_("The cards within reach; cards all is every card, cards 2 level 2, cards blue the blue ones.")),
    ME := _word("table.me", NP_("words to type", "me hand"), N_("What you have.")),
    RIVALS := _word("table.rivals", NP_("words to type", "rivals players others"),
        N_("What the others have; with a name, only that player.")),
    NOBLES := _word("table.nobles", NP_("words to type", "nobles"), N_("The nobles and their requirements.")),
    LAST := _word("table.last", NP_("words to type", "last news"), N_("What happened since your last action.")),
    SCORE := _word("table.score", NP_("words to type", "score series standings"),
        N_("The score of the series, tournament or challenge: in a game with its points, between games with each game; "
            "score first-3 sets a goal.")),
    BANK := _word("table.bank", NP_("words to type", "bank"), N_("The tokens in the bank.")),
    TABLE := _word("table.table", NP_("words to type", "table status"),
        N_("Players and bank; table me, table all, or a name for one player.")),
    WHAT_IF := _word("table.what-if", NP_("words to type", "what if"),
        N_("What everyone could buy after an action."), NP_("line to type", "what if buy d")),
    AGAIN := _word("table.again", NP_("words to type", "again"), N_("The last answer again.")),
    NUMBERS := _word("table.numbers", NP_("words to type", "numbers"),
        N_("Show or hide the numbers of cards."), NP_("line to type", "numbers on")),
)
"""The commands that print a part of the table."""
CURSOR: Final = (
    _key("table.left", "left,h", N_("cursor left"), N_("Move the cursor."), "cursor('left')"),
    _key("table.right", "right,l", N_("cursor right"), N_("Move the cursor."), "cursor('right')"),
    _key("table.up", "up,k", N_("cursor up"), N_("Move the cursor."), "cursor('up')"),
    _key("table.down", "down,j", N_("cursor down"), N_("Move the cursor."), "cursor('down')"),
)
# The key row shows the first key of each command. A comma or a full stop would look like punctuation there.
PACE: Final = (
    HOLD := Command("table.hold", "less_than_sign,comma", N_("pause computer players"),
        N_("Pause or resume computer players."), "do", together=_ABOUT_WAITING),
    STEP := Command("table.step", "greater_than_sign,full_stop,semicolon", N_("step"),
        N_("Play one computer move, then wait."), "do", together=_ABOUT_WAITING),
    SLOWER := Command("table.slower", "minus", N_("slower"), N_("Slow computers down in this game."), "do",
        together=_ABOUT_PACE),
    FASTER := Command("table.faster", "plus,equals_sign", N_("faster"), N_("Speed computers up in this game."),
        "do", together=_ABOUT_PACE),
)
AT_TABLE: Final = (
    CONFIRM := Command("table.confirm", "enter", N_("confirm"),
        N_("Do what the prompt says, or choose the item under the cursor.")),
    *ACTIONS,
    PAYMENT := Command("table.payment", "p", N_("other payment"), N_("Show the next way to pay for the card."), "do"),
    CLEAR := Command("table.clear", "backspace,escape", NP_("verb", "clear"), N_("Clear the choice."), "do"),
    UNDO := Command("table.undo", "u", N_("undo"), N_("Undo the last action."), "do", together=_ABOUT_UNDO,
        typed=NP_("words to type", "undo back")),
    REDO := Command("table.redo", "ctrl+r", N_("redo"), N_("Redo the last undone action."), "do",
        together=_ABOUT_UNDO, typed=NP_("words to type", "redo")),
    HINT := Command("table.hint", "n", N_("hint"), N_("See the three best actions; press again to choose one."), "do",
        typed=_HINT, typing=N_("A good move, and why; hint all for three.")),
    ANSWER_NOW := Command("table.answer-now", "y", N_("answer now"), N_("Make a thinking computer answer now."),
        "do"),
    *QUESTIONS,
    *PACE,
    CLOCK := _word("table.clock", NP_("words to type", "clock time"), N_("Your time left.")),
    LOG := Command("table.log", "m", NP_("noun", "log"), N_("Read the full log."),
        typed=NP_("words to type", "log history"), typing=N_("The last ten events; log all for all of them.")),
    RULES_PANE := Command("table.rules-pane", "f4", N_("rules beside the table"),
        N_("Show or hide the rules beside the table, in a large window."), "app.rules_pane"),
    INSPECT := Command("table.inspect", "i", N_("players"), N_("Inspect a player: cards, nobles and tokens.")),
    COPY_POSITION := Command("table.copy-position", "ctrl+y", N_("copy position"),
        N_("Copy the position as one line of text."), together=_ABOUT_COPIES),
    COPY_RECORD := Command("table.copy-record", "ctrl+e", N_("copy record"),
        N_("Copy the record of a finished game."), together=_ABOUT_COPIES),
    SHARE := Command("table.share", "ctrl+t", N_("copy result"),
        N_("Copy the result of a finished game: five lines of text."), together=_ABOUT_SHARING,
        typed=NP_("words to type", "share"), typing=N_("The last game in five lines, to copy; share picture saves a picture.")),
    PICTURE := Command("table.picture", "ctrl+g", N_("save picture"),
        N_("Save a picture of a finished game in the current folder, as SVG."), together=_ABOUT_SHARING),
    MENU := Command("table.menu", "o", N_("menu"), N_("Pause and hide the table; end the game, settings, rules, leave."), "do",
        typed=NP_("words to type", "pause"), typing=N_("Hide the table and stop the clock.")),
)
TO_PLAY: Final = (RESERVE, HINT, ANSWER_NOW, *PACE)
"""The commands that are only useful during a game."""
AFTERWARDS: Final = (COPY_RECORD, SHARE, PICTURE)
"""The commands that would reveal something of an unfinished game."""
_ONLY_IN_MATCHES: Final = (REDO, ANSWER_NOW, *PACE, CLOCK, *AFTERWARDS)

AT_HAND_OVER: Final = (
    READY := Command("hand-over.ready", "enter", N_("ready"), N_("Show the table to the next player."), "do",
        typed=NP_("words to type", "ready")),
    UNDO,
    MENU,
)
PAUSE_CHOICES: Final = (
    GO_ON := Command("pause.go-on", "g", N_("resume"), N_("Return to the table."), "do",
        typed=NP_("words to type", "continue go")),
    RESIGN := Command("pause.resign", "x", N_("resign"), N_("The player to move resigns."), "do",
        typed=NP_("words to type", "resign")),
    AGREE := Command("pause.agree", "a", N_("end by agreement"),
        N_("Everyone at the table agrees to end the game as it stands."), "do", typed=NP_("words to type", "agree")),
    PAUSE_SETTINGS := Command("pause.settings", "s", N_("settings"),
        N_("Colours, symbols, keys, and how computer players play."), "do"),
    PAUSE_RULES := Command("pause.rules", "r", N_("rules"), N_("All the rules."), "do"),
    LEAVE_MATCH := Command("pause.home", "h", N_("leave"),
        N_("Return to the home screen, where you can resume the game."), "do"),
)
"""The rows of the menu. All except settings and rules end the pause."""
IN_PAUSE: Final = (
    *PAUSE_CHOICES,
    LEAVE_PAUSE := BACK._replace(call="back", label=N_("cancel"),
        about=N_("Cancel a question; otherwise return to the table."), in_palette=False),
    GO_ON._replace(id=MENU.id, keys=MENU.keys, call=GO_ON.run, in_palette=False),
    *WALK,
    *PAGES,
)
SEATS: Final = tuple(
    _key(f"inspect.seat-{seat + 1}", str(seat + 1), N_("player {number}", number=seat + 1),
        N_("Inspect the player with this number."), f"show({seat})") for seat in range(MAX_PLAYERS)
)
IN_INSPECTION: Final = (
    _key("inspect.left", "left,h", N_("previous player"), N_("Inspect the previous player."), "turn(-1)"),
    NEXT_PLAYER := _key("inspect.right", "right,l", N_("next player"), N_("Inspect the next player."), "turn(1)"),
    *SEATS,
    closing(INSPECT),
    BACK,
)
IN_LOG: Final = (*READ, closing(LOG))
IN_COPY: Final = (*READ, closing(COPY_POSITION), closing(COPY_RECORD), closing(SHARE))
IN_COPIED_RESULT: Final = (*IN_COPY, PICTURE)

REVIEW_GAME: Final = Command("game-over.review", "v", NP_("noun", "review"),
    N_("See what each turn was worth, and what would have been better."))
AFTER_GAME: Final = (
    REMATCH := Command("game-over.rematch", "r", N_("rematch"), N_("Play again with the same players and rules."),
        typed=NP_("words to type", "rematch"),
        typing=N_("Play again with the same players and rules; rematch first-3 or rematch best-5 sets a goal.")),
    OPENING := Command("game-over.opening", "s", N_("who starts"),
        N_("Choose who starts the rematch: the next player, the one who came last, the same one, or a random one.")),
    GOAL := Command("game-over.goal", "g", N_("series goal"),
        N_("Change the goal of the series: open, the first to some wins, or the best of some games."
           " A shared win counts half for each winner.")),
    REVIEW_GAME,
    FINAL_TABLE := Command("game-over.table", "t", NP_("noun", "table"),
        N_("Look at the final table, where the last action can be undone if the rules allow it.")),
    WATCH_AGAIN := Command("game-over.replay", "p", NP_("noun", "replay"), N_("Watch the game again from the deal.")),
    GO_HOME := Command("game-over.home", "escape,h", N_("leave"),
        N_("Return to the home screen. The game is saved.")),
    EXPORT_RECORD := Command("game-over.export", "e", NP_("verb", "export"),
        N_("Write the game to a file, as a record.")),
    *AFTERWARDS,
    LOG,
)


# --- the lesson and puzzles --------------------------------------------------------------------------------------------

_IN_LESSON: Final[Mapping[str, Command]] = {
    one.id: one
    for one in (
        CONFIRM._replace(about=N_("Continue, do what the prompt line says, or choose the item under the cursor.")),
        HINT._replace(label=N_("show me"), about=N_("Make the requested choice; you only need to confirm it.")),
        UNDO._replace(label=N_("step back"), about=N_("Go back to the previous step."), together=None),
        MENU._replace(label=N_("leave"),
            about=N_("Return to the home screen. You can resume the learning game at this step.")),
    )
}
"""Commands that have a different effect in the lesson."""
NEXT_STEP: Final = _word("lesson.next", _NEXT, N_("Continue."))
IN_LESSON: Final = (
    *(_IN_LESSON.get(one.id, one) for one in AT_TABLE if one not in (*_ONLY_IN_MATCHES, COPY_POSITION)),
    NEXT_STEP,
)
IN_PUZZLES: Final = (
    OPEN_PUZZLE := Command("puzzles.open", "enter,space", NP_("verb", "open"), N_("Solve the highlighted puzzle."),
        "choose"),
    FILTER_KIND := Command("puzzles.kind", "t", NP_("of puzzle", "type"),
        N_("Show one type of puzzle only; press again for the next type."), "filter_kind"),
    FILTER_GRADE := Command("puzzles.grade", "g", N_("grade"),
        N_("Show one grade only; press again for the next grade."), "filter_grade"),
    FILTER_UNSOLVED := Command("puzzles.unsolved", "u", N_("unsolved only"),
        N_("Show unsolved puzzles only, or all again."), "filter_unsolved"),
    DELETE_OWN := Command("puzzles.delete", "d", NP_("verb", "delete"),
        N_("Delete one of your own puzzles permanently; press again to confirm.")),
    UP,
    DOWN,
    *PAGES,
    LEAVE_PUZZLES := BACK._replace(call="back", about=N_("With a filter, show all puzzles; otherwise go back.")),
)
IN_PUZZLE: Final = (
    *(one for one in AT_TABLE if one not in (*_ONLY_IN_MATCHES, CLEAR, UNDO, HINT, MENU)),
    PUZZLE_HINT := Command("puzzle.hint", "n", N_("hint"),
        N_("See the kind of action that solves it; press again for the place, then for the solution."), "do",
        typed=_HINT, typing=N_("A good move, and why.")),
    TASK := _word("puzzle.task", NP_("words to type", "task goal"), N_("The puzzle's task.")),
    TRY_AGAIN := Command("puzzle.again", "u", N_("try again"), N_("Restart the puzzle."), "do",
        typed=NP_("words to type", "retry restart")),
    SOLUTION := _word("puzzle.solution", NP_("words to type", "solution"), N_("See how the puzzle is solved.")),
    NEXT_PUZZLE := Command("puzzle.next", "pagedown", N_("next puzzle"), N_("Go to the next unsolved puzzle."), "do",
        typed=_NEXT),
    SAVE_PUZZLE := Command("puzzle.save", "ctrl+s", N_("save as your own"), N_("Save this turn to your own puzzles."),
        "do", typed=NP_("words to type", "save")),
    CLEAR_OR_LEAVE := Command("puzzle.clear", "backspace,escape", N_("leave"),
        N_("Clear the choice; if there is none, go back."), "do"),
)
IN_CHALLENGE: Final = (
    *(one for one in AT_TABLE if one not in (*_ONLY_IN_MATCHES, CLEAR, UNDO, HINT, MENU)),
    TASK,
    NEXT_STEP,
    CLEAR_OR_LEAVE,
)
IN_CHALLENGES: Final = (
    START_CHALLENGE := Command("challenges.start", "enter,space", NP_("verb", "start"),
        N_("Start the highlighted challenge."), "choose"),
    UP,
    DOWN,
    *PAGES,
    BACK,
)


# --- replays and reviews -----------------------------------------------------------------------------------------------

_ABOUT_REPLAY_PACE: Final = N_("Play faster or slower.")
DIGITS: Final = tuple(
    _key(f"replay.digit-{digit}", str(digit), N_("round {digit}…", digit=digit),
        N_("Type the number of a round, then confirm it to go there."), "do") for digit in range(10)
)
IN_REPLAY: Final = (
    NEXT := Command("replay.next", "right,l,space", N_("next"), N_("Go forward one action."), "do"),
    PREVIOUS := Command("replay.previous", "left,h", N_("previous"), N_("Go back one action."), "do"),
    NEXT_ROUND := Command("replay.next-round", "down,j,pagedown", N_("next round"), N_("Go to the next round."),
        "do"),
    PREVIOUS_ROUND := Command("replay.last-round", "up,k,pageup", N_("previous round"),
        N_("Go to the previous round."), "do"),
    START_OF_GAME := Command("replay.start", "home", NP_("noun", "start"), N_("Go to the deal."), "do"),
    END_OF_GAME := Command("replay.end", "end", NP_("noun", "end"), N_("Go to the end of the game."), "do"),
    *DIGITS,
    PLAY := Command("replay.play", "p,enter", NP_("verb", "play"),
        N_("Play or pause the replay; after a number, go to that round."), "do"),
    OPEN_HANDS := Command("replay.hands", "v", N_("reserved cards"),
        N_("Show or hide the reserved cards of a finished game."), "do"),
    STANDINGS := Command("replay.standings", "s", N_("standings"),
        N_("See who won a finished game, and where the points came from."), "do"),
    FASTER_REPLAY := Command("replay.faster", "plus", N_("faster"), N_("Speed the replay up."), "do",
        together=_ABOUT_REPLAY_PACE),
    SLOWER_REPLAY := Command("replay.slower", "minus", N_("slower"), N_("Slow the replay down."), "do",
        together=_ABOUT_REPLAY_PACE),
    LOG,
    INSPECT,
    RULES_PANE,
    COPY_POSITION,
    *AFTERWARDS,
    LEAVE_REPLAY := BACK._replace(call="do", about=N_("Clear the typed round number; otherwise go back.")),
)
IN_STANDINGS: Final = (*READ, closing(STANDINGS))
IN_REVIEW: Final = (
    SHOW_POSITION := Command("review.table", "enter,space", NP_("noun", "table"),
        N_("Show the table as it was before this turn.")),
    PRACTISE := Command("review.practise", "t", N_("practise"),
        N_("Find a better move; the Grandmaster judges yours."),
        typed=NP_("words to type", "practice practise mistakes"),
        typing=N_("Replay your mistakes in the last finished game and find better moves; with a name, that player's.")),
    PRACTISE_OTHERS := Command("review.practise-others", "o", N_("others' mistakes"),
        N_("Practise the mistakes of another player, such as a computer's.")),
    PREVIOUS_TURN := _key("review.previous", "left,h", N_("previous turn"), N_("Look at the previous turn."),
        "step(-1)"),
    NEXT_TURN := _key("review.next", "right,l", N_("next turn"), N_("Look at the next turn."), "step(1)"),
    PREVIOUS_POINT := Command("review.previous-point", "p", N_("previous turning point"),
        N_("Look at the previous turning point."), "point(-1)"),
    NEXT_POINT := Command("review.next-point", "n", N_("next turning point"),
        N_("Look at the next turning point of the game."), "point(1)"),
    BEST_MOVE := Command("review.best", "b", N_("best move"), N_("Look at the best move of the game.")),
    _key("review.last-round", "up,k,pageup", N_("previous round"), N_("Go to the previous round."), "skip(-1)"),
    _key("review.next-round", "down,j,pagedown", N_("next round"), N_("Go to the next round."), "skip(1)"),
    _key("review.first", "home", N_("first"), N_("Look at the first turn."), "jump(0)"),
    _key("review.last", "end", N_("last"), N_("Look at the last turn."), "jump(-1)"),
    STOP_REVIEW := Command("review.stop", "s", N_("stop or continue"), N_("Stop the review, or continue it.")),
    SHARE,
    PICTURE,
    BACK,
)


# --- home, new game, saved games, statistics, settings, keys and help ---------------------------------------------------

HOME_OFFERS: Final = (
    RESUME := Command("home.continue", "c", N_("continue"), N_("Resume the last game."),
        typed=NP_("words to type", "resume"),
        typing=N_("Resume the last game, or the game or series with this number in the list of games.")),
    PLAY_AGAIN := Command("home.again", "m", N_("rematch"),
        N_("Play again with the players and rules of the last game.")),
    TOURNAMENT := Command("home.tournament", "t", N_("tournament"),
        N_("A tournament of three to eight players: its next table and its standings."),
        typed=NP_("words to type", "tournament"), example=NP_("line to type", "tournament new"),
        typing=N_("The standings; tournament new starts one, tournament play its next game, and tournament withdraw Ann or "
            "tournament end changes it.")),
    NEW := Command("home.new", "n", N_("new game"), N_("Choose the players and the rules, and deal."),
        typed=NP_("words to type", "new")),
    EVEN_MATCH := Command("home.even", "e", N_("even match"),
        N_("Play against the level that you beat about half the time.")),
    LEARN := Command("home.learn", "l", N_("learning game"),
        N_("Learn the game by playing it, in about ten minutes. You can stop and continue at any time."),
        typed=NP_("words to type", "learn lesson")),
    PUZZLES := Command("home.puzzles", "p", N_("puzzles"),
        N_("Positions from real games, each with a task, and a new one every day."),
        typed=NP_("words to type", "puzzles"),
        typing=N_("How many puzzles there are; with a name, that one; with a grade, its puzzles; puzzles daily for today's.")),
    CHALLENGES := Command("home.challenges", "a", N_("challenges"),
        N_("Something to do alone every day, with a score that you can beat."),
        typed=NP_("words to type", "challenges"), example=NP_("line to type", "challenges guess"),
        typing=N_("The challenges and your scores; with a name, that one.")),
    GAMES := Command("home.games", "g", N_("saved games"), N_("All saved games: resume, watch, delete."),
        typed=NP_("words to type", "games"), typing=N_("The unfinished games and series, with their numbers.")),
    STATISTICS := Command("home.statistics", "s", N_("statistics"), N_("Wins, averages and ratings of all players."),
        typed=NP_("words to type", "stats statistics"),
        typing=N_("Wins, averages and ratings of all players; stats table says who beat whom.")),
    SETTINGS := Command("home.settings", "o", N_("settings"),
        N_("Colours, symbols, keys, and how computer players play."), typed=NP_("words to type", "settings"),
        typing=N_("The settings; settings all, or settings match.target 21 to change one.")),
    HOME_RULES := _key("home.rules", "r", N_("rules"), N_("All the rules."), "app.rules"),
    HOME_HELP := _key("home.help", "f", N_("help"), N_("What the keys do."), "app.help"),
    HOME_QUIT := _key("home.quit", "q", N_("quit"), N_("Quit the program."), "app.leave"),
)
ALSO_IN_KEY_ROW: Final = (HOME_HELP, HOME_QUIT)
"""The offers of the home screen that its key row names, too."""
AT_HOME: Final = (
    *HOME_OFFERS,
    REVIEW := Command("home.review", "v", N_("review of the last game"), N_("Review the last finished game."),
        typed=NP_("words to type", "review"),
        typing=N_("How well everyone played in the last finished game; review points, or review all for every turn.")),
    *WALK,
    *PAGES,
)
IN_NEW_GAME: Final = (
    START := Command("new-game.start", "s,f5", NP_("verb", "start"), N_("Deal the cards.")),
    TOURNAMENT_INSTEAD := Command("new-game.tournament", "t", N_("tournament"),
        N_("Plan a tournament of three to eight players instead.")),
    *WALK,
    *PAGES,
    *TURN,
    SIT_EARLIER := Command("new-game.earlier", "left_square_bracket,shift+up", N_("earlier seat"),
        N_("Move the highlighted player to an earlier seat."), "seat(-1)"),
    SIT_LATER := Command("new-game.later", "right_square_bracket,shift+down", N_("later seat"),
        N_("Move the highlighted player to a later seat."), "seat(1)"),
    BACK,
)
IN_TOURNAMENT_PLAN: Final = (
    START._replace(about=N_("Begin the tournament.")),
    *(command for command in IN_NEW_GAME if command not in (START, TOURNAMENT_INSTEAD)),
)
IN_TOURNAMENT: Final = (
    PLAY_TABLE := Command("tournament.play", "enter,space", NP_("tournament", "play"),
        N_("Play or resume the next game of the tournament."), "choose"),
    WITHDRAW := Command("tournament.withdraw", "w", N_("withdraw"),
        N_("Withdraw the highlighted player, or bring them back before they miss a round; press again to confirm.")),
    NEW_TOURNAMENT := Command("tournament.new", "n", N_("new tournament"), N_("Plan a new tournament.")),
    OTHER_TOURNAMENT := Command("tournament.other", "t", N_("other tournament"),
        N_("Show the other unfinished tournament."), "other"),
    END_TOURNAMENT := Command("tournament.end", "x", NP_("verb", "end"),
        N_("End the tournament with the current standings; press again to confirm.")),
    COPY_STANDINGS := SHARE._replace(label=N_("copy"), about=N_("Copy the standings, to send to others."), together=None),
    UP,
    DOWN,
    *PAGES,
    BACK,
)
IN_GAMES: Final = (
    OPEN_GAME := Command("games.open", "enter,space", NP_("verb", "open"),
        N_("Resume the game, watch it if it is over, or list the games of a series."), "choose"),
    CONTINUE_GAME := Command("games.continue", "c", N_("resume"), N_("Resume the game.")),
    NEXT_OF_SERIES := Command("games.rematch", "r", N_("next game"),
        N_("Play the next game of the series or tournament, or resume its unfinished one.")),
    WATCH_GAME := Command("games.replay", "p", NP_("verb", "watch"), N_("Watch the game again from the deal.")),
    REVIEW_SAVED := REVIEW_GAME._replace(id="games.review"),
    SEARCH_GAMES := Command("games.search", "slash,f", NP_("verb", "search"),
        N_("Find games by names, day or outcome.")),
    SORT_GAMES := Command("games.sort", "s", NP_("verb", "sort"),
        N_("Sort by the next column: players, actions, outcome, then last played.")),
    EXPORT_GAME := Command("games.export", "e", NP_("verb", "export"),
        N_("Write the game as a record into a new file.")),
    IMPORT_GAME := Command("games.import", "i", NP_("verb", "import"),
        N_("Import a game from a record or from a replay page.")),
    SHARE,
    PICTURE,
    DELETE_GAME := Command("games.delete", "d", NP_("verb", "delete"),
        N_("Delete the game permanently; press again to confirm.")),
    UP,
    DOWN,
    *PAGES,
    LEAVE_GAMES := BACK._replace(call="back", about=N_("After a search, or in a series, show all games; otherwise go back.")),
)
IN_STATISTICS: Final = (
    RATING := Command("statistics.rating", "enter,space", NP_("strength", "rating"),
        N_("Show the history of the player's rating."), "choose"),
    FAMILY := Command("statistics.table", "t", NP_("noun", "table"),
        N_("Show who beat whom this evening, this month and ever, with a chart.")),
    SORT_PLAYERS := Command("statistics.sort", "s", NP_("verb", "sort"), N_("Sort by the next column.")),
    IMPORTED := Command("statistics.imported", "i", N_("imported games"), N_("Include or exclude imported games.")),
    RENAME_PLAYER := Command("statistics.rename", "r", N_("rename"),
        N_("Rename the player, or merge two players: give one the name of the other."),
        typed=NP_("words to type", "rename"), example=NP_("line to type", "rename Ann = Anna"),
        typing=N_("Rename a player in the statistics, or merge two; rename undo undoes that.")),
    UNDO_RENAME := Command("statistics.undo", "u", N_("undo"), N_("Undo the last rename."), "undo_rename"),
    UP,
    DOWN,
    *PAGES,
    BACK,
)
IN_SETTINGS: Final = (
    CHOOSE_KEYS := Command("settings.keys", "y", N_("keys"), N_("Choose the keys one by one.")),
    *WALK,
    *PAGES,
    *TURN,
    BACK,
)
IN_KEYS: Final = (
    *WALK,
    *PAGES,
    RESTORE := Command("keys.restore", "delete,x", N_("reset"), N_("Reset the action to its original keys.")),
    BACK,
)
IN_HELP: Final = (*READ, closing(HOME_HELP))
IN_RULES: Final = (*READ, closing(HOME_RULES))
