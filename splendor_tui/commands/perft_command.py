"""`splendor-tui perft`: count action sequences from published positions, to compare implementations of the rules.

docs/perft.md explains the counts. perft.json contains the positions and the published counts.
"""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from splendor_tui.commands.argument_parser import CommandError, Parser
from splendor_tui.commands.shared_options import add_assets_option, load_assets
from splendor_tui.engines.protocol import CardFace, NobleFace
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.perft import divide, perft
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import State
from splendor_tui.words import N_, NP_, Message, enumerated

PUBLISHED: Final = Path(__file__).with_name("perft.json")
_DEFAULT_DEPTH: Final = 3
MAX_DEPTH: Final = 12


class Setup(NamedTuple):
    """A published position. `moves` lead to it from a deal whose decks are in the order of the asset files.

    `counts` are the published numbers of sequences, indexed by depth.
    """

    name: str
    about: str
    players: int
    target: int
    moves: list[str]
    position: str
    counts: list[int]

    def state(self, catalogue: Catalogue) -> State:
        """The position with the cards of this catalogue. Raises PositionError, CommandError."""
        return _complete_state(self.position, catalogue)


def published_setups() -> dict[str, Setup]:
    """All published positions by name."""
    return {row["name"]: Setup(**row) for row in _published()["setups"]}


def configure(parser: Parser) -> None:
    """Add the arguments for the position, the depth and the format."""
    names, actions = list(published_setups()), NP_("argument", "N")
    parser.argument(
        "--setup",
        NP_("argument", "NAME"),
        N_("count from this set-up: {names} (default: list them all)", names=enumerated(names)),
        choices=names,
    )
    parser.argument("--position", NP_("argument", "TEXT"), N_("count from this position, which must include the decks"))
    depth = N_(
        "count sequences of up to {n} actions, at most {most} (default: {usual}; with {check}, all published)",
        n=actions,
        usual=_DEFAULT_DEPTH,
        check="--check",
    )
    parser.number("--depth", depth, 1, MAX_DEPTH)
    parser.flag("--divide", N_("count the sequences of {n} actions by first action", n=actions))
    parser.flag("--check", N_("recount and compare with the published counts"))
    parser.flag("--json", N_("print a JSON object"))
    add_assets_option(parser)


def run(args: argparse.Namespace) -> int:
    """List the set-ups, count from one, or check the counts and return 1 if one differs. Raises MessageError."""
    if (args.divide or args.depth) and not (args.setup or args.position or args.check):
        raise CommandError(N_("Choose a starting point with {option}.", option="--setup"))
    for one, other in (("divide", "check"), ("position", "check"), ("position", "setup")):
        if getattr(args, one) and getattr(args, other):
            raise CommandError(N_("Use either {one} or {other}, not both.", one=f"--{one}", other=f"--{other}"))
    catalogue = load_assets(args)
    setups = published_setups()
    chosen = [setups[args.setup]] if args.setup else list(setups.values())
    if args.position or (args.setup and not args.check):
        state = _complete_state(args.position, catalogue) if args.position else chosen[0].state(catalogue)
        count = _divide if args.divide else _count
        count(state, args.depth or _DEFAULT_DEPTH, args.json)
        return 0
    if catalogue.digest != _published()["catalogue"]:
        raise CommandError(N_("The published counts are for the standard card set; omit {option}.", option="--assets"))
    if args.check:
        return _check(chosen, catalogue, args.depth, args.json)
    _list(chosen, catalogue, args.json)
    return 0


def _complete_state(text: str, catalogue: Catalogue) -> State:
    position = parse_position(text, catalogue)
    if not isinstance(position, State):
        raise CommandError(N_("Counting needs a position with its decks; this one has none."))
    return position


def _count(state: State, depth: int, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"counts": [perft(state, reached) for reached in range(depth + 1)]}))
        return
    for reached in range(1, depth + 1):
        print(N_("depth {depth}: {count}", depth=reached, count=perft(state, reached)), flush=True)


def _divide(state: State, depth: int, as_json: bool) -> None:
    counts = {format_action(action): count for action, count in divide(state, depth)}
    if as_json:
        print(json.dumps({"depth": depth, "divide": counts}))
        return
    for line, count in counts.items():
        print(f"{line}: {count}")
    print(N_("depth {depth}: {count}", depth=depth, count=sum(counts.values())))


def _check(setups: Iterable[Setup], catalogue: Catalogue, depth: int | None, as_json: bool) -> int:
    differing = {}
    for setup in setups:
        state = setup.state(catalogue)
        published = setup.counts if depth is None else setup.counts[: depth + 1]
        counted = [perft(state, reached) for reached in range(len(published))]
        if counted != published:
            differing[setup.name] = counted
        if not as_json:
            print(_comparison(setup.name, counted, published), flush=True)
    if as_json:
        print(json.dumps({"differing": differing}))
    return 1 if differing else 0


def _comparison(name: str, counted: list[int], published: list[int]) -> Message:
    if counted == published:
        return N_("{name}: as published.", name=name)
    return N_("{name}: counted {counted}, but published {published}.", name=name, counted=counted, published=published)


def _list(setups: Iterable[Setup], catalogue: Catalogue, as_json: bool) -> None:
    if as_json:
        cards = [CardFace.of(card).model_dump() for card in catalogue.cards]
        nobles = [NobleFace.of(noble).model_dump() for noble in catalogue.nobles]
        print(json.dumps(_published() | {"cards": cards, "nobles": nobles}))
        return
    for setup in setups:
        about = Message(setup.about, {})
        print(N_("{name} ({players} players): {about}", name=setup.name, players=setup.players, about=about))
        print("  " + str(N_("counts from depth 1: {counts}", counts=enumerated(setup.counts[1:]))))


def _published() -> dict[str, Any]:
    published: dict[str, Any] = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    return published
