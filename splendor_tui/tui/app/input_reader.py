"""Reads the terminal's input as whole sequences, by the grammar of ECMA-48.

Textual's own parser treats a sequence that it does not know, or that arrives slowly, as keys.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from textual import constants
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._xterm_parser import XTermParser
from textual.events import AppBlur, AppFocus, CursorPosition, Key, Paste
from textual.keys import Keys
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from splendor_tui.tui.keys.key_press import KeyPress, with_alt

PASTE_BEGINS: Final = "\x1b[200~"
PASTE_ENDS: Final = "\x1b[201~"
_ESCAPE: Final = "\x1b"
_FOCUS: Final = {"\x1b[I": AppFocus, "\x1b[O": AppBlur}
_CURSOR: Final = re.compile(r"\x1b\[(\d+);(\d+)R")
_CAN_SYNCHRONIZE: Final = re.compile(r"\x1b\[\?2026;[1-9]\$y")
_UNIT: Final = re.compile(
    r"([^\x00-\x1f\x7f]{64,})"  # so much text at once, which only a paste can be
    r"|([^\x1b])"  # a character
    r"|\x1b(?:"  # the escape key, or
    r"\[\[([^\x1b])?"  # a function key of the Linux console
    r"|\[M(?:([^\x00-\x1f]{3})|[^\x00-\x1f]{0,2}\Z)"  # a mouse event without SGR coordinates
    r"|\[\d+(\$)"  # a key with shift in rxvt
    r"|\[[0-?]*[ -/]*([@-~])?"  # any other CSI
    r"|O[0-?]*([ -~])?"  # SS3
    r"|[]P_^X][^\x00-\x1f\x7f-\x9f]*(?:(\x07|\x1b\\)|\x1b?\Z)?"  # OSC, DCS, APC, PM or SOS
    r"|([^\x1b])"  # a character with alt
    r")?",
    re.DOTALL,
)
"""A unit of input. It is unfinished if no group takes part."""
_KEY: Final = re.compile(
    r"\x1b\[(?P<code>\d*)(?::\d*)?(?::(?P<place>\d*))?(?:;(?P<modifiers>\d*)(?::(?P<event>\d*))?)?(?:;(?P<text>[\d:]*))?"
    r"(?P<final>[u~ABCDEFHPQRS])"
)
"""A key in the protocols of xterm and kitty. `place` is the code of the key at the same place of a US keyboard."""
_NOT_ALT: Final = frozenset("\t\\")
"""After an escape, these are no keys with alt: Shift+Tab on the Linux console, and the end of a string."""
_RELEASED: Final = "3"
_OTHER_KEY: Final = "27"
"""The number that xterm sends before the character of a key without a code."""
_NUMBER_PAD: Final = {
    "add": "plus",
    "subtract": "minus",
    "multiply": "asterisk",
    "divide": "slash",
    "decimal": "full_stop",
    "equal": "equals_sign",
    "separator": "comma",
}
_UNFINISHED_SECONDS: Final = 0.5
"""A sequence or paste ends when nothing has arrived for this long."""
_MAX_UNIT: Final = 256
_MAX_PASTE: Final = 4096
"""Pastes are cut to this length, which no file name exceeds."""
_C1: Final = dict.fromkeys(range(128, 160))
_CONTROLS: Final = dict.fromkeys({*range(32), 127} - {*map(ord, "\t\n\r")})


class InputReader:
    """Turns input into messages. A complete sequence without a meaning is dropped whole.

    An unfinished one waits for its rest, until nothing has arrived for some time.
    """

    def __init__(self) -> None:
        self._textual = XTermParser()
        """Interprets whole units. It is never fed, so it never waits."""
        self._unread = ""
        self._pasted: str | None = None
        """The beginning of an unfinished paste, if any."""
        self._waited = 0.0

    def read(self, text: str) -> Iterator[Message]:
        """Read more input."""
        self._waited = 0.0
        text, self._unread, at = self._unread + text.translate(_C1), "", 0
        while at < len(text):
            if self._pasted is None:
                unit = _UNIT.match(text, at)
                assert unit is not None
                if unit.lastindex is None and unit.end() == len(text):
                    self._unread = unit[0][:_MAX_UNIT] + unit[0][_MAX_UNIT:][-1:]
                    return
                at = unit.end()
                yield from self._interpret(unit[0])
            elif (end := text.find(PASTE_ENDS, at)) >= 0:
                yield self._end_paste(text[at:end])
                at = end + len(PASTE_ENDS)
            else:
                held = next(n for n in reversed(range(len(PASTE_ENDS))) if text.endswith(PASTE_ENDS[:n], at))
                self._unread = text[len(text) - held :]
                self._pasted = (self._pasted + text[at : len(text) - held])[:_MAX_PASTE]
                return

    def wait(self, seconds: float) -> Iterable[Message]:
        """Note that nothing has arrived for so long. Ends what has been unfinished for too long."""
        self._waited += seconds
        is_key = self._pasted is None and self._unread == _ESCAPE
        if self._waited < (constants.ESCAPE_DELAY if is_key else _UNFINISHED_SECONDS):
            return ()
        unit, self._unread = self._unread, ""
        return self._interpret(unit) if self._pasted is None else (self._end_paste(unit),)

    def _end_paste(self, rest: str) -> Paste:
        """A paste without control characters."""
        text, self._pasted = f"{self._pasted}{rest}"[:_MAX_PASTE], None
        return Paste(text.translate(_CONTROLS))

    # --- units ---------------------------------------------------------------------------------------------------------

    def _interpret(self, unit: str) -> Iterable[Message]:
        if unit == PASTE_BEGINS:
            self._pasted = ""
            return ()
        if unit in _FOCUS:
            return (_FOCUS[unit](),)
        if _CAN_SYNCHRONIZE.fullmatch(unit):
            return (TerminalSupportsSynchronizedOutput(),)
        if len(unit) > 1 and unit[0] != _ESCAPE:
            return (Paste(unit),)
        try:
            if mouse := self._textual.parse_mouse_code(unit):
                return (mouse,)
            if keys := self._keys(unit):
                return keys
            if cursor := _CURSOR.fullmatch(unit):
                return (CursorPosition(int(cursor[2]) - 1, int(cursor[1]) - 1),)
        except (ArithmeticError, ValueError):  # a number that no terminal sends
            pass
        return ()

    def _keys(self, unit: str) -> list[KeyPress]:
        """The keys of a unit, if it is one. Textual invents a name with a control character for an unknown one."""
        if len(unit) == 2 and unit[1] not in _NOT_ALT:
            return [KeyPress(with_alt(key.key), None, with_alt(key.plain)) for key in self._keys(unit[1])]
        coded = self._coded_keys(match) if (match := _KEY.fullmatch(unit)) else []
        return [key for key in coded if key.key.isprintable()] or [
            KeyPress(key.key, key.character, self._plain(key))
            for key in self._listed_keys(unit)
            if key.key.isprintable()
        ]

    def _coded_keys(self, match: re.Match[str]) -> list[KeyPress]:
        """The keys of a code with modifiers and text."""
        code, place, modifiers, event, text, final = match.groups(default="")
        number = code or ("" if final == "~" else "1")
        is_report = final == "R" and modifiers in {
            "0",
            "1",
        }  # the cursor is in the first column, which dvtm counts as 0
        is_named = number + final in FUNCTIONAL_KEYS and not is_report
        if event == _RELEASED or not (is_named or final == "u" or (number == _OTHER_KEY and text)):
            return []
        keys = self._textual._parse_extended_key(f"\x1b[{code};{modifiers};{text}{final}") or ()  # noqa: SLF001
        character = chr(int(place)) if place and not chr(int(code)).isascii() else ""
        return [KeyPress(key.key, key.character, self._plain(key, character)) for key in keys]

    def _listed_keys(self, unit: str) -> Iterable[Key]:
        """The keys of a character, or of a sequence that Textual lists."""
        if not unit.startswith("\x1b["):
            keys = self._textual._sequence_to_key_events(unit)  # noqa: SLF001
            return [key for key in keys if key.key != Keys.Ignore]
        listed = ANSI_SEQUENCES_KEYS.get(unit)
        return [Key(key.value, None) for key in listed] if isinstance(listed, tuple) else ()

    def _plain(self, key: Key, character: str = "") -> str:
        """The name of the US key that produces this character."""
        modifiers, plus, name = key.key.rpartition("+")
        if not character and key.character and unicodedata.east_asian_width(key.character[:1]) == "F":
            character = unicodedata.normalize("NFKC", key.character)
        if character:
            name = "".join(one.key for one in self._listed_keys(character))
        return modifiers + plus + _NUMBER_PAD.get(name, name)
