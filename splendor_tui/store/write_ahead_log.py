"""The write-ahead log (WAL) that a crash of version 1.0 left beside the games file.

SQLite reads a log only up to the first wrong bit, and it deletes the log of an empty file. It reports neither. This module
detects both, and reads the rest of the log. https://www.sqlite.org/fileformat2.html#walformat describes the format, and
https://www.sqlite.org/walformat.html that of the index (`-shm`), which counts the frames of complete transactions.
"""

import struct
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

_Sum: TypeAlias = tuple[int, int]

_HEADER: Final = struct.Struct(">8I")
"""The magic number, the version, the page size, a counter, two salts, and the two parts of the checksum."""
_FRAME: Final = struct.Struct(">6I")
"""The header of a frame: the page, the number of pages after a commit or 0, two salts, and the two parts of the checksum."""
_INDEX: Final = struct.Struct("=16x2I8x8s8x")
"""One of the two copies of the header of the index: the number of frames, the number of pages, and the salts."""
_SALTS: Final = slice(16, 24)  # in the log
_UNSUMMED: Final = 8
"""The size of a checksum, which ends the header of the log, and of the salts."""
_MAGIC: Final = {0x377F0682: "<", 0x377F0683: ">"}
"""The magic numbers, and the byte orders of the checksums that they stand for."""
_NATIVE: Final = "<" if sys.byteorder == "little" else ">"
_PAGE_SIZE: Final = 4096
"""The byte order and the page size that SQLite uses by default, for a log whose header is damaged."""


class _Frame(NamedTuple):
    """A page as of a transaction. `pages` is the size of the file if this ends the transaction, otherwise 0."""

    page: int
    pages: int
    content: bytes
    is_good: bool


def exists(database: Path) -> bool:
    """Whether there is a log, and it is not empty."""
    log = _log_of(database)
    return log.exists() and log.stat().st_size > 0


def apply_if_damaged(database: Path) -> bool:
    """If SQLite would not read all pages of the log, write them to the file and delete the log. Returns whether it would not.

    A wrong bit in a page makes at most a few rows unreadable, while the page before it may lack rows. So a damaged page is
    written too, unless its transaction may have been interrupted.
    """
    if not exists(database):
        return False
    log, size = _log_of(database).read_bytes(), database.stat().st_size
    page_size, frames, is_sound = _read(log)
    count, pages = _committed(log, frames, database.with_name(database.name + "-shm"))
    end = max((number for number, frame in enumerate(frames[:count], 1) if frame.pages), default=0)
    logged = {frame.page: frame.content for frame in frames[:end] if 0 < frame.page <= pages}
    is_complete = all(page in logged or page * page_size <= size for page in range(1, pages + 1))
    is_sound &= count <= len(frames) and all(frame.is_good for frame in frames[:count])
    if size > 0 and is_complete and is_sound:
        return False
    with database.open("r+b") as file:
        for page, content in logged.items():
            file.seek((page - 1) * page_size)
            file.write(content)
    _log_of(database).unlink()
    return True


def _log_of(database: Path) -> Path:
    return database.with_name(database.name + "-wal")


def _read(log: bytes) -> tuple[int, list[_Frame], bool]:
    """The page size, the frames, and whether the header is good. Frames at the end may be older than the header."""
    magic, _version, page_size, _counter, *salts, first, second = _HEADER.unpack(
        log[: _HEADER.size].ljust(_HEADER.size)
    )
    order, before = _MAGIC.get(magic, _NATIVE), (first, second)
    is_good = magic in _MAGIC and before == _sum(order, log[: _HEADER.size - _UNSUMMED], (0, 0))
    if not is_good:
        page_size = _PAGE_SIZE
        salts = [*_FRAME.unpack(log[_HEADER.size :][: _FRAME.size].ljust(_FRAME.size))[2:4]]
    frames: list[_Frame] = []
    for start in range(_HEADER.size, len(log) - _FRAME.size - page_size + 1, _FRAME.size + page_size):
        page, pages, *found, first, second = _FRAME.unpack_from(log, start)
        content = log[start + _FRAME.size :][:page_size]
        # Each checksum starts from the previous one. A wrong bit does not affect the checksums that are stored after it.
        summed, before = _sum(order, log[start : start + _UNSUMMED] + content, before), (first, second)
        frames.append(_Frame(page, pages, content, found == salts and summed == before))
    return page_size, frames, is_good


def _committed(log: bytes, frames: Sequence[_Frame], index: Path) -> tuple[int, int]:
    """The number of frames of complete transactions, and the size of the file in pages after them.

    Without an index of this log, the last good frame that ends a transaction is the last one. A bad one after it may have
    been interrupted.
    """
    last = max((number for number, frame in enumerate(frames, 1) if frame.is_good and frame.pages), default=0)
    found = (last, frames[last - 1].pages if last else 0)
    header = index.read_bytes()[: 2 * _INDEX.size] if index.exists() else b""
    half = len(header) // 2
    if half == _INDEX.size and header[:half] == header[half:]:
        count, pages, salts = _INDEX.unpack(header[:half])
        if salts == log[_SALTS]:
            return max(found, (count, pages))
    return found


def _sum(order: str, content: bytes, before: _Sum) -> _Sum:
    """The checksum of pairs of words, continuing from another checksum."""
    first, second = before
    for one, other in struct.iter_unpack(f"{order}2I", content):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
