"""The real program in the plain mode: with input from a pipe, in a dumb terminal, terminated and resumed."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from pyte import Screen

from splendor_tui.commands.play_command import draw_saved_game
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.inputs.player_names import cell_width
from splendor_tui.match.match_lifecycle import with_options
from splendor_tui.match.services import Services
from splendor_tui.plain.console import Console, LineReader
from splendor_tui.plain.line_editor import LineEditor
from splendor_tui.plain.program import Beginning, play
from splendor_tui.presentation.tournaments import begin_tournament, current_tournament
from splendor_tui.record import format_record
from splendor_tui.replay import final_state
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.settings_screen import SettingsScreen
from splendor_tui.words.languages import set_language
from tests.engines.moved_engine import game_with_moved_engine
from tests.plain.typist import all_in, run, saved_games, typed
from tests.presentation.test_series import play_series
from tests.presentation.test_tournaments import plan_of, play_games, reread
from tests.review.reviewing import Reviewer
from tests.tui.app.terminals import COLUMNS, PROGRAM, Terminal, terminal
from tests.tui.opened_app import make_services, store_of

PATIENCE = 240.0
READ_LINE = """
from splendor_tui.plain.console import LineReader, typed_encoding
print(ascii(LineReader(0, typed_encoding()).line()), end="")
"""


def test_game_is_begun_in_english_and_resumed_and_ended_in_french(tmp_path: Path, catalogue: Catalogue) -> None:
    begun = run(tmp_path, "new", "--players", "Ann,Jo=apprentice", lines=["take w u g"])
    assert (begun.returncode, begun.stderr) == (0, "")
    [game] = saved_games(tmp_path)
    assert begun.stdout.endswith("Your game is saved. Resume it with splendor-tui resume --plain\n")
    ended = run(tmp_path, "resume", game.id, "--plain", "--lang", "fr", lines=["réserver z", "abandonner", "oui"])
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Tapez analyse, revanche, partager, nouvelle, statistiques, réglages, table ou quitter." in ended.stdout
    assert "Ann took" not in ended.stdout
    left = run(tmp_path, "new", "--players", "Ann,Bo", "--plain", "--lang", "fr", lines=["prendre d s e"])
    assert left.stdout.endswith("splendor-tui resume --plain --lang fr\n")
    assert "\x1b" not in begun.stdout + ended.stdout
    with Store.open(tmp_path / "data") as store:
        record = store.export_record(game.id)
    assert '"take ' in format_record(record), "the notation is that of every language"
    assert final_state(record, catalogue).ply == len(record.plies) > game.plies > 0


@pytest.fixture
def place(catalogue: Catalogue, tmp_path: Path) -> Services:
    return make_services(catalogue, tmp_path)


def new_game(players: str) -> Beginning:
    return lambda program: program.begin_or_end(make_options(parse_players(players)), None)


async def test_new_game_asks_for_players_target_and_clock(place: Services) -> None:
    answers = "new|seven|3|Ann|ann|Bo|Journeyman|many|12|60+x|off|sometimes|when|rivals|take w u g"
    told = await typed(place, *answers.split("|"))
    complaints = ["Type a number from 2 to 4.", "ann and Ann are too similar", "'Play to' is 'many'"]
    answered = ["'Clock' is '60+x'", "Journeyman, 0 points, 0 cards.", "Your game is saved."]
    assert all_in([*complaints, *answered], told)
    again = await typed(place, "new", "", "", "", "", "", "")
    assert "Default: Ann.\nPlayer 1 is Ann, a human." in again
    assert "Default, 12." in again, "the rules are those of last time"


async def test_new_game_questions_have_help_and_can_go_back(place: Services) -> None:
    answers = "new|back|2|Ann|back|Zoe|help|Bo|help||quit|new|||||exit|quit|new"
    told = await typed(place, *answers.split("|"))
    players = ["weakest first: Apprentice,", "Player 2?", "Player 1?", "Player 1 is Zoe, a human.", "Player 2?"]
    players += ["back: previous question", "Player 2?", "Player 2 is Bo, a human."]
    rules = ["Play to how many points?", "From 1 to 50; the rulebook says 15.", "Play to how many points?", "A clock?"]
    assert all_in([*players, *rules, "Type new for a new game.", "A clock?", "Type new for a new game."], told)
    assert told.endswith("Goodbye.\n"), "quit is typed once at the home prompt"
    assert place.store is not None
    assert place.store.games() == ()


async def test_new_game_asks_only_humans_when_to_hide_the_table(place: Services) -> None:
    question = "Hide the table between turns: always, when needed or never? Default: when needed."
    for answers, asked in ((("Ann", "Bo", "", "", "never"), 1), (("Ann", "merchant", "", ""), 0)):
        told = await typed(place, "new", "2", *answers, "take w u g", "quit")
        assert told.count(question) == asked
        assert "Your game is saved." in told
    set_language("fr")
    told = await typed(place, "nouvelle", "2", "Ann", "Bo", "", "", "au besoin", "quitter")
    assert "toujours, au besoin ou jamais ? Par défaut : jamais." in told
    assert place.settings.match.hand_over == "hidden"


@pytest.mark.parametrize(
    ("language", "off", "words", "part"),
    [
        ("en", "60+300, or off. Default: off.", "always, when needed or never?", "needed"),
        ("fr", "60+300, ou sans. Par défaut : sans.", "toujours, au besoin ou jamais ?", "besoin"),
    ],
)
async def test_question_is_answered_and_refused_in_its_own_words(
    place: Services, english: None, language: str, off: str, words: str, part: str
) -> None:
    assert english is None
    set_language(language)
    told = await typed(place, "new", "2", "Ann", "Bo", "", "", "never", "take w u g", "quit")
    assert off in told
    told = await typed(place, "new", "2", "Ann", "Bo", "", "", "sometimes", "e", part, "take w u g", "quit")
    assert told.count(words) == 5, "asked and refused twice"
    assert place.settings.match.hand_over == "hidden"


async def test_questions_of_a_form_answer_score_and_again(place: Services) -> None:
    play_series(place, make_options(parse_players("Ann,Bo")), "Bo", "Bo")
    told = await typed(place, "new", "score", "again", "2", "Ann", "help", "again", "quit", "quit")
    score, question = "Series, open, after 2 games: Ann 2, Bo 0.\n", "How many players, 2 to 4?"
    assert all_in(["A new game.", question, score, question, score, question, "Player 2?"], told)
    level = "Apprentice: "
    assert all_in(["Player 2?", level, "Player 2?", level, "Player 2?"], told)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Aprentice", "Apprentice"),
        ("me", "Merchant"),
        ("App", "Apprentice"),
        ("g", "Guildmaster or Grandmaster"),
    ],
)
async def test_nearly_a_level_becomes_a_human_name_only_if_repeated(place: Services, name: str, meant: str) -> None:
    told = await typed(place, "new", "2", "Ann", name, "back", "", name, name, "", "")
    assert told.count(f"Did you mean {meant}? Then type it in full. For a human called {name}, type the name ag") == 2
    assert f"Player 2 is {name}, a human." in told


async def test_name_typed_for_an_earlier_seat_leaves_its_own_to_the_other(place: Services) -> None:
    await typed(place, "new", "2", "Ann", "Bo", "", "", "")
    again = await typed(place, "new", "", "Bo", "", "", "", "")
    assert all_in(["Player 1 is Bo, a human.", "Player 2? Default: Ann.", "Player 2 is Ann, a human."], again)


async def test_human_with_the_name_of_a_level_is_marked_as_human(place: Services) -> None:
    told = await typed(place, "new", "2", "merchant", "merchant = human", "", "")
    assert all_in(["Player 1 is Merchant, a computer.", "merchant and Merchant are too similar"], told)
    told = await typed(place, "new", "2", "Ann", "apprentice=human", "", "")
    assert "Player 2 is apprentice, a human." in told


async def test_resume_continues_the_last_game(place: Services) -> None:
    for names in ("Ann,Bo", "Cy,Di"):
        await typed(place, "take w u g", begin_with=new_game(names))
    assert "Cy and Di play to 15 points" in await typed(place, "resume")


async def test_rematch_is_dealt_anew_despite_a_seed(place: Services) -> None:
    agreed = make_options(parse_players("Ann,Bo"), seed="1")
    lines = ["cards all", "resign", "yes", "rematch", "cards all"]
    told = await typed(place, *lines, begin_with=lambda program: program.begin_or_end(agreed, None))
    cards = [line for line in told.splitlines() if re.match(r"[qwerasdfzxcv], ", line)]
    assert len(cards) == 24
    assert cards[:12] != cards[12:]


async def test_puzzles_games_and_lesson_can_be_started_after_a_game(place: Services) -> None:
    lines = ["resign", "yes", "puzzles win-1-01", "quit", "games", "learn"]
    told = await typed(place, *lines, begin_with=new_game("Ann,Jo=apprentice"))
    assert all_in(["Jo wins.", "Puzzle: Win 1, grade", "Type review, rematch, ", "1 of "], told)


async def test_review_statistics_and_settings_after_a_game(place: Services, tmp_path: Path) -> None:
    place.reviewer = lambda: Reviewer(0.5)
    lines = ["take w u g", "resign", "yes", "share", "review", "review all", "stats", "stats all", "settings bell on"]
    lines += ["settings", "settings all", "new"]
    told = await typed(place, *lines, begin_with=new_game("Ann,Jo=apprentice"))
    expected = [
        "Type review, rematch, share, new, stats, settings, table or quit.",
        "Splendor to 15 points, 2026-05-01: Jo won because Ann resigned in round 2.",
        "Points: Jo 0, Ann 0",
        "Reviewing 2 turns.\n",
        "Ann gave away ",
        "No turning points.\nType review points for turning points and the best move, review all for every turn.\n",
        "Ann took white blue green.\nAnn's chance of winning, ",
        "Ann, 1 game, 0 won.\nType stats all for everything, stats table for who beat whom.\n",
        "1 game not rated: a player resigned or ran out of time before anyone had bought three cards.\n",
        "bell true\n",
        "animations false\nbell true\nThese differ from the usual ones.\nType settings all for all settings,",
        "settings match.target 21 to change one.\n",
        "language auto\n",
        "A new game.",
    ]
    assert all_in(expected, told)
    assert "true" in (tmp_path / "config" / "settings.toml").read_text(encoding="utf-8")
    again = await typed(place, "review", "stats", "settings bell", "settings bel", "settings bell 7")
    assert all_in(["No turning points.", "Ann, 1 game", "bell true", "no setting 'bel'", "bell is '7'"], again)


async def test_settings_are_said_to_differ_only_if_some_do(place: Services) -> None:
    told = await typed(place, "settings animations on", "settings", "settings bell on", "settings")
    first, _changed, second = told.partition("bell true\n")
    how = "Type settings all for all settings, and for example settings match.target 21 to change one.\n"
    assert how in first
    assert "differ" not in first
    assert f"bell true\nThese differ from the usual ones.\n{how}" in second


async def test_player_is_renamed_between_games(place: Services) -> None:
    lines = [
        "resign",
        "yes",
        "rename Ann Bo",
        "rename ann = Jo Ann",
        "stats all",
        "rename undo",
        "rename undo",
        "stats",
    ]
    told = await typed(place, *lines, begin_with=new_game("Ann,Jo=apprentice"))
    expected = [
        "Type for example rename Ann = Anna.",
        "Ann is now called Jo Ann.\nType rename undo to undo that.",
        "Jo Ann, 1 game, 0 won.\nalso played as Ann.",
        "The games of Ann count for Ann again, not for Jo Ann.",
        "No player has been renamed.",
        "Ann, 1 game, 0 won.",
    ]
    assert all_in(expected, told)


def test_suggested_command_for_plain_text_repeats_the_options(place: Services, tmp_path: Path) -> None:
    for sentence in (HomeScreen.ABOUT, SettingsScreen.ABOUT):
        assert f"start splendor-tui --plain --data {tmp_path / 'data'}." in str(with_options(sentence, place))


async def test_unplayed_game_keeps_its_set_up(place: Services) -> None:
    told = await typed(place, "new", "3", "Zoe", "Bo", "merchant", "21", "", "", "quit")
    assert told.endswith("Nothing was played, so the game is not saved.\n")
    again = await typed(place, "new", "", "", "", "", "", "", "")
    assert all_in(
        ["Default, 3.", "Default: Zoe.", "Default: Bo.", "Default: Merchant.", "Zoe, Bo and Merchant play to 21"], again
    )


async def test_unplayed_game_is_not_saved(place: Services) -> None:
    told = await typed(place, "table", begin_with=new_game("Ann,Bo"))
    assert told.endswith("Nothing was played, so the game is not saved.\n")
    assert place.store is not None
    assert place.store.games() == ()


def test_game_without_a_store_is_playable_with_a_warning(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    done = run(tmp_path, "new", "--players", "Ann,Bo", lines=["take w u g", "quit", "no", "quit", "yes"])
    assert done.returncode == 0
    assert "Games cannot be saved now." in done.stdout
    assert done.stdout.count("This game is not saved and would be lost.\nType yes to confirm.") == 2
    assert done.stdout.endswith("This game was not saved.\n")


@pytest.mark.parametrize(("term", "number"), [("dumb", signal.SIGHUP), ("", signal.SIGQUIT)])
def test_dumb_terminal_gets_plain_lines_until_a_signal_ends_the_program(
    tmp_path: Path, term: str, number: signal.Signals
) -> None:
    with terminal([*PROGRAM, "new", "--players", "Ann,Bo"], tmp_path, TERM=term) as opened:
        opened.shows("Ann, your turn. ")
        opened.shows("Ann:")
        opened.type(b"TAKE w u g\n")
        opened.shows("Bo, your turn. ")
        opened.type(b"\xff\xfe\n")
        opened.shows("I do not understand")
        ends_at_once(opened, number)
        assert b"\x1b" not in opened.written
        assert opened.modes() == opened.modes_before


def ends_at_once(opened: Terminal, number: signal.Signals) -> None:
    opened.signal(number)
    code, seconds = opened.ended()
    assert code == 128 + number
    assert seconds < 1
    assert b"Traceback" not in opened.written


@pytest.mark.parametrize(
    ("command", "complaint", "awaited"),
    [
        ("./no-engine", "no-engine cannot play. There is no executable program './no-engine'.", False),
        ("true", "true cannot play. The engine exited with code 0.", True),
    ],
)
def test_engine_is_awaited_and_reported_before_the_deal_if_it_is_unusable(
    tmp_path: Path, command: str, complaint: str, *, awaited: bool
) -> None:
    begun = run(tmp_path, "new", "--players", f"Ann,@{command}")
    assert begun.returncode == 2
    assert begun.stderr.strip().endswith(complaint)
    assert ("Waiting for true to get ready…" in begun.stdout) is awaited
    assert "Goodbye" not in begun.stdout
    assert saved_games(tmp_path) == ()


async def test_resumed_game_asks_until_its_engine_starts_or_a_level_replaces_it_or_the_player_leaves(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    place, game_id, restore = game_with_moved_engine(catalogue, tmp_path)
    missing = "Bo cannot play. The engine exited with code 2 and the message "
    asked = "Type retry to start it again, quit to leave, or a level that plays instead: Apprentice,"
    left = await typed(place, "resume", "", "retry", "quit", "quit")
    assert (
        left.count(missing) == left.count("guest.py': [Errno 2] No such file or directory.") == left.count(asked) == 3
    )
    assert all_in([asked, "Type resume to continue", "Goodbye."], left)
    assert len(store_of(place).load(game_id).plies) == 1
    replaced = await typed(place, "resume", "merchant")
    assert all_in([missing, asked, "Bo took", " token"], replaced)
    restore()
    restored = await typed(place, "resume")
    assert all_in(["Waiting for Bo to get ready…", " token"], restored)
    assert missing not in restored


def test_terminal_gets_lines_that_break_at_spaces_and_ctrl_c_saves_the_game(tmp_path: Path) -> None:
    with terminal([*PROGRAM, "new", "--players", "Ann,Bo", "--plain"], tmp_path) as opened:
        opened.shows("Ann:")
        opened.type(b"help take\n")
        opened.shows("  black.")
        lines = [line.removesuffix("\r") for line in opened.written.decode().split("\n")]
        assert max(map(len, lines)) <= COLUMNS
        opened.type(b"take w u g\n")
        opened.shows("Bo:")
        refused = run(tmp_path, "resume", "--plain")
        assert (refused.returncode, refused.stdout) == (2, "")
        assert f"is being played by process {opened.pid}" in refused.stderr
        opened.type(b"take w u")
        opened.type(b"\x03")
        assert opened.ended()[0] == 0
        assert b"Your game is saved. Resume it with splendor-tui resume" in opened.written
    again = run(tmp_path, "resume", "--plain", lines=["help take"]).stdout
    assert "Bo, your turn. " in again
    assert max(map(len, again.splitlines())) > COLUMNS, "without a terminal, sentences are whole"


def test_line_is_edited_completed_and_found_again(tmp_path: Path) -> None:
    with terminal([*PROGRAM, "new", "--players", "Ann,Bo", "--plain"], tmp_path, TERM="xterm-256color") as opened:
        opened.shows("Ann:")
        assert b"\x1b" not in opened.written, "readers speak the ends of sequences that they do not know"
        opened.type(b"ban\t")
        opened.shows("Ann: bank")
        opened.type(b"x\x1b[D\x1b[3~\n")
        opened.shows("gold.\nAnn:")
        opened.type(b"\x1b[A")
        opened.shows("gold.\nAnn: bank")
        opened.type(b"\x03")
        assert opened.ended()[0] == 0
        assert opened.modes() == opened.modes_before


async def test_warning_has_its_own_line_and_leaves_the_half_typed_line_whole() -> None:
    class Editor(LineEditor):
        def __init__(self) -> None:
            self.typed = Event()

        def line(self, prompt: str) -> str | None:
            told.append(prompt)
            return "bank" if self.typed.wait(PATIENCE) else None

        @property
        def half_typed(self) -> tuple[str, str]:
            return "b", "a"

    told: list[str] = []
    console = Console(lambda: None, told.append, interactive=True, poll_seconds=0.01, editor=(editor := Editor()))
    warnings = iter(["10 seconds left."])

    def warn() -> None:
        console.say(next(warnings, None)) if len(told) < 3 else editor.typed.set()

    assert await console.line("Ann", warn) == "bank"
    assert "".join(told) == "Ann: \n10 seconds left.\nAnn: ba\b"


def test_line_that_a_warning_interrupts_is_edited_at_its_cursor(tmp_path: Path) -> None:
    clock = [*PROGRAM, "new", "--players", "Ann,Bo", "--plain", "--clock", "5+60"]
    with terminal(clock, tmp_path, TERM="xterm-256color") as opened:
        opened.shows("time bank.\nAnn:")
        opened.type("look é\x01\x1b[C\x1b[C\x1b[C".encode())
        opened.shows("seconds left.\nAnn: look é")
        opened.type(b"xyz")
        opened.shows("seconds left.\nAnn: looxyzk é")


def test_secret_leaves_a_tall_window_whatever_size_is_exported(tmp_path: Path) -> None:
    through = ["/bin/sh", "-c", f"{' '.join(PROGRAM)} new --players Ann,Bo --plain | cat"]
    with terminal(through, tmp_path, Screen(COLUMNS, 200), LINES="24", PYTHONPATH=str(Path.cwd())) as opened:
        opened.resize(COLUMNS, 200)
        opened.type(b"reserve b\nready\n")
        opened.shows("Bo, type ready.")
        assert "you drew" in opened.written.decode()
        assert "you drew" not in opened.text()


def wrapped(text: str, columns: int) -> list[str]:
    told: list[str] = []
    Console(lambda: None, told.append, interactive=False, columns=lambda: columns).say(text)
    return "".join(told).splitlines()


async def test_long_answer_stops_after_one_screen_until_more_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("splendor_tui.plain.console._window_rows", lambda: 12)
    told, typed = list[str](), iter(["more", "again", "more", "table"])
    console = Console(lambda: next(typed), told.append, interactive=True, is_ready=lambda: True)
    rows = [f"row {number}" for number in range(25)]
    console.say(*rows)
    assert await console.line("Ann", lambda: None) == "again"
    shown = "".join(told).split("\n")
    assert shown == [
        *rows[:10],
        "Type more for the rest.",
        *f"Ann: {rows[10]}".split("\n"),
        *rows[11:20],
        "Type more for the rest.",
        "Ann: ",
    ]
    told.clear()
    console.repeat()
    told.clear()
    console.scroll_away()
    assert "".join(told) == 13 * "\n", "no more than the window needs, because readers speak empty lines"
    assert await console.line("Bo", lambda: None) == "more", "nothing is left for the next player"


async def test_rest_of_an_answer_waits_while_a_player_thinks_and_comes_in_whole_sentences(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("splendor_tui.plain.console._window_rows", lambda: 8)
    told, lines, thought = list[str](), iter(["", "table"]), Event()

    def read() -> str:
        thought.wait(PATIENCE)
        return next(lines)

    news: Iterator[str | None] = iter([None, None, "10 seconds left.", None])

    def wait() -> None:
        console.say(next(news, None)) if not thought.is_set() else None
        if len("".join(told).split("Ann: ")) > 2:
            thought.set()

    console = Console(read, told.append, interactive=True, poll_seconds=0.01, columns=lambda: 10)
    console.say("one two three", "four five six", "seven eight nine", "ten")
    assert await console.line("Ann", wait) == "table"
    shown = "".join(told).replace("\n  ", " ")
    first, more, rest = (
        "one two three\nfour five six\n",
        "Type more for the rest.\nAnn: ",
        "seven eight nine\nten\nAnn: ",
    )
    assert shown == f"{first}{more}\n10 seconds left.\nAnn: {rest}"


def test_byte_order_mark_before_piped_lines_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "lines").write_bytes(b"\xef\xbb\xbftake w u g\nquit\n")
    with (tmp_path / "lines").open("rb") as piped:
        reader = LineReader(piped.fileno())
        assert [reader.line(), reader.line(), reader.line()] == ["take w u g", "quit", None]


@pytest.mark.parametrize(
    ("encoding", "typed"),
    [("utf-8", b"Zo\xc3\xa9\n"), ("iso8859-15", b"Zo\xe9\n"), ("ascii", b"Zo\xc3\xa9\n"), ("cp850", b"Zo\x82\n")],
)
def test_typed_lines_have_the_encoding_of_the_input(encoding: str, typed: bytes) -> None:
    told = subprocess.run(
        [sys.executable, "-c", READ_LINE],
        input=typed,
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert told.stdout == b"'Zo\\xe9'"


def test_wide_names_take_two_columns_a_character() -> None:
    assert wrapped("山田太郎 took gems", 12) == ["山田太郎", "  took gems"]
    assert wrapped("山田太郎 took gems", 13) == ["山田太郎 took", "  gems"]
    assert wrapped("Zoë\u0308 took gems", 13) == ["Zoë\u0308 took gems"]


@pytest.mark.parametrize("columns", [1, 2, 3, 10])
def test_narrow_terminal_gets_every_word_whole(columns: int) -> None:
    words = "  You reserve a card, 山田太郎 takes  three tokens"
    lines = wrapped(words, columns)
    assert " ".join(lines).split() == words.split()
    assert all(cell_width(line) <= columns or len(line.split()) == 1 for line in lines)
    assert all(line.strip() for line in lines)


def test_unexpected_error_is_reported_without_its_contents(
    place: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def read() -> str:
        raise ZeroDivisionError("3-17")

    console = Console(read, lambda _text: None, interactive=False)
    assert play(place, new_game("Ann,Bo"), console) == 1
    said = capsys.readouterr().err
    assert "Something went wrong" in said
    assert "Every game is saved; resume an unfinished one with `splendor-tui resume`." in said
    assert "3-17" not in said
    (report,) = (tmp_path / "data").glob("splendor-tui-report-*")
    assert "ZeroDivisionError" in report.read_text()
    assert "3-17" not in report.read_text()


def test_suspended_game_continues_in_a_pause_and_sigterm_ends_it(tmp_path: Path) -> None:
    with terminal([*PROGRAM, "new", "--players", "Ann,Bo", "--plain", "--clock", "60+300"], tmp_path) as opened:
        opened.shows("Ann:")
        opened.type(b"\x1a")
        opened.stopped()
        time.sleep(0.5)
        opened.signal(signal.SIGCONT)
        opened.shows("that time is not counted")
        opened.hides("Ann, your turn")
        opened.type(b"continue\n")
        opened.shows("Ann, your turn")
        ends_at_once(opened, signal.SIGTERM)


def test_closed_output_ends_the_program_quietly_with_the_game_saved(tmp_path: Path) -> None:
    places = f"SPLENDOR_TUI_DATA={tmp_path}/data SPLENDOR_TUI_CONFIG={tmp_path}/config"
    program = f"{places} {sys.executable} -m splendor_tui new --players Ann,Jo=apprentice"
    command = f"{{ yes take w u g | {program}; echo $? >&2; }} | head -3"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True, timeout=PATIENCE)  # noqa: S607
    assert done.stderr == "141\n"
    assert len(saved_games(tmp_path)) == 1


def test_lost_games_file_is_reported_and_rewritten(tmp_path: Path) -> None:
    with terminal([*PROGRAM, "new", "--players", "Ann,Bo", "--plain"], tmp_path) as opened:
        opened.shows("Ann:")
        for file in (tmp_path / "data").glob("games.sqlite3*"):
            file.unlink()
        opened.type(b"take w u g\n")
        opened.shows("The last actions are not saved.")
        opened.shows("Everything is saved again.")
        opened.type(b"\x04")
        assert opened.ended()[0] == 0
    assert [game.plies for game in saved_games(tmp_path)] == [1]


async def test_rematch_and_the_score_of_the_series_are_there_after_a_break(place: Services) -> None:
    play_series(place, make_options(parse_players("Ann,Bo")), "Ann", "Bo")
    output = await typed(place, "series", "rematch first-3", "table", "quit")
    first, _question, after = output.partition("Type rematch to continue, or new for a new game.")
    assert "Series, open, after 2 games: Ann 1, Bo 1.\nAnn and Bo play again by the same rules. Ann starts." in first
    assert all_in(["Game 2: Bo (0), Ann (0), Ann won.\n", "Ann and Bo play to 15 points"], after)
    assert after.count("Series, first to 3, after 2 games: Ann 1, Bo 1.") == 2, "at the start, and in the table"


async def test_undecided_series_is_continued_by_its_number_after_another_game(place: Services) -> None:
    series = make_options(parse_players("Zoé,Max")).model_copy(update={"series": "best-3"})
    play_series(place, series, "Max")
    play_series(place, make_options(parse_players("Ann,Bo")), "Ann")
    output = await typed(place, "new", "quit", "games", "resume 1", "resign", "yes", "games", "quit", "quit")
    assert "To continue it, type quit, then games." in output
    _before, _number, after = output.partition("1. Series, best of 3, after 1 game: Zoé 1, Max 0.")
    told = ["Max and Zoé play to 15 points", "Zoé wins the series, best of 3: Zoé 2, Max 0.", "No game to resume."]
    assert all_in(told, after)


@pytest.mark.parametrize("word", ["resume 2", "2"])
async def test_series_that_was_left_for_a_game_says_what_continues_it(place: Services, word: str) -> None:
    play_series(place, make_options(parse_players("Ann,Bo")).changed({"series": "first-3"}), "Ann")
    await typed(place, "take w u g", "quit", begin_with=new_game("Ann,Cy"))
    told = await typed(place, "resume series", "games", word, "quit")
    home, _refused, games = told.partition("There is no game 'series'. Type games for your games.")
    assert "after 1 game: Ann 0, Bo 1.\nTo continue it, type resume 2.\nA game of Ann (0) and Cy (0)" in home
    assert "Cy (0), round 1, Cy's turn, last played" in home
    assert all_in(["2. Series", "To continue one, type resume and its number.", "Bo and Ann play to"], games)


async def test_one_word_says_the_score_in_a_game_at_the_hand_over_and_in_a_challenge(place: Services) -> None:
    place.change_settings(place.settings.changed(names=("Ann",)))
    options = make_options(parse_players("Ann,Bo")).changed({"series": "first-2", "hand_over": "always"})
    play_series(place, options, "Ann")
    told = await typed(place, "rematch", "ready", "take w u g", "score", "ready", "standings", "quit")
    assert told.count("Series, first to 2, after 1 game: Ann 0, Bo 1.\nNo points yet in this game.") == 2
    told = await typed(place, "challenges sprint", "Ann", "take w u g", "score", "quit", "quit")
    assert "This is turn 2.\nNo points yet in this game." in told
    answers = ("3", "Ann", "Bo", "Cy", "", "", "", "", "", "")
    play_one = ("tournament play", "resign", "yes")
    told = await typed(place, "tournament new", *answers, *play_one, "tournament play", "tournament", "quit")
    assert re.search("Tournament, round 2 of 3: .* 1, .*\nNo points yet in this game", told)


async def test_share_saves_a_picture_and_names_its_file(
    place: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    place.draw = partial(draw_saved_game, place)
    told = await typed(place, "take w u g", "resign", "yes", "share picture", begin_with=new_game("Ann,Jo=apprentice"))
    [file] = tmp_path.glob("splendor-*.svg")
    assert file.name in told
    assert file.read_text(encoding="utf-8").startswith("<svg")


async def test_challenges_in_plain_text_ask_who_plays(place: Services) -> None:
    place.change_settings(place.settings.changed(names=("Ann", "Bo")))
    output = await typed(place, "challenges sprint", "Bo", "take w u g", "quit", "challenges", "quit")
    told = [
        "Default: Ann. Type quit to cancel.",
        "The scores of Bo.",
        "You can continue today's attempt until midnight.",
    ]
    assert all_in(told, output)


async def test_challenge_remembers_the_last_name_completes_a_word_and_takes_no_command_as_a_name(
    place: Services,
) -> None:
    place.change_settings(place.settings.changed(names=("Ann", "Bo")))
    output = await typed(place, "challenges spr", "Bo", "quit", "challenges spr", "table", "challenges sprint", "quit")
    refused = "The command table is not available here. For a human called table, type the name again."
    assert all_in(["Default: Ann.", "SPRINT: turn 1.", "Default: Bo.", refused, "The command challenges is"], output)
    assert output.count("SPRINT") == 1, "the second one is cancelled"
    assert "There is no challenge 's'." in await typed(place, "challenges s")


async def test_first_game_of_a_series_says_so_and_another_match_names_the_undecided_one(place: Services) -> None:
    answers = ("new", "2", "Ann", "Bo", "", "", "")
    told = await typed(place, "settings match.series first-2", *answers, "table", "take w u g", "resign", "yes", "quit")
    assert told.count("Series, first to 2: game 1.") == 2, "at the deal and in the table"
    assert "Special rules: Series first to 2." in told, "they are from the settings, not from a game"
    told = await typed(
        place, "new", "quit", "rematch", "take w u g", "resign", "yes", "rematch", "resign", "yes", "quit"
    )
    undecided = (
        "after 1 game: Ann 1, Bo 0.\nTo continue it, type quit, then rematch, or, later, type games.\nA new game."
    )
    assert all_in(
        [undecided, "Bo and Ann play to", "Ann 1, Bo 1", "Bo wins the series, first to 2: Ann 1, Bo 2."], told
    )
    told = await typed(place, "new", "quit", "rematch", "quit")
    assert all_in(["A new game.", "Bo and Ann play to", "Series, first to 2: game 1."], told), "a series begins again"
    assert "To continue it" not in told


async def test_second_running_tournament_is_named_and_played_by_its_number(place: Services) -> None:
    for names in ("Zoé,Max,Léa", "Ann,Bo,Cy"):
        play_games(place, begin_tournament(store_of(place), plan_of(names), place.rng), 1)
    told = await typed(place, "new", "quit", "games", "resume 2", "resign", "yes", "tournament", "quit")
    home, _new, after = told.partition("A new game.")
    score = "Tournament, round 2 of 3: .*Zoé .*"
    assert re.search(f"Type tournament play to play the next table.\n{score}\nTo continue it, type resume 2\\.", home)
    assert re.search(f"{score}\nTo continue it, type quit, then games\\.", home)
    assert all_in(["Tournament: ", "Zoé", "Next: "], after)
    assert all_in(["round 3 of 3", "Zoé", "Ann"], await typed(place)), "the one that was played last is now the first"


async def test_second_running_tournament_without_a_game_is_played_by_its_number(place: Services) -> None:
    play_games(place, begin_tournament(store_of(place), plan_of("Zoé,Max,Léa"), place.rng), 1)
    older = reread(store_of(place))
    begin_tournament(store_of(place), plan_of("Ann,Bo,Cy"), place.rng)
    play_games(place, older, 1)
    told = await typed(place, "games", "resume 2", "quit")
    waiting = "Tournament, round 1 of 3."
    assert all_in([f"{waiting}\nTo continue it, type resume 2.", f"2. {waiting}", "play to 15 points with 3"], told)


async def test_game_of_the_command_line_names_an_undecided_series_of_its_players(place: Services) -> None:
    play_series(place, make_options(parse_players("Ann,Bo")).changed({"series": "first-2"}), "Ann")
    said = "after 1 game: Ann 0, Bo 1.\nTo continue it, type quit, then rematch, or, later, type games."
    assert said in await typed(place, "quit", begin_with=new_game("Bo,Ann"))
    assert said not in await typed(place, "quit", begin_with=new_game("Ann,Bo,Cy"))


@pytest.mark.parametrize("goal", ["first-3", "first 3", "First to three"])
async def test_goal_typed_for_a_rematch_is_offered_for_new_games(place: Services, goal: str) -> None:
    place.change_settings(place.settings.changed(names=("Ann", "Bo"), seats=("human", "human")))
    play_series(place, make_options(parse_players("Ann,Bo")), "Ann")
    await typed(place, f"rematch {goal}", "quit")
    assert place.settings.goal == "first-3"


async def test_goal_is_set_in_the_first_game_and_at_home(place: Services) -> None:
    lines = ("series first 2", "take w u g", "quit")
    assert "Series, first to 2: game 1." in await typed(place, *lines, begin_with=new_game("Ann,Bo"))
    told = await typed(place, "resume", "resign", "yes", "undo", "score", "resign", "yes", "quit")
    assert all_in(["after 1 game: Ann 1, Bo 0.", "Undone", "Series, first to 2: game 1.", "after 1 game"], told)
    assert "Series, best of 5, after 1 game: Ann 1, Bo 0." in await typed(place, "series best 5", "quit")


async def test_sentence_that_names_a_command_is_answered_with_it(place: Services, english: None) -> None:
    assert english is None
    assert "\nDid you mean score?\n" in await typed(place, "what was the score")
    set_language("fr")
    told = await typed(place, "le score", "qui gagne", "que")
    assert told.count("\nVouliez-vous dire score ?\n") == 1, "the lesson has not begun"
    assert told.count("Vouliez-vous dire quitter ?") == 2, "nobody has left"


async def test_goal_that_cannot_be_set_says_how_to_choose_it(place: Services) -> None:
    assert "Type score first-3 during a game, or settings match.series" in await typed(place, "series first three")
    assert "Type score alone, or with a goal such as first-3" in await typed(
        place, "score all", begin_with=new_game("Ann,Bo")
    )
    plan = ("tournament new", "3", "Ann", "Bo", "Cy", "", "", "", "", "", "", "play")
    assert "A tournament has no goal." in await typed(place, *plan, "series first-3")


async def test_score_counts_the_series_that_each_player_has_won(place: Services) -> None:
    options = make_options(parse_players("Ann,Bo")).changed({"series": "first-1"})
    play_series(place, options, "Ann")
    told = await typed(place, "score", "rematch", "score", "take w u g", "resign", "yes", "score", "quit")
    first, _rematch, second = told.partition("Bo and Ann play to")
    assert "Series won" not in first, "there is only one"
    assert all_in(["game 1.\nNo points yet in this game.\nSeries won: Bo 1, Ann 0.\n"], second)
    assert second.count("Series won: ") == 3, "in the game, at its end and after it"


async def test_unfinished_game_is_told_beside_a_later_one_and_score_names_it(place: Services) -> None:
    await typed(place, "take w u g", "quit", begin_with=new_game("Jack,Noor"))
    assert "Game 1: Jack, Noor, unfinished.\n" in await typed(place, "score", "quit")
    play_series(place, make_options(parse_players("Ola,apprentice")), "Ola")
    told = await typed(place, "quit")
    assert all_in(["A game of Jack (0) and Noor (0), round 1, Noor's turn", "To continue it, type resume."], told)
    assert "Apprentice and Ola play again" in told, "the game that a rematch deals"


async def test_score_tells_what_ended_this_evening(place: Services) -> None:
    play_series(place, make_options(parse_players("Ann,Bo")).changed({"series": "first-1"}), "Ann")
    play_series(place, make_options(parse_players("Ann,Bo")).changed({"series": "first-1"}), "Bo")
    play_series(place, make_options(parse_players("Cy,apprentice")), "Cy")
    told = await typed(place, "score", "quit")
    last = "Earlier: Ann wins the series, first to 1: Ann 1, Bo 0.\nSeries won: Ann 1, Bo 1.\n"
    assert told.count(last) == 1, "not without being asked"
    assert "Earlier: Bo" not in told, "the series won tell it"


def test_resume_names_the_way_to_continue_a_series(tmp_path: Path) -> None:
    lines = ["take w u g", "resign", "yes", "quit"]
    run(tmp_path, "new", "--plain", "--players", "Ann,Bo", "--series", "first-2", lines=lines)
    run(tmp_path, "new", "--plain", "--players", "Cy,Dee", lines=lines)
    told = run(tmp_path, "resume", "--plain").stderr
    assert "No game to resume; start one with `new`. Series, first to 2, after 1 game: Ann 1, Bo 0." in told
    assert re.search("To continue it, start `splendor-tui --plain.*`", told)


async def test_form_names_the_goal_of_the_last_players_only_if_they_play_again(place: Services) -> None:
    place.change_settings(place.settings.changed(names=("Ann", "Bo"), seats=("human", "human"), goal="first-3"))
    told = await typed(place, "new", "", "", "Cy", "quit", "new", "", "", "", "quit", "quit")
    assert told.count("Special rules: Series first to 3.") == 1
    assert "Player 2 is Bo, a human.\nSpecial rules: Series first to 3.\n" in told


async def test_rematch_and_table_name_the_unfinished_game(place: Services) -> None:
    await typed(place, "take w u g", "quit", begin_with=new_game("Ann,Bo"))
    told = await typed(place, "rematch", "table")
    assert all_in(
        ["The last game is unfinished. Type resume to resume it.", "First type resume for the last game"], told
    )


async def test_play_is_the_next_table_of_a_tournament_which_has_no_rematch(place: Services) -> None:
    plan = ("tournament new", "3", "Ann", "Bo", "Cy", "", "", "", "", "", "")
    told = await typed(
        place, *plan, "rematch first-2", "play", "take w u g", "resign", "yes", "rematch", "play", "quit"
    )
    assert told.count("A tournament is running. Type tournament play for its next game.") == 2
    assert told.count(" play to 15 points with 3 nobles.") == 2
    told = await typed(place, "new", "quit", "play", "resign", "yes", "play", "resign", "yes", "tournament", "quit")
    assert all_in(
        [" 1, ", "To continue it, type quit, then tournament play, or, later, type games.", "wins the tournament"], told
    )
    assert told.count(" the tournament: ") == 2, "after the game and on request, but not once more at home"


async def test_tournament_without_a_game_is_replaced_only_after_a_question(place: Services) -> None:
    plan, question = (
        ("3", "Ann", "Bo", "Cy", "", "", "", "", "", ""),
        "replaces that of Ann, Bo and Cy, which has no game yet.",
    )
    told = await typed(place, "tournament new", *plan, "tournament new", "no", "tournament", "quit")
    assert told.count(question) == 1
    assert told.count("A new tournament.\n") == 1
    await typed(place, "tournament new", "yes", "3", "Dee", "Eve", "Fay", "", "", "", "", "", "", "quit")
    begun = current_tournament(store_of(place))
    assert begun is not None
    assert {*begun.entrants} == {"Dee", "Eve", "Fay"}


async def test_end_of_a_tournament_is_confirmed_and_a_withdrawal_can_be_taken_back(place: Services) -> None:
    play_games(place, begin_tournament(store_of(place), plan_of("Ann,Bo,Cy"), place.rng), 1)
    begun = current_tournament(store_of(place))
    assert begun is not None
    leader = begun.standings[0]
    told = await typed(
        place, "tournament withdraw cy", "tournament withdraw cy", "tournament end", "no", "tournament end", "yes"
    )
    question = f"End the tournament now, with these standings?\n{leader.name} leads.\nType yes to confirm.\n"
    assert all_in(["Type tournament withdraw Cy to bring Cy back.\n", "Cy is back.\n", question, "Nothing"], told)
    assert told.count(question) == 2
    assert told.count("The tournament is over.") == 1


async def test_question_after_a_game_answers_what_only_tells(place: Services) -> None:
    begin_tournament(store_of(place), plan_of("Ann,Bo,Cy"), place.rng)
    lines = ("resign", "yes", "tournament end", "stats", "table", "yes")
    told = await typed(place, *lines, begin_with=lambda program: program.tournament("play"))
    question = "End the tournament now, with these standings?\n"
    answered = [question, "1 game", question, "First start a game", question, "The tournament is over."]
    assert all_in(answered, told)


async def test_tournament_in_plain_text_goes_on_after_a_break(place: Services) -> None:
    answers = ("4", "Ann", "Bo", "Cy", "Dee", "swiss", "2", "1", "", "", "")
    output = await typed(place, "tournament new", *answers, "tournament play", "resign", "yes", "tournament", "quit")
    assert all_in(["Tournament: Swiss, 1 round, 2 games.", "1. ", "Next: ", "Then: ", "resigned.", "Next: "], output)
    menu = "Type tournament play to play the next table.\nType review, share, new, stats, settings, table or quit.\n"
    assert menu in output
    assert output.count("Type tournament play to play the next table.") == 3, "planned, after the game, on request"
    output = await typed(place, "tournament play", "resign", "yes", "rematch", "tournament play", "quit")
    first, _play, after = output.partition("Type tournament play to play the next table.")
    assert "Tournament, round 1 of 1" in first
    next_step = "The tournament is over. Type tournament new for another one, or type new for a game."
    assert all_in(["share the tournament: ", next_step, "The tournament is over.\n"], after)
    assert next_step in await typed(place, "rematch")


def test_tournament_of_the_command_line_begins_and_is_printed(tmp_path: Path) -> None:
    options = ("--system", "swiss", "--size", "3", "--rounds", "4", "--target", "10")
    begun = run(tmp_path, "tournament", "--plain", "--players", "Ann,Bo,Cy,Dee,merchant", *options, lines=["quit"])
    assert "Tournament: Swiss, 4 rounds, 8 games." in begun.stdout
    printed = run(tmp_path, "tournament", "--standings").stdout
    assert "Tournament: Swiss, 4 rounds, 8 games.\n1. " in printed
    assert "Next: " in printed
    refused = run(tmp_path, "tournament", "--plain", "--players", "Ann,Bo", lines=["quit"])
    assert refused.returncode == 2
    assert run(tmp_path, "tournament", "--standings").stdout == printed


async def test_again_repeats_and_back_undoes_nothing_after_a_game(place: Services) -> None:
    lines = ("take w u g", "resign", "yes", "series", "again", "back", "games", "again", "quit")
    told = await typed(place, *lines, begin_with=new_game("Ann,Bo"))
    assert told.count("Game 1: Ann (0), Bo (0), ") == 2
    assert "I do not understand 'back'." in told
    assert told.count("No game to resume.") == 2
    assert told.count("Ann and Bo play to") == 1, "no rematch"


async def test_result_that_was_left_cannot_be_undone(place: Services) -> None:
    assert "First start a game: type new." in await typed(place, "undo")
    await typed(place, "take w u g", "quit", begin_with=new_game("Cy,Di"))
    assert "First type resume for the last game" in await typed(place, "undo")
    await typed(place, "take w u g", "resign", "yes", "quit", begin_with=new_game("Ann,Bo"))
    told = await typed(place, "undo", "table")
    assert "The last game is over and closed; it can no longer be undone.\nFirst type resume" in told


@pytest.mark.parametrize("asked", ["games", "tournament", "resume xyz", "challenges", "new\nquit"])
async def test_question_at_the_result_returns_to_it(place: Services, asked: str) -> None:
    begin_tournament(store_of(place), plan_of("Zoé,Max,Léa"), place.rng)
    await typed(place, "take w u g", "quit", begin_with=new_game("Cy,Di"))
    lines = ("take w u g", "resign", "yes", *asked.split("\n"), "share", "undo", "table", "quit")
    told = await typed(place, *lines, begin_with=new_game("Ann,Bo"))
    assert all_in(
        ["Ann wins.", "Ann won because Bo resigned", "Undone: Bo resigned.", "Round 1 of a game to 15, Bo's turn."],
        told,
    )
    assert told.count("Ann and Bo play to") == 1, "the match is not introduced again"


async def test_new_tournament_closes_the_result_before_it(place: Services) -> None:
    answers = ("3", "Ann", "Cy", "Di", "", "", "", "", "", "")
    agreed = ("take w u g", "agree", "yes", "yes")
    told = await typed(
        place, *agreed, "tournament new", *answers, "help", "undo", "play", "quit", begin_with=new_game("Ann,Bo")
    )
    planned, _play, played = told.partition("Tournament: round robin")[2].partition("play to 15 points")
    assert "undo." not in planned
    assert "Type rematch" not in planned, "the tournament comes next"
    assert "The last game is over and closed; it can no longer be undone." in planned
    assert "Undone" not in played


async def test_half_word_is_completed_and_any_other_refused(place: Services) -> None:
    play_series(place, make_options(parse_players("Ann,Bo")), "Ann")
    told = await typed(
        place, "share pix", "review poi", "rematch best", "tournament xyz", "tournament ne", "quit", "quit"
    )
    assert "I do not understand 'pix'. Did you mean picture?" in told
    goal = "Type rematch alone, or with a goal such as first-3 or best-5, or with open."
    assert all_in(["No turning points.", goal, "Did you mean new, play, withdraw or end?"], told)
    assert told.count("A new tournament.") == 1
    answers = ("3", "Ann", "Bo", "Cy", "square", "round", "quit", "quit")
    told = await typed(place, "tournament new", *answers)
    assert all_in(["Did you mean round robin or Swiss?", "How many players at a table"], told)


async def test_space_stands_for_a_hyphen_because_nobody_hears_it(place: Services) -> None:
    answers = ("3", "Ann", "Bo", "Cy", "round robin", "2", "", "", "", "")
    told = await typed(place, "settings match.undo own turn", "tournament new", *answers, "quit")
    assert all_in(["match.undo own-turn\n", "Tournament: round robin, 3 rounds"], told)


async def test_statistics_of_a_player_are_short_with_the_rest_on_request(place: Services) -> None:
    play_series(place, make_options(parse_players("Ann,Bo")), "Ann")
    told = await typed(place, "stats bo", "stats bo all", "stats nobody")
    assert all_in(
        ["Bo, 1 game, 1 won.\nType stats Bo all for everything.", "games with Ann: ahead in 1 of 1", "No player"], told
    )


async def test_game_that_is_reopened_no_longer_counts_in_the_score(place: Services) -> None:
    options = make_options(parse_players("Ann,Bo")).changed({"series": "first-2", "hand_over": "always"})
    end = ("rematch", "ready", "take w u g", "ready", "resign", "yes")
    play_series(place, options, "Ann", "Ann")
    play_series(place, options, "Ann")
    told = await typed(place, *end, "undo", "score", "ready", "score", "quit")
    over, _undone, reopened = told.partition("Undone")
    assert "Bo wins the series, first to 2: Ann 0, Bo 2.\nSeries won: Ann 0, Bo 2." in over
    assert reopened.count("Series, first to 2, after 1 game: Ann 0, Bo 1.\n") == 2
    assert "The game is over." not in told.rpartition("Pass to Ann.")[2], "it was, before the undo"


async def test_game_of_a_tournament_that_is_reopened_no_longer_counts(place: Services) -> None:
    answers = ("3", "Ann", "Bo", "Cy", "", "", "", "", "", "")
    play_one = ("tournament play", "take w u g", "agree", "yes", "yes")
    told = await typed(place, "tournament new", *answers, *play_one, "score", "undo", "score", "quit")
    over, _undone, reopened = told.partition("Undone")
    assert len(re.findall(" 0.5\\b", over)) >= 2
    assert " 0.5" not in reopened
