"""The chart of winning chances, as text."""

import pytest

from splendor_tui.presentation.review_report import chance_chart
from splendor_tui.words.language_files import set_language


def test_each_seat_is_plotted_at_its_chance() -> None:
    chart = chance_chart([(0.5, 0.5), (0.72, 0.28), (1.0, 0.0)], 40)
    assert chart[0] == "100% |  1"
    assert chart[3] == " 70% | 1"
    assert chart[5] == " 50% |*"
    assert chart[7] == " 30% | 2"
    assert chart[10] == "  0% |  2"


def test_narrow_chart_still_shows_the_beginning_and_the_end() -> None:
    for width in range(10):
        chart = chance_chart([(1.0, 0.0), *[(0.5, 0.5)] * 9, (0.0, 1.0)], width)
        assert chart[0][6:].replace(" ", "") == "12"


@pytest.mark.parametrize(("language", "percent"), [("en", "%"), ("fr", "\xa0%")])
def test_long_game_fits_the_width_in_every_language(language: str, percent: str) -> None:
    set_language(language)
    chart = chance_chart([(0.5, 0.5)] * 499 + [(0.0, 1.0)], 80)
    assert max(map(len, chart)) == 80
    assert (chart[0][-1], chart[-1][-1]) == ("2", "1")
    assert chart[0].startswith(f"100{percent} |")
    assert chart[10].startswith(f"  0{percent} |")
