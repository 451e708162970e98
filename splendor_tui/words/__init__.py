"""All text that players read. The source is in English; `languages/` has gettext catalogues for other languages."""

from splendor_tui.words.lists import either, enumerated, enumerated_numbers, in_lines, in_one_row, listed, scored
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
    "enumerated_numbers",
    "in_lines",
    "in_one_row",
    "listed",
    "quoted",
    "scored",
]
