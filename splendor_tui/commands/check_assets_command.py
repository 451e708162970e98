"""`splendor-tui check-assets [DIR|FILE]`: check a card set or a list of cards, and print its errors or a summary."""

import argparse
import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from splendor_tui.commands.argument_parser import CommandError, Parser
from splendor_tui.commands.card_differences import differences
from splendor_tui.commands.shared_options import folder
from splendor_tui.inputs.card_list import ListedCard, read_card_list
from splendor_tui.inputs.card_set import CARDS_FILE, NOBLES_FILE, assets_folder, load_catalogue, read_card_set
from splendor_tui.inputs.card_set_check import MAX_NAME
from splendor_tui.inputs.files import FileError, quoted_path, system_reason, write_new_file
from splendor_tui.inputs.strict_models import ProblemsError
from splendor_tui.presentation.speech import token_amount
from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.catalogue import CardFacts, Catalogue, NobleFacts
from splendor_tui.rules.gems import Colour, Gems, count, unpack
from splendor_tui.words import N_, NN_, NP_, Message, enumerated

_STANDARD: Final = "standard"
_PRINTED_CARDS: Final = {1: 40, 2: 30, 3: 20}
_PRINTED_NOBLES: Final = 10
_NOBLE_POINTS: Final = 3  # if the list has none


def configure(parser: Parser) -> None:
    """Add the arguments for the card set or the list, and what to do with it."""
    parser.argument(
        "path",
        NP_("argument", "DIR|FILE"),
        N_(
            "the folder with {cards} and {nobles}, or a list in CSV, JSON or YAML (default: the standard card set)",
            cards=CARDS_FILE,
            nobles=NOBLES_FILE,
        ),
        type=folder,
        nargs="?",
    )
    parser.argument(
        "--like",
        NP_("argument", "NAME"),
        N_("print the differences from this card set: {choices}"),
        choices=[_STANDARD],
    )
    parser.argument("--write", NP_("argument", "DIR"), N_("write the list to this folder as a card set"), type=folder)


def run(args: argparse.Namespace) -> int:
    """Print every problem or difference and return 1, or print a summary and return 0. Raises MessageError."""
    path = args.path or assets_folder()
    is_list = path.is_file()
    if args.write and (not is_list or args.like):
        raise CommandError(N_("{option} needs a file with a list of cards.", option="--write"))
    try:
        if args.like:
            return _print_differences([path] if is_list else [path / CARDS_FILE, path / NOBLES_FILE])
        catalogue = _converted(path) if is_list else read_card_set(path)
    except ProblemsError as error:
        print(error)
        return 1
    if args.write:
        _write(catalogue, args.write)
    print(*_summary(catalogue), sep="\n")
    if args.write:
        command = f"splendor-tui new --assets {shlex.quote(str(args.write))}"
        print(N_("Written as a card set. Play with it: {command}", command=command))
    elif is_list:
        command = f"splendor-tui check-assets {shlex.quote(str(path))} --write {NP_('argument', 'DIR')}"
        print(N_("To write it as a card set: {command}", command=command))
    return 0


def _print_differences(files: Sequence[Path]) -> int:
    standard = load_catalogue()
    found = [(file, *difference) for file in files for difference in differences(read_card_list(file), standard)]
    for file, line, sentence in found:
        where = N_("{file}, line {line}", file=file.name, line=line) if line else file.name
        print(N_("{place}: {sentence}", place=where, sentence=sentence))
    print(NN_("{count} difference", "{count} differences", len(found)) if found else N_("No differences."))
    return 1 if found else 0


# --- summary -----------------------------------------------------------------------------------------------------------


