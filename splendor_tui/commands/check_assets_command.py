"""`splendor-tui check-assets [DIR]`: what is wrong with a set of cards and nobles, or what it holds."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from splendor_tui.inputs.assets import AssetError, load_catalogue
from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour, count
from splendor_tui.words import _, ngettext

HELP = _("say what is wrong with a set of cards and nobles")
_PRINTED_CARDS: Final = {1: 40, 2: 30, 3: 20}
_PRINTED_NOBLES: Final = 10


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the folder to check."""
    parser.add_argument(
        "folder",
        metavar="DIR",
        type=Path,
        nargs="?",
        help=_("the folder with cards.yaml and nobles.yaml; without it, the set of the printed game"),
    )


def run(args: argparse.Namespace) -> int:
    """Print every problem and return 1, or print what the set holds and return 0."""
    try:
        catalogue = load_catalogue(args.folder)
    except AssetError as error:
        print(error)
        return 1
    print("\n".join(_summary(catalogue)))
    return 0


def _summary(catalogue: Catalogue) -> list[str]:
    by_level = {level: catalogue.level(level) for level in LEVELS}
    lines = [
        _("level {level}: {holding}").format(level=level, holding=_holding(cards)) for level, cards in by_level.items()
    ]
    lines.append(_("in all: {holding}").format(holding=_holding(catalogue.cards)))
    costs = {colour: sum(count(card.cost, colour) for card in catalogue.cards) for colour in Colour}
    lines.append(_("they cost: {gems}").format(gems=_by_colour(costs)))
    nobles = len(catalogue.nobles)
    sentence = ngettext("{count} noble, {points}", "{count} nobles, {points}", nobles)
    lines.append(sentence.format(count=nobles, points=_points(catalogue.nobles)))
    if {level: len(cards) for level, cards in by_level.items()} != _PRINTED_CARDS or nobles != _PRINTED_NOBLES:
        lines.append(_("Note: the printed game has 40, 30 and 20 cards and 10 nobles. This set can be played with."))
    return lines


def _holding(cards: Sequence[Card]) -> str:
    bonuses = {colour: sum(card.bonus is colour for card in cards) for colour in Colour}
    sentence = ngettext("{count} card, {points}; {bonuses}", "{count} cards, {points}; {bonuses}", len(cards))
    return sentence.format(count=len(cards), points=_points(cards), bonuses=_by_colour(bonuses))


def _points(things: Sequence[Card | Noble]) -> str:
    points = sum(thing.points for thing in things)
    return ngettext("{points} point", "{points} points", points).format(points=points)


def _by_colour(amounts: Mapping[Colour, int]) -> str:
    return ", ".join(f"{amount} {_(str(colour))}" for colour, amount in amounts.items())
