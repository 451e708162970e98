"""Ratings depend only on rated games."""

import math
from collections.abc import Sequence
from datetime import timedelta
from itertools import combinations, product
from random import Random

import pytest

from splendor_tui.bots.levels import LEVELS
from splendor_tui.ratings import (
    INITIAL_RATING,
    LEVEL_RATINGS,
    RatedPlayer,
    chance_against,
    ratings_of,
    why_unrated,
)
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import Ending
from splendor_tui.store import Help, SavedResult, Withdrawal
from tests.ratings.rated_games import game
from tests.store.stored import NOON

ELO = 400 / math.log(10)
POINTS = ((15, 3), (3, 15), (3, 15))
"""The results of three games in a row."""


def rated(catalogue: Catalogue, *games: SavedResult) -> dict[str, RatedPlayer]:
    return {person.name: person for person in ratings_of(games, catalogue)}


def elo(catalogue: Catalogue, *games: SavedResult) -> float:
    return rated(catalogue, *games)["Ann"].rating.elo


def test_stronger_levels_have_higher_ratings() -> None:
    assert tuple(LEVEL_RATINGS) == LEVELS
    assert list(LEVEL_RATINGS.values()) == sorted(LEVEL_RATINGS.values())


def test_four_hundred_points_are_ten_to_one() -> None:
    assert chance_against(1400, 1000) == pytest.approx(10 / 11)
    assert chance_against(1000, 1000) == 0.5


def test_rating_change_depends_on_the_result_and_the_opponent(catalogue: Catalogue) -> None:
    gains = [elo(catalogue, game(catalogue, ("Ann", level), (15, 3))) - INITIAL_RATING for level in LEVELS]
    losses = [elo(catalogue, game(catalogue, ("Ann", level), (3, 15))) - INITIAL_RATING for level in LEVELS]
    assert gains == sorted(gains)
    assert losses == sorted(losses)
    assert min(gains) > 0 > max(losses)


def test_rating_error_falls_with_every_game(catalogue: Catalogue) -> None:
    games = [game(catalogue, ("Ann", "journeyman"), (15, 3) if day % 2 else (3, 15), day=day) for day in range(30)]
    errors = [one.rating.error for one in rated(catalogue, *games)["Ann"].games]
    assert len(errors) == 30
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 200


def test_games_count_in_the_order_in_which_they_ended_whatever_their_times(catalogue: Catalogue) -> None:
    days = (2, 0, 1)
    games = [game(catalogue, ("Ann", "merchant"), points, day=day) for day, points in zip(days, POINTS, strict=True)]
    right = [game(catalogue, ("Ann", "merchant"), points, day=day) for day, points in enumerate(POINTS)]
    found, expected = rated(catalogue, *games)["Ann"].games, rated(catalogue, *right)["Ann"].games
    assert [one.rating for one in found] == [one.rating for one in expected]
    assert [one.finished for one in found] == [NOON + timedelta(days=day) for day in days]


def test_all_ranks_count_in_games_of_three_and_four(catalogue: Catalogue) -> None:
    found = rated(catalogue, game(catalogue, ("Ann", "Bo", "Cy", "merchant"), (15, 12, 3, 8)))
    assert found["Ann"].rating.elo > found["Bo"].rating.elo > found["Cy"].rating.elo
    assert list(found) == ["Ann", "Bo", "Cy"], "the strongest first, and levels are fixed points"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_among_equals_every_better_rank_gains_more_and_a_shared_one_the_same(
    catalogue: Catalogue, players: int
) -> None:
    names = ("Ann", "Bo", "Cy", "Dee")[:players]
    points = [one for one in product(range(1, players + 1), repeat=players) if {*one} == {*range(1, max(one) + 1)}]
    assert len(points) == {2: 3, 3: 13, 4: 75}[players]
    for one in points:
        found = rated(catalogue, game(catalogue, names, one))
        gains = [found[name].rating.elo - INITIAL_RATING for name in names]
        assert sum(gains) == pytest.approx(0, abs=1e-6)
        for (first, gain), (second, other) in combinations(zip(one, gains, strict=True), 2):
            assert (gain - other) * (first - second) > 0 or (first == second and gain == pytest.approx(other))


def test_doing_better_against_any_rival_gains_more_whatever_their_strengths(catalogue: Catalogue) -> None:
    names = ("Ann", "apprentice", "merchant", "grandmaster")
    won, tied, lost = 3, 9, 12
    ratings = {
        rivals: elo(catalogue, game(catalogue, names, (tied, *rivals)))
        for rivals in product((won, tied, lost), repeat=3)
    }
    better = [
        (ratings[*rivals[:seat], points, *rivals[seat + 1 :]], rating)
        for rivals, rating in ratings.items()
        for seat in range(3)
        for points in (won, tied)
        if points < rivals[seat]
    ]
    assert len(better) == 81
    assert all(after > before for after, before in better)


