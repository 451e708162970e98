"""The command line as a whole: what it starts and prints. No input may cause a traceback."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import splendor_tui
from splendor_tui.cli import main
from splendor_tui.commands import GROUPS
from splendor_tui.words import language_files
from splendor_tui.words.language_files import languages

PROGRAM = [sys.executable, "-m", "splendor_tui"]
NAMES = [name for names in GROUPS.values() for name in names]
IMPORTED = """
import sys
before = set(sys.modules)
from splendor_tui.cli import main
main(sys.argv[1:])
print(*set(sys.modules) - before)
"""


def run(*arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, **more}
    return subprocess.run(
        [*PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=environment
    )


def imported_by(*arguments: str) -> set[str]:
    command = [sys.executable, "-c", IMPORTED, *arguments]
    return set(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[-1].split())


def in_shell(redirected: str) -> "subprocess.CompletedProcess[str]":
    """Run the program through a shell, which can close its descriptors."""
    command = f'exec "$0" -m splendor_tui {redirected}'
    return subprocess.run(["sh", "-c", command, sys.executable], capture_output=True, text=True, check=False)  # noqa: S607


# --- language ----------------------------------------------------------------------------------------------------------


def last_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    main(arguments)
    return "".join(capsys.readouterr()).splitlines()[-1]


def test_language_comes_from_option_environment_settings_or_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The order in the test's name is the order of precedence."""
    monkeypatch.setenv("SPLENDOR_TUI_CONFIG", str(tmp_path))
    ask = ["games", "--data", str(tmp_path)]
    english = "No saved games yet."
    french = language_files.translation_of("fr").gettext(english)
    assert last_line(ask, capsys) == english
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert last_line(ask, capsys) == french
    (tmp_path / "settings.toml").write_text('language = "en"')
    assert last_line(ask, capsys) == english
    monkeypatch.setenv("SPLENDOR_TUI_LANGUAGE", "fr")
    assert last_line(ask, capsys) == french
    assert last_line(["--lang", "en", *ask], capsys) == english
    assert last_line([*ask, "--lang=en"], capsys) == english
    assert last_line([*ask, "--lang=auto"], capsys) == french


KNOWN = ", ".join(("auto", *languages()))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--lang", "tlh", "games"], f"There is no language 'tlh'; there are: {KNOWN}."),
        (["games", "--lang"], f"--lang needs a language: {KNOWN}."),
        (["--lang="], f"There is no language ''; there are: {KNOWN}."),
    ],
)
def test_unknown_language_is_an_error(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err == f"splendor-tui: {sentence}\n"


def test_damaged_language_file_is_reported_and_english_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "xx.mo").write_text("damaged")
    monkeypatch.setattr(language_files, "FOLDER", tmp_path)
    assert main(["--lang", "xx", "games", "--data", str(tmp_path)]) == 0
    output, complaint = capsys.readouterr()
    assert output == "No saved games yet.\n"
    assert complaint == "splendor-tui: The language file xx.mo is damaged; the program uses English.\n"


# --- starting ----------------------------------------------------------------------------------------------------------


def test_version_imports_nothing_heavy() -> None:
    assert run("--version").stdout == f"splendor-tui {splendor_tui.__version__}\n"
    assert imported_by("--version") <= {"splendor_tui", "splendor_tui.cli", "gc"}


def test_only_the_requested_command_is_imported() -> None:
    imported = imported_by("perft", "--setup", "gold", "--depth", "1")
    assert {name for name in imported if name.startswith("splendor_tui.commands.")} == {
        "splendor_tui.commands.language_option",
        "splendor_tui.commands.parser",
        "splendor_tui.commands.perft_command",
    }
    assert not imported & {"textual", "rich", "sqlite3"}


def test_every_command_has_a_module() -> None:
    folder = Path(splendor_tui.__file__).parent / "commands"
    modules = {file.stem for file in folder.glob("*_command.py")}
    assert {f"{name.replace('-', '_')}_command" for name in NAMES} == modules
    assert len(NAMES) == len(set(NAMES))


