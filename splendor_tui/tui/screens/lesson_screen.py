"""The table of the lesson, with instructions below it."""

from typing import TYPE_CHECKING

from splendor_tui.lesson.lesson_file import LEARNER, RIVAL
from splendor_tui.lesson.lesson_session import LessonSession, open_lesson
from splendor_tui.lesson.saved_lesson import begin_first_game
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Proceed
from splendor_tui.tui.keys.commands_by_screen import LESSON
from splendor_tui.tui.screens.activity_screen import ActivityScreen
from splendor_tui.tui.screens.name_screen import NameScreen
from splendor_tui.words import N_, Message, MessageError

if TYPE_CHECKING:
    from splendor_tui.tui.app.app import SplendorApp


def learn(program: "SplendorApp") -> None:
    """Play the lesson, or explain why that is impossible."""
    try:
        lesson = open_lesson(program.services)
    except MessageError as error:
        program.say(N_("The learning game cannot be played. {reason}", reason=error.message), wrong=True)
    else:
        program.home()
        program.push_screen(LessonScreen(lesson))


class LessonScreen(ActivityScreen):
    """Shows a `LessonSession`, and runs its effects."""

    ABOUT = N_(
        "You are learning the game. The lines below the table explain it and say what to do; whatever you "
        "try, nothing can go wrong. You can leave at any time and continue later."
    )
    KEY_COMMANDS = LESSON

    session: LessonSession

    def __init__(self, lesson: LessonSession) -> None:
        super().__init__(lesson)
        self._has_inspected = False
        """Whether the screen above shows what the rival has."""

    def farewell(self) -> Message | None:
        """Say that the learning game goes on from here next time, or why it cannot."""
        return self.session.progress.problem or N_("Next time, the learning game continues from here.")

    # --- effects ------------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Return to the home screen. After the last step, start a real game."""
        if self.session.finished:
            about = N_("The first real game begins. Under which name do you want to play?")
            self.program.push_screen(NameScreen(N_("Your name"), about, self.session.names[LEARNER]), self._begin_game)
        else:
            self.program.home()

    def _begin_game(self, name: str | None) -> None:
        """Start the first real game under this name. Without a name, go home."""
        if name is None:
            self.program.home()
        else:
            self.program.matches.play(begin_first_game(self.services, name))

    # --- other commands -----------------------------------------------------------------------------------------------

    def action_inspect(self) -> None:
        """Inspect the rival if the step requires it, else the player under the cursor."""
        if self.session.step.use is None:
            super().action_inspect()
        else:
            self.inspect(RIVAL)

    def inspect(self, seat: int) -> None:
        """Inspect a player. If the lesson step asks for this, it is done."""
        super().inspect(seat)
        self._has_inspected = seat == RIVAL and not self.session.rival_moves

    def on_screen_resume(self) -> None:
        """Go to the next step if the rival was inspected. Until then, its keys would not work."""
        if self._has_inspected and self.session.use("players"):
            self.run(Proceed())
        self._has_inspected = False

    def action_follow(self, place: int) -> None:  # noqa: ARG002 - there is only one line to click
        """Demonstrate the task when it is clicked, or continue."""
        if self.session.step.only_reads:
            self.action_confirm()
        else:
            self.action_do(commands.HINT.id)
