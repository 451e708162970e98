"""Messages about invalid values. They exist for all errors of pydantic, are short, and are safe for a terminal."""

import json
import math
import re
from collections.abc import Iterator
from functools import reduce
from operator import getitem
from typing import Any

import pytest
from pydantic import ValidationError

import splendor_tui.engines.protocol
import splendor_tui.inputs.card_set_check
import splendor_tui.lesson.lesson_file
import splendor_tui.puzzles.collection
import splendor_tui.review.turn_judgement
import splendor_tui.store.stored_rows  # noqa: F401 - all models with patterns
from splendor_tui.inputs.engine_names import EngineSettings
from splendor_tui.inputs.house_rules import ClockOptions, MatchRules
from splendor_tui.inputs.match_options import MatchOptions, SeatOptions, make_options
from splendor_tui.inputs.settings import Settings
from splendor_tui.inputs.strict_models import Strict, describe, refused, shown
from splendor_tui.record import RecordHeader, RecordPly, RecordResult
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.words import either, quoted
from splendor_tui.words.languages import languages, set_language
from tests.record.recorded import Table
from tests.words.pseudo import english_left, pseudo_language

HOSTILE: list[Any] = [
    *[None, True, 0, -1, 1.5, 99, 10**15, 10**30, math.nan, math.inf, "", "x", "1", "x" * 10_000, "\x1b[2J", "\u202e"],
    *[[], [0], ["x"] * 9, {}, {"x": 1}, {"": {}}, [["x" * 90] * 9] * 9],
]
STAYS = [
    *["none", "true", "null", "None", "True", "nan", "inf", "ctrl+r", "f5,r", "splendor-dark", "off", "human"],
    *["auto", "unicode", "ascii", "compact", "wide", "qwerty", "azerty", "qwertz", "always", "hidden", "never", "free"],
    *["own-turn", "open", "first", "best", "splendor-tui-record", "target", "stalemate", "forfeit", "agreement"],
]
"""Words that are not translated: values of JSON and Python, keys, and choices."""


def valid_models(catalogue: Catalogue) -> Iterator[Strict]:
    """One valid instance of every model of untrusted data, with all fields set."""
    players = (SeatOptions(name="Ann"), SeatOptions(name="Bo", kind="engine", command="./mine"))
    rules = MatchRules(clock=ClockOptions(turn_seconds=60, reserve_seconds=300))
    yield make_options(players, rules, tie_seat=1, seed="x")
    engines = {"Mine": EngineSettings(command="./mine", options={"threads": 2})}
    yield Settings(names=("Ann",), keys={"undo": "u"}, engines=engines, match=rules)
    table = Table(catalogue)
    table.play_at_random(1)
    record = table.record()
    assert record.result is not None
    yield from (record.header, record.plies[0].model_copy(update={"clock": (1, 2, 3)}), record.result)


def places(value: Any, above: tuple[Any, ...] = (), *, most: int = 2) -> Iterator[tuple[Any, ...]]:
    """The paths of the values within a value. In a longer list, only those in this many entries."""
    yield above
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*above, name), most=most)
    elif isinstance(value, list):
        for index, inner in enumerate(value[:most]):
            yield from places(inner, (*above, index), most=most)


def changed(value: Any, place: tuple[Any, ...], other: Any) -> Any:
    """The value after replacing or removing the value at a path, or adding an unknown key next to it."""
    if not place:
        return other
    twin = value.copy()
    twin[place[0]] = changed(value[place[0]], place[1:], other)
    return twin


def invalid_values(good: Any) -> Iterator[Any]:
    for place in places(good):
        yield from (changed(good, place, value) for value in HOSTILE)
        if place and isinstance(place[-1], str):
            *above, last = place
            table = reduce(getitem, above, good)
            yield changed(good, tuple(above), {name: value for name, value in table.items() if name != last})
            yield changed(good, tuple(above), {**table, "stranger": 1})


@pytest.mark.parametrize("kind", [MatchOptions, Settings, RecordHeader, RecordPly, RecordResult])
def test_every_validation_error_is_translated_short_and_printable(kind: type[Strict], catalogue: Catalogue) -> None:
    [good] = (each for each in valid_models(catalogue) if type(each) is kind)
    plain = json.loads(good.model_dump_json())
    known = [*re.findall("[a-zA-Z]+", json.dumps(plain)), *STAYS, *languages(), "x", "stranger", "NaN", "Infinity"]
    told, sentences = set(), set()
    with pseudo_language():
        for wrong in invalid_values(plain):
            try:
                kind.model_validate_json(json.dumps(wrong))
            except ValidationError as error:
                problems = describe(error)
                told |= {problem.template for problem in problems}
                sentences |= {*map(str, problems)}
    assert len(told) >= 4
    for sentence in sentences:
        assert sentence.isprintable()
        assert len(sentence) < 300
        assert english_left(re.sub(r"\\x..|\\u....|x{2,}|\[2J", "", sentence), known) == []


def test_values_are_shortened_and_escaped() -> None:
    assert str(shown("\x1b[2J")) == r"'\x1b[2J'"
    assert shown(True) == "true"
    for value in HOSTILE:
        assert len(str(shown(value))) <= 63
        assert str(shown(value)).isprintable()


def test_quotation_marks_follow_the_language() -> None:
    refusal = refused("--undo", "foo\x1b", either([quoted("free"), quoted("off")]))
    assert str(refusal) == r"--undo is 'foo\x1b'; allowed: 'free' or 'off'."
    set_language("fr")
    assert str(refusal).replace("\xa0", " ") == (
        r"--undo : « foo\x1b » n’est pas admis ; valeurs admises : « free » ou « off »."
    )


def test_no_pattern_allows_a_line_break_at_the_end() -> None:
    models = {model for one in Strict.__subclasses__() for model in (one, *one.__subclasses__())}
    patterns = [found for model in models for found in patterns_in(model)]
    assert len(patterns) > 9
    assert not [one for one in patterns if not one.endswith(r"\Z")]


def patterns_in(model: type[Strict]) -> Iterator[str]:
    """The regular expressions of Python in a model's schema."""
    model.model_rebuild(force=True)
    waiting: list[Any] = (
        [] if model.model_config.get("regex_engine") == "rust-regex" else [model.__pydantic_core_schema__]
    )
    while waiting:
        match waiting.pop():
            case {"type": "str", "pattern": pattern}:
                yield pattern
            case dict() as schema:
                waiting += schema.values()
            case list() | tuple() as schemas:
                waiting += schemas
