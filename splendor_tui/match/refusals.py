"""What a match refuses to do."""

from splendor_tui.match.steps import Step
from splendor_tui.rules.outcome import AGREEMENT_AFTER
from splendor_tui.words import N_, MessageError


class MatchError(MessageError, ValueError):
    """Something that cannot be done at the table now; its sentence says what the player can do."""


class StalePlyError(MatchError):
    """An intent that was meant for an earlier position."""


class NotYourTurnError(MatchError):
    """An intent of a seat that is not to move."""


class MatchPausedError(MatchError):
    """An intent while the match stands still."""


class NoAgreementYetError(MatchError):
    """An agreement to end the game before that is on offer."""

    def __init__(self) -> None:
        super().__init__(
            N_(
                "The game can be ended by agreement after {number} turns without a purchase or a reservation.",
                number=AGREEMENT_AFTER,
            )
        )


class TimeOutError(MatchError):
    """An intent that came when the time of the seat to move was used up; `step` is what happened instead."""

    def __init__(self, name: str, step: Step) -> None:
        super().__init__(N_("That came too late: {name} has run out of time and left the game.", name=name))
        self.step = step
