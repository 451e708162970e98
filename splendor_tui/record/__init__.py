"""A game as a file: JSON Lines with a header, one object a ply and the result; docs/record-format.md is the exact format.

Reading trusts nothing: `parse_record` checks the form, `replay` plays the game through the rules. What either refuses is a
`RecordError`.
"""

from splendor_tui.record.record_error import RecordError
from splendor_tui.record.record_model import (
    MAX_PLIES,
    VERSION,
    ClockReading,
    Record,
    RecordDeal,
    RecordHeader,
    RecordOptions,
    RecordPlayer,
    RecordPly,
    RecordResult,
    RecordStanding,
    Seat,
    header_of,
    result_of,
)
from splendor_tui.record.record_text import MAX_BYTES, format_record, parse_record, read_record
from splendor_tui.record.replay import (
    Replayed,
    begin_from,
    begin_with,
    final_state,
    first_state,
    play_ply,
    replay,
    state_after,
)

__all__ = [
    "MAX_BYTES",
    "MAX_PLIES",
    "VERSION",
    "ClockReading",
    "Record",
    "RecordDeal",
    "RecordError",
    "RecordHeader",
    "RecordOptions",
    "RecordPlayer",
    "RecordPly",
    "RecordResult",
    "RecordStanding",
    "Replayed",
    "Seat",
    "begin_from",
    "begin_with",
    "final_state",
    "first_state",
    "format_record",
    "header_of",
    "parse_record",
    "play_ply",
    "read_record",
    "replay",
    "result_of",
    "state_after",
]
