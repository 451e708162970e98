"""The strength of players: ratings of humans, and the level to suggest."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from splendor_tui.bots.levels import DEFAULT_LEVEL, LEVELS, get_level
from splendor_tui.inputs.match_options import HUMAN
from splendor_tui.inputs.player_name import name_key
from splendor_tui.ratings import LEVEL_RATINGS, RatedPlayer, Rating, chance_against, ratings_of, why_unrated
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import SavedResult, Store
from splendor_tui.words import N_, NN_, Message, enumerated

_EVEN: Final = 0.5
_MAX_ERROR: Final = 400.0  # half-width of a rating interval that is narrow enough to name an even match


class EvenMatch(NamedTuple):
    """A human, and the level against which they win about half of their games."""

    name: str
    level: str


class RatingChange(NamedTuple):
    """How a game changed a human's rating, and the number of rated games. `before` is None for the first one."""

    name: str
    before: Rating | None
    after: Rating
    games: int


def proposed_level(rating: Rating | None) -> str:
    """The level against which this rating wins about half of the games. None means a new player."""
    if rating is None:
        return DEFAULT_LEVEL
    return min(LEVELS, key=lambda level: abs(chance_against(rating.elo, LEVEL_RATINGS[level]) - _EVEN))


def strength_sentence(person: RatedPlayer) -> Message:
    """Describe the rating, its uncertainty, the number of games, and the level that is an even match."""
    details = {
        "elo": person.rating.elo,
        "error": person.rating.error,
        "level": get_level(proposed_level(person.rating)).name,
    }
    if is_sure(person.rating):
        return NN_(
            "Rating {elo:.0f} ± {error:.0f}, from {count} game. An even match: {level}.",
            "Rating {elo:.0f} ± {error:.0f}, from {count} games. An even match: {level}.",
            len(person.games),
            **details,
        )
    return NN_(
        "About as strong as the {level}; still very uncertain after {count} game (rating {elo:.0f} ± {error:.0f}).",
        "About as strong as the {level}; still very uncertain after {count} games (rating {elo:.0f} ± {error:.0f}).",
        len(person.games),
        **details,
    )


def is_sure(rating: Rating) -> bool:
    """Whether a rating is certain enough to name an even match."""
    return rating.error <= _MAX_ERROR


def even_match(people: Iterable[RatedPlayer], names: Iterable[str]) -> EvenMatch | None:
    """An even match for the first of `names` with a certain enough rating, if any."""
    rated = {name_key(person.name): person.rating for person in people}
    known = ((name, rated[name_key(name)]) for name in names if name_key(name) in rated)
    return next((EvenMatch(name, proposed_level(rating)) for name, rating in known if is_sure(rating)), None)


def last_humans(games: Sequence[SavedResult]) -> Sequence[str]:
    """The names of the humans in the last finished game that had any."""
    latest_first = sorted(games, key=lambda game: game.finished, reverse=True)
    played = ([player.name for player in game.players if player.kind == HUMAN] for game in latest_first)
    return next(filter(None, played), [])


# --- after a game ------------------------------------------------------------------------------------------------------


def rating_news(store: Store, catalogue: Catalogue, names: Sequence[str]) -> Message | None:
    """Describe how these players' last game changed their ratings, or why it is not rated. None if neither applies.

    Reads over a second connection: call it in a thread. Raises StoreError.
    """
    with store.open_for_thread() as other:
        games = other.results()
    return describe_changes(latest_changes(games, catalogue, names)) or latest_unrated(games, catalogue, names)


def _latest_of(games: Sequence[SavedResult], names: Sequence[str]) -> SavedResult | None:
    """The last game if these are its players, else None."""
    latest = max(games, key=lambda game: game.finished, default=None)
    return latest if latest and [player.name for player in latest.players] == list(names) else None


def latest_unrated(games: Sequence[SavedResult], catalogue: Catalogue, names: Sequence[str]) -> Message | None:
    """Explain why the last game is not rated. None if it is, or if these players did not play it."""
    latest = _latest_of(games, names)
    return None if latest is None else why_unrated(latest, catalogue)


def latest_changes(games: Sequence[SavedResult], catalogue: Catalogue, names: Sequence[str]) -> Sequence[RatingChange]:
    """How the last game changed its players' ratings. Empty if these players did not play it."""
    latest = _latest_of(games, names)
    if latest is None:
        return []
    rated = {name_key(person.name): person.games for person in ratings_of(games, catalogue)}
    changes = []
    for name in names:
        *earlier, last = rated.get(name_key(name), (None,))
        if last is not None and last.finished == latest.finished:
            before = earlier[-1].rating if earlier else None
            changes.append(RatingChange(name, before, last.rating, len(earlier) + 1))
    return changes


def describe_changes(changes: Sequence[RatingChange]) -> Message | None:
    """Describe the changes: ratings if any is certain enough, otherwise approximate levels. None if there are none."""
    sure = [change for change in changes if is_sure(change.after)]
    match changes, sure:
        case [], _:
            return None
        case [RatingChange(name, _, after, games)], []:
            return NN_(
                "After {count} rated game, {name} seems about as strong as the {level}.",
                "After {count} rated games, {name} seems about as strong as the {level}.",
                games,
                name=name,
                level=get_level(proposed_level(after)).name,
            )
        case _, []:
            so_far = [
                N_("{name} {level}", name=change.name, level=get_level(proposed_level(change.after)).name)
                for change in changes
            ]
            return N_("Levels so far: {levels}", levels=enumerated(so_far))
        case _, [RatingChange(name, Rating() as before, after, _)]:
            return N_(
                "{name}: rating {before:.0f}, now {elo:.0f} ± {error:.0f}",
                name=name,
                before=before.elo,
                elo=after.elo,
                error=after.error,
            )
        case _:
            now = [N_("{name} {elo:.0f}", name=change.name, elo=change.after.elo) for change in sure]
            return N_("Ratings now: {ratings}", ratings=enumerated(now))
