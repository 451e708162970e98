"""`check-assets`: card sets are counted, lists of other programs compared and converted."""

import json
import re
import shutil
from collections.abc import Collection, Sequence
from pathlib import Path

import pytest

from splendor_tui.inputs.card_set import read_card_set
from splendor_tui.rules.cards import Card
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour, pack, unpack
from tests.commands.command_line import ASSETS, CommandLine
from tests.inputs.test_card_list import FORMS, table


@pytest.mark.parametrize("arguments", [(), (ASSETS,)], ids=["unnamed", "named"])
def test_standard_set_is_counted(run: CommandLine, arguments: tuple[Path, ...]) -> None:
    assert run("check-assets", *arguments).out.splitlines() == [
        "level 1: 40 cards, 5 points; 8 white, 8 blue, 8 green, 8 red, 8 black",
        "level 2: 30 cards, 55 points; 6 white, 6 blue, 6 green, 6 red, 6 black",
        "level 3: 20 cards, 80 points; 4 white, 4 blue, 4 green, 4 red, 4 black",
        "total: 90 cards, 140 points; 18 white, 18 blue, 18 green, 18 red, 18 black",
        "total cost: 117 white, 117 blue, 117 green, 117 red, 117 black",
        "10 nobles, 30 points",
        "2 promo nobles, 6 points",
    ]


@pytest.mark.parametrize(("file", "last"), [("cards.yaml", "3-20"), ("nobles.yaml", "anne-of-brittany")])
def test_other_counts_get_a_note(run: CommandLine, file: str, last: str, tmp_path: Path) -> None:
    shutil.copytree(ASSETS, tmp_path, dirs_exist_ok=True)
    kept = [line for line in (ASSETS / file).read_text(encoding="utf-8").splitlines() if last not in line]
    (tmp_path / file).write_text("\n".join(kept), encoding="utf-8")
    lines = run("check-assets", tmp_path).out.splitlines()
    assert lines[-1].startswith("Note: the standard set has 40, 30 and 20 cards and 10")


def test_every_problem_is_printed_with_exit_code_1(run: CommandLine, tmp_path: Path) -> None:
    assert run("check-assets", tmp_path, code=1).out.splitlines() == [
        f"'{tmp_path}/cards.yaml' does not exist.",
        f"'{tmp_path}/nobles.yaml' does not exist.",
    ]


# --- lists of other programs -------------------------------------------------------------------------------------------

WRONG = {
    "2-10": (
        "blue 2 2 0 1 1 4",
        "blue II, 2 points: costs white 2, green 1, red 1, black 4, printed white 2, red 1, black 4",
    ),
    "2-05": ("white 2 0 0 0 4 2", "white II, 2 points: costs red 4, black 2, printed green 1, red 4, black 2"),
    "2-29": ("black 2 0 0 0 0 5", "black II, 2 points: costs black 5, printed white 5"),
    "2-14": ("green 1 3 0 2 2 0", "green II, 1 point: costs white 3, green 2, red 2, printed white 3, green 2, red 3"),
    "2-08": ("blue 1 0 2 3 0 5", "blue II, 1 point: costs blue 2, green 3, black 5, printed blue 2, green 3, black 3"),
    "1-05": ("white 0 0 2 2 0 0", "white I, 0 points: costs blue 2, green 2, printed blue 2, green 2, black 1"),
    "2-28": ("blue 2 0 1 4 2 0", "blue II, 2 points for blue 1, green 4, red 2: gives blue, printed black"),
    "3-16": ("red 4 0 0 7 3 0", "red III, 4 points for green 7, red 3: worth 4, printed 5"),
}
"""Mistakes in published lists: the wrong card in place of this one, and the sentence about it."""


def with_mistakes(cards: Sequence[Card], mistakes: Collection[str]) -> list[Card]:
    listed = list(cards)
    for number, card in enumerate(cards):
        if card.id in mistakes:
            colour, points, *cost = WRONG[card.id][0].split()
            listed[number] = Card.of(card.level, card.number, Colour[colour.upper()], int(points), pack(map(int, cost)))
    return listed


