"""`splendor-tui verify FILE`: check a record against the rules."""

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from splendor_tui.commands.argument_parser import CommandError, Parser
from splendor_tui.commands.shared_options import add_assets_option, load_assets
from splendor_tui.inputs.files import read_regular_file
from splendor_tui.presentation.result import ending_of, standings_report
from splendor_tui.record import MAX_BYTES, Record, RecordError, parse_record
from splendor_tui.replay import final_state
from splendor_tui.rules.outcome import standings
from splendor_tui.rules.state import State
from splendor_tui.words import N_, NN_, NP_

_STANDARD_INPUT: Final = "-"


def configure(parser: Parser) -> None:
    """Add the arguments for the record, the card set and the format."""
    parser.argument(
        "file", NP_("argument", "FILE"), N_("the record; {sign} reads it from the standard input", sign=_STANDARD_INPUT)
    )
    add_assets_option(parser)
    parser.flag("--json", N_("print a JSON object"))


def run(args: argparse.Namespace) -> int:
    """Check the record and print the standings. If it is invalid, return 1 with `--json`, and raise RecordError without it."""
    content = _content(args.file)
    catalogue = load_assets(args)
    try:
        record = parse_record(content)
        state = final_state(record, catalogue)
    except RecordError as error:
        if not args.json:
            raise
        print(json.dumps({"valid": False, "line": error.line, "ply": error.ply, "reason": str(error)}))
        return 1
    if args.json:
        print(json.dumps(_facts(record, state)))
    else:
        verdict = NN_("{count} action, legal.", "{count} actions, all legal.", len(record.plies))
        print(verdict, *standings_report(record, state), sep="\n")
    return 0


def _content(file: str) -> bytes:
    if file == _STANDARD_INPUT:
        if sys.stdin is None:
            raise CommandError(N_("Standard input is closed; specify a file."))
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    return read_regular_file(Path(file), MAX_BYTES)


def _facts(record: Record, state: State) -> dict[str, object]:
    return {
        "valid": True,
        "plies": len(record.plies),
        "ending": ending_of(record, state),
        "standings": [
            {"name": record.header.players[standing.seat].name, **standing._asdict()} for standing in standings(state)
        ],
    }
