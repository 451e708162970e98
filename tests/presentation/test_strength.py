from datetime import UTC, datetime

from splendor_tui.bots.levels import DEFAULT_LEVEL, LEVELS
from splendor_tui.presentation.strength import proposed_level, strength_sentence
from splendor_tui.ratings.level_ratings import LEVEL_RATINGS
from splendor_tui.ratings.person_ratings import RatedGame, RatedPerson, Rating


def test_somebody_new_is_proposed_the_usual_level() -> None:
    assert proposed_level(None) == DEFAULT_LEVEL


def test_the_level_is_proposed_against_which_one_wins_about_half() -> None:
    for level, elo in LEVEL_RATINGS.items():
        assert proposed_level(Rating(elo, 50.0)) == level
        assert proposed_level(Rating(elo + 40, 300.0)) == level
    assert proposed_level(Rating(0.0, 50.0)) == LEVELS[0]
    assert proposed_level(Rating(3000.0, 50.0)) == LEVELS[-1]
    proposed = [LEVELS.index(proposed_level(Rating(float(elo), 50.0))) for elo in range(800, 2400, 20)]
    assert proposed == sorted(proposed)


def test_a_rating_is_told_with_its_uncertainty() -> None:
    person = RatedPerson("Ann", (RatedGame(datetime(2026, 1, 2, tzinfo=UTC), Rating(1311.6, 120.2)),))
    assert str(strength_sentence(person)) == "rating 1312 ± 120, from 1 game; an even match: Journeyman"
