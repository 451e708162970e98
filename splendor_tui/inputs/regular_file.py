"""Small files from outside, read without trusting what they are."""

import os
from pathlib import Path
from typing import Final

from splendor_tui.inputs.platform_files import NotRegularError, open_regular
from splendor_tui.inputs.system_reason import system_reason
from splendor_tui.words import N_, Message, MessageError, quoted

_LONGEST_PATH: Final = 200


class FileError(MessageError, ValueError):
    """A file that is not read or written; the message names it and says why."""


def read_regular_file(path: Path, most: int) -> bytes:
    """What a regular file of at most `most` bytes holds.

    Never waits and never reads without end, whatever the path leads to: a pipe, a device, a folder. Raises FileError.
    """
    try:
        with os.fdopen(open_regular(path, os.O_RDONLY), "rb") as file:
            content = file.read(most + 1)
    except NotRegularError as error:
        raise FileError(N_("{path} is not a regular file; only those are read.", path=quoted_path(path))) from error
    except FileNotFoundError as error:
        raise FileError(N_("{path} is not there.", path=quoted_path(path))) from error
    except OSError as error:
        raise FileError(
            N_("{path} cannot be read: {reason}.", path=quoted_path(path), reason=system_reason(error))
        ) from error
    if len(content) > most:
        raise FileError(N_("{path} is larger than {most} bytes.", path=quoted_path(path), most=most))
    return content


def quoted_path(path: Path) -> Message:
    """The path as text that is safe on a terminal; of a very long one its end, where the name stands."""
    text = str(path)
    return quoted(text if len(text) <= _LONGEST_PATH else "…" + text[-_LONGEST_PATH:])
