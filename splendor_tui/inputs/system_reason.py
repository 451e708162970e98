"""What the operating system objects to, in the player's language: its own words are English or whatever it likes."""

import errno
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from splendor_tui.words import N_, Message

_REASONS: Final[Mapping[int, Message]] = MappingProxyType(
    {
        errno.EACCES: N_("permission denied"),
        errno.EPERM: N_("permission denied"),
        errno.ENOENT: N_("no such file or folder"),
        errno.EEXIST: N_("it is there already"),
        errno.EISDIR: N_("it is a folder"),
        errno.ENOTDIR: N_("a part of the path is not a folder"),
        errno.ENAMETOOLONG: N_("the name is too long"),
        errno.ELOOP: N_("links lead in a circle"),
        errno.EROFS: N_("the disk is read-only"),
        errno.ENOSPC: N_("the disk is full"),
        errno.EDQUOT: N_("your share of the disk is full"),
        errno.EFBIG: N_("the file would be too large"),
        errno.EIO: N_("the disk reports an error"),
        errno.EMFILE: N_("too many files are open"),
        errno.ENFILE: N_("too many files are open"),
        errno.EBUSY: N_("another program uses it"),
        errno.ETXTBSY: N_("another program uses it"),
        errno.ENXIO: N_("nothing answers there"),
    }
)


def system_reason(error: OSError) -> Message:
    """Why something failed, as the end of a sentence."""
    return _REASONS.get(error.errno or 0) or N_("error {number} of the system", number=error.errno or "?")
