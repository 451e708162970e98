"""The command line as a whole: what it starts and prints. No input may cause a traceback."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import splendor_tui
from splendor_tui.commands.command_table import GROUPS
from splendor_tui.words.languages import languages, translation_of
from tests.commands.command_line import CommandLine, interruptible

PROGRAM = [sys.executable, "-m", "splendor_tui"]
NAMES = [name for names in GROUPS.values() for name in names]
IMPORTED = """
import sys
before = set(sys.modules)
from splendor_tui.cli import main
for line in sys.argv[1:]:
    main(line.split())
    print("imported", *set(sys.modules) - before)
"""


def in_shell(redirected: str, first: str = "") -> "subprocess.CompletedProcess[str]":
    """Run the program through a shell, which can close its descriptors, or limit them in a `first` command."""
    command = f'{first} exec "$0" -m splendor_tui {redirected}'
    return subprocess.run(["sh", "-c", command, sys.executable], capture_output=True, text=True, check=False)  # noqa: S607


# --- language ----------------------------------------------------------------------------------------------------------


def test_language_comes_from_option_environment_settings_or_system(
    run: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order in the test's name is the order of precedence."""
    english = "No saved games yet.\n"
    french = translation_of("fr").gettext(english.strip()) + "\n"
    assert run("games").out == english
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert run("games").out == french
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text('language = "en"')
    assert run("games").out == english
    monkeypatch.setenv("SPLENDOR_TUI_LANGUAGE", "fr")
    assert run("games").out == french
    assert run("--lang", "en", "games").out == run("games", "--lang=en").out == english
    assert run("games", "--lang=auto").out == french


KNOWN = ", ".join(("auto", *languages()))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--lang", "tlh", "games"], f"There is no language 'tlh'; there are: {KNOWN}."),
        (["games", "--lang"], f"--lang needs a language: {KNOWN}."),
        (["--lang="], f"There is no language ''; there are: {KNOWN}."),
    ],
)
def test_unknown_language_is_an_error(run: CommandLine, arguments: list[str], sentence: str) -> None:
    assert run.error(*arguments) == f"splendor-tui: {sentence}\n"


def test_unusable_language_is_reported_and_english_used(
    run: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = "No saved games yet.\n"
    monkeypatch.setenv("SPLENDOR_TUI_LANGUAGE", "\x1btlh")
    unknown = f"SPLENDOR_TUI_LANGUAGE is '\\x1btlh'; allowed: {KNOWN}. The program continues in English."
    assert run("games") == (english, f"splendor-tui: {unknown}\n")
    (tmp_path / "xx.mo").write_text("damaged")
    monkeypatch.setattr("splendor_tui.words.languages.FOLDER", tmp_path)
    damaged = "The language file xx.mo is damaged; the program uses English."
    assert run("--lang", "xx", "games") == (english, f"splendor-tui: {damaged}\n")


# --- starting ----------------------------------------------------------------------------------------------------------


def test_only_what_the_command_needs_is_imported() -> None:
    command = [sys.executable, "-c", IMPORTED, "--version", "--help", "perft --setup gold --depth 1", "settings"]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    assert lines[0] == f"splendor-tui {splendor_tui.__version__}"
    version, help_, imported, with_settings = (set(line.split()[1:]) for line in lines if line.startswith("imported "))
    assert version <= {"splendor_tui", "splendor_tui.cli", "gc"}
    assert not {"joblib", "distributed", "numpy", "pydantic"} & help_
    assert {name for name in imported if name.startswith("splendor_tui.commands.")} == {
        "splendor_tui.commands.command_table",
        "splendor_tui.commands.language_option",
        "splendor_tui.commands.argument_parser",
        "splendor_tui.commands.perft_command",
        "splendor_tui.commands.shared_options",
    }
    assert not imported & {"textual", "rich", "sqlite3"}
    # Fails if pydantic no longer asks the module that `strict_models` replaces for its plugins.
    assert {"pydantic", "pydantic.plugin"} <= with_settings
    assert not with_settings & {"importlib.metadata", "yaml"}


def test_every_command_has_a_module() -> None:
    folder = Path(splendor_tui.__file__).parent / "commands"
    modules = {file.stem for file in folder.glob("*_command.py")}
    assert {f"{name.replace('-', '_')}_command" for name in NAMES} == modules
    assert len(NAMES) == len(set(NAMES))


# --- help --------------------------------------------------------------------------------------------------------------


def test_help_has_no_colours(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in run("new", "--help").out


def test_help_lists_every_command_in_its_group(run: CommandLine) -> None:
    output = run("--help").out
    assert run("-h").out == output
    for group, names in GROUPS.items():
        listed = output.partition(f"\n{group}:\n")[2].partition("\n\n")[0].splitlines()
        assert [line.split()[0] for line in listed] == list(names)
    assert "Examples:" in output
    assert output.startswith("usage: splendor-tui [")


# --- errors ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["verfy"], "There is no command 'verfy'; did you mean verify?"),
        (["xyz"], f"There is no command 'xyz'; the commands are {', '.join(NAMES)}."),
        ([""], "There is no command ''"),
        (["\x1b]52;c;eA==\x07"], r"There is no command '\x1b]52;c;eA==\x07'"),
        (["--bogus"], "unrecognized arguments: --bogus; see splendor-tui play --help"),
        (["--data", "x", "games"], "Options follow the command; see splendor-tui games --help"),
        (["--vers"], "unrecognized arguments: --vers"),
        (["verify"], "the following arguments are required: FILE; see splendor-tui verify --help"),
        (["verify", "a", "b"], "unrecognized arguments: b"),
        (["engine", "wizard"], "argument LEVEL: invalid choice: 'wizard'"),
        (["engine"], "Specify either a level, or an engine with --check."),
        (["engine", "merchant", "--check", "cat"], "Specify either a level, or an engine with --check."),
        (["engine", "--check", "'"], "A quote in the command of an engine is not closed."),
        (["perft", "--depth", "\x1b[2J"], r"argument --depth: expected a whole number from 1 to 12, not '\x1b[2J'"),
        (["perft", "--depth", "9" * 5_000], "argument --depth: expected a whole number from 1 to 12, not '999"),
    ],
)
def test_invalid_arguments_get_a_message_and_exit_code_2(run: CommandLine, arguments: list[str], said: str) -> None:
    assert run.error(*arguments).startswith(f"splendor-tui: {said}")