def _summary(catalogue: Catalogue) -> list[Message]:
    by_level = {level: catalogue.level(level) for level in LEVELS}
    lines = [N_("level {level}: {holding}", level=level, holding=_holding(cards)) for level, cards in by_level.items()]
    lines.append(N_("total: {holding}", holding=_holding(catalogue.cards)))
    costs = {colour: sum(count(card.cost, colour) for card in catalogue.cards) for colour in Colour}
    lines.append(N_("total cost: {gems}", gems=_by_colour(costs)))
    nobles = len(catalogue.nobles)
    lines.append(NN_("{count} noble, {points}", "{count} nobles, {points}", nobles, points=_points(catalogue.nobles)))
    if promos := catalogue.promos:
        points = _points(promos)
        lines.append(NN_("{count} promo noble, {points}", "{count} promo nobles, {points}", len(promos), points=points))
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


# --- conversion --------------------------------------------------------------------------------------------------------


def _converted(file: Path) -> Catalogue:
    """The cards and nobles of a list as a card set, completed by the standard cards or nobles if it has none.

    The cards are in the order of the standard set, so that printed ones get their usual ids.
    """
    listed, standard = read_card_list(file), load_catalogue()
    if any(card.points is None and card.bonus is not None for card in listed):
        raise CommandError(N_("{file} has no points; add a column with them.", file=quoted_path(file)))
    cards = sorted(
        CardFacts(card.level, card.bonus, card.points or 0, card.cost) for card in listed if card.bonus is not None
    )
    nobles = [card for card in listed if card.bonus is None] or [
        ListedCard(0, 0, None, noble.points, unpack(noble.cost)) for noble in standard.all_nobles
    ]
    facts, known = list(_nobles(nobles, standard)), {noble.id for noble in standard.promos}
    return Catalogue(
        cards or (CardFacts(card.level, card.bonus, card.points, unpack(card.cost)) for card in standard.cards),
        (noble for noble in facts if noble.id not in known),
        (noble for noble in facts if noble.id in known),
    )


def _nobles(listed: Sequence[ListedCard], standard: Catalogue) -> Iterator[NobleFacts]:
    """The nobles of a list. Printed ones get their usual ids, and their usual names if the list has none."""
    usual = {unpack(noble.cost): noble for noble in standard.all_nobles}
    for number, noble in enumerate(listed, start=1):
        known = usual.get(noble.cost)
        name = " ".join(noble.name.split())[:MAX_NAME] or (known.name if known else f"Noble {number}")
        points = _NOBLE_POINTS if noble.points is None else noble.points
        yield NobleFacts(known.id if known else f"noble-{number}", name, points, noble.cost)


def _write(catalogue: Catalogue, folder: Path) -> None:
    """Write the card set to new files. Raises FileError."""
    for name, lines in ((CARDS_FILE, _card_lines(catalogue)), (NOBLES_FILE, _noble_lines(catalogue))):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_new_file(folder / name, "".join(f"{line}\n" for line in lines).encode())
        except OSError as error:
            file, reason = quoted_path(folder / name), system_reason(error)
            raise FileError(N_("{file} cannot be written: {reason}.", file=file, reason=reason)) from error


def _card_lines(catalogue: Catalogue) -> Iterator[str]:
    yield "levels:"
    for level, of_level in groupby(catalogue.cards, lambda card: card.level):
        yield f"  {level}:"
        for bonus, cards in groupby(of_level, lambda card: card.bonus.name.lower()):
            yield f"    {bonus}:"
            for card in cards:
                yield f"      - {{id: {card.id}, bonus: {bonus}, points: {card.points}, cost: {_amounts(card.cost)}}}"


def _noble_lines(catalogue: Catalogue) -> Iterator[str]:
    for kind, nobles in (("nobles", catalogue.nobles), ("promos", catalogue.promos)):
        if nobles:
            yield f"{kind}:"
        for noble in nobles:
            name = json.dumps(noble.name, ensure_ascii=False)  # quoted, whatever it contains
            yield f"  - {{id: {noble.id}, name: {name}, points: {noble.points}, needs: {_amounts(noble.cost)}}}"


def _amounts(gems: Gems) -> str:
    counts = ((colour.name.lower(), count(gems, colour)) for colour in Colour)
    return f"{{{', '.join(f'{colour}: {amount}' for colour, amount in counts if amount)}}}"
