"""The syntax of entrants on the command line."""

import pytest

from splendor_tui.arena.entrants import MAX_SECONDS, EntrantError, Limit, known_players, parse_entrants
from splendor_tui.bots.levels import LEVELS, create_bot, get_level
from splendor_tui.bots.player import Uniform

USUAL = Limit(0.2)


def test_levels_and_random_play_are_known() -> None:
    assert known_players() == ("random", *LEVELS)
    merchant, random = parse_entrants(["merchant", "random"], USUAL)
    with merchant.bot() as first, random.bot() as second:
        assert type(first) is type(create_bot("merchant"))
        assert isinstance(second, Uniform)
    assert (merchant.name, random.name) == ("Merchant", "Random")


def test_player_may_have_its_own_limit() -> None:
    entrants = parse_entrants(["merchant", "merchant:4s", "merchant:0.25s", "merchant:400n"], USUAL)
    assert [one.limit for one in entrants] == [USUAL, Limit(4.0), Limit(0.25), Limit(MAX_SECONDS, 400)]


def test_level_has_its_usual_time_by_default() -> None:
    names = ["guildmaster", "grandmaster"]
    assert [one.limit for one in parse_entrants(names)] == [Limit(get_level(name).seconds) for name in names]


def test_labels_of_repeated_players_differ() -> None:
    labels = [one.label for one in parse_entrants(["merchant", "merchant", "merchant:1s"], USUAL)]
    assert labels == ["merchant", "merchant (2)", "merchant:1s"]


@pytest.mark.parametrize("unknown", ["wizard", "", "merchants", "merchant:", "merchant:4", "merchant:-1s", "human"])
def test_unknown_player_gets_the_list_of_players(unknown: str) -> None:
    with pytest.raises(EntrantError, match="There is no player") as refusal:
        parse_entrants(["merchant", unknown], USUAL)
    assert repr(unknown) in str(refusal.value)
    assert "random, " in str(refusal.value)


@pytest.mark.parametrize(
    ("entrant", "complaint"),
    [
        *((f"merchant:{limit}", "the limit per move must be") for limit in ("0s", "601s", "0n", "99999999n")),
        *((f"@{command}", "command of an engine") for command in ("", "'open")),
    ],
)
def test_impossible_limits_and_commands_are_errors(entrant: str, complaint: str) -> None:
    with pytest.raises(EntrantError, match=complaint):
        parse_entrants([entrant], USUAL)
