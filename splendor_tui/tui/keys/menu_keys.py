"""Key commands of the screens around a match: home, new game, past games, statistics, settings, keys and help."""

from dataclasses import replace
from typing import Final

from splendor_tui.tui.keys.key_commands import (
    BACK,
    PAGES,
    READ,
    TURN,
    WALK,
    WALK_LIST,
    KeyCommand,
    KeyCommands,
    by_id,
    closing,
)
from splendor_tui.tui.keys.review_keys import REVIEW_LAST, REVIEW_SAVED
from splendor_tui.words import N_, NP_

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
    KeyCommand("home.games", "g", N_("past games"), N_("All saved games: resume, watch, delete.")),
    OPEN_STATISTICS,
    KeyCommand("home.settings", "o", N_("settings"), N_("Colours, symbols, keys, and how computer players play.")),
    KeyCommand("home.rules", "r", N_("rules"), N_("All the rules."), "app.rules", in_palette=False),
    KeyCommand("home.help", "f", N_("help"), N_("What the keys do."), "app.help", in_palette=False),
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
    N_("Sort by players, then by actions, then by outcome, then by last played again."),
)
LEAVE_GAMES: Final = replace(BACK, call="back", about=N_("After a search, show all games; otherwise go back."))
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
STATISTICS: Final[KeyCommands] = (RATING, SORT_PLAYERS, IMPORTED, *WALK_LIST, BACK)

CHOOSE_KEYS: Final = KeyCommand("settings.keys", "y", N_("keys"), N_("Choose the keys one by one."))
SETTINGS: Final[KeyCommands] = (CHOOSE_KEYS, *WALK, *PAGES, *TURN, BACK)

RESTORE: Final = KeyCommand("keys.restore", "delete,x", N_("reset"), N_("Reset the action to its original keys."))
KEYS: Final[KeyCommands] = (*WALK, *PAGES, RESTORE, BACK)

HELP: Final[KeyCommands] = (*READ, closing(by_id(HOME_OFFERS, "home.help")))
READ_RULES: Final[KeyCommands] = (*READ, closing(by_id(HOME_OFFERS, "home.rules")))
