"""The texts about ratings, and renamed and merged players."""

from collections import Counter

import pytest

from splendor_tui.bots.levels import LEVELS
from splendor_tui.presentation.family_table import family_tables
from splendor_tui.presentation.home_news import short_rating
from splendor_tui.presentation.player_statistics import (
    merge_question,
    player_accounts,
    rename_player,
    undo_rename,
    unrated_sentence,
)
from splendor_tui.presentation.rating_texts import (
    describe_changes,
    even_seats,
    find_person,
    is_sure,
    last_humans,
    latest_changes,
    proposed_level,
    rating_news,
    strength_sentence,
)
from splendor_tui.ratings import LEVEL_RATINGS, RatedGame, RatedPlayer, Rating, why_unrated
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import Ending
from splendor_tui.store import Help, Store, utc_now
from splendor_tui.words import MessageError
from splendor_tui.words.languages import set_language
from tests.ratings.rated_games import game, save_game
from tests.store.stored import NOON


def test_proposed_level_is_an_even_match() -> None:
    for level, elo in LEVEL_RATINGS.items():
        assert proposed_level(Rating(elo, 50.0)) == level
        assert proposed_level(Rating(elo + 40, 300.0)) == level
    proposed = [LEVELS.index(proposed_level(Rating(float(elo), 50.0))) for elo in (0, *range(800, 2400, 20), 3000)]
    assert proposed == sorted(proposed)
    assert (proposed[0], proposed[-1]) == (0, len(LEVELS) - 1)


def test_weaker_one_starts_an_even_match() -> None:
    merchant = LEVEL_RATINGS["merchant"]
    assert even_seats(Rating(merchant - 30, 50.0)) == ("human", "merchant")
    assert even_seats(Rating(merchant + 30, 50.0)) == ("merchant", "human")


def test_unrated_games_name_only_the_reasons_that_applied(catalogue: Catalogue) -> None:
    played = game(catalogue, ("Ann", "merchant"), (15, 3))
    hint, undo = (why_unrated(played._replace(help=kind), catalogue) for kind in (Help.HINT, Help.UNDO))
    assert hint is not None
    assert undo is not None
    assert str(unrated_sentence(Counter([hint]))) == "1 game not rated: a hint was used."
    sentence = "3 games not rated: a hint was used, an action that had revealed a card was undone."
    assert str(unrated_sentence(Counter([hint, undo, hint]))) == sentence


def person(name: str, error: float, *elo: float) -> RatedPlayer:
    return RatedPlayer(name, tuple(RatedGame(NOON, Rating(one, error)) for one in elo))


def test_rating_is_shown_with_its_error_or_described_if_uncertain() -> None:
    tess, bo = person("Tess", 620.0, 1037.0), person("Bo", 620.0, 1037.0)
    assert str(strength_sentence(tess)) == (
        "About as strong as the Apprentice; still very uncertain after 1 game (rating 1037 ± 620)."
    )
    assert str(describe_changes([tess])) == (
        "A first guess after 1 rated game: Tess is about as strong as the Apprentice."
    )
    assert str(short_rating(tess)) == "Tess: Apprentice level so far"
    assert str(describe_changes([tess, bo])) == "Levels so far: Tess Apprentice, Bo Apprentice"
    ann, cy = person("Ann", 120.2, 1311.6, 1330.0), person("Cy", 130.0, 1330.0, 1312.0)
    assert str(strength_sentence(ann)) == "Rating 1330 ± 120, from 2 games. An even match: Journeyman."
    assert str(describe_changes([ann])) == "Ann: rating 1312, now 1330 ± 120"
    assert str(describe_changes([ann, cy])) == "Ratings now: Ann 1330, Cy 1312"


def test_person_is_found_by_the_first_name_that_is_rated_and_a_rating_must_be_certain_to_be_sure() -> None:
    ann, bo, cy = people = [person("Ann", 500.0, 1560.0), person("BO", 399.0, 1560.0), person("Cy", 50.0, 1560.0)]
    assert find_person(people, ["Dee", "Bo", "Ann"]) is bo
    assert find_person(people, ["\uff23y"]) is cy
    assert find_person(people, ["Dee"]) is None
    assert [is_sure(one.rating) for one in (ann, bo, cy)] == [False, True, True]


def test_last_players_are_the_humans_of_the_latest_game(catalogue: Catalogue) -> None:
    games = [game(catalogue, ("Cy", "Dee"), (1, 2), day=9), game(catalogue, ("Bo", "merchant", "Ann"), (1, 2, 3))]
    games.append(game(catalogue, ("merchant", "apprentice"), (1, 2), day=2))
    assert last_humans(games) == ["Bo", "Ann"]
    assert last_humans([]) == []


def test_rating_changes_after_the_latest_game(catalogue: Catalogue) -> None:
    first = game(catalogue, ("Ann", "merchant"), (15, 3))
    second = game(catalogue, ("Ann", "Bo"), (15, 3), day=1)
    third = game(catalogue, ("\uff21nn", "merchant"), (15, 3), day=2)
    [only] = latest_changes([first], catalogue, ["Ann", "merchant"])
    assert len(only.games) == 1
    ann, bo = latest_changes([first, second], catalogue, ["Ann", "Bo"])
    assert (ann.name, ann.games[0], len(bo.games)) == ("Ann", only.games[0], 1)
    [again] = latest_changes([first, second, third], catalogue, ["\uff21nn", "merchant"])
    assert len(again.games) == 3


