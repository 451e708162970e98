"""`splendor-tui perft`: count action sequences from published positions, so that programs can compare their rules.

docs/perft.md tells what is counted; perft.json beside this module holds the positions and what was found.
"""

import argparse
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from splendor_tui.commands import CommandError, add_assets_option, load_assets
from splendor_tui.rules.cards import LEVELS
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.errors import IllegalActionError, InvalidActionError
from splendor_tui.rules.gems import COLOUR_LETTERS, Gems, unpack
from splendor_tui.rules.notation import format_action, parse_action
from splendor_tui.rules.perft import divide, perft
from splendor_tui.rules.state import Deal, GameOptions, State, nobles_shown
from splendor_tui.rules.turn import apply_action
from splendor_tui.words import _

HELP = _("count action sequences from published positions, to compare programs")
PUBLISHED: Final = Path(__file__).with_name("perft.json")
DEFAULT_DEPTH: Final = 3
MAX_DEPTH: Final = 12


@dataclass(frozen=True, slots=True)
class Setup:
    """A published position, reached by `moves` from cards and nobles in the order of the asset files.

    `counts` are the published numbers of sequences, those of depth d at index d.
    """

    name: str
    about: str
    players: int
    target: int
    moves: list[str]
    counts: list[int]

    def position(self, catalogue: Catalogue) -> State:
        """The position itself. Raises CommandError when these cards do not lead there."""
        low, middle, high = map(catalogue.level, LEVELS)
        deal = Deal((low, middle, high), catalogue.nobles[: nobles_shown(self.players)])
        state = State(catalogue, GameOptions(self.players, self.target), deal)
        try:
            for line in self.moves:
                state = apply_action(state, parse_action(line, catalogue))
        except (InvalidActionError, IllegalActionError) as error:
            sentence = _("These cards do not lead to the set-up {name}: {reason}")
            raise CommandError(sentence.format(name=self.name, reason=error)) from error
        return state


def published_setups() -> dict[str, Setup]:
    """All published positions by name."""
    return {row["name"]: Setup(**row) for row in _published()["setups"]}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add what to count, and how to tell it."""
    names = list(published_setups())
    parser.add_argument(
        "--setup",
        metavar="NAME",
        choices=names,
        help=_("count from this set-up: {names}; without it, all are listed").format(names=", ".join(names)),
    )
    parser.add_argument(
        "--depth",
        metavar="N",
        type=int,
        choices=range(1, MAX_DEPTH + 1),
        help=_(
            "count sequences of up to N actions, at most {most}; without it {usual}, and with --check all published"
        ).format(most=MAX_DEPTH, usual=DEFAULT_DEPTH),
    )
    parser.add_argument("--divide", action="store_true", help=_("count the sequences of N actions by their first one"))
    parser.add_argument(
        "--check", action="store_true", help=_("count everything anew and compare with what is published")
    )
    parser.add_argument("--json", action="store_true", help=_("answer with a JSON object for programs"))
    add_assets_option(parser)


def run(args: argparse.Namespace) -> int:
    """List the set-ups, count from one, or check what is published and return 1 where it is wrong. Raises CommandError."""
    if (args.divide or args.depth) and not (args.setup or args.check):
        raise CommandError(_("Name with --setup what to count from."))
    if args.divide and args.check:
        raise CommandError(_("Ask either for --divide or for --check."))
    catalogue = load_assets(args)
    setups = published_setups()
    asked = [setups[args.setup]] if args.setup else list(setups.values())
    if args.setup and not args.check:
        state = asked[0].position(catalogue)
        count = _divide if args.divide else _count
        count(state, args.depth or DEFAULT_DEPTH, args.json)
        return 0
    if catalogue.digest != _published()["catalogue"]:
        raise CommandError(_("The published counts are of the printed cards, not of these; leave --assets out."))
    if args.check:
        return _check(asked, catalogue, args.depth, args.json)
    _list(asked, catalogue, args.json)
    return 0


def _count(state: State, depth: int, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"counts": [perft(state, reached) for reached in range(depth + 1)]}))
        return
    for reached in range(1, depth + 1):
        print(_("depth {depth}: {count}").format(depth=reached, count=perft(state, reached)), flush=True)


def _divide(state: State, depth: int, as_json: bool) -> None:
    counts = {format_action(action): count for action, count in divide(state, depth)}
    if as_json:
        print(json.dumps({"depth": depth, "divide": counts}))
        return
    for line, count in counts.items():
        print(f"{line}: {count}")
    print(_("depth {depth}: {count}").format(depth=depth, count=sum(counts.values())))


def _check(setups: Iterable[Setup], catalogue: Catalogue, depth: int | None, as_json: bool) -> int:
    differing = {}
    for setup in setups:
        state = setup.position(catalogue)
        published = setup.counts if depth is None else setup.counts[: depth + 1]
        counted = [perft(state, reached) for reached in range(len(published))]
        if counted != published:
            differing[setup.name] = counted
        if not as_json:
            right, wrong = _("{name}: as published."), _("{name}: counted {counted}, but published {published}.")
            template = right if counted == published else wrong
            print(template.format(name=setup.name, counted=counted, published=published), flush=True)
    if as_json:
        print(json.dumps({"differing": differing}))
    return 1 if differing else 0


def _list(setups: Iterable[Setup], catalogue: Catalogue, as_json: bool) -> None:
    if as_json:
        print(json.dumps(_published() | _box(catalogue)))
        return
    for setup in setups:
        print(
            _("{name} ({players} players): {about}").format(name=setup.name, players=setup.players, about=setup.about)
        )
        print(_("  counts from depth 1 on: {counts}").format(counts=", ".join(map(str, setup.counts[1:]))))


def _box(catalogue: Catalogue) -> dict[str, object]:
    """All cards and nobles in the order of the asset files, so that nobody needs another file to follow the set-ups."""
    return {
        "cards": [
            {"id": card.id, "bonus": card.bonus.letter, "points": card.points, "cost": _by_letter(card.cost)}
            for card in catalogue.cards
        ],
        "nobles": [
            {"id": noble.id, "points": noble.points, "needs": _by_letter(noble.cost)} for noble in catalogue.nobles
        ],
    }


def _by_letter(gems: Gems) -> dict[str, int]:
    return dict(zip(COLOUR_LETTERS, unpack(gems), strict=True))


def _published() -> dict[str, Any]:
    published: dict[str, Any] = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    return published
