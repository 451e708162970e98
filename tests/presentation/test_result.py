"""The ending and the ranks, in words."""

import pytest

from splendor_tui.presentation.result import ending_sentence, openings, place_reason, winners_sentence
from splendor_tui.rules.outcome import Ending, Outcome, Standing

LATE = 3
"""A seat that ran out of time."""


def standing(seat: int, rank: int, points: int, cards: int, *, forfeited: bool = False) -> Standing:
    return Standing(seat=seat, rank=rank, points=points, cards=cards, forfeited=forfeited)


def test_every_ending_has_its_own_sentence_and_winners_are_named() -> None:
    assert len({str(ending_sentence(ending)) for ending in (*Ending, None)}) == len(Ending) + 1
    assert str(winners_sentence(["Ann"])) == "Ann wins"
    assert str(winners_sentence(["Ann", "Bo", "Cy"])) == "Ann, Bo and Cy share the victory"


@pytest.mark.parametrize(
    ("standings", "reasons"),
    [
        ((standing(1, 1, 15, 10), standing(0, 2, 15, 12)), ("fewer cards", "more cards")),
        (
            (standing(1, 1, 16, 10), standing(0, 2, 14, 11), standing(2, 3, 14, 12)),
            ("most points", "fewer cards", "more cards"),
        ),
        ((standing(0, 1, 15, 12), standing(1, 1, 15, 12)), ("shared: same points and cards",) * 2),
        (
            (standing(1, 1, 15, 12), standing(0, 2, 15, 12), standing(2, 2, 15, 12)),
            ("a full tie; wins, as agreed", *("a full tie; loses, as agreed",) * 2),
        ),
        ((standing(1, 1, 3, 2), standing(0, 2, 9, 8, forfeited=True)), ("the only player left", "resigned")),
        (
            (standing(1, 1, 4, 2), standing(2, 2, 3, 2), standing(0, 3, 2, 1), standing(LATE, 4, 9, 8, forfeited=True)),
            ("most points", "1 point behind", "2 points behind", "ran out of time"),
        ),
    ],
)
def test_every_rank_has_a_reason(standings: tuple[Standing, ...], reasons: tuple[str, ...]) -> None:
    assert tuple(str(place_reason(one, standings, {LATE})) for one in standings) == reasons


# --- rematch -----------------------------------------------------------------------------------------------------------

NAMES = ("Ann", "Bo", "Cy")


def outcome_of(*ranking: int) -> Outcome:
    """An outcome with the seats in this order."""
    places = enumerate(ranking, start=1)
    return Outcome(Ending.TARGET, tuple(Standing(seat, rank, 20 - rank, 10, forfeited=False) for rank, seat in places))


@pytest.mark.parametrize(
    ("ranking", "seats"),
    [((0, 1, 2), [1, 2, 0, None]), ((2, 0, 1), [1, 0, None]), ((2, 1, 0), [1, 0, None]), ((0, 1), [1, 0, None])],
)
def test_rematch_offers_possible_first_players_in_order(ranking: tuple[int, ...], seats: list[int | None]) -> None:
    offered = openings(NAMES[: len(ranking)], outcome_of(*ranking), random_first=False)
    assert [opening.seat for opening in offered] == seats


def test_rematch_options_name_the_first_player() -> None:
    said = [(str(one.label), str(one.sentence)) for one in openings(NAMES, outcome_of(0, 1, 2), random_first=False)]
    assert said == [
        ("starts: Bo", "Bo, who moved second, starts the rematch."),
        ("starts: Cy", "Cy, who came last, starts the rematch."),
        ("starts: Ann", "Ann, who started this game, starts the rematch."),
        ("starts: random", "A random player starts the rematch."),
    ]
    assert openings(NAMES, outcome_of(0, 1, 2), random_first=True)[0].seat is None, "as agreed, it comes first"
