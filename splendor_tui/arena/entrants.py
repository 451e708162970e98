"""Who plays in a match of the arena, as a command line names them, and how each of them becomes a computer player."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from splendor_tui.bots.levels import LEVELS, create_bot, level_name, level_seconds, level_shortcoming
from splendor_tui.bots.player import Bot, Uniform
from splendor_tui.engines.engine_player import EnginePlayer
from splendor_tui.inputs.engine_names import SIGN, EngineCommandError, Engines, EngineSettings, find_engine
from splendor_tui.inputs.match_options import ENGINE
from splendor_tui.match.computer_players import await_engines, engine_player
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import GameOptions
from splendor_tui.words import N_, NP_, Message, MessageError, enumerated, quoted

RANDOM: Final = "random"
"""The player that draws each action by lot. It is no level, but the lowest rung that anything can be measured against."""
LEAST_SECONDS: Final = 0.001
MOST_SECONDS: Final = 600.0
MOST_NODES: Final = 10_000_000
_OWN_LIMIT: Final = re.compile(r"(?P<player>.+):(?:(?P<seconds>[0-9]{1,3}(?:\.[0-9]{1,3})?)s|(?P<nodes>[0-9]{1,8})n)")


class EntrantError(MessageError, ValueError):
    """A player that no match can have; the message says which there are."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a player may think about a move: so many seconds, or with `nodes` so many simulations, whatever the clock says."""

    seconds: float
    nodes: int | None = None


_UNHURRIED: Final = Limit(1.0)


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who plays in a match: `player` is a level, `random` or `engine`, `label` what the results call them.

    `name` is what people call the player, and `engine` says how an engine is started; it is None for everybody else.
    """

    player: str
    label: str
    limit: Limit
    name: str
    engine: EngineSettings | None = None

    def shortcoming(self, options: GameOptions, catalogue: Catalogue) -> Message | None:
        """Why a level cannot play such games as well as it should, or None."""
        return level_shortcoming(self.player, options, catalogue) if self.player in LEVELS else None

    @contextmanager
    def bot(self) -> Iterator[Bot]:
        """The player, for as long as the block lasts; an engine lives on for the next block, unless it has given up.

        Raises EngineError for an engine whose program is not there.
        """
        if self.engine is None:
            yield Uniform() if self.player == RANDOM else create_bot(self.player)
            return
        idle = _idle_engines[self.label, self.engine.model_dump_json()]
        engine = idle.pop() if idle else self._start(self.engine)
        with ExitStack() as ending:
            ending.callback(engine.close)
            yield engine
            if not engine.has_given_up:
                ending.pop_all()
                idle.append(engine)

    def check(self, options: GameOptions, catalogue: Catalogue) -> None:
        """See that an engine can be started, and gets ready for such a game. Raises EngineError."""
        if self.engine is not None:
            with closing(self._start(self.engine)) as engine:
                await_engines({self.label: engine}, options, catalogue)

    def _start(self, engine: EngineSettings) -> EnginePlayer:
        return engine_player(self.label, engine.command, engine)


_idle_engines: Final = defaultdict[tuple[str, str], list[EnginePlayer]](list)
"""Engines of this process that wait for the next deal, by entrant. Loading a net may take longer than a game."""


def close_engines() -> None:
    """End the engines of this process that nobody plays with. Those of other processes end with these."""
    for idle in _idle_engines.values():
        while idle:
            idle.pop().close()


def known_players() -> tuple[str, ...]:
    """Who can be named beside engines, the weakest first."""
    return (RANDOM, *LEVELS)


def parse_entrants(
    texts: Sequence[str], limit: Limit | None = None, engines: Engines = MappingProxyType({})
) -> tuple[Entrant, ...]:
    """Players as in `grandmaster`, `grandmaster:4s`, `grandmaster:400n`, or `@./engine`.

    An engine is the one of `engines` with this title, else it is started by this command. Those without a limit of their own
    get `limit`, and where that is None the time that they have at the table. Who is named twice is told apart by a number.
    Raises EntrantError.
    """
    seen = Counter[str]()
    entrants = []
    for text in texts:
        player, own = _split(text)
        seen[text] += 1
        label = text if seen[text] == 1 else f"{text} ({seen[text]})"
        entrants.append(_entrant(player, label, own or limit, engines))
    return tuple(entrants)


def _split(text: str) -> tuple[str, Limit | None]:
    """A player, and its own limit if it has one."""
    own = _OWN_LIMIT.fullmatch(text)
    if not own:
        return text, None
    limit = Limit(float(own["seconds"])) if own["seconds"] else Limit(MOST_SECONDS, int(own["nodes"]))
    if not (LEAST_SECONDS <= limit.seconds <= MOST_SECONDS and (limit.nodes is None or 0 < limit.nodes <= MOST_NODES)):
        raise EntrantError(
            N_(
                "{player}: a move may take {least:g} to {most:g} seconds, or 1 to {nodes} simulations.",
                player=text,
                least=LEAST_SECONDS,
                most=MOST_SECONDS,
                nodes=MOST_NODES,
            )
        )
    return own["player"], limit


def _entrant(player: str, label: str, limit: Limit | None, engines: Engines) -> Entrant:
    if player.startswith(SIGN):
        try:
            found = find_engine(player.removeprefix(SIGN).strip(), engines)
        except EngineCommandError as error:
            raise EntrantError(N_("{player}: {sentence}", player=label, sentence=error.message)) from error
        return Entrant(ENGINE, label, limit or _UNHURRIED, found.title, found.settings)
    if player == RANDOM:
        return Entrant(RANDOM, label, limit or _UNHURRIED, str(NP_("computer player", "Random")))
    if player in LEVELS:
        return Entrant(player, label, limit or Limit(level_seconds(player)), str(level_name(player)))
    raise EntrantError(
        N_(
            "There is no player {player}; there are: {known}.",
            player=quoted(player[:60]),
            known=enumerated([*known_players(), NP_("argument", "@COMMAND")]),
        )
    )
