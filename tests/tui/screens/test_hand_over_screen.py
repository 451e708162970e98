"""The hand-over screen: the latest news, and always a way to continue."""

import pytest

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.screens.hand_over_screen import MAX_NEWS, HandOverScreen
from splendor_tui.words import N_
from tests.tui.at_the_table import until
from tests.tui.opened_app import make_services, open_app, screen_text


def nothing() -> None:
    """Do nothing."""


@pytest.mark.parametrize(("rows", "first"), [(MAX_NEWS, 1), (MAX_NEWS + 1, 3), (40, 40 - MAX_NEWS + 2)])
async def test_long_news_shows_the_latest_rows_and_says_there_are_more(
    catalogue: Catalogue, rows: int, first: int
) -> None:
    news = [N_("row {number}", number=f"<{number}>") for number in range(1, rows + 1)]
    async with open_app(
        make_services(catalogue), HandOverScreen("Bo", news, nothing, nothing, while_secret=True)
    ) as pilot:
        shown = screen_text(pilot.app)
        assert "Hidden while someone" in shown
        assert "ctrl+q quit" in shown
        assert [number for number in range(1, rows + 1) if f"<{number}>" in shown] == list(range(first, rows + 1))
        assert ("…" in shown) is (first > 1)


async def test_next_player_reaches_the_table_even_if_the_delay_ends_at_once(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As on a machine that stalls for a moment.
    monkeypatch.setattr(HandOverScreen, "IGNORE_KEYS_SECONDS", 1e-9)
    shown: list[bool] = []
    async with open_app(make_services(catalogue)) as pilot:
        home, hand_over = (
            pilot.app.screen,
            HandOverScreen("Bo", [], lambda: shown.append(True), nothing, while_secret=False),
        )
        pilot.app.push_screen(hand_over)
        await until(pilot, lambda: not hand_over.ignores_keys)
        await pilot.press("enter")
        assert pilot.app.screen is home
    assert shown == [True]