@pytest.mark.parametrize("form", FORMS)
def test_differences_of_a_list_from_the_printed_cards_are_named(
    form: str, run: CommandLine, catalogue: Catalogue, tmp_path: Path
) -> None:
    file = tmp_path / "list"
    for mistakes in ({}, {"2-29"}, WRONG):
        file.write_text(FORMS[form](with_mistakes(catalogue.cards, mistakes)), encoding="utf-8")
        *lines, last = run("check-assets", "--like", "standard", file, code=1 if mistakes else 0).out.splitlines()
        assert {line.partition(": ")[2] for line in lines} == {WRONG[mistake][1] for mistake in mistakes}
        assert all(line.startswith("list, line ") for line in lines)
        assert last == (f"{len(mistakes)} difference{'s' * (len(mistakes) > 1)}" if mistakes else "No differences.")


DOCUMENTED = (
    (ASSETS.parent / "docs" / "other-programs.md").read_text(encoding="utf-8").partition("have wrong cards?\n")[2]
)
WRONG_LISTS = [found for line in DOCUMENTED.splitlines() if (found := re.findall(r"`([^`]+: [^`]+)`", line))]
"""For each published list in the documentation, the sentences about its mistakes."""
COLOURS = [colour.name.lower() for colour in Colour]
SENTENCE = re.compile(
    r"(?P<colour>\w+)(?: (?P<level>I+)| [A-Z]\w+)?, (?P<points>\d) points?(?: for (?P<cost>[^:]+))?"
    r": (?:(?P<verb>costs|requires|gives) (?P<found>.+), printed (?P<right>.+)|missing)"
)


def cost_of(text: str) -> tuple[int, ...]:
    amounts = dict(part.split() for part in text.split(", "))
    return tuple(int(amounts.get(colour, 0)) for colour in COLOURS)


def list_with(sentences: Sequence[str], catalogue: Catalogue) -> str:
    """The list of the printed cards, or nobles, with these mistakes."""
    of_nobles = sentences[0].startswith("noble")
    listed: list[tuple[int, str, int, tuple[int, ...]]] = [
        (card.level, card.bonus.name.lower(), card.points, unpack(card.cost)) for card in catalogue.cards
    ]
    if of_nobles:
        listed = [(0, "noble", noble.points, unpack(noble.cost)) for noble in catalogue.nobles]
    for sentence in sentences:
        parts = SENTENCE.fullmatch(sentence)
        assert parts, sentence
        level, colour, points, verb = len(parts["level"] or ""), parts["colour"], int(parts["points"]), parts["verb"]
        if verb is None:
            listed.remove((level, colour, points, cost_of(parts["cost"])))
        elif verb == "gives":
            place = listed.index((level, parts["right"], points, cost_of(parts["cost"])))
            listed[place] = (level, colour, points, cost_of(parts["cost"]))
        else:
            place = listed.index((level, colour, points, cost_of(parts["right"])))
            listed[place] = (level, colour, points, cost_of(parts["found"]))
    head = ["type", "points", *COLOURS] if of_nobles else ["level", "color", "points", *COLOURS]
    return table(head, [(*(level, kind, points)[of_nobles:], *cost) for level, kind, points, cost in listed])


@pytest.mark.parametrize("sentences", WRONG_LISTS)
def test_documented_mistakes_of_published_lists_are_found(
    run: CommandLine, catalogue: Catalogue, sentences: list[str], tmp_path: Path
) -> None:
    (tmp_path / "list").write_text(list_with(sentences, catalogue), encoding="utf-8")
    *lines, _count = run("check-assets", "--like", "standard", tmp_path / "list", code=1).out.splitlines()
    assert sorted(line.partition(": ")[2] for line in lines) == sorted(sentences)


