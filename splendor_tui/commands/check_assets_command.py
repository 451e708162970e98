"""`splendor-tui check-assets [DIR]`: check a card set, and print its errors or a summary."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Final

from splendor_tui.commands.argument_parser import Parser
from splendor_tui.commands.shared_options import folder
from splendor_tui.inputs.card_set import CARDS_FILE, NOBLES_FILE, assets_folder, read_card_set
from splendor_tui.inputs.card_set_check import AssetError
from splendor_tui.plain.speech import token_amount
from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour, count
from splendor_tui.words import N_, NN_, NP_, Message, enumerated

_PRINTED_CARDS: Final = {1: 40, 2: 30, 3: 20}
_PRINTED_NOBLES: Final = 10


def configure(parser: Parser) -> None:
    """Add the argument for the folder to check."""
    parser.argument(
        "folder",
        NP_("argument", "DIR"),
        N_(
            "the folder with {cards} and {nobles} (default: the standard card set)",
            cards=CARDS_FILE,
            nobles=NOBLES_FILE,
        ),
        type=folder,
        nargs="?",
    )


def run(args: argparse.Namespace) -> int:
    """Print every problem and return 1, or print a summary and return 0."""
    try:
        catalogue = read_card_set(args.folder or assets_folder())
    except AssetError as error:
        print(error)
        return 1
    print(*_summary(catalogue), sep="\n")
    return 0


def _summary(catalogue: Catalogue) -> list[Message]:
    by_level = {level: catalogue.level(level) for level in LEVELS}
    lines = [N_("level {level}: {holding}", level=level, holding=_holding(cards)) for level, cards in by_level.items()]
    lines.append(N_("total: {holding}", holding=_holding(catalogue.cards)))
    costs = {colour: sum(count(card.cost, colour) for card in catalogue.cards) for colour in Colour}
    lines.append(N_("total cost: {gems}", gems=_by_colour(costs)))
    nobles = len(catalogue.nobles)
    lines.append(NN_("{count} noble, {points}", "{count} nobles, {points}", nobles, points=_points(catalogue.nobles)))
    if {level: len(cards) for level, cards in by_level.items()} != _PRINTED_CARDS or nobles != _PRINTED_NOBLES:
        lines.append(N_("Note: the standard set has 40, 30 and 20 cards and 10 nobles. This set is playable."))
    return lines


def _holding(cards: Sequence[Card]) -> Message:
    bonuses = {colour: sum(card.bonus is colour for card in cards) for colour in Colour}
    return NN_(
        "{count} card, {points}; {bonuses}",
        "{count} cards, {points}; {bonuses}",
        len(cards),
        points=_points(cards),
        bonuses=_by_colour(bonuses),
    )


def _points(things: Sequence[Card | Noble]) -> Message:
    return NN_("{count} point", "{count} points", sum(thing.points for thing in things))


def _by_colour(amounts: Mapping[Colour, int]) -> Message:
    return enumerated([token_amount(colour, amount) for colour, amount in amounts.items()])
