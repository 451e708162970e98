"""News for the home screen: the last game, the player's rating, and today's puzzle."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from splendor_tui.bots.levels import get_level
from splendor_tui.presentation.puzzle_shelf import PuzzleProgress, daily_puzzle
from splendor_tui.presentation.rating_texts import current_names, find_person, is_sure, last_humans, proposed_level
from splendor_tui.presentation.series import Series, series_won
from splendor_tui.puzzles.collection import Puzzle, load_puzzles
from splendor_tui.ratings import RatedPlayer, ratings_of
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import SavedResult, Store
from splendor_tui.words import N_, Message


class HomeNews(NamedTuple):
    """The items of news. Unknown items are None.

    `series_won` is about the series to continue. `even` is a player whose rating is certain enough for an even match. `solved`
    means that today's puzzle is solved.
    """

    series_won: Message | None = None
    last: SavedResult | None = None
    rated: RatedPlayer | None = None
    even: RatedPlayer | None = None
    puzzle: Puzzle | None = None
    solved: bool = False


def read_news(
    store: Store | None, catalogue: Catalogue, names: Sequence[str], today: date, again: Series | None = None
) -> HomeNews:
    """The news for the first rated player among `names` or the humans of the last game. `again` is the series to continue.

    Slow with many games: call it in a thread. Raises StoreError.
    """
    puzzle = daily_puzzle(load_puzzles(catalogue).puzzles, today)
    if store is None:
        return HomeNews(puzzle=puzzle)
    games, progress, names = store.results(), PuzzleProgress(store), current_names(store, names)
    progress.load()
    people = ratings_of(games, catalogue)
    names_to_rate = (*names, *last_humans(games))
    return HomeNews(
        series_won=series_won(store, again, undecided=True),
        last=games[-1] if games else None,
        rated=find_person(people, names_to_rate),
        even=find_person((one for one in people if is_sure(one.rating)), names_to_rate),
        puzzle=puzzle,
        solved=puzzle is not None and progress.state_of(puzzle.id).solved,
    )


def short_rating(person: RatedPlayer) -> Message:
    """Format a name and rating, or an approximate level while the rating is uncertain."""
    if is_sure(person.rating):
        return N_("{name}: {elo:.0f} ± {error:.0f}", name=person.name, elo=person.rating.elo, error=person.rating.error)
    return N_("{name}: {level} level so far", name=person.name, level=get_level(proposed_level(person.rating)).name)
