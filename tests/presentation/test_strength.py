from splendor_tui.bots.levels import DEFAULT_LEVEL, LEVELS
from splendor_tui.presentation.home_news import short_rating
from splendor_tui.presentation.strength import (
    RatingChange,
    describe_changes,
    even_match,
    last_humans,
    latest_changes,
    proposed_level,
    strength_sentence,
)
from splendor_tui.ratings import LEVEL_RATINGS, RatedGame, RatedPlayer, Rating
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import Ending
from tests.ratings.rated_games import game
from tests.store.stored import NOON


def test_proposed_level_is_an_even_match_or_the_default() -> None:
    assert proposed_level(None) == DEFAULT_LEVEL
    for level, elo in LEVEL_RATINGS.items():
        assert proposed_level(Rating(elo, 50.0)) == level
        assert proposed_level(Rating(elo + 40, 300.0)) == level
    proposed = [LEVELS.index(proposed_level(Rating(float(elo), 50.0))) for elo in (0, *range(800, 2400, 20), 3000)]
    assert proposed == sorted(proposed)
    assert (proposed[0], proposed[-1]) == (0, len(LEVELS) - 1)


def person(name: str, error: float, elo: float = 1560.0) -> RatedPlayer:
    return RatedPlayer(name, (RatedGame(NOON, Rating(elo, error)),))


def test_rating_is_shown_with_its_error_or_described_if_uncertain() -> None:
    tess = person("Tess", 620.0, 1037.0)
    assert str(strength_sentence(tess)) == (
        "About as strong as the Apprentice; still very uncertain after 1 game (rating 1037 ± 620)."
    )
    first = RatingChange("Tess", None, tess.rating, games=1)
    assert str(describe_changes([first])) == "After 1 rated game, Tess seems about as strong as the Apprentice."
    assert str(short_rating(tess)) == "Tess: Apprentice level so far"
    assert str(describe_changes([first, first._replace(name="Bo")])) == "Levels so far: Tess Apprentice, Bo Apprentice"
    ann = person("Ann", 120.2, 1311.6)
    assert str(strength_sentence(ann)) == "Rating 1312 ± 120, from 1 game. An even match: Journeyman."


def test_even_match_needs_a_certain_rating() -> None:
    people = [person("Ann", 500.0), person("BO", 399.0), person("Cy", 50.0)]
    assert even_match(people, ["Ann", "Bo", "Cy"]) == ("Bo", "merchant")
    assert even_match(people, ["\uff23y"]) == ("\uff23y", "merchant")
    assert even_match(people, ["Ann"]) is None
    assert even_match(people, ["Dee"]) is None
    assert even_match([], ["Ann"]) is None


def test_last_players_are_the_humans_of_the_latest_game(catalogue: Catalogue) -> None:
    games = [game(catalogue, ("Bo", "merchant", "Ann"), (1, 2, 3), day=1), game(catalogue, ("Cy", "Dee"), (1, 2))]
    games.append(game(catalogue, ("merchant", "apprentice"), (1, 2), day=2))
    assert last_humans(games) == ["Bo", "Ann"]
    assert last_humans([]) == []


def test_rating_changes_after_the_latest_game(catalogue: Catalogue) -> None:
    first = game(catalogue, ("Ann", "merchant"), (15, 3))
    second = game(catalogue, ("Ann", "Bo"), (15, 3), day=1)
    [only] = latest_changes([first], catalogue, ["Ann", "merchant"])
    assert (only.before, only.games) == (None, 1)
    ann, bo = latest_changes([second, first], catalogue, ["Ann", "Bo"])
    assert (ann.name, ann.before, bo.before) == ("Ann", only.after, None)
    assert str(describe_changes([ann, bo])) == "Levels so far: Ann Merchant, Bo Journeyman"
    wide = game(catalogue, ("\uff21nn", "merchant"), (15, 3), day=2)
    [again] = latest_changes(
        [first, wide, game(catalogue, ("ANN", "Bo"), (15, 3), day=1)], catalogue, ["\uff21nn", "merchant"]
    )
    assert again.before is not None
    assert again.games == 3
    before, after = Rating(1312.0, 130.0), Rating(1330.0, 120.0)
    ann, bo = RatingChange("Ann", before, after, 9), RatingChange("Bo", after, before, 9)
    assert str(describe_changes([ann])) == "Ann: rating 1312, now 1330 ± 120"
    assert str(describe_changes([ann, bo])) == "Ratings now: Ann 1330, Bo 1312"


def test_unrated_game_changes_no_rating(catalogue: Catalogue) -> None:
    counted = game(catalogue, ("Ann", "merchant"), (15, 3))
    agreed = game(catalogue, ("Ann", "merchant"), (15, 3), day=1)
    agreed = agreed._replace(result=agreed.result.model_copy(update={"ending": Ending.AGREEMENT}))
    assert latest_changes([counted, agreed], catalogue, ["Ann", "merchant"]) == []
    assert latest_changes([counted], catalogue, ["Ann", "Bo"]) == [], "that was another game"
    assert latest_changes([], catalogue, ["Ann"]) == []
    assert describe_changes([]) is None
