"""Actions as lines of text: `parse_action(format_action(action), catalogue)` equals the action.

Examples of all actions:

take W U G · take R R · reserve 2-07 · reserve deck 3 · buy 3-12 W2 K3 *1 · return W1 *1 · noble charles-v · pass · forfeit
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.errors import InvalidActionError
from splendor_tui.rules.gems import COLOUR_LETTERS, GOLD_LETTER, Colour, Gems, Tokens, pack, unpack
from splendor_tui.words import N_, either

MAX_LINE: Final = 80
_AMOUNT: Final = re.compile(r"([WUGRK*])([1-9])")
_MAIN_ACTIONS: Final = frozenset({"take", "reserve", "buy", "pass"})
_LETTERS: Final = COLOUR_LETTERS + GOLD_LETTER

CARDS_ARE: Final = N_("a card is named by its level and number, like {example}", example="2-07")
NOBLES_ARE: Final = N_("a noble is named by its id, like {example}", example="charles-v")
"""The rule for noble ids, shown in errors about unknown ids."""

_EXAMPLES: Final = (
    "take W U G",
    "reserve 2-07",
    "reserve deck 3",
    "buy 3-12 W2 K3 *1",
    "return W1 *1",
    "noble charles-v",
    "pass",
    "forfeit",
)


def format_action(action: Action) -> str:
    """The action in notation.

    >>> format_action(Take(pack([1, 1, 1, 0, 0])))
    'take W U G'
    """
    match action:
        case Take():
            return f"take {_letters(action.gems)}"
        case Reserve():
            return f"reserve {action.card.id}"
        case ReserveTop():
            return f"reserve deck {action.level}"
        case Buy():
            return f"buy {action.card.id}{_amounts(action.gems, action.gold)}"
        case Return():
            return f"return{_amounts(action.gems, action.gold)}"
        case ChooseNoble():
            return f"noble {action.noble.id}"
        case Pass():
            return "pass"
        case Forfeit():
            return "forfeit"
        case _ as never:
            assert_never(never)


def begins_turn(line: str) -> bool:
    """Whether the action in this line starts a turn. Returns, choices of a noble and forfeits do not."""
    return line.split(" ", 1)[0] in _MAIN_ACTIONS


def parse_action(line: str, catalogue: Catalogue) -> Action:
    """Parse a line of notation. The action may be illegal.

    Raises InvalidActionError if the line is not valid notation for this catalogue.

    >>> parse_action("reserve 2-07", catalogue).card.points
    1
    """
    if len(line) > MAX_LINE:
        raise InvalidActionError(line, N_("a line has at most {most} characters", most=MAX_LINE))
    match line.split(" "):
        case ["take", *letters]:
            return Take(_parse_letters(line, letters))
        case ["reserve", "deck", "1" | "2" | "3" as level]:
            return ReserveTop(int(level))
        case ["reserve", "deck", *_]:
            raise InvalidActionError(line, N_("expected level 1, 2 or 3 after {words}", words="'reserve deck'"))
        case ["reserve", card_id]:
            return Reserve(_parse_card(line, card_id, catalogue))
        case ["buy", card_id, *amounts]:
            gems, gold = _parse_amounts(line, amounts)
            return Buy(_parse_card(line, card_id, catalogue), gems, gold)
        case ["return", *amounts]:
            gems, gold = _parse_amounts(line, amounts)
            return Return(gems, gold)
        case ["noble", noble_id]:
            if noble_id not in catalogue.nobles_by_id:
                raise InvalidActionError(line, NOBLES_ARE)
            return ChooseNoble(catalogue.nobles_by_id[noble_id])
        case ["pass"]:
            return Pass()
        case ["forfeit"]:
            return Forfeit()
        case _:
            raise InvalidActionError(line, N_("expected {examples}", examples=either(list(map(repr, _EXAMPLES)))))


def read_tokens(words: Iterable[str]) -> Tokens | None:
    """Parse words like `W2` and `*1`, in any order. Returns None if any word is invalid."""
    counts = dict.fromkeys(_LETTERS, 0)
    for word in words:
        amount = _AMOUNT.fullmatch(word)
        if amount is None or counts[amount[1]]:
            return None
        counts[amount[1]] = int(amount[2])
    return Tokens(pack(counts[letter] for letter in COLOUR_LETTERS), counts[GOLD_LETTER])


def _letters(gems: Gems) -> str:
    return " ".join(colour.letter for colour, amount in zip(Colour, unpack(gems), strict=True) for _ in range(amount))


def _amounts(gems: Gems, gold: int) -> str:
    return f" {Tokens(gems, gold)}" if gems or gold else ""


def _parse_letters(line: str, letters: Sequence[str]) -> Gems:
    if not 1 <= len(letters) <= 3 or not all(len(word) == 1 and word in COLOUR_LETTERS for word in letters):
        raise InvalidActionError(
            line,
            N_(
                "expected one to three of the letters {letters} after {words}",
                words="'take'",
                letters=" ".join(COLOUR_LETTERS),
            ),
        )
    return pack(letters.count(letter) for letter in COLOUR_LETTERS)


def _parse_amounts(line: str, words: Sequence[str]) -> Tokens:
    tokens = read_tokens(words)
    if tokens is None:
        raise InvalidActionError(
            line,
            N_(
                "write tokens as a letter ({letters}) and a number from 1 to 9, each letter once, like {example}",
                letters=" ".join(_LETTERS),
                example="W2 *1",
            ),
        )
    return tokens


def _parse_card(line: str, card_id: str, catalogue: Catalogue) -> Card:
    if card_id not in catalogue.cards_by_id:
        raise InvalidActionError(line, CARDS_ARE)
    return catalogue.cards_by_id[card_id]
