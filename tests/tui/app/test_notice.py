"""Notifications disappear after their time, even if they were displayed late."""

import pytest
from textual.widgets._toast import Toast

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.app import robust_app
from splendor_tui.tui.app.robust_app import MIN_SECONDS, Notice
from tests.tui.opened_app import make_services, open_app, screen_text


async def test_expired_toast_disappears_without_hanging(catalogue: Catalogue) -> None:
    toasts = [Toast(Notice("late", timeout=seconds_left)) for seconds_left in (-60.0, 0.0001)]
    for toast in toasts:
        assert toast._timeout >= MIN_SECONDS, "a negative timer hangs Textual"  # noqa: SLF001 - Textual has no public API for this
    async with open_app(make_services(catalogue)) as pilot:
        await pilot.app.screen.mount(*toasts)
        assert all(toast.is_attached for toast in toasts)
        await pilot.pause(MIN_SECONDS + 0.3)
        assert not any(toast.is_attached for toast in toasts)


async def test_every_notification_expires_and_appears_again_after_it_was_clicked_away(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        pilot.app.notify("some words")
        pilot.app.notify("late words", timeout=-0.001)
        await pilot.pause()
        assert {type(one) for one in pilot.app._notifications} == {Notice}  # noqa: SLF001 - Textual has no public API for this
        assert "some words" in pilot.text
        assert "late words" not in pilot.text
        await pilot.click(Toast)
        assert "some words" not in pilot.text
        pilot.app.notify("some words")
        await pilot.pause()
        assert "some words" in pilot.text


async def test_same_toast_is_not_stacked_and_a_key_removes_it_once_it_was_read(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        app = pilot.app
        for _time in range(2):
            app.notify("some words")
            await pilot.pause()
        assert screen_text(app).count("some words") == 1
        await pilot.type("down", "some words")
        monkeypatch.setattr(robust_app, "READ_SECONDS", 0.0)
        await pilot.type("down", hides="some words")
        app.notify("some words", severity="error")
        await pilot.pause()
        await pilot.press("down")
        assert "some words" in screen_text(app), "an error stays"
        app.notify("other words")
        await pilot.pause()
        await pilot.press("down")
        assert "some words" in screen_text(app), "an error stays beside a later toast"


async def test_answer_to_a_key_replaces_only_the_previous_answer(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        app = pilot.app
        app.say("some words")
        app.say("wrong words", wrong=True)
        await pilot.pause()
        await pilot.press("f9", "ctrl+c", "f7")
        assert screen_text(app).count(" words") == 2, "nobody has read them"
        assert screen_text(app).count("does nothing here") == 1
        assert "F7 does nothing here" in screen_text(app)
        assert "quits the program" not in screen_text(app)
        app.answer("at once")
        app.answer("F7 does nothing here")
        await pilot.pause()
        assert "at once" not in screen_text(app)
        app.say("more words")
        await pilot.pause()
        assert "F7 does nothing here" in screen_text(app)
        await pilot.press("ctrl+c")
        assert "F7 does nothing here" not in screen_text(app), "the last answer, though not the last toast"
        assert screen_text(app).count(" words") == 3


async def test_notice_stays_on_its_screen_unless_it_is_an_unread_error(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        app = pilot.app
        app.say("old words")
        app.say("wrong words", wrong=True)
        await pilot.type("f2", "wrong words", hides="old words")
        monkeypatch.setattr(robust_app, "READ_SECONDS", 0.0)
        await pilot.press("escape")
        assert " words" not in screen_text(app)
        app.say("new words")
        app.action_rules()
        await pilot.pause()
        assert "new words" in screen_text(app), "they belong to the change of screens"
        await pilot.type("escape", hides="new words")
