"""What is wrong with a record."""

from splendor_tui.words import N_, Message, MessageError


class RecordError(MessageError, ValueError):
    """A record that is wrong; the message says where and why.

    `line` (from 1) is where the text is no record, `ply` (from 1) where it departs from the rules; None where that has no
    meaning.
    """

    def __init__(self, message: Message, *, line: int | None = None, ply: int | None = None) -> None:
        self.line = line
        self.ply = ply
        if line is not None:
            message = N_("Line {line}: {what}", line=line, what=message)
        elif ply is not None:
            message = N_("Action {ply}: {what}", ply=ply, what=message)
        super().__init__(message)