def test_forfeit_is_a_loss(catalogue: Catalogue) -> None:
    lost = game(catalogue, ("Ann", "merchant"), (3, 15))
    left = lost._replace(result=lost.result.model_copy(update={"ending": Ending.FORFEIT}))
    assert elo(catalogue, left) == elo(catalogue, lost) < INITIAL_RATING


def test_early_withdrawal_is_not_rated_and_the_others_are_rated_without_it(catalogue: Catalogue) -> None:
    two, three = (game(catalogue, names, (15, 9, 3)[: len(names)]) for names in (("Ann", "Bo"), ("Ann", "Bo", "Cy")))
    out = Withdrawal(seat=1, timed_out=False, is_early=True)
    assert ratings_of([two._replace(withdrawals=(out,))], catalogue) == ()
    reason = "a player resigned or ran out of time before anyone had bought three cards"
    assert str(why_unrated(two._replace(withdrawals=(out,)), catalogue)) == reason
    assert elo(catalogue, two._replace(withdrawals=(out._replace(is_early=False),))) == elo(catalogue, two)
    without_cy = three._replace(withdrawals=(out._replace(seat=2),))
    assert ratings_of([without_cy], catalogue) == ratings_of([two], catalogue)
    reasons = [why_unrated(without_cy, catalogue, seat) for seat in (None, 0, 1, 2)]
    assert [found and str(found) for found in reasons] == [None, None, None, reason]


def test_names_are_compared_without_case_and_width(catalogue: Catalogue) -> None:
    names = ["ann", "\uff21nn", "ANN"]
    games = [game(catalogue, (name, "merchant"), (15, 3), day=day) for day, name in enumerate(names)]
    found = rated(catalogue, *games)
    assert list(found) == ["ANN"]
    assert len(found["ANN"].games) == 3


def test_engine_is_rated_but_not_listed(catalogue: Catalogue) -> None:
    strong = [game(catalogue, ("engine", "grandmaster"), (15, 3), day=day) for day in range(20)]
    against = game(catalogue, ("Ann", "engine"), (15, 3), day=30)
    assert elo(catalogue, *strong, against) > elo(catalogue, against) > INITIAL_RATING
    assert list(rated(catalogue, *strong, against)) == ["Ann"]


def test_game_counts_unless_there_is_a_reason_against_it(catalogue: Catalogue) -> None:
    one = game(catalogue, ("Ann", "merchant"), (15, 3))
    others = {
        "other cards were used": one._replace(catalogue="0123456789abcdef"),
        "only games to 15 points count": one._replace(options=one.options.model_copy(update={"target": 10})),
        "a custom position was used": one._replace(dealt=False),
        "a hint was used": one._replace(help=Help.HINT),
        "an action that had revealed a card was undone": one._replace(help=Help.UNDO),
        "a hint was used, or a reveal was undone": one._replace(help=Help.EITHER),
        "the end was agreed": one._replace(result=one.result.model_copy(update={"ending": Ending.AGREEMENT})),
    }
    assert why_unrated(one, catalogue) is None
    assert [str(why_unrated(other, catalogue)) for other in others.values()] == [*others]
    assert ratings_of(others.values(), catalogue) == ()


@pytest.mark.parametrize("players", [2, 3])
def test_ratings_are_accurate_within_their_error(catalogue: Catalogue, players: int) -> None:
    rng, errors, inside = Random(players), [], 0
    for _person in range(60):
        truth = rng.gauss(INITIAL_RATING, 300)
        games = []
        for day in range(40):
            levels = rng.choices(LEVELS, k=players - 1)
            names = ["Ann", *(level if levels.index(level) == at else f"{level}." for at, level in enumerate(levels))]
            games.append(game(catalogue, names, points_by_chance(truth, levels, rng), day=day))
        found = rated(catalogue, *games)["Ann"].rating
        errors.append(abs(found.elo - truth))
        inside += errors[-1] <= found.error
    assert sum(errors) / len(errors) < 110
    assert inside >= 0.85 * 60


def points_by_chance(truth: float, levels: Sequence[str], rng: Random) -> list[int]:
    """Draw the winner by strength, then the second from the others, and so on."""
    strengths = {0: math.exp(truth / ELO)} | {
        seat: math.exp(LEVEL_RATINGS[level] / ELO) for seat, level in enumerate(levels, start=1)
    }
    points = [0] * len(strengths)
    for place in range(len(points)):
        seat = rng.choices(list(strengths), weights=list(strengths.values()))[0]
        points[seat] = 15 - place
        del strengths[seat]
    return points