# --- help --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [["--help"], ["-h"]])
def test_help_lists_every_command_in_its_group(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    output = capsys.readouterr().out
    for group, names in GROUPS.items():
        listed = output.partition(f"\n{group}:\n")[2].partition("\n\n")[0].splitlines()
        assert [line.split()[0] for line in listed] == list(names)
    assert "Examples:" in output


def test_game_starts_as_plain_text_without_a_terminal(tmp_path: Path) -> None:
    done = run(SPLENDOR_TUI_DATA=str(tmp_path), SPLENDOR_TUI_CONFIG=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Splendor, line by line.")


def test_usage_names_the_program_as_it_was_started() -> None:
    assert run("--help").stdout.startswith("usage: python -m splendor_tui [")
    assert run("verify", "--help").stdout.startswith("usage: python -m splendor_tui verify ")
    assert run("verify").stderr.startswith("python -m splendor_tui: ")


# --- errors ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["verfy"], "There is no command 'verfy'; did you mean verify?"),
        (["check_assets"], "There is no command 'check_assets'; did you mean check-assets?"),
        (["xyz"], f"There is no command 'xyz'; the commands are {', '.join(NAMES)}."),
        ([""], "There is no command ''"),
        (["\x1b]52;c;eA==\x07"], r"There is no command '\x1b]52;c;eA==\x07'"),
        (["--bogus"], "unrecognized arguments: --bogus; see splendor-tui play --help"),
        (["--\x1b[2J"], r"unrecognized arguments: --\x1b[2J"),
        (["--vers"], "unrecognized arguments: --vers"),
        (["verify"], "the following arguments are required: FILE; see splendor-tui verify --help"),
        (["verify", "a", "b"], "unrecognized arguments: b"),
        (["perft", "--depth", "\x1b[2J"], r"argument --depth: expected a whole number from 1 to 12, not '\x1b[2J'"),
        (["perft", "--depth", "9" * 5_000], "argument --depth: expected a whole number from 1 to 12, not '999"),
    ],
)
def test_invalid_arguments_get_a_message_and_exit_code_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    output, complaint = capsys.readouterr()
    assert output == ""
    assert complaint.startswith(f"splendor-tui: {said}")
    assert complaint.removesuffix("\n").isprintable()


# --- the environment ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_closed_output_ends_the_program_quietly(unbuffered: str) -> None:
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    pipe = subprocess.PIPE
    with subprocess.Popen([*PROGRAM, "perft"], stdout=pipe, stderr=pipe, env=environment) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def _listen_to_interrupts() -> None:
    """Restore SIGINT, which background processes and their children ignore."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_interrupt_ends_the_program_quietly() -> None:
    counting = [*PROGRAM, "perft", "--setup", "file-order-4", "--depth", "12"]
    with subprocess.Popen(
        counting,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=_listen_to_interrupts,  # noqa: PLW1509 - the tests have no threads
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"depth 1: 30\n"
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
    assert process.returncode == 130


@pytest.mark.parametrize("command", ["perft", "--version"])
def test_full_disk_is_reported(command: str) -> None:
    completed = in_shell(f"{command} > /dev/full")
    assert completed.stderr == "python -m splendor_tui: the disk is full\n"
    assert completed.returncode == 2


@pytest.mark.parametrize(
    ("variable", "arguments"),
    [
        (None, ["new", "--clock", "\udcff"]),
        ("SPLENDOR_TUI_LANGUAGE", []),
        ("SPLENDOR_TUI_MATCH_CLOCK", ["settings"]),
    ],
)
def test_invalid_utf_8_is_an_error(variable: str | None, arguments: list[str]) -> None:
    refused = run(*arguments, **({variable: "\udcff"} if variable else {}))
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "is not UTF-8 text" in refused.stderr
    assert "\\udcff" in refused.stderr
    assert refused.stdout == ""


@pytest.mark.parametrize(
    ("command", "closed"),
    [
        ("--version", ">&-"),
        ("--help", "2>&-"),
        ("games --data {folder}", "<&-"),
        ("perft --check --setup final-round", ">&- <&- 2>&-"),
    ],
)
def test_commands_work_with_closed_descriptors(tmp_path: Path, command: str, closed: str) -> None:
    completed = in_shell(f"{command.format(folder=tmp_path)} {closed}")
    assert (completed.returncode, completed.stderr) == (0, "")
    assert bool(completed.stdout) is not closed.startswith(">&-")


def test_error_messages_never_go_to_standard_output() -> None:
    completed = in_shell("nonsense 2>&-")
    assert (completed.returncode, completed.stdout) == (2, "")
