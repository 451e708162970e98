"""Lists of cards as other programs publish them are read, whatever their form."""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest

from splendor_tui.inputs.card_list import CardListError, ListedCard, read_card_list
from splendor_tui.rules.cards import Card
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import COLOUR_LETTERS, Colour, unpack

NAMES = [colour.name.lower() for colour in Colour]
STONES = ["diamond", "sapphire", "emerald", "ruby", "onyx"]


def table(head: Sequence[object], rows: Iterable[Sequence[object]], delimiter: str = ",") -> str:
    return "".join(f"{delimiter.join(map(str, row))}\n" for row in (head, *rows))


def amounts(card: Card, names: Sequence[str]) -> dict[str, int]:
    return {name: amount for name, amount in zip(names, unpack(card.cost), strict=True) if amount}


def mixed(cards: Iterable[Card]) -> str:
    """A table with a column per colour for costs and one per colour for bonuses, empty cells, remarks and nobles."""
    costs = [f"{stone.title()} Cost" for stone in STONES]
    bonuses = [f"{stone.title()} Return" for stone in STONES]
    rows = [
        (
            "Regular",
            card.level,
            card.points or "",
            *(amount or "" for amount in unpack(card.cost)),
            *(1 if card.bonus is colour else "" for colour in Colour),
        )
        for card in cards
    ]
    return "# cards\n\n" + table(["Card Type", "Card Level", "Points Return", *costs, *bonuses], rows)


def by_level_and_colour(cards: Iterable[Card]) -> str:
    tiers: dict[str, dict[str, list[object]]] = {}
    for card in cards:
        row = {
            "prestigePoints": card.points,
            "price": [{"gem": name, "qty": n} for name, n in amounts(card, STONES).items()],
        }
        tiers.setdefault(f"tier{card.level}", {}).setdefault(STONES[card.bonus], []).append(row)
    return json.dumps({"version": 2, "cards": tiers}, indent="\t")


def in_letters(cards: Iterable[Card], letters: str) -> str:
    """A table with costs such as WWUB."""
    rows = (
        (
            f"L{card.level}",
            letters[card.bonus],
            card.points,
            "".join(letter * n for letter, n in amounts(card, letters).items()),
        )
        for card in cards
    )
    return table(["Tier", "Gem", "VPs", "Cost"], rows, ";")


FORMS: dict[str, Callable[[Sequence[Card]], str]] = {
    "a column per colour": lambda cards: table(
        ["level", "bonus", "points", *NAMES],
        ((card.level, NAMES[card.bonus], card.points, *unpack(card.cost)) for card in cards),
    ),
    "other names and order": lambda cards: table(
        [*(f"c-{name}" for name in NAMES), "PV", "gem-color", "Lvl"],
        ((*unpack(card.cost), card.points, f"Gem.{NAMES[card.bonus].upper()}", "I" * card.level) for card in cards),
        "\t",
    ),
    "bonus columns": mixed,
    "letters W U G R K": lambda cards: in_letters(cards, COLOUR_LETTERS),
    "letters W U G R B": lambda cards: in_letters(cards, "WUGRB"),
    "letters w b g r k": lambda cards: in_letters(cards, "wbgrk"),
    "letters D S E R O": lambda cards: in_letters(cards, "DSERO"),
    "JSON by tier and colour": by_level_and_colour,
    "JSON with costs as text": lambda cards: json.dumps(
        [
            {
                "id": card.id,
                "level": f"level {card.level}",
                "bonus": {STONES[card.bonus]: 1},
                "cost": " + ".join(f"{n} {name}" for name, n in amounts(card, NAMES).items()),
                **({"vp": card.points} if card.points else {}),
            }
            for card in cards
        ]
    ),
    "YAML": lambda cards: "".join(
        f"- level: {card.level}\n  colour: {NAMES[card.bonus]}\n  pts: {card.points}\n"
        f"  cost: {json.dumps(amounts(card, NAMES))}\n"
        for card in cards
    ),
}


def read(folder: Path, text: str) -> list[ListedCard]:
    (folder / "list").write_text(f"\ufeff{text}", encoding="utf-8")
    return read_card_list(folder / "list")


@pytest.mark.parametrize("form", FORMS)
def test_printed_cards_are_read_in_every_form(form: str, catalogue: Catalogue, tmp_path: Path) -> None:
    cards = catalogue.cards[::-1]
    found = [card[1:5] for card in read(tmp_path, FORMS[form](cards))]
    assert found == [(card.level, card.bonus, card.points, unpack(card.cost)) for card in cards]


@pytest.mark.parametrize(
    "text",
    [
        "name,points,white,blue,green,red,black\nHenry VIII,3,,,,4,4\n",
        "Card Type,level,points,Name,cost\nNoble,,3,Henry VIII,r4 k4\n",
        '{"cards": [], "nobles": [{"name": "Henry VIII", "prestige": 3, "requirements": {"ruby": 4, "onyx": 4}}]}',
        "nobles:\n  - {name: Henry VIII, points: 3, needs: {red: 4, brown: 4}}\n",
    ],
)
def test_nobles_are_read_like_cards(text: str, tmp_path: Path) -> None:
    [noble] = read(tmp_path, text)
    assert noble[1:] == (0, None, 3, (0, 0, 0, 4, 4), "Henry VIII")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("level,color,points,cost\n1,white,0,3w2\n", "list, line 2: cost is '3w2'; allowed: an amount of each colour, like"),
        ("level,color,points,cost\n1,white,0,2x\n", "list, line 2: cost is 'x'; allowed: white, blue, green, red or black."),
        ("level,color,points,cost\n4,white,0,2w\n", "list, line 2: level is '4'; allowed: 1, 2 or 3."),
        ("level,color,points,white\n1,pink,0,2\n", "list, line 2: colour is 'pink'; allowed: white, blue, green, red or black."),
        ("level,color,points,white\n1,red,many,2\n", "list, line 2: points is 'many'; allowed: a whole number from 0 to 9."),
        ("level,color,points,white\n1,red,1,10\n", "list, line 2: white is '10'; allowed: a whole number from 0 to 9."),
        ("id,color,points,white\n1,red,1,1\n", "list, line 2: level is missing."),
        ("x,y,z,q\n1,red,1,1\n", "list, line 2: cost is missing."),
        ('[{"level": 1,\n "cost": {"w" 1}}]', "list, line 2: Invalid JSON at column 15."),
        ('[{"level": 1, "color": "w", "cost": [0, 2, 0, 0, 1]}]', "list, line 1: cost is 0; allowed: white, blue, green"),
        ('{"a": ' * 50 + "1" + "}" * 50, "list, line 1: This is nested deeper than 8 levels."),
        ("", "list lists no cards: each has a level, a colour, points and a cost."),
        ("Dear diary, ...", "list lists no cards: each has a level, a colour, points and a cost."),
    ],
)  # fmt: skip
def test_unreadable_list_gets_the_line_and_the_allowed_values(text: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(CardListError) as caught:
        read(tmp_path, text)
    assert str(caught.value).startswith(problem)


def test_list_that_is_not_text_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(b"level,color,points,white\n\xff")
    with pytest.raises(CardListError, match=r"^list is not UTF-8 text\.$"):
        read_card_list(tmp_path / "list")
