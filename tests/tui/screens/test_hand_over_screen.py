"""The curtain: the latest news, and always the way on."""

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.screens.hand_over_screen import HandOverScreen
from splendor_tui.words import N_
from tests.tui.opened_app import make_services, open_app, screen_text


async def test_of_more_news_than_fit_the_latest_are_shown(catalogue: Catalogue) -> None:
    news = [N_("news {number} and some more words to fill the row with", number=number) for number in range(10, 40)]
    async with open_app(make_services(catalogue)) as pilot:
        pilot.app.push_screen(HandOverScreen("Bo", news, lambda: None))
        await pilot.pause()
        text = screen_text(pilot.app)
    assert "news 39" in text
    assert "…" in text
    assert "news 10" not in text
    assert "when you are ready" in text
