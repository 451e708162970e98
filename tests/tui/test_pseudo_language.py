"""Every screen in a language that is a third longer, and in French. No English remains, and every cut word has an ellipsis."""

import re
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from gettext import GNUTranslations
from typing import Any, Final

import pytest
from textual.screen import Screen
from textual.timer import Timer

from splendor_tui.inputs.settings import Settings
from splendor_tui.puzzles.collection import load_puzzles
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.keys.keymap import PRESETS, key_label, keys_of
from splendor_tui.tui.keys.keys_by_screen import COMMANDS_BY_SCREEN
from splendor_tui.tui.look.theme import THEMES
from splendor_tui.tui.screens.choosing_screen import ChoosingScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.screens.settings_screen import KeysScreen
from splendor_tui.tui.widgets.choice_list import ChoiceList
from splendor_tui.words.language_files import ENGLISH, PSEUDO, set_language
from splendor_tui.words.pseudo import PseudoLanguage
from tests.tui.look.test_contrast import rows_on_top
from tests.tui.opened_app import screen_text
from tests.tui.scenes import ALIKE_AT_EVERY_SIZE, GAME_IDS, SCENES, SIZES, Scene, Stage, on_stage
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
NEUTRAL: Final = ("BC", "II", "III", "target", "merchant", "nowhere", "file", "splendor", "jsonl", "xyzxyz", "ctrl")
"""Turning points side by side, numerals, names in files and on command lines, and what the tests type."""


async def keys(stage: Stage) -> None:
    """All keys of the game."""
    stage.app.push_screen(KeysScreen())
    await stage.settle()


async def too_small(stage: Stage) -> None:
    """The table in a terminal that is too small."""
    await stage.sit_down("early")
    await stage.pilot.resize_terminal(60, 20)


MORE: Final[dict[str, tuple[str, ...]]] = {
    "a hint": ("last-round", "n"),
    "what is not allowed": ("last-round", "1", "enter"),
    "another payment": ("late", "p"),
    "a deck": ("last-round", "t"),
    "nothing to undo": ("last-round", "ctrl+r"),
    "pause": ("last-round", "o"),
    "replay of a round": ("replay", "1", "2"),
    "replay by itself": ("replay", "home", "p"),
    "replay log": ("replay", "m"),
    "replay in between": ("replay", "left"),
    "review of the end": ("review", "end"),
    "review of what is not known": ("reviewing", "end", "n"),
    "stopped review": ("reviewing", "s"),
    "help of the review": ("review", "question_mark"),
    "export": ("games", "down", "e"),
    "exported": ("games", "down", "e", "ctrl+u", *"/nowhere/file", "enter"),
    "export of a game that is not over": ("games", "e"),
    "import": ("games", "i"),
    "imported": ("games", "i", *"/nowhere", "enter"),
    "delete": ("games", "d"),
    "deleted": ("games", "d", "d"),
    "no game": ("games", "d", "d", "d", "d"),
    "imported games": ("statistics", "i"),
    "help of the help": ("help", "question_mark"),
    "help of the games": ("games", "question_mark"),
    "help of the replay": ("replay", "question_mark"),
    "help of the inspection": ("inspect", "question_mark"),
    "second page of the rules": ("rules", "pagedown"),
    "second page of the help": ("help", "pagedown"),
    "typing a name": ("new-game", "down", "down", "down", "enter"),
    "a name that is refused": ("new-game", "down", "down", "down", "enter", "ctrl+u", "enter"),
    "a target that is refused": ("new-game", *["down"] * 7, "9", "9", "9", "enter"),
    "waiting for a key": ("settings", "y", "enter"),
    "a key that is taken": ("settings", "y", "enter", "w"),
    "a key of one's own": ("settings", "y", "enter", "f7"),
}
PALETTES: Final[dict[str, tuple[str, ...]]] = {
    "palette": ("palette",),
    "themes": ("home", "f3"),
    "what no command is called": ("home", "ctrl+p", *"xyzxyz"),
}
ALONE: Final[dict[str, Scene]] = {**SCENES, "keys": keys, "too small": too_small}
WHOLE: Final = {**{name: (name,) for name in ALONE if name not in ("palette", "toasts")}, **MORE}
"""Each scene with further keys. Toasts contain the sentences of their scene."""
SAID_ONCE: Final = (
    "review of what is not known",
    "exported",
    "export of a game that is not over",
    "imported",
    "deleted",
    "no game",
    "a target that is refused",
    "a name that is refused",
    "a key that is taken",
)
"""Scenes with a sentence that disappears when the screen is drawn again."""


