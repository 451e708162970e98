"""All texts that players read: English in the source, other languages as gettext catalogues in `languages/`."""

from splendor_tui.words.lists import either, enumerated, in_lines, in_one_row, listed
from splendor_tui.words.message import N_, NN_, NNP_, NP_, Describable, Message, MessageError, Piece, quoted

__all__ = [
    "NNP_",
    "NN_",
    "NP_",
    "N_",
    "Describable",
    "Message",
    "MessageError",
    "Piece",
    "either",
    "enumerated",
    "in_lines",
    "in_one_row",
    "listed",
    "quoted",
]