def test_french_punctuation_in_an_error_is_not_escaped(run: CommandLine) -> None:
    said = run("--lang", "fr", "--data", "x", "resume", code=2).err
    assert said == "splendor-tui: Les options suivent la commande\u202f; voir splendor-tui resume --help\n"


# --- the environment ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_closed_output_ends_the_program_quietly(unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
        command = [*PROGRAM, "--version"]
        done = subprocess.run(command, stdout=closed, stderr=subprocess.PIPE, check=False, env=environment)
    assert (done.returncode, done.stderr) == (141, b"")


def test_interrupt_ends_the_program_quietly() -> None:
    with interruptible([*PROGRAM, "perft", "--setup", "file-order-4", "--depth", "12"]) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "depth 1: 30\n"
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == ""
    assert process.returncode == 130


def test_full_disk_is_reported() -> None:
    completed = in_shell("--version > /dev/full")
    assert completed.stderr == "python -m splendor_tui: the disk is full\n"
    assert completed.returncode == 2


@pytest.mark.parametrize("command", ["new --players Ann,Bo --plain", "arena random random"])
def test_too_few_descriptors_are_reported(command: str) -> None:
    completed = in_shell(f"{command} < /dev/null", "ulimit -n 16;")
    assert completed.stderr.splitlines()[-1] == "python -m splendor_tui: too many files are open"
    assert "Traceback" not in completed.stderr
    assert completed.returncode == 2


@pytest.mark.parametrize(
    ("arguments", "variable"),
    [
        (["new", "--clock", "\udcff"], "FOREIGN_VARIABLE"),
        ([], "SPLENDOR_TUI_LANGUAGE"),
        (["settings"], "SPLENDOR_TUI_MATCH_CLOCK"),
    ],
)
def test_invalid_utf_8_is_an_error(
    run: CommandLine, arguments: list[str], variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "\udcff")
    said = run.error(*arguments)
    assert said.count("\n") == 1
    assert "is not UTF-8 text" in said
    assert "\\udcff" in said


@pytest.mark.parametrize(
    ("redirected", "code"), [("--version >&-", 0), ("games >&- <&- 2>&-", 0), ("nonsense 2>&-", 2)]
)
def test_commands_work_with_closed_descriptors_and_errors_never_go_to_standard_output(
    redirected: str, code: int
) -> None:
    completed = in_shell(redirected)
    assert (completed.returncode, completed.stdout, completed.stderr) == (code, "", "")
