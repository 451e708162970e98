import pytest
import textual.app
import textual.pilot
from textual._compositor import Compositor

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


@pytest.fixture(autouse=True)
def no_frames_unseen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a terminal nobody sees the frames on the way to what a test looks at; a third of its time went into them.

    With the marker `drawn` every frame is drawn, as for a terminal.
    """
    if request.node.get_closest_marker("drawn") is None:
        monkeypatch.setattr(Compositor, "render_update", _skip_frame)


def _skip_frame(compositor: Compositor, **_options: object) -> None:
    compositor._dirty_regions.clear()  # noqa: SLF001  as Textual's own does
