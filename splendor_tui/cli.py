"""The command line: runs a command, and converts errors to a message and an exit code.

Exit codes: 0 success, 1 invalid input or a crash, 2 the command cannot run, 130 interrupted, 141 output closed, 128 + the
number of another signal that ended the program. Imports are lazy, so that `--version` is about as fast as Python itself.
"""

import gc
import io
import os
import sys

NEW_OBJECTS = 50_000
"""Number of new objects that triggers a garbage collection. Python's default of 700 costs a tenth of the startup time, and
imports do not create garbage.
"""
_INTERRUPTED = 130
_SPACING = "\n\xa0\u202f"
"""The line breaks and no-break spaces of our own sentences, which `isprintable` rejects."""


def main(arguments: list[str] | None = None, prog: str = "splendor-tui") -> int:
    """Run the program with these arguments, by default those of the process. Returns the exit code."""
    gc.set_threshold(NEW_OBJECTS)
    sys.stdout = sys.stdout or _null_output()
    sys.stderr = sys.stderr or _null_output()
    try:
        code = _run(prog, sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = _INTERRUPTED
    except BrokenPipeError:
        _abandon_output()
        return 141
    except OSError as error:
        _abandon_output()
        from splendor_tui.inputs.files import failure

        return _print_error(prog, str(failure(error)))
    if code == _INTERRUPTED and arguments is None:
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second ctrl+c must not change the exit code
    return code


def _run(prog: str, arguments: list[str]) -> int:
    if arguments == ["--version"]:
        from splendor_tui import __version__

        print(f"splendor-tui {__version__}")
        return 0
    from splendor_tui.commands.command_table import DEFAULT_COMMAND, check_text, help_parser, run_command
    from splendor_tui.commands.language_option import choose_language
    from splendor_tui.words import MessageError

    _spell_unencodable()
    _forget_exported_size()
    try:
        check_text(arguments, os.environ)
        arguments, problem = choose_language(arguments, os.environ)
        if problem is not None:
            _print_error(prog, str(problem))
        if arguments[:1] in (["--help"], ["-h"]):
            help_parser(prog).parse_args(arguments)
        elif arguments and not arguments[0].startswith("-"):
            return run_command(prog, arguments[0], arguments[1:])
        else:
            return run_command(prog, DEFAULT_COMMAND, arguments)
    except MessageError as error:
        return _print_error(prog, str(error))
    except SystemExit:
        pass  # argparse has printed its help
    return 0


def _null_output() -> io.TextIOWrapper:
    """A replacement for a standard stream that was closed when the program started."""
    return os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def _spell_unencodable() -> None:
    """Spell characters that the encoding of an output lacks, instead of failing."""
    from splendor_tui.words.spelling import SPELLED

    for output in (sys.stdout, sys.stderr):
        if isinstance(output, io.TextIOWrapper):
            output.reconfigure(errors=SPELLED)


def _forget_exported_size() -> None:
    """Ignore exported sizes if the size of the window is known. They never change when it does."""
    from contextlib import suppress

    with suppress(OSError, ValueError):
        if all(os.get_terminal_size(sys.stdout.fileno())):
            for variable in ("COLUMNS", "LINES"):
                os.environ.pop(variable, None)


def _abandon_output() -> None:
    """Detach the standard output, so that Python does not fail again when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_error(prog: str, sentence: str) -> int:
    """Print an error message with escaped control characters, which may come from arguments. Returns the exit code 2."""
    plain = "".join(char if char.isprintable() or char in _SPACING else ascii(char)[1:-1] for char in sentence)
    print(f"{prog}: {plain}", file=sys.stderr)
    return 2
