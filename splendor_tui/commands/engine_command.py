"""`splendor-tui engine LEVEL`: a level as an engine; `engine --check COMMAND`: what an engine does wrong."""

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from splendor_tui.commands import CommandError, Parser
from splendor_tui.inputs.problems import escaped
from splendor_tui.words import N_, NN_, NP_, Message, enumerated

if TYPE_CHECKING:
    from splendor_tui.engines.engine_check import Part

HELP = N_("let a level play as an engine, or check an engine of your own")
_INPUT: Final = 0  # the descriptor
_MOST_TOLD: Final = 6  # of what was sent, and of what came


def configure(parser: Parser) -> None:
    """Add which level, or which engine. The page docs/engine.md says what they speak."""
    from splendor_tui.bots.levels import LEVELS

    parser.argument(
        "level",
        metavar=NP_("argument", "LEVEL"),
        nargs="?",
        about=N_("speak the protocol of engines for this level: {levels}", levels=enumerated(LEVELS)),
    )
    parser.argument(
        "--check",
        metavar=NP_("argument", "COMMAND"),
        about=N_("start this engine, try everything that a table may ask, and tell what is wrong"),
    )


def run(args: argparse.Namespace) -> int:
    """Serve until the table is done, or check, and return 1 where something is wrong. Raises CommandError."""
    if (args.level is None) == (args.check is None):
        raise CommandError(N_("Name either a level or, with {option}, an engine.", option="--check"))
    return _serve(args.level) if args.check is None else _check(args.check)


def _serve(level: str) -> int:
    from splendor_tui.bots.levels import UnknownLevelError, create_bot, level_name
    from splendor_tui.engines.level_server import LevelServer
    from splendor_tui.inputs.assets import load_catalogue

    try:
        policy = create_bot(level).policy
    except UnknownLevelError as error:
        raise CommandError(error) from error
    server = LevelServer(str(level_name(level)), policy, load_catalogue(), sys.stdout.buffer, _complain)
    with open(_INPUT, "rb", buffering=0, closefd=False) as source:
        server.serve(source)
    return 0


def _complain(sentence: Message) -> None:
    print(sentence, file=sys.stderr, flush=True)


def _check(text: str) -> int:
    from splendor_tui.commands.perft_command import published_setups
    from splendor_tui.engines.engine_check import Counted, check_engine
    from splendor_tui.inputs.assets import load_catalogue
    from splendor_tui.inputs.engine_names import EngineCommandError, split_command

    try:
        command = split_command(text)
    except EngineCommandError as error:
        raise CommandError(error) from error
    catalogue = load_catalogue()
    setups = published_setups().items()
    counted = {name: Counted(setup.state(catalogue), setup.counts) for name, setup in setups}
    faults = 0
    for part in check_engine(command, catalogue, counted):
        print("\n".join(_told(part)), flush=True)
        faults += part.fault is not None
    if faults:
        print(NN_("{count} thing is wrong.", "{count} things are wrong.", faults))
        return 1
    print(N_("Nothing is wrong with this engine."))
    return 0


def _told(part: "Part") -> Iterator[str]:
    """What was tried, line by line, and where that went wrong the sentence about it and what led to it."""
    yield f"{'-' if part.fault else '+'} {part.title}"
    if part.hello is not None:
        yield "    " + " · ".join(escaped(text)[1:-1] for text in (part.hello.name, part.hello.author) if text)
    if part.fault is None:
        return
    yield f"    {part.fault}"
    yield from (f"    > {line}" for line in part.sent[-_MOST_TOLD:])
    yield from (f"    < {line}" for line in part.came[-_MOST_TOLD:])
    if part.last_error:
        yield f"    ! {part.last_error}"
