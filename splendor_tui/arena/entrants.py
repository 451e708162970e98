"""The players of an arena match: their command-line syntax and their bots."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from splendor_tui.bots.levels import LEVELS, create_bot, get_level, level_id, level_shortcoming
from splendor_tui.bots.player import Bot, Uniform
from splendor_tui.engines.engine_player import EnginePlayer
from splendor_tui.inputs.engine_names import SIGN, EngineCommandError, Engines, EngineSettings, find_engine
from splendor_tui.inputs.match_options import ENGINE
from splendor_tui.match.computer_players import await_engines, engine_player
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.words import N_, NP_, Message, MessageError, enumerated, quoted

_RANDOM: Final = "random"
"""A player that moves at random. It is not a level, but the lowest entry of every ladder."""
MIN_SECONDS: Final = 0.001
MAX_SECONDS: Final = 600.0
MAX_NODES: Final = 10_000_000
_OWN_LIMIT: Final = re.compile(r"(?P<player>.+):(?:(?P<seconds>[0-9]{1,3}(?:\.[0-9]{1,3})?)s|(?P<nodes>[0-9]{1,8})n)")


class EntrantError(MessageError, ValueError):
    """Raised for an unknown player. The message lists the known players."""


class Limit(NamedTuple):
    """The limit for each move of a player: `seconds`, or exactly `nodes` simulations."""

    seconds: float
    nodes: int | None = None


_DEFAULT_LIMIT: Final = Limit(1.0)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a match. `player` is a level, `random` or `engine`; `label` is its name in the results.

    `name` is its name at a table. `engine` is None unless the player is an engine.
    """

    player: str
    label: str
    limit: Limit
    name: str
    engine: EngineSettings | None = None

    def shortcoming(self, options: GameOptions, catalogue: Catalogue) -> Message | None:
        """The reason why a level plays these games below its strength, or None if there is none."""
        return level_shortcoming(self.player, options, catalogue) if self.player in LEVELS else None

    @contextmanager
    def bot(self) -> Iterator[Bot]:
        """Provide this player's bot for the block. An engine keeps running for the next block, unless it was abandoned.

        Raises EngineError if an engine's program cannot be started.
        """
        if self.engine is None:
            yield Uniform() if self.player == _RANDOM else create_bot(self.player)
            return
        idle = _idle_engines[self.label, self.engine.model_dump_json()]
        engine = idle.pop() if idle else engine_player(self.label, self.engine)
        with ExitStack() as ending:
            ending.callback(engine.close)
            yield engine
            if not engine.has_given_up:
                ending.pop_all()
                idle.append(engine)

    def check(self, options: GameOptions, catalogue: Catalogue) -> None:
        """Check that an engine starts and can prepare for these games. Raises EngineError."""
        if self.engine is not None:
            with closing(engine_player(self.label, self.engine)) as engine:
                await_engines({self.label: engine}, options, catalogue)


_idle_engines: Final = defaultdict[tuple[str, str], list[EnginePlayer]](list)
"""The idle engines of this process by entrant. They are reused, because loading a net may take longer than a game."""


def close_engines() -> None:
    """Stop the idle engines of this process. Those of other processes stop with their process."""
    for idle in _idle_engines.values():
        while idle:
            idle.pop().close()


def known_players() -> tuple[str, ...]:
    """All players except engines, weakest first."""
    return (_RANDOM, *LEVELS)


def parse_entrants(
    texts: Sequence[str], limit: Limit | None = None, engines: Engines = MappingProxyType({})
) -> tuple[Entrant, ...]:
    """Parse players such as `grandmaster`, `grandmaster:4s`, `grandmaster:400n`, or `@./engine`.

    An engine is given by its title in `engines` or by its command. Players without their own limit get `limit`, or, if that is
    None, their usual time in a normal game. Players that appear twice are numbered. Raises EntrantError.
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
    """Split a string into the player and its own limit, if any."""
    own = _OWN_LIMIT.fullmatch(text)
    if not own:
        return text, None
    limit = Limit(float(own["seconds"])) if own["seconds"] else Limit(MAX_SECONDS, int(own["nodes"]))
    if not (MIN_SECONDS <= limit.seconds <= MAX_SECONDS and (limit.nodes is None or 0 < limit.nodes <= MAX_NODES)):
        raise EntrantError(
            N_(
                "{player}: the limit per move must be {least:g} to {most:g} seconds, or 1 to {nodes} simulations.",
                player=text,
                least=MIN_SECONDS,
                most=MAX_SECONDS,
                nodes=MAX_NODES,
            )
        )
    return own["player"], limit


def _entrant(player: str, label: str, limit: Limit | None, engines: Engines) -> Entrant:
    if player.startswith(SIGN):
        try:
            found = find_engine(player.removeprefix(SIGN).strip(), engines)
        except EngineCommandError as error:
            raise EntrantError(N_("{player}: {sentence}", player=label, sentence=error.message)) from error
        return Entrant(ENGINE, label, limit or _DEFAULT_LIMIT, found.title, found.settings)
    if player == _RANDOM:
        return Entrant(_RANDOM, label, limit or _DEFAULT_LIMIT, str(NP_("computer player", "Random")))
    if (level := level_id(player)) in LEVELS:
        return Entrant(level, label, limit or Limit(get_level(level).seconds), str(get_level(level).name))
    raise EntrantError(
        N_(
            "There is no player {player}; choose from: {known}.",
            player=quoted(player),
            known=enumerated([*known_players(), NP_("argument", "@COMMAND")]),
        )
    )
