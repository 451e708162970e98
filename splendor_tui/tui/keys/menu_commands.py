"""What keys do on the screens around a match: first screen, new game, games that are kept, statistics, settings, keys, help."""

from typing import Final

from splendor_tui.tui.keys.key_commands import BACK, TURN, WALK, WALK_LIST, Actions, KeyCommand
from splendor_tui.words import _

CONTINUE_LAST: Final = KeyCommand(
    "home.continue", "c", "continue", _("continue"), _("Go on with the game played last.")
)
HOME_OFFERS: Final[Actions] = (
    CONTINUE_LAST,
    KeyCommand("home.new", "n", "new", _("new game"), _("Choose who plays and by which rules, and deal.")),
    KeyCommand("home.games", "g", "games", _("past games"), _("All games that are kept: go on, watch, delete.")),
    KeyCommand("home.statistics", "s", "statistics", _("statistics"), _("Who has won how often, and how.")),
    KeyCommand("home.settings", "o", "settings", _("settings"), _("Colours, signs, keys, and how fast bots play.")),
    KeyCommand("home.rules", "r", "app.rules", _("rules"), _("The whole game on one page."), in_palette=False),
    KeyCommand("home.help", "f", "app.help", _("help"), _("Which keys do what."), in_palette=False),
    KeyCommand("home.quit", "q", "app.leave", _("quit"), _("Leave the program."), in_palette=False),
)
HOME: Final[Actions] = (*HOME_OFFERS, *WALK)

START: Final = KeyCommand("new-game.start", "s,f5", "start", _("start"), _("Deal the cards."))
SIT_EARLIER: Final = KeyCommand(
    "new-game.earlier",
    "left_square_bracket,shift+up",
    "seat(-1)",
    _("sit earlier"),
    _("Let the highlighted player change places with the one before."),
)
SIT_LATER: Final = KeyCommand(
    "new-game.later",
    "right_square_bracket,shift+down",
    "seat(1)",
    _("sit later"),
    _("Let the highlighted player change places with the one after."),
)
NEW_GAME: Final[Actions] = (START, *WALK, *TURN, SIT_EARLIER, SIT_LATER, BACK)

OPEN_GAME: Final = KeyCommand(
    "games.open", "enter,space", "open", _("open"), _("Go on with the game, or watch it when it is over.")
)
CONTINUE_GAME: Final = KeyCommand("games.continue", "c", "continue", _("go on"), _("Go on with the game."))
WATCH_GAME: Final = KeyCommand("games.replay", "p", "replay", _("watch"), _("Watch the game again from the deal."))
EXPORT_GAME: Final = KeyCommand(
    "games.export", "e", "export", _("export"), _("Write the game as a record into a new file.")
)
IMPORT_GAME: Final = KeyCommand(
    "games.import", "i", "import", _("import"), _("Take a game in from the file of a record.")
)
DELETE_GAME: Final = KeyCommand(
    "games.delete", "d", "delete", _("delete"), _("Delete the game for good; the key again means yes.")
)
GAMES: Final[Actions] = (OPEN_GAME, CONTINUE_GAME, WATCH_GAME, EXPORT_GAME, IMPORT_GAME, DELETE_GAME, *WALK_LIST, BACK)

IMPORTED: Final = KeyCommand(
    "statistics.imported", "i", "imported", _("imported games"), _("Count imported games too, or leave them out.")
)
STATISTICS: Final[Actions] = (IMPORTED, *WALK_LIST, BACK)

CHOOSE_KEYS: Final = KeyCommand("settings.keys", "y", "keys", _("keys"), _("Choose the keys one by one."))
SETTINGS: Final[Actions] = (CHOOSE_KEYS, *WALK, *TURN, BACK)

RESTORE: Final = KeyCommand(
    "keys.restore", "delete,x", "restore", _("give back"), _("Give an action the keys that it has by itself.")
)
KEYS: Final[Actions] = (*WALK, RESTORE, BACK)

CLOSE_HELP: Final = KeyCommand(
    "help.close", "escape,backspace,enter", "app.back", _("back"), _("Go back to where you were.")
)
HELP: Final[Actions] = (CLOSE_HELP,)
