"""What a match refuses to do."""


class MatchError(ValueError):
    """Something that cannot be done at the table now; `str()` says what the player can do."""


class StalePlyError(MatchError):
    """An intent that was meant for an earlier position."""


class NotYourTurnError(MatchError):
    """An intent of a seat that is not to move."""


class MatchPausedError(MatchError):
    """An intent while the match stands still."""
