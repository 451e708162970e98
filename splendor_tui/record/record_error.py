"""What is wrong with a record."""

from splendor_tui.words import _


class RecordError(ValueError):
    """A record that is wrong; `str()` is a sentence that says where and why.

    `line` (from 1) is where the text is no record, `ply` (from 1) where it departs from the rules; None where that has no
    meaning.
    """

    def __init__(self, sentence: str, *, line: int | None = None, ply: int | None = None) -> None:
        self.line = line
        self.ply = ply
        if line is not None:
            sentence = _("Line {line}: {what}").format(line=line, what=sentence)
        elif ply is not None:
            sentence = _("Ply {ply}: {what}").format(ply=ply, what=sentence)
        super().__init__(sentence)
