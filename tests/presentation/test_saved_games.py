from datetime import timedelta
from pathlib import Path

from splendor_tui.presentation.saved_games import GamesView
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
