"""The levels of computer players, from the weakest to the strongest."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from splendor_tui.bots.heuristic_evaluation import MERCHANT, Weights
from splendor_tui.bots.heuristic_policy import HeuristicPolicy
from splendor_tui.bots.learned.known_nobles import knows_cards, unknown_nobles
from splendor_tui.bots.player import Advice, Budget, Policy, Report
from splendor_tui.rules.actions import Action
from splendor_tui.rules.cards import Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NN_, NP_, Message, MessageError, enumerated, listed, quoted
from splendor_tui.words.spelling import simplify

if TYPE_CHECKING:
    from splendor_tui.bots.learned.net import Net

LEARNED_TARGETS: Final = range(5, 31)
"""The targets used in self-play. The nets do not support others."""


class UnknownLevelError(MessageError, ValueError):
    """Raised for an unknown level. The message lists the levels."""


class Level(NamedTuple):
    """A level and its parameters. `seconds` is the default time per move.

    At the table, the settings give the time of the strongest level. Levels with `simulations` (the maximum by number of
    players) search with a net. The others use heuristics.
    """

    name: Message
    description: Message
    seconds: float = 1.0
    weights: Weights = MERCHANT
    overlooks: float = 0.0
    slip: float = 0.0
    simulations: Mapping[int, int] | None = None

    @property
    def is_learned(self) -> bool:
        """Whether the level uses a net, which needs numpy."""
        return self.simulations is not None


_LEVELS: Final = {
    "apprentice": Level(
        NP_("computer player", "Apprentice"),
        N_("Buys cheap cards within reach, overlooks many others, and ignores nobles and rivals."),
        weights=Weights(choices=0, patience=0.5, nobles=0.0, race=1.0, denial=0.0, menace=0.0, watchful=False),
        overlooks=0.3,
        slip=0.5,
    ),
    "journeyman": Level(
        NP_("computer player", "Journeyman"),
        N_("Works towards one card at a time, and is slow to notice nobles and rivals."),
        weights=Weights(choices=0, nearness=0.0, race=1.0, denial=0.0, menace=0.0),
        overlooks=0.05,
        slip=0.25,
    ),
    "merchant": Level(
        NP_("computer player", "Merchant"),
        N_("Plans for one or two cards, counts the nobles, and takes cards that the others need."),
        weights=MERCHANT,
    ),
    # The search usually ends before its time limit, so the level has the same strength on most machines.
    "guildmaster": Level(
        NP_("computer player", "Guildmaster"),
        N_("Learned to judge positions from thousands of games, and looks a little ahead."),
        seconds=0.2,
        simulations={2: 8, 3: 40, 4: 30},
    ),
    # Memory sets the limit: about 1 kB per simulation, 3 kB in plain Python.
    "grandmaster": Level(
        NP_("computer player", "Grandmaster"),
        N_("Judges like the Guildmaster, and looks ahead for as long as its time allows."),
        simulations={2: 100_000, 3: 100_000, 4: 100_000},
    ),
}

LEVELS: Final = tuple(_LEVELS)
STRONGEST_LEVEL: Final = LEVELS[-1]
DEFAULT_LEVEL: Final = "journeyman"
"""The default opponent."""


def get_level(level_id: str) -> Level:
    """The level with this id. Raises UnknownLevelError.

    >>> str(get_level("merchant").name)
    'Merchant'
    """
    if level_id not in _LEVELS:
        raise UnknownLevelError(
            N_(
                "There is no computer level {level}; choose from: {known}.",
                level=quoted(level_id),
                known=enumerated(LEVELS),
            )
        )
    return _LEVELS[level_id]


def level_id(text: str) -> str:
    """The id of the level with this id or name, whatever its case and accents. Other text is returned unchanged."""
    typed = simplify(text)
    return next((one for one in LEVELS if typed in (one, simplify(str(get_level(one).name)))), text)


class Named(Protocol):
    """A player with a name. `kind` is a level or another word."""

    @property
    def name(self) -> str:
        """The name when the game began."""

    @property
    def kind(self) -> str:
        """The kind of player."""


def names_in_this_language(players: Sequence[Named]) -> tuple[str, ...]:
    """The players' names. A level's own name, even with a number, is in the current language, unless that name is taken."""
    names = tuple(player.name for player in players)
    shown = tuple(_name_in_this_language(player.name, player.kind) for player in players)
    return shown if len({*map(str.casefold, shown)}) == len(shown) else names


def _name_in_this_language(name: str, kind: str) -> str:
    if kind not in LEVELS:
        return name
    words, space, number = name.rpartition(" ")
    if not number.isdecimal():
        words, space, number = name, "", ""
    return f"{get_level(kind).name}{space}{number}" if words in _names_in_all_languages(kind) else name


@cache
def _names_in_all_languages(level_id: str) -> frozenset[str]:
    return frozenset(get_level(level_id).name.in_all_languages())


def create_bot(level_id: str) -> Policy:
    """Create a computer player of this level. Raises UnknownLevelError.

    >>> action = create_bot("merchant").choose(table.view_for(1), Random(1), Budget(1, cancelled=lambda: False))
    >>> table.submit(1, action, table.ply).seat
    1
    """
    level = get_level(level_id)
    if level.simulations is not None:
        return NetPolicy(level.simulations)
    return HeuristicPolicy(level.weights, level.overlooks, level.slip)


def level_shortcoming(level_id: str, options: GameOptions, catalogue: Catalogue) -> Message | None:
    """The reason why the level plays like a Merchant in this game. None if it plays at full strength.

    Raises UnknownLevelError.
    """
    net = load_packaged_net(options, catalogue) if get_level(level_id).is_learned else None
    return N_("{fault} The Merchant plays instead.", fault=net) if isinstance(net, Message) else None


def unknown_nobles_note(catalogue: Catalogue, nobles: Iterable[Noble]) -> Message | None:
    """A note if the nets know the cards, but not all of these nobles."""
    found = unknown_nobles(nobles) if knows_cards(catalogue) else ()
    if not found:
        return None
    return NN_(
        "Hints, reviews and the strongest levels know the noble {nobles} only by its requirement.",
        "Hints, reviews and the strongest levels know the nobles {nobles} only by their requirements.",
        len(found),
        nobles=listed(found),
    )


class NetPolicy(Policy):
    """Searches with the packaged net for the game. If there is none, it plays like a Merchant."""

    # Import numpy and the nets only when needed: they load slowly, and listing the levels must be fast.

    def __init__(self, simulations: Mapping[int, int]) -> None:
        self._simulations = simulations
        self._policies: dict[tuple[GameOptions, Catalogue], Policy] = {}

    def rank(self, view: View, rng: Random, budget: Budget, report: Report) -> Advice:
        """Rank the actions by their chance of winning."""
        return self._policy(view).rank(view, rng, budget, report)

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Sequence[float]:
        """Every seat's chance of winning after this turn. Empty if there is no net."""
        return self._policy(view).judge(view, turn, rng, budget)

    def ponder(self, view: View, rng: Random, cancelled: Callable[[], bool]) -> None:
        """Search during another seat's turn, if there is a net."""
        self._policy(view).ponder(view, rng, cancelled)

    def _policy(self, view: View) -> Policy:
        game = view.options, view.catalogue
        if game not in self._policies:
            self._policies[game] = self._create(*game)
        return self._policies[game]

    def _create(self, options: GameOptions, catalogue: Catalogue) -> Policy:
        from splendor_tui.bots.learned.learned_policy import LearnedPolicy

        net = load_packaged_net(options, catalogue)
        if isinstance(net, Message):
            return HeuristicPolicy(MERCHANT)  # `level_shortcoming` reports it
        return LearnedPolicy(net, catalogue, self._simulations[options.players])


def why_unknown(options: GameOptions) -> Message | None:
    """The reason why the nets do not know games with these options, if any."""
    if options.target not in LEARNED_TARGETS:
        least, most = LEARNED_TARGETS[0], LEARNED_TARGETS[-1]
        return N_("The strongest computer players know only games to {least} to {most} points.", least=least, most=most)
    if options != GameOptions(options.players, options.target, options.tie_seat):
        return N_("The strongest computer players do not know all house rules of this game.")
    return None


def load_packaged_net(options: GameOptions, catalogue: Catalogue) -> "Net | Message":
    """Load the packaged net for the game, or return the reason why there is none."""
    from splendor_tui.bots.learned.net import NetError, load_shipped_net

    if (fault := why_unknown(options)) is not None:
        return fault
    try:
        return load_shipped_net(options.players, catalogue)
    except NetError as error:
        return error.message
