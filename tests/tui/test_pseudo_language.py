"""Every screen in a language that is a third longer, and in French. No English remains, and every cut word has an ellipsis."""

import re
from collections.abc import Callable, Iterable, Sequence
from gettext import GNUTranslations
from typing import Any, Final

import pytest
from textual.screen import Screen
from textual.style import Style
from textual.timer import Timer

from splendor_tui.inputs.settings import Settings
from splendor_tui.puzzles.collection import load_puzzles
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.keys.commands_by_screen import COMMANDS_BY_SCREEN
from splendor_tui.tui.keys.keyboard_presets import PRESETS, key_label, keys_of
from splendor_tui.tui.look.theme import THEMES
from splendor_tui.tui.screens import settings_screen
from splendor_tui.tui.screens.activity_screen import ActivityScreen
from splendor_tui.tui.screens.keys_screen import KeysScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets.choice_list import ChoiceList
from splendor_tui.tui.widgets.key_row import KeyRow
from splendor_tui.tui.widgets.prompt_line import PromptLine
from splendor_tui.words import Message
from splendor_tui.words.languages import ENGLISH, PSEUDO, set_language
from splendor_tui.words.pseudo import PseudoLanguage
from tests.tui.look.test_contrast import rows_on_top
from tests.tui.opened_app import Player
from tests.tui.scenes import GAME_IDS, SCENES, SIZES, STAGED, Scene, on_stage, start_from
from tests.words.pseudo import english_left, pseudo_language

_WORD = re.compile(r"[^\W\d_]+")
_CUT = re.compile(r"([^\W\d_]+)…")
_LONE_LETTER = re.compile(r"(?<![^\W\d_])[A-Za-z](?![^\W\d_])")
_KEYS: Final = {
    key_label(key)
    for _place, commands in COMMANDS_BY_SCREEN
    for keys in keys_of(Settings(), commands).values()
    for key in keys.split(",")
}
NEUTRAL: Final = (
    *(
        "BC",
        "II",
        "III",
        "target",
        "merchant",
        "nowhere",
        "file",
        "splendor",
        "tui",
        "plain",
        "jsonl",
        "xyzxyz",
        "ctrl",
    ),
)
"""Turning points side by side, numerals, names in files and on command lines, and what the tests type."""


async def keys(pilot: Player) -> None:
    """All keys of the game."""
    pilot.app.push_screen(KeysScreen())
    await pilot.finish_drawing()


async def too_small(pilot: Player) -> None:
    """The table in a terminal that is too small."""
    await start_from(pilot, "early")
    await pilot.resize_terminal(60, 20)


MORE: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "last-round": {
        "what is not allowed": ("1", "enter"),
        "a deck": ("t",),
        "a hint": ("n",),
        "nothing to redo": ("ctrl+r",),
        "pause": ("o",),
    },
    "late": {"another payment": ("p",)},
    "replay": {
        "replay in between": ("left",),
        "replay of a round": ("1", "2"),
        "replay by itself": ("home", "p"),
        "replay log": ("m",),
        "help of the replay": ("m", "question_mark"),
    },
    "review": {"review of the end": ("end",), "help of the review": ("question_mark",)},
    "reviewing": {"stopped review": ("s",)},
    "games": {
        "import": ("i",),
        "export": ("escape", "down", "e"),
        "delete": ("escape", "d"),
        "help of the games": ("escape", "question_mark"),
    },
    "statistics": {"imported games": ("i",)},
    "help": {"second page of the help": ("pagedown",)},
    "inspect": {"help of the inspection": ("question_mark",)},
    "rules": {"second page of the rules": ("pagedown",)},
    "new-game": {"typing a name": ("home", "down", "down", "down", "enter")},
    "settings": {"waiting for a key": ("y", "enter"), "a key of one's own": ("f7",)},
}
"""What further keys show in each scene, one after the other."""
SAID_ONCE: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "reviewing": {"review of what is not known": ("end", "n")},
    "games": {
        "export of a game that is not over": ("e",),
        "exported": ("down", "e", "ctrl+u", *"/nowhere/file", "enter"),
        "imported": ("escape", "i", *"/nowhere", "enter"),
        "deleted": ("escape", "d", "d"),
        "no game": ("d", "d"),
    },
    "new-game": {
        "a name that is refused": ("down", "down", "down", "enter", "ctrl+u", "enter"),
        "a target that is refused": ("escape", *["down"] * 4, "9", "9", "9", "enter"),
    },
    "settings": {"a key that is taken": ("y", "enter", "w")},
}
"""Sentences that disappear when the screen is drawn again."""
PALETTES: Final[dict[str, tuple[str, ...]]] = {
    "palette": ("palette",),
    "themes": ("home", "f3"),
    "what no command is called": ("home", "ctrl+p", *"xyzxyz"),
}
ALONE: Final[dict[str, Scene]] = {
    **{name: scene for name, scene in SCENES.items() if name not in ("palette", "toasts")},  # toasts repeat their scene
    "keys": keys,
    "too small": too_small,
}


