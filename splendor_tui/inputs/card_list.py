"""Reads cards and nobles as other programs list them: CSV, JSON or YAML, with fields in any order.

Names of fields and colours have many spellings. A cost may be a column per colour, `{"white": 3}`, `3w 2u` or `WWWUU`.
"""

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from splendor_tui.inputs.files import decode_text, read_regular_file
from splendor_tui.inputs.strict_models import Place, ProblemsError, missing, refused
from splendor_tui.inputs.strict_yaml import Document, StrictYamlError, read_strict_yaml
from splendor_tui.rules.catalogue import MAX_CARD_POINTS
from splendor_tui.rules.gems import MAX_PRICE, Colour
from splendor_tui.words import N_, Message, MessageError, either

_MAX_BYTES: Final = 1024 * 1024
_MAX_PROBLEMS: Final = 20
_DELIMITERS: Final = ",;\t|"
_COMMENT: Final = re.compile(r"\s*(#|$)")
_LEVELS: Final[Mapping[str, int]] = {"1": 1, "2": 2, "3": 3, "i": 1, "ii": 2, "iii": 3}
_COLOURS: Final[Mapping[str, Colour]] = {
    word: colour
    for colour, words in {
        Colour.WHITE: "white|diamond|w|d|c",
        Colour.BLUE: "blue|sapphire|b|u|s",
        Colour.GREEN: "green|emerald|g|e",
        Colour.RED: "red|ruby|r",
        Colour.BLACK: "black|onyx|brown|k|o",
    }.items()
    for word in words.split("|")
}
_BLUE_IS_U: Final = re.compile(r"(?<![a-z])[bgrw]*u[bgruw]*(?![a-z])")
_GIVEN: Final = frozenset({"bonus", "bonuses", "return", "reward", "discount"})
"""Words that distinguish a column of bonuses from one of costs."""
_FIELDS: Final[Mapping[str, frozenset[str]]] = {
    field: frozenset(names.split("|"))
    for field, names in {
        "noble": "noble|nobles",
        "cost": "cost|costs|price|needs|requires|requirement|requirements|req",
        "level": "level|lvl|tier|rank|grade",
        "points": "points|point|pts|pv|vp|vps|pp|prestige|score|victory",
        "colour": "bonus|bonuses|color|colour|gem|type|return|reward|discount",
        "amount": "amount|count|number|qty|quantity",
        "name": "name",
    }.items()
}
_COLOUR_NAMES: Final = either(["white", "blue", "green", "red", "black"])

Cost: TypeAlias = tuple[int, int, int, int, int]
"""Amounts in the order W U G R K."""
Fields: TypeAlias = Sequence[tuple[object, Any]]
"""The names and values of a row, followed by what its place says about it: `("level", "tier 2")`."""


class CardListError(ProblemsError):
    """Raised for a list that cannot be read. Each problem gives the file and the line."""


class ListedCard(NamedTuple):
    """A card of a list, or a noble, which has level 0 and no bonus. `points` is None if the list has no points."""

    line: int
    level: int
    bonus: Colour | None
    points: int | None
    cost: Cost
    name: str = ""


class _FieldError(MessageError):
    """Raised for a field with an invalid value."""


def read_card_list(path: Path) -> list[ListedCard]:
    """Read the cards and nobles in a file. Raises FileError, CardListError."""
    content = read_regular_file(path, _MAX_BYTES)
    found: list[ListedCard] = []
    problems: list[Message] = []
    try:
        text = decode_text(content)
        rows = _Rows(text)
        for line, fields in rows.table() if format_of(text) == "CSV" else rows.nested():
            try:
                found.append(rows.read(line, fields))
            except _FieldError as error:
                problems.append(_at(path, line, error.message))
    except UnicodeDecodeError as error:
        raise CardListError([N_("{file} is not UTF-8 text.", file=path.name)]) from error
    except csv.Error as error:
        raise CardListError([N_("{file} is not a table.", file=path.name)]) from error
    except StrictYamlError as error:
        raise CardListError([_at(path, error.line, error.message)]) from error
    if not (found or problems):
        problems = [N_("{file} lists no cards: each has a level, a colour, points and a cost.", file=path.name)]
    if problems:
        raise CardListError(problems[:_MAX_PROBLEMS])
    with_points = {card.bonus is None for card in found if card.points}  # they may omit points of 0
    return [card._replace(points=card.points or 0) if (card.bonus is None) in with_points else card for card in found]


