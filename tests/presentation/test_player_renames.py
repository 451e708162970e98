"""A player can be renamed and merged with another one, and both can be undone."""

import pytest

from splendor_tui.presentation.player_statistics import player_accounts, rename_player, undo_rename
from splendor_tui.presentation.rating_texts import rating_news
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from splendor_tui.words import MessageError
from tests.ratings.rated_games import game, save_game


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