async def press(pilot: Player, pressed: Sequence[str]) -> None:
    """Press keys, and wait for what they start."""
    await pilot.press(*pressed)
    await pilot.finish_work(except_groups={"hint", "review", "replay"})  # these continue until they are stopped
    await pilot.finish_drawing()


@pytest.fixture
def displayed_words(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """All words of the messages that were displayed in the pseudo-language and in French."""
    words: set[str] = set()

    def recording(method: Callable[..., str]) -> Callable[..., str]:
        def recorded(*args: object) -> str:
            sentence = method(*args)
            words.update(_WORD.findall(f"{sentence} {sentence[:1].upper()}{sentence[1:]}"))  # titles are capitalized
            return sentence

        return recorded

    for language in (PseudoLanguage, GNUTranslations):
        for name in ("gettext", "ngettext", "pgettext", "npgettext"):
            monkeypatch.setattr(language, name, recording(getattr(language, name)))
    return words


def language_neutral(catalogue: Catalogue, pilot: Player) -> Iterable[str]:
    """Text that is the same in every language: names, ids, keys, files and values of settings."""
    nobles = [part for noble in catalogue.nobles for part in (noble.name, *noble.name.split())]
    themes = [*(theme.name for theme in THEMES), *pilot.app.available_themes]
    return [
        *pilot.names,
        *(
            name
            for screen in pilot.app.screen_stack
            if isinstance(screen, ActivityScreen)
            for name in screen.session.names
        ),
        *GAME_IDS,
        *NEUTRAL,
        *_KEYS,
        *nobles,
        *themes,
        *PRESETS,
        *(puzzle.id for puzzle in load_puzzles(catalogue).puzzles),
    ]


def remaining_english(text: str, known: Iterable[str]) -> list[str]:
    """The English words in a string, except for prefixes of known names, keys and letters of gems."""
    names = list(known)

    def unless_name(match: re.Match[str]) -> str:
        return " " if any(name.startswith(match[1]) for name in names) else match[0]

    return english_left(_LONE_LETTER.sub(" ", _CUT.sub(unless_name, text)), names)


def cut_words(text: str, displayed_words: set[str], known: Iterable[str]) -> list[str]:
    """The words that are in no message and have no ellipsis."""
    whole = displayed_words.union(*map(_WORD.findall, known))
    found = re.findall(r"[^\W\d_]{2,}…?", text)
    return [word for word in found if not word.endswith("…") and word not in whole]


def _set_paused_interval(screen: ReplayScreen, *args: Any, **options: Any) -> Timer:
    """Replaces `set_interval`, so that a replay does not advance during the test."""
    return Screen.set_interval(screen, *args, **{**options, "pause": True})


def _without_options(message: Message, _services: object) -> Message:
    """Replaces `with_options`, whose folder and language are in no language."""
    return message


@pytest.mark.parametrize("scene", ALONE)
async def test_language_change_is_immediate_and_leaves_no_english_or_cut_words(
    catalogue: Catalogue, displayed_words: set[str], scene: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ReplayScreen, "set_interval", _set_paused_interval)
    monkeypatch.setattr(settings_screen, "with_options", _without_options)
    async with on_stage(catalogue, ALONE[scene]) as pilot:

        async def check_languages(state: str, languages: Sequence[str] = (PSEUDO, "fr")) -> None:
            names, english = list(language_neutral(catalogue, pilot)), pilot.text
            hints = visible_hints(pilot)
            for language in languages:
                await change_language(pilot, language)
                check(pilot, state, language, names, displayed_words)
                assert language == PSEUDO or not hints - visible_hints(pilot), (state, "shorten the labels")
            await change_language(pilot, ENGLISH)
            assert pilot.text == english, state

        await press(pilot, ())
        await check_languages(scene)
        if (scene, SIZES[-1]) in STAGED:
            await pilot.resize_terminal(*SIZES[-1])
            await check_languages(f"{scene} in a wide window", (PSEUDO,))
            await pilot.resize_terminal(*SIZES[0])
        if pilot.app.screen.query(ChoiceList):
            await check_rows(catalogue, pilot, displayed_words)
        for state, pressed in MORE.get(scene, {}).items():
            await press(pilot, pressed)
            await check_languages(state)


def visible_hints(pilot: Player) -> set[str]:
    """The actions of the visible key hints, also those in the prompt. Beside a message, the last ones may be omitted."""
    screen = pilot.app.screen
    if isinstance(screen, TableScreen) and screen.session.message is not None:
        return set()
    styles = [span.style for prompt in screen.query(PromptLine) for span in prompt.render().spans]
    named = {style.meta.get("@click", "") for style in styles if isinstance(style, Style)} - {""}
    return named.union(action for row in screen.query(KeyRow) for action in row.places)


def check(pilot: Player, state: str, language: str, names: Sequence[str], displayed_words: set[str]) -> None:
    """Check that the screen has no English, if it is in the pseudo-language, and no word that is cut without an ellipsis."""
    text = pilot.text
    assert language != PSEUDO or remaining_english(text, names) == [], (state, text)
    assert cut_words(text, displayed_words, names) == [], (state, language, text)


async def check_rows(catalogue: Catalogue, pilot: Player, displayed_words: set[str]) -> None:
    """Check a list with each row highlighted."""
    names = list(language_neutral(catalogue, pilot))
    rows = sum(row is not None for row in pilot.app.screen.query_one(ChoiceList).shown)
    for language in (PSEUDO, "fr"):
        await change_language(pilot, language)
        for row in range(min(rows, 16)):
            await pilot.press("down")
            check(pilot, f"row {row}", language, names, displayed_words)
    await change_language(pilot, ENGLISH)


@pytest.mark.parametrize("scene", SAID_ONCE)
async def test_transient_messages_have_no_english_or_cut_words(
    catalogue: Catalogue, displayed_words: set[str], scene: str
) -> None:
    set_language(PSEUDO)
    async with on_stage(catalogue, ALONE[scene]) as pilot:
        names = list(language_neutral(catalogue, pilot))
        for state, pressed in SAID_ONCE[scene].items():
            await press(pilot, pressed)
            check(pilot, state, PSEUDO, names, displayed_words)


async def change_language(pilot: Player, language: str) -> None:
    """Change the language while the screen is open."""
    set_language(language)
    pilot.app.redraw()
    await pilot.finish_drawing()


@pytest.mark.parametrize("scene", PALETTES)
async def test_palette_has_no_english(catalogue: Catalogue, scene: str) -> None:
    first, *pressed = PALETTES[scene]
    with pseudo_language():
        async with on_stage(catalogue, SCENES[first]) as pilot:
            await press(pilot, pressed)
            inside = "\n".join(strip.text for strip in rows_on_top(pilot.app))
            assert remaining_english(inside, language_neutral(catalogue, pilot)) == []
