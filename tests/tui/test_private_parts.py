"""The private parts of Textual and Rich that the program uses, and the reasons.

If a test fails, they have changed: check whether the reason still applies, and remove what is no longer needed.
"""

import re
from importlib.util import find_spec, module_from_spec
from io import StringIO
from pathlib import Path

import pytest
import textual._compositor
import textual._styles_cache
from rich.console import Console
from rich.segment import Segment
from textual._xterm_parser import XTermParser
from textual.content import Content
from textual.strip import Strip

import splendor_tui.tui
from splendor_tui.tui.look.drawn_message import wrap_text

ALLOWED = {
    "rich._wrap": "look/paint.py",
    "textual._ansi_sequences": "app/input_reader.py",
    "textual._compositor": "app/terminal_picture.py",
    "textual._keyboard_protocol": "app/input_reader.py",
    "textual._styles_cache": "screens/base_screen.py",
    "textual._xterm_parser": "app/input_reader.py",
}

# Not with `ast`: numba uses it in a thread, and CPython 3.11 confuses the two (SystemError).
_IMPORTS = re.compile(
    r"^ *(?:from ((?:textual|rich)[\w.]*) import (?:\(([^)]*)\)|(.*))|import ((?:textual|rich)[\w.]*))", re.MULTILINE
)
_PRIVATE = re.compile(r"(?:\w+\.)+?_\w+")


def test_no_other_private_module_is_imported() -> None:
    folder = Path(splendor_tui.tui.__file__).parent
    found = {}
    for path in folder.rglob("*.py"):
        for module, in_brackets, in_line, whole_module in _IMPORTS.findall(path.read_text()):
            names = [f"{module}.{name}" for name in re.findall(r"\w+", in_brackets or in_line)] or [whole_module]
            for private in filter(None, map(_PRIVATE.match, names)):
                found[private[0]] = path.relative_to(folder).as_posix()
    assert found == ALLOWED


def test_rich_breaks_lines_at_no_break_spaces() -> None:
    spec = find_spec("rich._wrap")
    assert spec is not None
    assert spec.loader is not None
    untouched = module_from_spec(spec)
    spec.loader.exec_module(untouched)
    assert untouched.divide_line("un\xa0mot", 4) == [3], "https://github.com/Textualize/rich/issues/3545 is solved"
    assert [line.plain for line in wrap_text(Content("a un\xa0mot"), 6)] == ["a", "un\xa0mot"]


def test_textual_rewrites_a_changed_row_from_the_left_edge_of_its_widget() -> None:
    spans, chops, ends = [(0, 7, 8)], [{0: Strip([Segment("a long row")])}], [[10]]
    console = Console(file=StringIO())
    whole = textual._compositor.ChopsUpdate(chops, spans, ends).render_segments(console)  # noqa: SLF001
    assert "long" in whole, "Textual writes only what has changed"


def test_textual_caches_the_rendering_of_a_thousand_widgets() -> None:
    remembered = textual._styles_cache.StylesCache.get_inner_outer.cache_info()  # noqa: SLF001
    assert remembered.maxsize == 1024, "https://github.com/Textualize/textual/issues/6665 is solved"


def test_textual_fails_on_numbers_beyond_any_terminal() -> None:
    with pytest.raises((ArithmeticError, ValueError)):
        list(XTermParser().feed("\x1b[999999999999u"))
