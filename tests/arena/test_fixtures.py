"""Pairings and seats."""

from collections import Counter

import pytest

from splendor_tui.arena.fixtures import Fixture, fixtures, lineups


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