@asynccontextmanager
async def shown(catalogue: Catalogue, steps: Sequence[str], size: tuple[int, int] = SIZES[0]) -> AsyncIterator[Stage]:
    """A scene after some keys."""
    scene, *pressed = steps
    async with on_stage(catalogue, ALONE[scene], size) as stage:
        await stage.pilot.press(*pressed)
        for worker in list(stage.app.workers):
            if worker.group not in {"hint", "review"}:  # these search until they are stopped
                await worker.wait()
        await stage.settle()
        yield stage


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


def language_neutral(catalogue: Catalogue, stage: Stage) -> Iterable[str]:
    """Text that is the same in every language: names, ids, keys, files and values of settings."""
    nobles = [part for noble in catalogue.nobles for part in (noble.name, *noble.name.split())]
    themes = [*(theme.name for theme in THEMES), *stage.app.available_themes]
    return [
        *stage.names,
        *(
            name
            for screen in stage.app.screen_stack
            if isinstance(screen, ChoosingScreen)
            for name in screen.flow.controller.names
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


async def walk_rows(stage: Stage, check: Callable[[str], None]) -> None:
    """Check a list with each row highlighted."""
    rows = sum(row is not None for row in stage.app.screen.query_one(ChoiceList).shown)
    for _row in range(min(rows, 16)):
        await stage.pilot.press("down")
        check(screen_text(stage.app))


def _set_paused_interval(screen: ReplayScreen, *args: Any, **options: Any) -> Timer:
    """Replaces `set_interval`, so that a replay does not advance during the test."""
    return Screen.set_interval(screen, *args, **{**options, "pause": True})


@pytest.mark.parametrize(
    ("scene", "size"),
    [
        (name, size)
        for name, (scene, *_keys) in WHOLE.items()
        if name not in SAID_ONCE
        for size in (SIZES[0], SIZES[-1])
        if size == SIZES[0] or (name in SCENES and scene not in ALIKE_AT_EVERY_SIZE)
    ],
    ids=str,
)
async def test_language_change_is_immediate_and_leaves_no_english_or_cut_words(
    catalogue: Catalogue,
    displayed_words: set[str],
    scene: str,
    size: tuple[int, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ReplayScreen, "set_interval", _set_paused_interval)
    async with shown(catalogue, WHOLE[scene], size) as stage:
        names, english = list(language_neutral(catalogue, stage)), screen_text(stage.app)

        def check(text: str) -> None:
            assert not in_pseudo or remaining_english(text, names) == []
            assert cut_words(text, displayed_words, names) == [], text

        languages = (PSEUDO, "fr") if size == SIZES[0] else (PSEUDO,)
        for language in languages:
            await change_language(stage, language)
            in_pseudo = language == PSEUDO
            check(screen_text(stage.app))
        await change_language(stage, ENGLISH)
        assert screen_text(stage.app) == english
        if scene in ALONE and stage.app.screen.query(ChoiceList):
            for language in languages:
                await change_language(stage, language)
                in_pseudo = language == PSEUDO
                await walk_rows(stage, check)


@pytest.mark.parametrize("language", [PSEUDO, "fr"])
@pytest.mark.parametrize("scene", SAID_ONCE)
async def test_transient_messages_have_no_english_or_cut_words(
    catalogue: Catalogue, displayed_words: set[str], scene: str, language: str
) -> None:
    set_language(language)
    async with shown(catalogue, WHOLE[scene]) as stage:
        names, text = list(language_neutral(catalogue, stage)), screen_text(stage.app)
        assert language != PSEUDO or remaining_english(text, names) == []
        assert cut_words(text, displayed_words, names) == [], text


async def change_language(stage: Stage, language: str) -> None:
    """Change the language while the screen is open."""
    set_language(language)
    stage.app.redraw()
    await stage.settle()


@pytest.mark.parametrize("scene", PALETTES)
async def test_palette_has_no_english(catalogue: Catalogue, scene: str) -> None:
    with pseudo_language():
        async with shown(catalogue, PALETTES[scene]) as stage:
            inside = "\n".join(strip.text for strip in rows_on_top(stage.app))
            assert remaining_english(inside, language_neutral(catalogue, stage)) == []
