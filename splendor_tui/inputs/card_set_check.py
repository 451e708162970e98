"""Parses and checks the card set, two files that users can edit."""

import re
import shlex
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final, Generic, Literal, TypeAlias, TypeVar

from pydantic import AfterValidator, Field, ValidationError
from pydantic_core import ErrorDetails

from splendor_tui.inputs.card_list import format_of
from splendor_tui.inputs.files import FileError, decode_text, read_regular_file
from splendor_tui.inputs.strict_models import (
    Place,
    ProblemsError,
    Strict,
    allowing,
    between,
    problem_of,
    problems_in,
    refused,
    shown,
)
from splendor_tui.inputs.strict_yaml import Document, read_yaml_file
from splendor_tui.rules.catalogue import MAX_CARD_POINTS, CardFacts, Catalogue, CatalogueError, NobleFacts
from splendor_tui.rules.gems import MAX_PRICE, Colour
from splendor_tui.words import N_, NN_, Message, either, enumerated

_MAX_BYTES: Final = 64 * 1024
_MAX_PROBLEMS: Final = 20
MAX_NAME: Final = 40
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


class AssetError(ProblemsError):
    """Raised for an invalid card set. Each problem gives the file, the row and the field."""


def read_catalogue(cards_file: Path, nobles_file: Path) -> Catalogue:
    """Parse and check the two files of a card set. Raises AssetError."""
    cards = _Sheet(cards_file, _Cards, _CardRow, depth=4)
    nobles = _Sheet(nobles_file, _Nobles, _NobleRow, depth=2)
    card_facts = list(_card_facts(cards))
    noble_facts, promo_facts = _noble_facts(nobles)
    if problems := [*cards.problems(), *nobles.problems()]:
        raise AssetError(problems)
    file = cards_file
    try:
        Catalogue(card_facts, [])  # first without nobles, to know which file an error concerns
        file = nobles_file
        return Catalogue(card_facts, noble_facts, promo_facts)
    except CatalogueError as error:
        raise AssetError([N_("{place}: {sentence}", place=file.name, sentence=error.message)]) from error


def _check_printable(text: str) -> str:
    if not text.isprintable() or text != text.strip():
        raise ValueError(text)
    return text


_Level: TypeAlias = Annotated[Literal[1, 2, 3], allowing(either([1, 2, 3]))]
_ColourName: TypeAlias = Annotated[
    Literal["white", "blue", "green", "red", "black"], allowing(either(["white", "blue", "green", "red", "black"]))
]
_Amount: TypeAlias = Annotated[int, between(0, MAX_PRICE, N_("a whole number from 0 to {most}"))]
_Points: TypeAlias = Annotated[int, between(0, MAX_CARD_POINTS, N_("a whole number from 0 to {most}"))]
_CardId: TypeAlias = Annotated[
    str, Field(pattern=r"^[123]-[0-9]{2}\Z"), allowing(N_("level and number, like {example}", example="1-01"))
]
_NobleId: TypeAlias = Annotated[
    str,
    Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=MAX_NAME),
    allowing(
        N_(
            "{letters} and single hyphens, like {example}, at most {most}",
            letters="a-z, 0-9",
            example="charles-v",
            most=MAX_NAME,
        )
    ),
]
_Name: TypeAlias = Annotated[
    str,
    Field(min_length=1, max_length=MAX_NAME),
    AfterValidator(_check_printable),
    allowing(N_("text of 1 to {most} visible characters", most=MAX_NAME)),
]


class _Amounts(Strict):
    white: _Amount = 0
    blue: _Amount = 0
    green: _Amount = 0
    red: _Amount = 0
    black: _Amount = 0

    def counts(self) -> tuple[int, int, int, int, int]:
        return self.white, self.blue, self.green, self.red, self.black


class _CardRow(Strict):
    id: _CardId
    bonus: _ColourName
    points: _Points
    cost: _Amounts


class _NobleRow(Strict):
    id: _NobleId
    name: _Name
    points: _Points
    needs: _Amounts


class _Cards(Strict):
    levels: dict[_Level, dict[_ColourName, list[_CardRow]]]


class _Nobles(Strict):
    nobles: list[_NobleRow]
    promos: list[_NobleRow] = Field(default_factory=list)


M = TypeVar("M", bound=Strict)