def test_missing_and_surplus_cards_and_nobles_are_differences(
    run: CommandLine, catalogue: Catalogue, tmp_path: Path
) -> None:
    cards = FORMS["a column per colour"]([*catalogue.cards[:-1], catalogue.cards[0]])
    (tmp_path / "cards").write_text(cards, encoding="utf-8")
    assert run("check-assets", "--like", "standard", tmp_path / "cards", code=1).out.splitlines() == [
        "cards, line 91: white I, 0 points for red 2, black 1: not printed, or listed too often",
        "cards: black III, 5 points for red 7, black 3: missing",
        "2 differences",
    ]
    nobles = (ASSETS / "nobles.yaml").read_text(encoding="utf-8").replace("{red: 4, black: 4}", "{red: 3, black: 4}")
    without = "".join(line for line in nobles.splitlines(keepends=True) if "machiavelli" not in line)
    (tmp_path / "nobles").write_text(without, encoding="utf-8")
    assert run("check-assets", "--like", "standard", tmp_path / "nobles", code=1).out.splitlines() == [
        "nobles, line 9: noble Henry VIII, 3 points: requires red 3, black 4, printed red 4, black 4",
        "nobles: noble Machiavelli, 3 points for white 4, blue 4: missing",
        "2 differences",
    ]


def test_standard_set_has_no_differences_and_promo_nobles_are_optional(run: CommandLine, tmp_path: Path) -> None:
    without = (ASSETS / "nobles.yaml").read_text(encoding="utf-8").partition("promos:")[0]
    (tmp_path / "nobles.yaml").write_text(without, encoding="utf-8")
    assert run("check-assets", "--like", "standard", tmp_path / "nobles.yaml").out == "No differences.\n"
    assert run("check-assets", "--like", "standard", ASSETS).out == "No differences.\n"


def test_list_is_written_as_a_card_set(run: CommandLine, catalogue: Catalogue, tmp_path: Path) -> None:
    file, folder = tmp_path / "my list", tmp_path / "new" / "set"
    file.write_text(FORMS["JSON by tier and colour"](catalogue.cards[::-1]), encoding="utf-8")
    offer = run("check-assets", file).out.splitlines()[-1]
    assert offer == f"To write it as a card set: splendor-tui check-assets '{file}' --write DIR"
    told = run("check-assets", file, "--write", folder).out.splitlines()[-1]
    assert told == f"Written as a card set. Play with it: splendor-tui new --assets {folder}"
    written = read_card_set(folder)
    assert (written.digest, written.promos) == (catalogue.digest, catalogue.promos), "printed cards keep their ids"
    assert "already exists" in run.error("check-assets", file, "--write", folder)


def test_list_of_other_cards_and_nobles_is_written_too(run: CommandLine, tmp_path: Path) -> None:
    listed = {
        "cards": [{"level": 1, "color": "white", "points": 1, "cost": "2u"}],
        "nobles": [{"name": 'Q: "x"', "needs": "2w"}, {"needs": {"red": 4, "black": 4}}, {"needs": "1k"}],
    }
    (tmp_path / "list").write_text(json.dumps(listed), encoding="utf-8")
    run("check-assets", tmp_path / "list", "--write", tmp_path / "set")
    written = read_card_set(tmp_path / "set")
    assert [card.id for card in written.cards] == ["1-01"]
    assert {noble.id: (noble.name, noble.points) for noble in written.nobles} == {
        "noble-1": ('Q: "x"', 3),
        "henry-viii": ("Henry VIII", 3),
        "noble-3": ("Noble 3", 3),
    }


def test_list_without_points_is_compared_but_not_converted(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "list").write_text("Level,Color,Black,Blue,Green,Red,White\n1,Black,0,4,0,0,0\n", encoding="utf-8")
    assert "line" not in run("check-assets", "--like", "standard", tmp_path / "list", code=1).out
    assert "has no points" in run.error("check-assets", tmp_path / "list")
    assert "needs a file" in run.error("check-assets", "--write", tmp_path / "set")
