"""Small files from outside, read without trusting what they are."""

import os
import stat
from pathlib import Path
from typing import Final

from splendor_tui.words import _

_LONGEST_PATH: Final = 200


class FileError(ValueError):
    """A file that is not read; `str()` is a sentence that names it and says why."""


def read_regular_file(path: Path, most: int) -> bytes:
    """What a regular file of at most `most` bytes holds.

    Never waits and never reads without end, whatever the path leads to: a pipe, a device, a folder. Raises FileError.
    """
    try:
        with open(path, "rb", opener=_open_without_waiting) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise FileError(_("{path} is no regular file; only those are read.").format(path=_quoted(path)))
            content = file.read(most + 1)
    except FileNotFoundError as error:
        raise FileError(_("{path} is not there.").format(path=_quoted(path))) from error
    except OSError as error:
        sentence = _("{path} cannot be read: {reason}.")
        raise FileError(sentence.format(path=_quoted(path), reason=error.strerror)) from error
    if len(content) > most:
        raise FileError(_("{path} is larger than {most} bytes.").format(path=_quoted(path), most=most))
    return content


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


def _quoted(path: Path) -> str:
    """The path as text that is safe on a terminal; of a very long one its end, where the name stands."""
    text = str(path)
    return repr(text if len(text) <= _LONGEST_PATH else "…" + text[-_LONGEST_PATH:])
