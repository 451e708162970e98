"""Finished games that count for ratings."""

from collections.abc import Sequence
from datetime import timedelta
from functools import cache

from splendor_tui.bots.levels import LEVELS
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import SavedResult, Store
from tests.store.stored import NOON, header, result

COMPUTERS = (*LEVELS, "engine")


def game(catalogue: Catalogue, names: Sequence[str], points: Sequence[int], *, day: int = 0) -> SavedResult:
    """A game of humans and computers. A name that is a level plays as this level; a dot distinguishes a second one."""
    finished = _first_game(tuple(names), tuple(points))
    return finished._replace(catalogue=catalogue.digest, finished=NOON + timedelta(days=day))


@cache
def _first_game(names: Sequence[str], points: Sequence[int]) -> SavedResult:
    kinds = [name.rstrip(".") if name.rstrip(".") in COMPUTERS else "human" for name in names]
    return SavedResult.of(header(*names, kinds=kinds), result(*points), NOON)


def save_game(store: Store, finished: SavedResult) -> None:
    """Save a finished game."""
    names, kinds = zip(*((player.name, player.kind) for player in finished.players), strict=True)
    told = header(*names, kinds=kinds).model_copy(update={"catalogue": finished.catalogue})
    game_id = store.create_game(told, "{}", finished.finished)
    store.finish(game_id, finished.result, finished.finished)


def save_even_games(store: Store, catalogue: Catalogue, name: str, level: str, number: int) -> None:
    """Save games against a level, of which every second one is won."""
    for day in range(number):
        save_game(store, game(catalogue, (name, level), (3, 15) if day % 2 else (15, 3), day=day))
