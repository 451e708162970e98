"""How strong somebody plays, and which level to propose."""

from typing import Final

from splendor_tui.bots.levels import DEFAULT_LEVEL, LEVELS, level_name
from splendor_tui.ratings.level_ratings import LEVEL_RATINGS
from splendor_tui.ratings.person_ratings import RatedPerson, Rating, chance_against
from splendor_tui.words import NN_, Message

_EVEN: Final = 0.5


def proposed_level(rating: Rating | None) -> str:
    """The level against which somebody with this rating wins about half of the games; None is somebody new."""
    if rating is None:
        return DEFAULT_LEVEL
    return min(LEVELS, key=lambda level: abs(chance_against(rating.elo, LEVEL_RATINGS[level]) - _EVEN))


def strength_sentence(person: RatedPerson) -> Message:
    """The rating with its uncertainty, what it comes from, and who would be an even match."""
    return NN_(
        "rating {elo:.0f} ± {error:.0f}, from {count} game; an even match: {level}",
        "rating {elo:.0f} ± {error:.0f}, from {count} games; an even match: {level}",
        len(person.games),
        elo=person.rating.elo,
        error=person.rating.error,
        level=level_name(proposed_level(person.rating)),
    )
