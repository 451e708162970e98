"""A record as JSON Lines."""

from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from pydantic import ValidationError

from splendor_tui.inputs.files import read_regular_file
from splendor_tui.inputs.problems import Strict, describe
from splendor_tui.inputs.strict_json import StrictJsonError, read_strict_json
from splendor_tui.record.record_error import RecordError
from splendor_tui.record.record_model import (
    FORMAT,
    MAX_PLIES,
    VERSION,
    Record,
    RecordHeader,
    RecordPly,
    ResultLine,
)
from splendor_tui.words import N_

MAX_BYTES: Final = 1_000_000


def format_record(record: Record) -> str:
    """The record as JSON Lines."""
    lines = [record.header.model_dump_json(), *(ply.model_dump_json(exclude_none=True) for ply in record.plies)]
    if record.result is not None:
        lines.append(ResultLine(result=record.result).model_dump_json())
    return "".join(f"{line}\n" for line in lines)


def read_record(path: Path) -> Record:
    """The record in a regular file. Raises FileError for the file, RecordError for what it says."""
    return parse_record(read_regular_file(path, MAX_BYTES))


def parse_record(content: bytes) -> Record:
    """The record that the content of a file stands for; whether the rules confirm it, `replay` tells. Raises RecordError."""
    if len(content) > MAX_BYTES:
        raise RecordError(N_("A record has at most {most} bytes.", most=MAX_BYTES))
    lines = _lines(content)
    header = _read_header(lines[0])
    result = None
    if len(lines) > 1 and "result" in _read_object(lines[-1]):
        result = _read(ResultLine, lines.pop()).result
    if len(lines) > 1 + MAX_PLIES:
        raise RecordError(N_("A record has at most {most} actions.", most=MAX_PLIES))
    return Record(header, tuple(_read(RecordPly, line) for line in lines[1:]), result)


class _Line(NamedTuple):
    number: int
    text: str


def _lines(content: bytes) -> list[_Line]:
    """The lines, at least one; a carriage return at an end is white space to JSON."""
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        number = content.count(b"\n", 0, error.start) + 1
        raise RecordError(N_("It is not UTF-8 text."), line=number) from error
    if text.startswith("\N{BYTE ORDER MARK}"):
        raise RecordError(N_("It begins with a byte order mark; save the record as UTF-8 without one."), line=1)
    lines = text.removesuffix("\n").split("\n")
    return [_Line(number, line) for number, line in enumerate(lines, start=1)]


def _read_header(line: _Line) -> RecordHeader:
    head = _read_object(line)
    if head.get("format") != FORMAT:
        raise RecordError(N_("It is not a game record; the format of one is {format}.", format=FORMAT), line=1)
    version = head.get("version")
    if isinstance(version, int) and not 1 <= version <= VERSION:
        sentence = N_(
            "The record has format version {found}, and this program knows versions 1 to {known}.",
            found=version,
            known=VERSION,
        )
        raise RecordError(sentence, line=1)
    return _read(RecordHeader, line)


M = TypeVar("M", bound=Strict)


def _read(model: type[M], line: _Line) -> M:
    _read_object(line)
    try:
        return model.model_validate_json(line.text)  # as text: strict models take lists for tuples only from JSON
    except ValidationError as error:
        raise RecordError(describe(error)[0], line=line.number) from error


def _read_object(line: _Line) -> dict[str, Any]:
    try:
        return read_strict_json(line.text)
    except StrictJsonError as error:
        raise RecordError(error.message, line=line.number) from error
