"""The table of the first real game, with a comment after each turn."""

from dataclasses import replace
from functools import cached_property

from textual import work

from splendor_tui.lesson.coach import Coach
from splendor_tui.lesson.lesson_progress import LessonProgress
from splendor_tui.match.live_match import LiveMatch
from splendor_tui.match.services import Services
from splendor_tui.presentation.hint import with_keys
from splendor_tui.presentation.table_model import ShownHint
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.words import N_, Message


def table_of(live: LiveMatch, services: Services) -> TableScreen:
    """The table for this match."""
    is_first = LessonProgress(services.store).is_first_game(live.game_id)
    return FirstGameScreen(live) if is_first else TableScreen(live)


class FirstGameScreen(TableScreen):
    """Shows the comment in place of a hint until one is requested."""

    ABOUT = N_(
        "You are at the table of your first game. After each of your turns you get a comment; otherwise, this is a normal game."
    )

    @cached_property
    def _coach(self) -> Coach:
        return Coach(self.services.reviewer(), self.flow.humans[0], self.flow.controller.names)

    def proceed(self) -> None:
        """Ask the player to move, and the coach to comment on the last turn."""
        self._coach.look(self.flow.controller.view_for(self._coach.seat))
        self._judge()
        super().proceed()

    @work(exclusive=True, group="coach")
    async def _judge(self) -> None:
        await self._coach.judge(self.flow.controller.steps)
        self.show()

    def farewell(self) -> Message:
        """What to do next."""
        outcome = self.flow.controller.outcome
        if outcome is not None and self.flow.humans[0] in outcome.winners:
            return N_("Well played! On the first screen, choose a new game to 15 points, or the puzzles.")
        return N_(
            "Next time, go for points once you own about eight cards. The first screen has a new game, and the puzzles."
        )

    def model(self) -> ScreenModel:
        """The match as the viewer sees it, with the comment on their last turn."""
        model, controller = super().model(), self.flow.controller
        word = self._coach.comment(controller.steps)
        if word is None or model.hint is not None or controller.outcome is not None:
            return model
        return replace(model, hint=ShownHint(with_keys(word, self.session.view, model.keys)))