def test_unrated_game_changes_no_rating(catalogue: Catalogue) -> None:
    counted = game(catalogue, ("Ann", "merchant"), (15, 3))
    agreed = game(catalogue, ("Ann", "merchant"), (15, 3), day=1)
    agreed = agreed._replace(result=agreed.result.model_copy(update={"ending": Ending.AGREEMENT}))
    assert latest_changes([counted, agreed], catalogue, ["Ann", "merchant"]) == []
    assert latest_changes([counted], catalogue, ["Ann", "Bo"]) == [], "that was another game"
    assert latest_changes([], catalogue, ["Ann"]) == []
    assert describe_changes([]) is None


def test_last_game_is_found_if_the_language_was_changed_during_it(catalogue: Catalogue) -> None:
    played = game(catalogue, ("Ann", "merchant"), (15, 3))
    played = played._replace(players=(played.players[0], played.players[1].model_copy(update={"name": "Merchant"})))
    set_language("fr")
    assert latest_changes([played], catalogue, ["Ann", "Marchand"]) != []


def test_merged_players_have_one_rating_and_list_their_former_names(store: Store, catalogue: Catalogue) -> None:
    save_game(store, game(catalogue, ("Learner", "apprentice"), (15, 3)))
    save_game(store, game(catalogue, ("Ann", "merchant"), (3, 15), day=1))
    assert str(rename_player(store, "learner", "Ann")) == "The games of Learner now count for Ann."
    ann = player_accounts(store, catalogue)[0]
    assert (ann.player.name, ann.player.games, ann.former) == ("Ann", 2, ["Learner"])
    assert ann.person is not None
    assert len(ann.person.games) == 2
    assert "also played as Learner" in map(str, ann.sentences())
    assert str(undo_rename(store)) == "The games of Learner count for Learner again, not for Ann."
    assert not any(account.former for account in player_accounts(store, catalogue))


def test_game_between_merged_players_counts_once_and_the_question_says_so(store: Store, catalogue: Catalogue) -> None:
    for day, points in enumerate(((15, 3), (3, 15))):
        save_game(store, game(catalogue, ("Max", "Zoé"), points, day=day))
    accounts = player_accounts(store, catalogue)
    [zoe] = [one for one in accounts if one.player.name == "Zoé"]
    question = "Max exists already, and played 2 games against Zoé: each would count once. Enter again merges both."
    assert str(merge_question(zoe, accounts, "max")) == question
    said = "The games of Zoé now count for Max. They played 2 games against each other, which count once each."
    assert str(rename_player(store, "Zoé", "Max")) == said
    [one] = player_accounts(store, catalogue)
    assert (one.player.games, one.player.wins, one.unrated.total()) == (2, 2, 2)
    ever = family_tables(store, utc_now(), catalogue)["ever"]
    assert (ever.games, list(ever.wins[2])) == (2, [2])


def test_rename_says_what_it_did_or_why_it_is_impossible(store: Store, catalogue: Catalogue) -> None:
    save_game(store, game(catalogue, ("Ann", "merchant"), (15, 3)))
    assert str(rename_player(store, "Ann", "  Anna ")) == "Ann is now called Anna."
    assert str(rename_player(store, "Anna", "ANNA")) == "Anna is now called ANNA."
    for old, new, reason in (
        ("Ann", "Bo", "No finished game has a player called 'Ann'."),
        ("merchant", "Bo", "No finished game has a player called 'merchant'."),
        ("anna", "ANNA", "This player is already called ANNA."),
        ("anna", "\u200b", "A name needs at least one visible character."),
    ):
        with pytest.raises(MessageError, match=f"^{reason}$"):
            rename_player(store, old, new)
    undo_rename(store)
    undo_rename(store)
    with pytest.raises(MessageError, match=r"^No player has been renamed\.$"):
        undo_rename(store)


def test_rating_news_follow_a_renamed_player(store: Store, catalogue: Catalogue) -> None:
    save_game(store, game(catalogue, ("Ann", "merchant"), (15, 3)))
    rename_player(store, "Ann", "Bo")
    save_game(store, game(catalogue, ("Ann", "merchant"), (15, 3), day=1))
    news = rating_news(store, catalogue, ("Ann", "merchant"))
    assert str(news).startswith("A first guess after 2 rated games: Bo is about as strong as the ")


def test_game_between_two_names_of_one_person_is_not_rated(store: Store, catalogue: Catalogue) -> None:
    save_game(store, game(catalogue, ("Ann", "Bo", "merchant"), (15, 9, 3)))
    rename_player(store, "Bo", "Ann")
    [ann, _merchant] = player_accounts(store, catalogue)
    assert ann.person is None
    assert {str(reason) for reason in ann.unrated} == {"one person had two seats"}
