"""The settings: origins, error messages, and the contents of the file that a write preserves."""

import errno
import os
import re
import stat
import tempfile
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from splendor_tui.inputs.engine_names import EngineSettings
from splendor_tui.inputs.house_rules import ClockOptions, MatchRules
from splendor_tui.inputs.locations import NoPlaceError, config_dir, data_dir
from splendor_tui.inputs.settings import (
    Origin,
    Settings,
    SettingsError,
    choose_keyboard,
    load_settings,
    plain_settings,
    save_settings,
)
from splendor_tui.inputs.settings_toml import SettingsNotSavedError
from splendor_tui.words.languages import set_language
from tests.store.stored import umask

HAND_WRITTEN = """\
# Ours, do not touch.
theme = "nord"   # like the window behind it
glyphs = 'ascii'

names = [
    "Ann",  # always first
    "Bo",
]

[match]  # at home
target = 21 # long
clock="60+300"

[keys]
undo = "u,backspace" # both
"redo" = "r"
"""


def written(folder: Path, text: str) -> Path:
    (folder / "settings.toml").write_text(text, encoding="utf-8")
    return folder


def text_in(folder: Path) -> str:
    return (folder / "settings.toml").read_text(encoding="utf-8")


def problems_with(text: str, folder: Path, environ: Mapping[str, str] | None = None) -> tuple[str, ...]:
    problems = tuple(map(str, load_settings(environ or {}, written(folder, text)).problems))
    assert all(problem.isprintable() for problem in problems)
    return problems


