"""Why a game is over and who stands where, in words."""

import pytest

from splendor_tui.match.report import ending_sentence, place_reason, winners_sentence
from splendor_tui.rules.outcome import Ending, Standing


def standing(seat: int, rank: int, points: int, cards: int, *, forfeited: bool = False) -> Standing:
    return Standing(seat=seat, rank=rank, points=points, cards=cards, forfeited=forfeited)


@pytest.mark.parametrize("ending", [*Ending, None])
def test_every_ending_has_a_sentence_of_its_own(ending: Ending | None) -> None:
    sentences = [ending_sentence(other) for other in (*Ending, None)]
    assert sentences.count(ending_sentence(ending)) == 1


def test_one_winner_wins_and_several_share() -> None:
    assert winners_sentence(["Ann"]) == "Ann wins"
    assert winners_sentence(["Ann", "Bo", "Cy"]) == "Ann, Bo and Cy share the victory"


@pytest.mark.parametrize(
    ("standings", "tie_seat", "reasons"),
    [
        ((standing(0, 1, 16, 12), standing(1, 2, 15, 10)), None, ("", "")),
        ((standing(1, 1, 15, 10), standing(0, 2, 15, 12)), None, ("fewer cards", "more cards")),
        ((standing(0, 1, 15, 12), standing(1, 1, 15, 12)), None, ("shared: as many points and as few cards",) * 2),
        (
            (standing(1, 1, 15, 12), standing(0, 2, 15, 12)),
            1,
            ("wins a full tie, as agreed", "loses a full tie, as agreed"),
        ),
        ((standing(1, 1, 3, 2), standing(0, 2, 9, 8, forfeited=True)), None, ("", "left the game")),
        ((standing(1, 1, 3, 2), standing(0, 2, 3, 2, forfeited=True)), None, ("", "left the game")),
    ],
)
def test_every_place_that_points_alone_do_not_give_has_its_reason(
    standings: tuple[Standing, ...], tie_seat: int | None, reasons: tuple[str, ...]
) -> None:
    assert tuple(place_reason(one, standings, tie_seat) for one in standings) == reasons
