"""The list of saved games: its highlight, its search, and its dates."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from splendor_tui.presentation.dates import format_day_and_time
from splendor_tui.presentation.listed_games import GamesView
from splendor_tui.presentation.word_search import search_texts
from splendor_tui.store import Store
from tests.store.stored import NOON, create, ply


def test_last_played_game_is_highlighted_even_if_the_clock_was_set_back(tmp_path: Path) -> None:
    days = iter(NOON - timedelta(days=day) for day in range(9))
    with Store.open(tmp_path, now=days.__next__) as store:
        view, older, newer = GamesView(), create(store, 1), create(store, 1)
        for number, game_id in ((2, newer), (2, older), (3, older)):
            store.append(game_id, ply(number))
            view.highlight_new(store.games())
            assert view.game_id == game_id
            view.game_id = ""
            view.highlight_new(store.games())
            assert view.game_id == "", "it is not new any more"
        store.delete(older)
        view.highlight_new(store.games())
        assert view.game_id == "", "nor is the game that took the place of a deleted one"


THINGS = (
    ("Undo", "u", "Take back the last action."),
    ("Answer now", "y", "Let whoever is thinking answer at once."),
    ("Défausser l’élément", "ctrl+r", "Verwerfen — 捨てる"),
    ("Help", "?", "Tell which keys do what: undo, and all the others."),
)


@pytest.mark.parametrize(
    ("query", "indices"),
    [
        pytest.param("", [0, 1, 2, 3], id="nothing is asked for"),
        pytest.param("undo", [0, 3], id="a title before a sentence"),
        pytest.param("ac", [0], id="the beginning of a word"),
        pytest.param("nswe", [1], id="the middle of a word"),
        pytest.param("once thinking", [1], id="several words in any order"),
        pytest.param("undo nowhere", [], id="not all of the words"),
        pytest.param("UNDO", [0, 3], id="capital letters"),
        pytest.param("defausser", [2], id="without accents"),
        pytest.param("l'él", [2], id="with the apostrophe of a keyboard"),
        pytest.param("捨て", [2], id="without spaces between words"),
        pytest.param("ctrl+r", [2], id="a key"),
    ],
)
def test_search(query: str, indices: list[int]) -> None:
    assert search_texts(query, THINGS) == indices


MOMENT = datetime(2026, 5, 1, 23, 30, tzinfo=UTC)
LAST = datetime.max.replace(tzinfo=UTC)


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The time zone of this machine."""
    with monkeypatch.context() as environment:
        environment.setenv("TZ", request.param)
        time.tzset()
        yield
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="needs a system whose time zone can be changed")
@pytest.mark.parametrize(
    ("zone", "moment", "shown"),
    [
        ("UTC", MOMENT, "today at 23:30"),
        ("PDT+7", MOMENT, "today at 16:30"),
        ("CEST-2", MOMENT, "today at 01:30"),
        ("CEST-2", MOMENT.replace(hour=9), "yesterday at 11:30"),
        ("UTC+99", MOMENT, "today at 23:30"),
        ("CEST-2", LAST, "9999-12-31 at 23:59"),
    ],
    indirect=["zone"],
)
@pytest.mark.usefixtures("zone")
def test_times_are_those_of_this_machine_unless_that_is_impossible(moment: datetime, shown: str) -> None:
    assert str(format_day_and_time(moment, MOMENT)) == shown
