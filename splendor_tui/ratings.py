"""Players' ratings in Elo points, computed from finished games. A lead of 400 points means ten times as many wins.

Computer levels have fixed ratings. The model is Plackett-Luce for two to four players, from openskill. Ratings are not
saved.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise, permutations
from statistics import fmean
from typing import Final, NamedTuple, TypeAlias

from openskill.models import PlackettLuce, PlackettLuceRating

from splendor_tui.arena.tally import NORMAL_95
from splendor_tui.bots.levels import DEFAULT_LEVEL
from splendor_tui.inputs.match_options import HUMAN
from splendor_tui.inputs.player_names import name_key
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import DEFAULT_TARGET
from splendor_tui.rules.outcome import Ending
from splendor_tui.store import Help, SavedResult
from splendor_tui.words import N_, Message

LEVEL_RATINGS: Final[Mapping[str, float]] = {
    "apprentice": 979.0,
    "journeyman": 1234.0,
    "merchant": 1500.0,
    "guildmaster": 1845.0,
    "grandmaster": 2106.0,
}
"""The Elo of each level in the ladder for two players; see docs/ratings.md."""

_HELP: Final[Mapping[Help, Message]] = {
    Help.HINT: N_("a hint was used"),
    Help.UNDO: N_("an action that had revealed a card was undone"),
    Help.EITHER: N_("a hint was used, or a reveal was undone"),
}

_ELO: Final = 400 / math.log(10)
INITIAL_RATING: Final = LEVEL_RATINGS[DEFAULT_LEVEL]
"""The initial rating of a player."""
_INITIAL_UNCERTAINTY: Final = 350.0
_LEVEL_UNCERTAINTY: Final = 1.0  # the uncertainty of a level's rating
_UNCERTAINTY_PER_GAME: Final = 10.0  # the uncertainty added per game, because humans learn

_Key: TypeAlias = tuple[str, str]


class Rating(NamedTuple):
    """Elo points, and half the width of the 95% interval."""

    elo: float
    error: float


class RatedGame(NamedTuple):
    """The rating after a game, and the time at which the game ended."""

    finished: datetime
    rating: Rating


class RatedPlayer(NamedTuple):
    """A human with at least one rated game, and the rating after each of them."""

    name: str
    games: tuple[RatedGame, ...]

    @property
    def rating(self) -> Rating:
        """The current rating."""
        return self.games[-1].rating


def ratings_of(games: Iterable[SavedResult], catalogue: Catalogue) -> tuple[RatedPlayer, ...]:
    """All humans with rated games, strongest first. `games` are in the order in which they ended.

    Names that look alike belong to one human, and the name in the last game is used. Engines are rated like humans, but
    not listed.
    """
    model = PlackettLuce(beta=_ELO / math.sqrt(2), tau=_UNCERTAINTY_PER_GAME, gamma=_gamma)
    now: dict[_Key, PlackettLuceRating] = {}
    rated: dict[str, RatedPlayer] = {}
    for game in (one for one in games if why_unrated(one, catalogue) is None):
        seats = _rated_seats(game)
        players = [game.players[seat] for seat in seats]
        keys = [(name_key(player.name), player.kind) for player in players]
        before = [now.get(key) or model.rating(*_expected(key[1])) for key in keys]
        ranks = {standing.seat: standing.rank for standing in game.result.standings}
        after = _rate(model, before, [ranks[seat] for seat in seats])
        for key, player, rating in zip(keys, players, after, strict=True):
            if player.kind not in LEVEL_RATINGS:
                now[key] = rating
            if player.kind == HUMAN:
                earlier = rated[key[0]].games if key[0] in rated else ()
                found = Rating(rating.mu, NORMAL_95 * rating.sigma)
                rated[key[0]] = RatedPlayer(player.name, (*earlier, RatedGame(game.finished, found)))
    return tuple(sorted(rated.values(), key=lambda player: (-player.rating.elo, player.name)))


def why_unrated(game: SavedResult, catalogue: Catalogue, seat: int | None = None) -> Message | None:
    """The reason why a game is not rated, or not for this seat. None if it is rated.

    A game that ended by agreement is not rated, because it shows only who was ahead. An early withdrawal shows nothing: the
    others are rated among themselves.
    """
    if game.catalogue != catalogue.digest:
        return N_("other cards were used")
    if not game.dealt:
        return N_("a custom position was used")
    if game.options.target != DEFAULT_TARGET:
        return N_("only games to {points} points count", points=DEFAULT_TARGET)
    if game.help:
        return _HELP[game.help]
    if game.result.ending is Ending.AGREEMENT:
        return N_("the end was agreed")
    people = [name_key(player.name) for player in game.players if player.kind == HUMAN]
    if len({*people}) < len(people):
        return N_("one person had two seats")
    rated = _rated_seats(game)
    if len(rated) == 1 or (seat is not None and seat not in rated):
        return N_("a player resigned or ran out of time before anyone had bought three cards")
    return None


def chance_against(elo: float, other: float) -> float:
    """The chance of winning a two-player game against a player with the rating `other`."""
    return 1 / (1 + 10 ** ((other - elo) / 400))


def _rated_seats(game: SavedResult) -> Sequence[int]:
    """The seats that did not withdraw early."""
    early = {one.seat for one in game.withdrawals if one.is_early}
    return [seat for seat in range(len(game.players)) if seat not in early]


def _rate(
    model: PlackettLuce, before: Sequence[PlackettLuceRating], ranks: Sequence[int]
) -> Iterator[PlackettLuceRating]:
    """The ratings after a game, averaged over all orders of players who share a rank.

    openskill 6.2.0 divides the gain of tied players by their number, so that two winners would gain no more than the third.
    """
    seats = range(len(ranks))
    orders = [
        order for order in permutations(seats) if all(ranks[one] <= ranks[next_] for one, next_ in pairwise(order))
    ]
    teams = [[rating] for rating in before]
    rated = [model.rate(teams, ranks=[float(order.index(seat)) for seat in seats]) for order in orders]
    for seat in seats:
        found = [teams[seat][0] for teams in rated]
        yield model.rating(fmean(one.mu for one in found), fmean(one.sigma for one in found))


def _expected(kind: str) -> tuple[float, float]:
    """The initial rating of this kind of player, and its standard deviation."""
    level = LEVEL_RATINGS.get(kind)
    return (INITIAL_RATING, _INITIAL_UNCERTAINTY) if level is None else (level, _LEVEL_UNCERTAINTY)


def _gamma(*_game: object) -> float:
    """The `gamma` of openskill. Its default would reduce the uncertainty too slowly."""
    return 1.0
