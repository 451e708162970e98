"""The strength of players: ratings of humans, and the level to suggest."""

from collections.abc import Iterable, Sequence
from typing import Final

from splendor_tui.bots.levels import LEVELS, get_level, names_in_this_language
from splendor_tui.inputs.match_options import HUMAN
from splendor_tui.inputs.player_names import name_key
from splendor_tui.ratings import LEVEL_RATINGS, RatedPlayer, Rating, chance_against, ratings_of, why_unrated
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import SavedResult, Store, current_name
from splendor_tui.words import N_, NN_, Message, enumerated

_EVEN: Final = 0.5
_MAX_ERROR: Final = 400.0  # half-width of a rating interval that is narrow enough to name an even match


def proposed_level(rating: Rating) -> str:
    """The level against which this rating wins about half of the games."""
    return min(LEVELS, key=lambda level: abs(chance_against(rating.elo, LEVEL_RATINGS[level]) - _EVEN))


def even_seats(rating: Rating) -> tuple[str, str]:
    """The kinds of the seats of an even match against `proposed_level`. The weaker one starts, which helps a little.

    docs/computer-players.md has the measured advantage of each seat.
    """
    level = proposed_level(rating)
    return (HUMAN, level) if rating.elo <= LEVEL_RATINGS[level] else (level, HUMAN)


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


def find_person(people: Iterable[RatedPlayer], names: Iterable[str]) -> RatedPlayer | None:
    """The person with the first of these names that any of the people has."""
    known = {name_key(person.name): person for person in people}
    return next((known[key] for key in map(name_key, names) if key in known), None)


def last_humans(games: Sequence[SavedResult]) -> Sequence[str]:
    """The names of the humans in the last finished game that had any."""
    played = ([player.name for player in game.players if player.kind == HUMAN] for game in reversed(games))
    return next(filter(None, played), [])


# --- after a game ------------------------------------------------------------------------------------------------------


def rating_news(store: Store, catalogue: Catalogue, names: Sequence[str]) -> Message | None:
    """Describe how these players' last game changed their ratings, or why it is not rated. None if neither applies.

    Slow with many games: call it in a thread. Raises StoreError.
    """
    games, names = store.results(), current_names(store, names)
    return describe_changes(latest_changes(games, catalogue, names)) or latest_unrated(games, catalogue, names)


def current_names(store: Store, names: Iterable[str]) -> Sequence[str]:
    """The names under which these players count. Raises StoreError."""
    renames = store.renames.load()
    return [current_name(name, renames) for name in names]


def _latest_of(games: Sequence[SavedResult], names: Sequence[str]) -> SavedResult | None:
    """The last game if these are its players, as named in the current language, else None."""
    latest = games[-1] if games else None
    return latest if latest and [*names_in_this_language(latest.players)] == [*names] else None


def latest_unrated(games: Sequence[SavedResult], catalogue: Catalogue, names: Sequence[str]) -> Message | None:
    """Explain why the last game is not rated. None if it is, or if these players did not play it."""
    latest = _latest_of(games, names)
    reason = None if latest is None else why_unrated(latest, catalogue)
    return reason and N_("Not rated: {reason}.", reason=reason)


def latest_changes(games: Sequence[SavedResult], catalogue: Catalogue, names: Sequence[str]) -> Sequence[RatedPlayer]:
    """The players whose ratings the last game changed. Empty if these players did not play it."""
    latest = _latest_of(games, names)
    if latest is None:
        return []
    rated = {name_key(person.name): person for person in ratings_of(games, catalogue)}
    players = (rated[key] for key in map(name_key, names) if key in rated)
    return [player for player in players if player.games[-1].finished == latest.finished]


def describe_changes(changed: Sequence[RatedPlayer]) -> Message | None:
    """Describe the new ratings if any is certain enough, otherwise approximate levels. None if none has changed."""
    sure = [player for player in changed if is_sure(player.rating)]
    match changed, sure:
        case [], _:
            return None
        case [RatedPlayer(name, games) as player], []:
            return NN_(
                "A first guess after {count} rated game: {name} is about as strong as the {level}.",
                "A first guess after {count} rated games: {name} is about as strong as the {level}.",
                len(games),
                name=name,
                level=get_level(proposed_level(player.rating)).name,
            )
        case _, []:
            so_far = [
                N_("{name} {level}", name=player.name, level=get_level(proposed_level(player.rating)).name)
                for player in changed
            ]
            return N_("Levels so far: {levels}", levels=enumerated(so_far))
        case _, [RatedPlayer(name, (*_, before, after))]:
            return N_(
                "{name}: rating {before:.0f}, now {elo:.0f} ± {error:.0f}",
                name=name,
                before=before.rating.elo,
                elo=after.rating.elo,
                error=after.rating.error,
            )
        case _:
            now = [N_("{name} {elo:.0f}", name=player.name, elo=player.rating.elo) for player in sure]
            return N_("Ratings now: {ratings}", ratings=enumerated(now))