def test_settings_without_a_file_are_the_defaults_and_without_a_folder_cannot_be_saved(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    missing = (tmp_path, tmp_path / "missing" / "deeper", None, tmp_path / "file" / "below", Path("/proc/nowhere"))
    for number, folder in enumerate(missing):
        loaded = load_settings({}, folder)
        assert loaded.settings == Settings()
        assert set(loaded.origins.values()) == {Origin.DEFAULT}
        if number < 3:
            assert loaded.problems == ()
        if number >= 2:
            with pytest.raises(SettingsNotSavedError):
                save_settings(folder, Settings(), Settings(theme="nord"))


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_settings_are_read_from_the_file(mark: str, tmp_path: Path) -> None:
    loaded = load_settings({}, written(tmp_path, mark + HAND_WRITTEN))
    assert loaded.problems == ()
    assert loaded.settings == Settings(
        theme="nord",
        glyphs="ascii",
        names=("Ann", "Bo"),
        keys={"undo": "u,backspace", "redo": "r"},
        match=MatchRules(target=21, clock=ClockOptions(turn_seconds=60, reserve_seconds=300)),
    )
    from_file = {name for name, origin in loaded.origins.items() if origin is Origin.FILE}
    assert from_file == {"theme", "glyphs", "names", "keys", "match.target", "match.clock"}


def test_environment_overrides_file_and_file_overrides_default(tmp_path: Path) -> None:
    written(tmp_path, 'theme = "a"\nkeyboard = "azerty"\n[match]\ntarget = 21')
    environ = {"SPLENDOR_TUI_THEME": "b", "SPLENDOR_TUI_MATCH_TARGET": "20", "SPLENDOR_TUI_BOT_PACE": ""}
    loaded = load_settings(environ, tmp_path)
    assert (loaded.settings.theme, loaded.origins["theme"]) == ("b", Origin.ENVIRONMENT)
    assert (loaded.settings.match.target, loaded.origins["match.target"]) == (20, Origin.ENVIRONMENT)
    assert (loaded.settings.keyboard, loaded.origins["keyboard"]) == ("azerty", Origin.FILE)
    assert (loaded.settings.bot_pace, loaded.origins["bot_pace"]) == (1.0, Origin.DEFAULT)
    assert loaded.problems == ()


WRONG = """\
theme = "Nord!"
glyphs = "emoji"
bot_pace = nan
animations = 1
tehme = "nord"
names = ["Ann", "\\u001b"]
keyboard = "azerty"
[keys]
undo = "\\u001b[2J"
"Re do" = "r"
redo = "r"
[match]
target = 99
clock = { turn_seconds = 1, reserve_seconds = 0 }
seed = "7"
[engines]
Good = { command = "/opt/good", options = { threads = 2, book = "big" } }
"Bad  one" = { command = "./bad" }
Worse = { command = "'" }
Worst = { command = "./worst", options = { threads = [] } }
"""


PROBLEMS = r"""
settings.toml, line 1: theme is 'Nord!'; allowed: a theme name, like splendor-dark.
settings.toml, line 2: glyphs is 'emoji'; allowed: 'auto', 'unicode' or 'ascii'.
settings.toml, line 3: bot_pace is nan; allowed: seconds from 0 to 10.
settings.toml, line 4: animations is 1; allowed: true or false.
settings.toml, line 5: tehme is unknown; allowed: {settings}.
settings.toml, line 6: names.2: A name needs at least one visible character.
settings.toml, line 9: keys.undo is '\x1b[2J'; allowed: a key name, or several separated by commas, {keys}.
settings.toml, line 10: keys.'Re do' is 'Re do'; allowed: {id}.
settings.toml, line 13: match.target is 99; allowed: a whole number from 1 to 50.
settings.toml, line 14: match.clock is names with values; allowed: {clock}.
settings.toml, line 15: match.seed is unknown; allowed: {rules}.
settings.toml, line 18: engines.'Bad  one': The title of an engine must be a valid player name, like 'Bad one'.
settings.toml, line 19: engines.Worse.command: A quote in the command of an engine is not closed.
settings.toml, line 20: engines.Worst.options.threads is a list; allowed: true or false, a number, or text.
SPLENDOR_TUI_MATCH_UNDO: match.undo is '\x1bmaybe'; allowed: 'free', 'own-turn' or 'off'.
""".strip().format(
    settings=", ".join(Settings.model_fields),
    keys="like ctrl+r or f5,r",
    id="the id of a binding: lower-case letters, digits and . _ -, at most 40",
    clock="off, or the seconds per turn and in the time bank, like 60+300 (5–3600 and 0–7200)",
    rules=", ".join(MatchRules.model_fields),
)


def test_invalid_values_are_reported_and_ignored(tmp_path: Path) -> None:
    assert list(problems_with(WRONG, tmp_path, {"SPLENDOR_TUI_MATCH_UNDO": "\x1bmaybe"})) == PROBLEMS.splitlines()
    engines = {"Good": EngineSettings(command="/opt/good", options={"threads": 2, "book": "big"})}
    good = Settings(keyboard="azerty", keys={"redo": "r"}, engines=engines)
    assert load_settings({}, tmp_path).settings == good


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("\n\n  theme=7", 3),
        ("'theme' = 7", 1),
        ('# theme = 1\nkeyboard = "qwerty"\n"theme"\t= 7', 3),
        ("\nmatch.target = 99", 2),
        ("\nmatch = { target = 99 }", 2),
        ("[keys]\n[ match ]\n\ntarget = 99", 4),
        ('names = ["""\\\n[match]\ntarget=1"""]\n[match]\ntarget = 99', 5),
        ("[[match]]\ntarget = 99", 1),
    ],
)
def test_error_names_the_line_of_the_value(text: str, line: int | None, tmp_path: Path) -> None:
    [problem] = problems_with(text, tmp_path)
    assert problem.startswith(f"settings.toml, line {line}: " if line else "settings.toml: ")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b'theme = "a"\ntheme = "b"\n', "settings.toml, line 2: invalid TOML at column 12."),
        (b"theme = '\x1b'", "settings.toml, line 1: invalid TOML at column 10."),
        (b"theme = '\xff'", "settings.toml is not UTF-8 text."),
        (b"bot_pace = " + b"9" * 5_000, "settings.toml is not valid TOML."),
        (b"names = " + b"[" * 60_000, "settings.toml is nested too deeply."),
        (b"#" * 65_537, "is larger than 65536 bytes."),
    ],
)
def test_unreadable_file_is_reported_and_never_overwritten(content: bytes, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_bytes(content)
    loaded = load_settings({"SPLENDOR_TUI_THEME": "nord"}, tmp_path)
    assert loaded.settings == Settings(theme="nord")
    [problem] = map(str, loaded.problems)
    assert complaint in problem
    assert problem.isprintable()
    with pytest.raises(SettingsNotSavedError):
        save_settings(tmp_path, Settings(), Settings(theme="nord"))
    assert (tmp_path / "settings.toml").read_bytes() == content


def test_special_settings_file_is_reported_and_ignored(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    for make in (os.mkfifo, lambda path: path.symlink_to("/dev/zero")):
        make(path)
        assert len(load_settings({}, tmp_path).problems) == 1
        with pytest.raises(SettingsNotSavedError):
            save_settings(tmp_path, Settings(), Settings(theme="nord"))
        path.unlink()


def test_saving_changes_only_the_changed_settings(tmp_path: Path) -> None:
    before = load_settings({}, written(tmp_path, HAND_WRITTEN)).settings
    after = before.changed(theme="gruvbox", keys={"undo": "u"}, match=before.match.changed({"clock": "off"}))
    save_settings(tmp_path, before, after)
    expected = HAND_WRITTEN.replace('"nord"', '"gruvbox"').replace('"u,backspace"', '"u"').replace('"redo" = "r"\n', "")
    assert text_in(tmp_path) == expected.replace('clock="60+300"', 'clock="off"')
    save_settings(tmp_path, Settings(), Settings(keys={"redo": "y"}))  # by a program that was open before
    assert load_settings({}, tmp_path).settings.keys == {"undo": "u", "redo": "y"}


def test_unknown_settings_are_preserved_and_invalid_tables_replaced(tmp_path: Path) -> None:
    written(tmp_path, "future = 1 # of a newer version\r\n[match]\r\nbeer = true\r\n[other]\r\n")
    save_settings(tmp_path, Settings(), Settings(animations=False, match=MatchRules(target=20)))
    text = (tmp_path / "settings.toml").read_bytes().decode()
    expected = {"future": 1, "animations": False, "match": {"beer": True, "target": 20}, "other": {}}
    assert tomllib.loads(text) == expected
    assert "future = 1 # of a newer version\r\n" in text
    written(tmp_path, "match = 3 # what?\nkeys = []\n")
    save_settings(tmp_path, Settings(), Settings(match=MatchRules(target=20), keys={"undo": "u"}))
    assert tomllib.loads(text_in(tmp_path)) == {"match": {"target": 20}, "keys": {"undo": "u"}}


def test_only_changes_are_saved(tmp_path: Path) -> None:
    save_settings(tmp_path / "new", Settings(), Settings())
    assert not (tmp_path / "new").exists()
    loaded = load_settings({"SPLENDOR_TUI_THEME": "nord"}, tmp_path)
    save_settings(tmp_path, loaded.settings, loaded.settings.changed(animations=False))
    assert tomllib.loads(text_in(tmp_path)) == {"animations": False}


settings_of_all_kinds = st.builds(
    Settings,
    theme=st.sampled_from(["nord", "splendor-dark", "x1"]),
    keyboard=st.sampled_from(["qwerty", "azerty", "qwertz"]),
    bot_pace=st.floats(0, 10),
    animations=st.booleans(),
    names=st.lists(st.sampled_from(["Ann", "Bo", "[/b]", '"\\n"', "漢字", "Zoë"]), max_size=4).map(tuple),
    keys=st.dictionaries(
        st.sampled_from(["undo", "redo", "x", "a.b", "a_1-b"]), st.sampled_from(["ctrl+r", '"', "\\", "'", "#"])
    ),
    match=st.builds(MatchRules, target=st.integers(1, 50), random_first=st.booleans()),
)


@settings(max_examples=40, deadline=None)  # each writes two files durably
@given(first=settings_of_all_kinds, second=settings_of_all_kinds, text=st.sampled_from(["", HAND_WRITTEN]))
def test_saved_settings_are_read_back(
    first: Settings, second: Settings, text: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = written(tmp_path_factory.mktemp("settings"), text)
    found = load_settings({}, folder).settings
    for before, after in ((found, first), (first, second)):
        save_settings(folder, before, after)
        loaded = load_settings({}, folder)
        assert (loaded.settings, loaded.problems) == (after, ())


def each_value(settings: Settings) -> dict[str, object]:
    """The settings in the form used in the file, with an entry for each key."""
    plain = plain_settings(settings)
    return plain | {"keys": None, **{f"keys.{name}": value for name, value in settings.keys.items()}}


LINES = [
    "[keys]", "[keys.x]", "[keys.x.y]", "[[keys]]", "[[keys.x]]", "[match]", "[match.x]", "[[match]]", "[other]", "[other.keys]",
    'undo = "u"', 'redo = "r"', 'x.undo = "u"', 'x = { undo = "u" }', "target = 20", 'theme = "nord"', "keys = {}", "match = 3",
    'keys.undo = "u"', "keys.x.y = 1", "match.target = 20", "match = { target = 20 }", "bot_pace = nan", "# a comment", "",
]  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(lines=st.lists(st.sampled_from(LINES), max_size=8), first=settings_of_all_kinds, second=settings_of_all_kinds)
@example(["[keys.x]", "[match]", "[keys]"], Settings(keys={"undo": "u"}), Settings(match=MatchRules(target=20)))
@example(["[keys.x]", "[match]", "[keys]", 'redo = "r"'], Settings(keys={"redo": "r"}), Settings(keys={"undo": "u"}))
def test_saving_changes_only_the_changed_settings_whatever_the_file_or_fails(
    lines: list[str], first: Settings, second: Settings
) -> None:
    text = "\n".join(lines)
    with suppress(ValueError), tempfile.TemporaryDirectory() as name:
        before = tomllib.loads(text)
        folder = written(Path(name), text)
        try:
            save_settings(folder, first, second)
        except SettingsNotSavedError:
            assert text_in(folder) == text
        else:
            assert tomllib.loads(text_in(folder)).keys() >= before.keys() - {"keys"}  # may be empty now
            old, new, found = map(each_value, (first, second, load_settings({}, folder).settings))
            changed = [name for name in old | new if old.get(name) != new.get(name)]
            assert {name: found.get(name) for name in changed} == {name: new.get(name) for name in changed}


COMMENTED = """\
# The first line.
# Its second line.

# About the theme.
theme = "nord"  # beside the theme
# Before the names.
names = [  # beside the bracket
    # above Ann
    "Ann",  # beside Ann
    "Bo", "Cy",
    # below the last

    # at the end
]  # beside the end
keys.undo = "u"  # dotted
# glyphs = "ascii"

# Between two tables.

# The rules of our games.
[match]  # beside the header
# About the target.
target = 21  # long
  clock="60+300"
# undo = "off"

# The engines.

[engines.Good]
command = "./good"  # beside the command
# The options.
[engines.Good.options]  # beside the options
threads = 2
# The end."""


def comments_in(text: str) -> list[str]:
    return re.findall(r"#.*?(?=\r?$)", text.replace('"#"', ""), re.MULTILINE)


def introduced(text: str) -> dict[str, str]:
    """What each comment on a line of its own introduces, outside of lists: a header, a key, or nothing."""
    found, following = {}, ""
    for line in reversed(re.sub(r"\[  #.*?\n\]", "", text.replace("\r", ""), flags=re.DOTALL).split("\n")):
        if line.startswith("#"):
            found[line] = following
        else:
            following = line.partition("=")[0].partition("#")[0].strip()
    return found


def commented_files() -> st.SearchStrategy[str]:
    """Parts of the commented file, with all line ends."""
    lines = COMMENTED.split("\n")
    lists = slice(6, 14)
    parts = [[line] for line in lines[: lists.start]] + [lines[lists]] + [[line] for line in lines[lists.stop :]]
    chosen = st.lists(st.booleans(), min_size=len(parts), max_size=len(parts))
    some = chosen.map(lambda keep: [line for part, kept in zip(parts, keep, strict=True) if kept for line in part])
    return st.tuples(some | st.just(lines), st.sampled_from(["\n", "\r\n"]), st.booleans()).map(
        lambda file: file[1].join(file[0]) + file[1] * file[2] or "# Not empty."
    )


@settings(max_examples=100, deadline=None)
@given(text=commented_files(), first=settings_of_all_kinds, second=settings_of_all_kinds)
@example(COMMENTED, Settings(), Settings(glyphs="ascii", names=("Cy",), match=MatchRules(undo="off")))
@example(COMMENTED, Settings(names=("Ann", "Bo", "Cy"), keys={"undo": "u"}), Settings(names=tuple("ABCDEF"), keys={}))
def test_every_comment_stays_at_its_place_whatever_setting_is_changed(
    text: str, first: Settings, second: Settings
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "settings.toml").write_bytes(text.encode())
        with suppress(SettingsNotSavedError):
            save_settings(folder, first, second)
        after = (folder / "settings.toml").read_bytes().decode()
    assert comments_in(after) == comments_in(text)
    assert ("\r\n" in after) >= ("\r\n" in text)
    assert "\r\n" not in text or "\n" not in after.replace("\r\n", "")
    now = introduced(after)
    for comment, introduces in introduced(text).items():
        assert now[comment] == introduces or f"\n{introduces} " not in after


def test_file_is_private_whatever_the_umask_and_a_symbolic_link_is_preserved(tmp_path: Path) -> None:
    with umask(0):
        save_settings(tmp_path / "a" / "b", Settings(), Settings(theme="nord"))
    assert stat.S_IMODE((tmp_path / "a" / "b" / "settings.toml").stat().st_mode) == 0o600
    assert {stat.S_IMODE((tmp_path / part).stat().st_mode) for part in ("a", "a/b")} == {0o700}
    (tmp_path / "dotfiles").mkdir()
    written(tmp_path / "dotfiles", HAND_WRITTEN)
    (tmp_path / "settings.toml").symlink_to(tmp_path / "dotfiles" / "settings.toml")
    save_settings(tmp_path, Settings(), Settings(theme="gruvbox"))
    assert (tmp_path / "settings.toml").is_symlink()
    assert '"gruvbox"' in text_in(tmp_path / "dotfiles")


@pytest.mark.parametrize("failing", ["fsync", "replace", "mkstemp"])
def test_disk_error_keeps_the_old_file(failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: Any, **_options: Any) -> None:
        raise OSError(errno.ENOSPC, "the disk is full")

    homes = {"fsync": os, "replace": Path, "mkstemp": tempfile}
    written(tmp_path, HAND_WRITTEN)
    with monkeypatch.context() as patched:
        patched.setattr(homes[failing], failing, refuse)
        with pytest.raises(SettingsNotSavedError, match="the disk is full"):
            save_settings(tmp_path, Settings(), Settings(theme="gruvbox"))
    assert text_in(tmp_path) == HAND_WRITTEN
    assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"]


def test_settings_cannot_be_changed_to_invalid_values() -> None:
    assert Settings().changed(names=["Ann", " Bo\x1b"]).names == ("Ann", "Bo")
    with pytest.raises(SettingsError, match="bot_pace is 11; allowed: seconds from 0 to 10"):
        Settings().changed(bot_pace=11)
    for seconds in (0.1, 31, "soon"):
        with pytest.raises(SettingsError, match=r"thinking_seconds is .*; allowed: seconds from 0\.2 to 30"):
            Settings().changed(thinking_seconds=seconds)


def test_folders_follow_the_platform_or_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/xdg/data")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/xdg/config")
    environ = {"SPLENDOR_TUI_DATA": "/own/data", "SPLENDOR_TUI_CONFIG": "/own/config"}
    for unset in ({}, dict.fromkeys(environ, "")):
        assert data_dir(unset) == Path("/xdg/data/splendor-tui")
        assert config_dir(unset) == Path("/xdg/config/splendor-tui")
    assert (data_dir(environ), config_dir(environ)) == (Path("/own/data"), Path("/own/config"))
    assert data_dir(environ, Path("given")) == Path("given")


def test_missing_home_folder_is_an_error_that_names_the_alternative(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as on a system without such a user
    with pytest.raises(NoPlaceError, match=r"specify a folder with --data or in SPLENDOR_TUI_DATA\."):
        data_dir({})
    with pytest.raises(NoPlaceError, match=r"specify a folder in SPLENDOR_TUI_CONFIG\."):
        config_dir({})
    assert data_dir({"SPLENDOR_TUI_DATA": "/own"}) == Path("/own")


@pytest.mark.parametrize(
    ("locale", "language", "keyboard"),
    [
        ("fr_FR.UTF-8", "fr", "azerty"),
        ("fr_BE@euro", "fr", "azerty"),
        ("fr_CA.UTF-8", "fr", "qwerty"),
        ("fr_CH", "fr", "qwertz"),
        ("fr_FR.UTF-8", "en", "azerty"),
        ("en_US.UTF-8", "fr", "qwerty"),
        ("de_DE.UTF-8", "fr", "qwerty"),
        ("", "fr", "azerty"),
        ("C.UTF-8", "fr", "azerty"),
        ("POSIX", "en", "qwerty"),
    ],
)
def test_keyboard_is_the_usual_one_of_the_locale_or_else_of_the_language(
    locale: str, language: str, keyboard: str
) -> None:
    set_language(language)
    environ = {"LANG": locale}
    chosen = choose_keyboard(load_settings(environ, None), environ)
    assert chosen is not None
    assert chosen.keyboard == keyboard


def test_keyboard_of_the_player_is_never_changed(tmp_path: Path) -> None:
    for environ, text in (({"SPLENDOR_TUI_KEYBOARD": "qwerty"}, ""), ({}, 'keyboard = "qwertz"')):
        assert choose_keyboard(load_settings(environ, written(tmp_path, text)), {"LANG": "fr_FR"}) is None
    chosen = choose_keyboard(load_settings({}, written(tmp_path, 'keyboard = "auto"')), {"LANG": "fr_FR"})
    assert chosen == Settings(keyboard="azerty")
