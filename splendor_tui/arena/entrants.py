"""Who plays in a match of the arena, as a command line names them, and how each of them becomes a computer player."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from splendor_tui.bots.levels import LEVELS, create_bot, level_name, level_seconds, level_shortcoming
from splendor_tui.bots.player import Bot
from splendor_tui.bots.uniform import Uniform
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.words import N_, NP_, Message, MessageError, enumerated

RANDOM: Final = "random"
"""The player that draws each action by lot. It is no level, but the lowest rung that anything can be measured against."""
LEAST_SECONDS: Final = 0.001
MOST_SECONDS: Final = 600.0
MOST_NODES: Final = 10_000_000
_UNHURRIED: Final = 1.0
_OWN_LIMIT: Final = re.compile(r"(?P<player>.+):(?:(?P<seconds>[0-9]{1,3}(?:\.[0-9]{1,3})?)s|(?P<nodes>[0-9]{1,8})n)")


class EntrantError(MessageError, ValueError):
    """A player that no match can have; the message says which there are."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a player may think about a move: so many seconds, or with `nodes` so many simulations, whatever the clock says."""

    seconds: float
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who plays in a match: `player` is a level or `random`, `label` what the results call them."""

    player: str
    label: str
    limit: Limit

    @property
    def name(self) -> Message:
        """What people call the player."""
        return NP_("computer player", "Random") if self.player == RANDOM else level_name(self.player)

    def shortcoming(self, players: int, catalogue: Catalogue) -> Message | None:
        """Why the player cannot play such games as well as it should, or None."""
        return None if self.player == RANDOM else level_shortcoming(self.player, players, catalogue)

    @contextmanager
    def bot(self) -> Iterator[Bot]:
        """The player, for as long as the block lasts."""
        yield Uniform() if self.player == RANDOM else create_bot(self.player)


def known_players() -> tuple[str, ...]:
    """Who can be named, the weakest first."""
    return (RANDOM, *LEVELS)


def parse_entrants(texts: Sequence[str], limit: Limit | None = None) -> tuple[Entrant, ...]:
    """Players as in `grandmaster`, `grandmaster:4s` or `grandmaster:400n`.

    Those without a limit of their own get `limit`, and where that is None the time that their level has at the table. Who is
    named twice is told apart by a number. Raises EntrantError.
    """
    seen = Counter[str]()
    entrants = []
    for text in texts:
        player, own = _parse(text, limit)
        seen[text] += 1
        label = text if seen[text] == 1 else f"{text} ({seen[text]})"
        entrants.append(Entrant(player, label, own))
    return tuple(entrants)


def _parse(text: str, limit: Limit | None) -> tuple[str, Limit]:
    player = text
    if own := _OWN_LIMIT.fullmatch(text):
        player = own["player"]
        limit = Limit(float(own["seconds"])) if own["seconds"] else Limit(MOST_SECONDS, int(own["nodes"]))
        if not (
            LEAST_SECONDS <= limit.seconds <= MOST_SECONDS and (limit.nodes is None or 0 < limit.nodes <= MOST_NODES)
        ):
            raise EntrantError(
                N_(
                    "{player}: a move may take {least:g} to {most:g} seconds, or 1 to {nodes} simulations.",
                    player=text,
                    least=LEAST_SECONDS,
                    most=MOST_SECONDS,
                    nodes=MOST_NODES,
                )
            )
    if player not in known_players():
        raise EntrantError(
            N_(
                "There is no player {player}; there are: {known}.",
                player=repr(player[:60]),
                known=enumerated(known_players()),
            )
        )
    return player, limit or Limit(_UNHURRIED if player == RANDOM else level_seconds(player))
