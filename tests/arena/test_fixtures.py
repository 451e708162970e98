"""Entrants as typed, their pairings and seats, and their total results."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from splendor_tui.arena.entrants import MAX_SECONDS, EntrantError, Limit, known_players, parse_entrants
from splendor_tui.arena.fixtures import Fixture, FixtureResult, fixtures, lineups
from splendor_tui.arena.tally import Tally, tally, wilson
from splendor_tui.bots.levels import LEVELS, create_bot, get_level
from splendor_tui.bots.player import Uniform
from splendor_tui.match.bot_answer import Fault
from tests.arena.guests import fixture_result

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


@pytest.mark.parametrize(
    ("entrants", "players", "met"),
    [
        (2, 2, [(0, 1)]),
        (4, 4, [(0, 1, 2, 3)]),
        (2, 4, [(0, 1, 1, 1)]),
        (3, 4, [(0, 1, 2, 2)]),
        (1, 2, [(0, 0)]),
        (3, 2, [(0, 1), (0, 2), (1, 2)]),
    ],
    ids=["a pair", "four", "one among three", "the last one twice", "itself", "every pair"],
)
def test_every_pair_of_players_gets_a_lineup(entrants: int, players: int, met: list[tuple[int, ...]]) -> None:
    assert list(lineups(entrants, players)) == met


@pytest.mark.parametrize("lineup", [(0, 1), (0, 1, 1), (0, 1, 2, 3), (0, 1, 1, 1)])
def test_deal_is_played_once_from_every_seat(lineup: tuple[int, ...]) -> None:
    seatings = list(Fixture(1, lineup).seatings())
    assert seatings[0] == lineup
    for seat in range(len(lineup)):
        assert Counter(seating[seat] for seating in seatings) == Counter(lineup)
    for entrant in set(lineup):
        seats = [seat for seating in seatings for seat, sitting in enumerate(seating) if sitting == entrant]
        assert set(Counter(seats).values()) == {lineup.count(entrant)}


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert [fixture.deal for fixture in fixtures([(0, 1, 1)], 200)] == list(range(1, 68))


def test_lineups_alternate_and_play_their_share_of_games() -> None:
    played = list(fixtures([(0, 1), (1, 2), (0, 1, 1)], 6))
    assert played[:3] == [Fixture(1, (0, 1)), Fixture(1, (1, 2)), Fixture(1, (0, 1, 1))]
    assert Counter(fixture.lineup for fixture in played) == {(0, 1): 3, (1, 2): 3, (0, 1, 1): 2}


def test_longer_match_begins_with_the_same_deals() -> None:
    short, long = (set(fixtures(lineups(3, 2), games)) for games in (10, 20))
    assert short < long


def counted(results: Sequence[FixtureResult], entrant: int) -> Tally:
    found = tally(results, entrant)
    assert found is not None
    return found


def test_tie_counts_as_part_of_a_win() -> None:
    results = [fixture_result((0, 1), {0}, {0}), fixture_result((0, 1), {0, 1}, {0})]
    first, second = counted(results, 0), counted(results, 1)
    assert (first.games, first.wins, first.ties, first.par) == (4, 1.5 / 4, 0.25, 0.5)
    assert (second.games, second.wins, second.ties, second.par) == (4, 2.5 / 4, 0.25, 0.5)


def test_player_with_several_seats_wins_with_each_of_them() -> None:
    results = [fixture_result((0, 1, 1, 1), {0}, {0}, {1, 2}, {3})]
    alone, filling = counted(results, 0), counted(results, 1)
    assert (alone.wins, alone.par) == ((1 + 0 + 0.5 + 1) / 4, 0.25)
    assert (filling.wins, filling.par) == ((0 + 1 + 0.5 + 0) / 4, 0.75)


def test_seats_that_share_a_win_among_themselves_have_not_tied() -> None:
    assert counted([fixture_result((0, 1, 1), {1, 2}, {0}, {2})], 1).ties == 0


def test_points_turns_times_and_faults_are_counted_by_seat() -> None:
    results = [fixture_result((0, 1), {0}, {0})]
    second = counted(results, 1)
    assert (second.points, second.turns) == ((1 + 15) / 2, 20)
    assert second.seconds == pytest.approx((6 + 5) / 50)
    assert second.longest == 1.5
    assert second.faults == {Fault.LATE: 1}
    assert tally(results, 2) is None, "it has not played"


@pytest.mark.parametrize("share", [0.5, 0.75, 0.98])
@pytest.mark.parametrize("games", [40, 200])
def test_interval_holds_the_true_share_in_95_of_100_matches(share: float, games: int) -> None:
    rng = Random(games)
    inside = 0
    for _ in range(2000):
        low, high = wilson(sum(rng.random() < share for _ in range(games)), games)
        inside += low <= share <= high
    assert 0.93 <= inside / 2000 <= 0.98
