"""Who may start a rematch."""

import pytest

from splendor_tui.presentation.result import openings
from splendor_tui.rules.outcome import Ending, Outcome, Standing

NAMES = ("Ann", "Bo", "Cy")


def ended(*ranking: int) -> Outcome:
    """The seats from the first place to the last."""
    places = enumerate(ranking, start=1)
    return Outcome(Ending.TARGET, tuple(Standing(seat, rank, 20 - rank, 10, forfeited=False) for rank, seat in places))


@pytest.mark.parametrize(
    ("ranking", "seats"),
    [((0, 1, 2), [1, 2, 0, None]), ((2, 0, 1), [1, 0, None]), ((2, 1, 0), [1, 0, None]), ((0, 1), [1, 0, None])],
)
def test_the_next_one_starts_or_the_last_or_the_same_or_lots_decide(
    ranking: tuple[int, ...], seats: list[int | None]
) -> None:
    assert [opening.seat for opening in openings(NAMES[: len(ranking)], ended(*ranking), by_lot=False)] == seats


def test_players_who_agreed_on_lots_draw_them_again() -> None:
    first, *_others = openings(NAMES, ended(0, 1, 2), by_lot=True)
    assert first.seat is None


def test_it_is_said_by_name() -> None:
    said = [(str(one.words), str(one.sentence)) for one in openings(NAMES, ended(0, 1, 2), by_lot=False)]
    assert said == [
        ("who starts: Bo", "Bo, who was second to move, starts the rematch."),
        ("who starts: Cy", "Cy, who came last, starts the rematch."),
        ("who starts: Ann", "Ann, who started this game, starts the rematch."),
        ("who starts: random", "A random player starts the rematch."),
    ]
