"""The real game that follows the lesson: short, against the gentlest computer player, kept like any other."""

from typing import Final

from splendor_tui.bots.levels import LEVELS, level_name
from splendor_tui.inputs.match_options import HUMAN, MatchRules, SeatOptions, make_options
from splendor_tui.inputs.player_name import free_name
from splendor_tui.lesson.kept_lesson import KeptLesson
from splendor_tui.match.live_match import LiveMatch, begin_even_unsaved
from splendor_tui.match.services import Services

TARGET: Final = 10
_LEVEL: Final = LEVELS[0]


def begin_first_game(services: Services, learner: str) -> LiveMatch:
    """Deal it; from then on it is known as the first game. Where it cannot be kept it is played all the same."""
    rival = free_name(str(level_name(_LEVEL)), [learner])
    seats = [SeatOptions(name=learner, kind=HUMAN), SeatOptions(name=rival, kind=_LEVEL)]
    options = make_options(seats, MatchRules(target=TARGET))
    live, _unsaved = begin_even_unsaved(services, options)
    if live.game_id is not None:
        KeptLesson(services.store).begin_game(live.game_id)
    return live