class _Sheet(Generic[M]):
    """One of the two files, its content and its problems."""

    def __init__(self, path: Path, model: type[M], row: type[Strict], depth: int) -> None:
        """`row` is the model of one row, `depth` the length of the path from the root to a row."""
        self.content: M | None = None
        self._file = path.name
        self._model = model
        self._row = row
        self._depth = depth
        self._problems: list[Message] = []
        self._document = Document("", {(): 1})
        try:
            self._document = read_yaml_file(path, _MAX_BYTES)
            self.content = model.model_validate(self._document.data)
        except FileError as error:
            self._problems.append(error.message)
        except ValidationError as error:
            for place, detail in problems_in(error):
                self._report(place, detail)
        if self._problems:
            self._name_other_format(path)

    def refuse(self, place: Place, found: object, allowed: Message) -> None:
        """Report an invalid value at this path, and the values allowed."""
        self._add_problem(place, refused(self._field(place), found, allowed))

    def problems(self) -> list[Message]:
        """The first `_MAX_PROBLEMS` problems, and the number of others."""
        more = len(self._problems) - _MAX_PROBLEMS
        if more <= 0:
            return self._problems
        sentence = NN_("{file}: {count} more problem.", "{file}: {count} more problems.", more, file=self._file)
        return [*self._problems[:_MAX_PROBLEMS], sentence]

    def _name_other_format(self, path: Path) -> None:
        """Replace the problems by their cause if the file is a list in CSV or JSON."""
        with suppress(FileError):
            found = format_of(decode_text(read_regular_file(path, _MAX_BYTES), "replace"))
            if found != "YAML":
                command = f"splendor-tui check-assets {shlex.quote(str(path))}"
                sentence = N_("This is {format}, not YAML. To convert it: {command}", format=found, command=command)
                self._problems = [N_("{place}: {sentence}", place=path.name, sentence=sentence)]

    def _report(self, place: Place, detail: ErrorDetails) -> None:
        match detail["type"]:
            case "list_type":
                self.refuse(place, detail["input"], N_("a list, with a hyphen before each item"))
            case "dict_type" | "model_type":
                names = enumerated(self._names((*place, "")))
                self.refuse(place, detail["input"], N_("names, each with a colon and a value: {names}", names=names))
            case _:
                self._add_problem(place, problem_of(detail, self._field(place), self._names(place)))

    def _add_problem(self, place: Place, sentence: Message) -> None:
        line = self._document.line(place)
        if row := self._row_name(place):
            where = N_("{file}, line {line}, row {row}", file=self._file, line=line, row=row)
        else:
            where = N_("{file}, line {line}", file=self._file, line=line)
        self._problems.append(N_("{place}: {sentence}", place=where, sentence=sentence))

    def _field(self, place: Place) -> str:
        """The path to a field from its row, or from the root if it is not in a row."""
        steps = place[self._depth :] if self._row_name(place) else place
        return " ".join(map(_shown, steps))

    def _row_name(self, place: Place) -> str:
        """The id of the row at this path, or its number if it has no id. Empty if the path is not inside a row."""
        if len(place) < self._depth:
            return ""
        *above, index = place[: self._depth]
        rows: Any = self._document.data
        for step in above:
            rows = rows[step]
        row = rows[index]
        return _shown(row["id"]) if isinstance(row, dict) and "id" in row else str(int(index) + 1)

    def _names(self, place: Place) -> list[str]:
        """The keys allowed as the last part of a path."""
        models: dict[int, type[Strict]] = {0: self._model, self._depth: self._row}
        above = len(place) - 1
        return (
            ["1", "2", "3"]
            if models.get(above) is None and above == 1
            else list(models.get(above, _Amounts).model_fields)
        )


def _shown(text: object) -> str:
    """The text to show in a message: a plain name unchanged, any other text quoted and shortened."""
    plain = str(text)
    return plain if _PLAIN.fullmatch(plain) else str(shown(text, MAX_NAME))


def _card_facts(sheet: _Sheet[_Cards]) -> Iterator[CardFacts]:
    """The cards in file order. Reports ids and bonuses that do not match their position."""
    levels = sheet.content.levels if sheet.content else {}
    for level, groups in levels.items():
        expected = 1
        for colour, rows in groups.items():
            for index, row in enumerate(rows):
                place: Place = ("levels", level, colour, index)
                if row.bonus != colour:
                    sheet.refuse((*place, "bonus"), row.bonus, N_("{colour}, like its group", colour=colour))
                if row.id != (needed := f"{level}-{expected:02}"):
                    sheet.refuse((*place, "id"), row.id, N_("{id}, the next of its level", id=needed))
                expected = int(row.id[-2:]) + 1  # report one problem for a gap, not one for each later card
                yield CardFacts(level, Colour[row.bonus.upper()], row.points, row.cost.counts())


def _noble_facts(sheet: _Sheet[_Nobles]) -> tuple[list[NobleFacts], list[NobleFacts]]:
    """The nobles and the promo nobles in file order. Reports repeated ids."""
    seen: set[str] = set()

    def facts(kind: str, rows: list[_NobleRow]) -> Iterator[NobleFacts]:
        for index, row in enumerate(rows):
            if row.id in seen:
                sheet.refuse((kind, index, "id"), row.id, N_("an id that no other noble has"))
            seen.add(row.id)
            yield NobleFacts(row.id, row.name, row.points, row.needs.counts())

    content = sheet.content
    return (list(facts("nobles", content.nobles)), list(facts("promos", content.promos))) if content else ([], [])