def format_of(text: str) -> str:
    """Whether the text looks like JSON, CSV or YAML."""
    head = next((line for line in text.splitlines() if _COMMENT.match(line) is None), "").lstrip()
    if head[:1] in {"{", "["}:
        return "JSON"
    return "CSV" if ": " not in head and len(re.split(f"[{_DELIMITERS}]", head)) > 3 else "YAML"


def _at(path: Path, line: int, sentence: Message) -> Message:
    return N_("{place}: {sentence}", place=N_("{file}, line {line}", file=path.name, line=line), sentence=sentence)


def _words(text: object) -> list[str]:
    """The words and numbers in text such as `cost_white`, `prestigePoints`, `L1` or `VPs`, in lower case."""
    found = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", str(text))
    return [word.casefold() for word in (*found, str(text).strip())]


def _is_nested(value: object) -> bool:
    return isinstance(value, list | dict)


class _Rows:
    """The rows of a list, and their fields. The letter b is black in a list with a u, and otherwise blue."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._colours = dict(_COLOURS)
        if _BLUE_IS_U.search(text.casefold()):
            self._colours["b"] = Colour.BLACK

    def table(self) -> Iterator[tuple[int, Fields]]:
        """Yield the rows of a table with their lines. Its first line has the names of the columns."""
        lines = [
            (number, line)
            for number, line in enumerate(self._text.splitlines(), start=1)
            if _COMMENT.match(line) is None
        ]
        delimiter = max(_DELIMITERS, key=lines[0][1].count)
        (_head, names), *rows = ((number, next(csv.reader([line], delimiter=delimiter))) for number, line in lines)
        for number, cells in rows:
            if any(cells):
                yield number, [*zip(names, cells, strict=False)]

    def nested(self) -> Iterator[tuple[int, Fields]]:
        """Yield the mappings with a cost, anywhere in JSON or YAML, with their lines. Raises StrictYamlError."""
        document = self._document()
        yield from self._search(document, document.data, (), ())

    def _document(self) -> Document:
        if format_of(self._text) != "JSON":
            return read_strict_yaml(self._text.encode())
        try:
            return read_strict_yaml(self._text.replace("\t", " ").encode())  # YAML does not allow tabs for indentation
        except StrictYamlError:
            try:
                json.loads(self._text)
            except json.JSONDecodeError as error:
                sentence = N_("Invalid JSON at column {column}.", column=error.colno)
                raise StrictYamlError(sentence, error.lineno) from error
            except (RecursionError, ValueError):  # too deep, or too many digits
                pass
            raise

    def _search(self, document: Document, data: Any, place: Place, above: Fields) -> Iterator[tuple[int, Fields]]:
        if isinstance(data, list):
            for index, item in enumerate(data):
                yield from self._search(document, item, (*place, index), above)
        elif isinstance(data, dict):
            kinds = [(self._field(name), _is_nested(value)) for name, value in data.items()]
            if any(field == "cost" or (isinstance(field, Colour) and not nested) for field, nested in kinds):
                yield document.line(place), [*data.items(), *above]
            else:
                for name, value in data.items():
                    yield from self._search(document, value, (*place, name), [*self._context(name), *above])

    def _context(self, name: object) -> Fields:
        """What a name says about the rows below it, such as `tier 2`, `white` or `nobles`."""
        facts = {
            "level": any(word in _LEVELS for word in _words(name)),
            "colour": self._colour(name) is not None,
            "noble": self._field(name) == "noble",
        }
        return [(field, name) for field, is_said in facts.items() if is_said]

    # --- fields ---------------------------------------------------------------------------------------------------------

    def read(self, line: int, fields: Fields) -> ListedCard:
        """The card or noble with these fields. Raises _FieldError."""
        kinds = [(self._field(name), name, value) for name, value in fields]
        if not any(field == "cost" or isinstance(field, Colour) for field, _name, _value in kinds):
            raise _FieldError(missing("cost"))
        level, colour, points, name = (self._find(fields, field) for field in ("level", "colour", "points", "name"))
        worth = None if points is None else _number("points", points, MAX_CARD_POINTS)
        cost = self._cost(fields)
        if level is colour is None or any(
            field == "noble" or "noble" in _words(value) for field, _name, value in kinds
        ):
            return ListedCard(line, 0, None, worth, cost, str(name or ""))
        if level is None or colour is None:
            raise _FieldError(missing("level" if level is None else "colour"))
        number = next((_LEVELS[word] for word in _words(level) if word in _LEVELS), None)
        if number is None:
            raise _FieldError(refused("level", level, either([1, 2, 3])))
        given = (self._given(name, value) for field, name, value in kinds if field == "colour")
        bonus = next((one for one in given if one is not None), None)
        if bonus is None:
            raise _FieldError(refused("colour", colour, _COLOUR_NAMES))
        return ListedCard(line, number, bonus, worth, cost)

    def _given(self, name: object, value: Any) -> Colour | None:
        """The bonus in a field such as `gem: white`, `bonus: {white: 1}` or `white bonus: 1`."""
        if isinstance(value, dict):
            value = next((key for key, amount in value.items() if amount), None)
        colour = self._colour(value)
        return self._colour(name) if colour is None and str(value).strip() == "1" else colour

    def _field(self, name: object) -> str | Colour | None:
        """The field with this name: a colour for the column of its amounts. None for other fields, such as ids."""
        words, colour = _words(name), self._colour(name)
        if colour is not None and _GIVEN.isdisjoint(words):
            return colour
        return next((field for field, names in _FIELDS.items() if not names.isdisjoint(words)), None)

    def _colour(self, text: object) -> Colour | None:
        """The colour in text such as `white`, `W`, `cost_white` or `Gem.DIAMOND`. A word has priority over a letter."""
        found = [word for word in _words(text) if word in self._colours]
        return self._colours[max(found, key=len)] if found else None

    def _find(self, fields: Fields, wanted: str) -> Any:
        return next((value for name, value in fields if self._field(name) == wanted), None)

    def _cost(self, fields: Fields) -> Cost:
        amounts = dict.fromkeys(Colour, 0)
        for name, value in fields:
            field = self._field(name)
            parts = self._parts(value) if field == "cost" else [(field, value)] if isinstance(field, Colour) else []
            for colour, amount in parts:
                amounts[colour] += _number(colour.name.lower(), amount, MAX_PRICE)
        white, blue, green, red, black = amounts.values()
        return white, blue, green, red, black

    def _parts(self, cost: Any) -> Iterator[tuple[Colour, Any]]:
        """Yield the colours and amounts of a cost in one field. Raises _FieldError."""
        if isinstance(cost, list):
            rows = [[*item.items()] if isinstance(item, dict) else [("colour", item), ("amount", 1)] for item in cost]
            pairs = [(self._find(row, "colour"), self._find(row, "amount")) for row in rows]
        elif isinstance(cost, dict):
            pairs = list(cost.items())
        else:
            words = re.findall(r"[0-9]+|[a-z]+", str(cost or "").casefold().replace("null", ""))
            if not any(word.isdigit() for word in words):
                letters = [letter for word in words for letter in ([word] if word in self._colours else word)]
                pairs = [(letter, 1) for letter in letters]
            elif len(words) % 2:
                raise _FieldError(
                    refused("cost", cost, N_("an amount of each colour, like {example}", example="3w 2u"))
                )
            else:
                halves = words[::2], words[1::2]
                pairs = list(zip(*(reversed(halves) if words[0].isdigit() else halves), strict=True))
        for name, amount in pairs:
            colour = self._colour(name)
            if colour is None:
                raise _FieldError(refused("cost", name, _COLOUR_NAMES))
            yield colour, amount


def _number(field: str, value: object, most: int) -> int:
    """The number in a field. An empty field is 0. Raises _FieldError."""
    text = str("" if value is None else value).strip().removesuffix(".0")
    if text in {"", "-", "null", "None"}:
        return 0
    if not re.fullmatch("[0-9]{1,3}", text) or int(text) > most:
        raise _FieldError(refused(field, value, N_("a whole number from 0 to {most}", most=most)))
    return int(text)
