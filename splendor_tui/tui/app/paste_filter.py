"""Filters what is pasted into the terminal."""

from typing import Final

PASTE_BEGINS: Final = "\x1b[200~"
PASTE_ENDS: Final = "\x1b[201~"
_CONTROLS: Final = dict.fromkeys({*range(32), *range(127, 160)} - {*map(ord, "\t\n\r")})


class PasteFilter:
    """Removes control characters from pastes. Textual would read an escape and the following text as keys."""

    def __init__(self) -> None:
        self._pasting = False
        self._tail = ""
        """Outside a paste, the last characters typed. Inside, a possible start of its end marker."""

    def filter(self, text: str) -> str:
        """Filter the text. A paste may begin or end anywhere in it."""
        seen = self._tail + text
        if not self._pasting:
            start = seen.find(PASTE_BEGINS)
            if start < 0:
                self._tail = seen[-len(PASTE_BEGINS) + 1 :]
                return text
            begin = start + len(PASTE_BEGINS) - len(self._tail)
            self._pasting, self._tail = True, ""
            return text[:begin] + self.filter(text[begin:])
        pasted, end, rest = seen.partition(PASTE_ENDS)
        if end:
            self._pasting, self._tail = False, ""
            return pasted.translate(_CONTROLS) + end + self.filter(rest)
        held = next(length for length in reversed(range(len(PASTE_ENDS))) if pasted.endswith(PASTE_ENDS[:length]))
        whole = len(pasted) - held
        self._tail = pasted[whole:]
        return pasted[:whole].translate(_CONTROLS)
