"""`splendor-tui engine LEVEL`: run a level as an engine. `engine --check COMMAND`: list the problems of an engine."""

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from typing import Final

from splendor_tui.bots.levels import LEVELS, create_bot, get_level, level_id
from splendor_tui.commands.argument_parser import CommandError, Parser
from splendor_tui.commands.perft_command import published_setups
from splendor_tui.engines.engine_check import Counted, Part, check_engine
from splendor_tui.engines.level_server import LevelServer
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.inputs.engine_names import split_command
from splendor_tui.inputs.strict_models import escaped
from splendor_tui.words import N_, NN_, NP_, enumerated

_INPUT: Final = 0  # file descriptor of the standard input
_MAX_LINES: Final = 6  # lines to print of those sent, and of those received


def configure(parser: Parser) -> None:
    """Add the arguments for the level or the engine. docs/engine.md describes the protocol."""
    parser.argument(
        "level",
        NP_("argument", "LEVEL"),
        N_("the level to run as an engine: {levels}", levels=enumerated(LEVELS)),
        nargs="?",
        choices=LEVELS,
        type=level_id,
    )
    parser.argument(
        "--check", NP_("argument", "COMMAND"), N_("start this engine, try every request, and report problems")
    )


def run(args: argparse.Namespace) -> int:
    """Serve until the input ends, or check an engine and return 1 if it has problems. Raises MessageError."""
    if (args.level is None) == (args.check is None):
        raise CommandError(N_("Specify either a level, or an engine with {option}.", option="--check"))
    return _serve(args.level) if args.check is None else _check(args.check)


def _serve(level: str) -> int:
    report = partial(print, file=sys.stderr, flush=True)
    server = LevelServer(str(get_level(level).name), create_bot(level), load_catalogue(), sys.stdout.buffer, report)
    with open(_INPUT, "rb", buffering=0, closefd=False) as source:
        server.serve(source)
    return 0


def _check(text: str) -> int:
    command = split_command(text)
    catalogue = load_catalogue()
    setups = published_setups().items()
    counted = {name: Counted(setup.state(catalogue), setup.counts) for name, setup in setups}
    faults = 0
    for part in check_engine(command, catalogue, counted):
        print("\n".join(_describe(part)), flush=True)
        faults += part.fault is not None
    if faults:
        print(NN_("{count} problem found.", "{count} problems found.", faults))
        return 1
    print(N_("No problems found."))
    return 0


def _describe(part: Part) -> Iterator[str]:
    """Describe one test. If it failed, add the problem and the last lines exchanged."""
    yield f"{'-' if part.fault else '+'} {part.title}"
    if part.hello is not None:
        yield "    " + " · ".join(escaped(text)[1:-1] for text in (part.hello.name, part.hello.author) if text)
    if part.fault is None:
        return
    yield f"    {part.fault}"
    yield from (f"    > {line}" for line in part.sent[-_MAX_LINES:])
    yield from (f"    < {line}" for line in part.received[-_MAX_LINES:])
    if part.last_error:
        yield f"    ! {part.last_error}"
