import pytest
import textual.app
import textual.pilot

from tests.tui.stillness import nothing_left_to_do


@pytest.fixture(autouse=True)
def prompt_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pilot goes on as soon as the app has done what it was asked."""
    monkeypatch.setattr(textual.app, "wait_for_idle", nothing_left_to_do)
    monkeypatch.setattr(textual.pilot, "wait_for_idle", nothing_left_to_do)


@pytest.fixture(autouse=True)
def all_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal has all colours, whatever the developer's has."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
