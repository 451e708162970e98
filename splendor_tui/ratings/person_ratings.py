"""Ratings from finished games, one after the other in the order in which they ended.

The numbers are points of Elo: who has 400 more wins ten times as often. The model is that of Plackett and Luce for two, three and
four players alike, as openskill has it. Nothing of it is stored: the games are all there is.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

from openskill.models import PlackettLuce, PlackettLuceRating

from splendor_tui.bots.levels import DEFAULT_LEVEL
from splendor_tui.inputs.match_options import HUMAN
from splendor_tui.inputs.player_name import name_key
from splendor_tui.ratings.level_ratings import LEVEL_RATINGS
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import Ending
from splendor_tui.rules.state import DEFAULT_TARGET
from splendor_tui.store import KeptResult

_ELO: Final = 400 / math.log(10)
_NORMAL_95: Final = 1.96
FIRST_RATING: Final = LEVEL_RATINGS[DEFAULT_LEVEL]
"""What is thought of somebody before the first game."""
_FIRST_DOUBT: Final = 350.0
_KNOWN: Final = 1.0  # the doubt about a level
_CHANGE_A_GAME: Final = 10.0  # people learn, so there is always some doubt left

_Key: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Rating:
    """Points of Elo, and half the width of their 95% interval."""

    elo: float
    error: float


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A rating after a game, and when that ended."""

    finished: datetime
    rating: Rating


@dataclass(frozen=True, slots=True)
class RatedPerson:
    """A person, with the rating after each game that counts, at least one."""

    name: str
    games: tuple[RatedGame, ...]

    @property
    def rating(self) -> Rating:
        """The rating now."""
        return self.games[-1].rating


def ratings_of(games: Iterable[KeptResult], catalogue: Catalogue) -> tuple[RatedPerson, ...]:
    """Every person in the games that count, the strongest first.

    Names are one person's when they are alike to a reader; they are shown as in the last of the games. An engine or any other
    computer player has a rating as unknown as a person's to begin with, so that games with it say as much as they can.
    """
    model = PlackettLuce(beta=_ELO / math.sqrt(2), tau=_CHANGE_A_GAME, gamma=_full_weight)
    now: dict[_Key, PlackettLuceRating] = {}
    rated: dict[str, RatedPerson] = {}
    for game in sorted((one for one in games if counts(one, catalogue)), key=lambda one: one.finished):
        players = game.players
        keys = [(name_key(player.name), player.kind) for player in players]
        before = [[now.get(key) or model.rating(*_expected(key[1]))] for key in keys]
        ranks = {standing.seat: float(standing.rank) for standing in game.result.standings}
        after = model.rate(before, ranks=[ranks[seat] for seat in range(len(players))])
        for key, player, [rating] in zip(keys, players, after, strict=True):
            if player.kind not in LEVEL_RATINGS:
                now[key] = rating
            if player.kind == HUMAN:
                earlier = rated[key[0]].games if key[0] in rated else ()
                found = Rating(rating.mu, _NORMAL_95 * rating.sigma)
                rated[key[0]] = RatedPerson(player.name, (*earlier, RatedGame(game.finished, found)))
    return tuple(sorted(rated.values(), key=lambda person: (-person.rating.elo, person.name)))


def counts(game: KeptResult, catalogue: Catalogue) -> bool:
    """Whether a game says who is the stronger: the usual cards and target, dealt afresh, without help, ended by the rules.

    An agreed end tells only who was ahead when everybody was tired of it.
    """
    return (
        game.catalogue == catalogue.digest
        and game.options.target == DEFAULT_TARGET
        and game.dealt
        and not game.helped
        and game.result.ending is not Ending.AGREEMENT
    )


def chance_against(elo: float, other: float) -> float:
    """How likely somebody with this rating is to win against one with the other."""
    return 1 / (1 + 10 ** ((other - elo) / 400))


def _expected(kind: str) -> tuple[float, float]:
    """The rating of somebody of this kind before the first game, and the doubt about it."""
    return (LEVEL_RATINGS[kind], _KNOWN) if kind in LEVEL_RATINGS else (FIRST_RATING, _FIRST_DOUBT)


def _full_weight(*_game: object) -> float:
    """What openskill multiplies the news of a game with, before the doubt falls; its own choice leaves far too much doubt."""
    return 1.0
