"""`splendor-tui review GAME|FILE [ACTION]`: evaluate each turn and suggest better ones."""

import argparse
import asyncio
import json
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from splendor_tui.commands.argument_parser import CommandError, Parser
from splendor_tui.commands.progress_bar import progress_bar
from splendor_tui.commands.shared_options import (
    add_folder_options,
    add_record_argument,
    load_assets,
    load_record,
    load_saved_record,
    open_games,
)
from splendor_tui.match import adviser
from splendor_tui.presentation.review_report import NO_TURNING_POINTS, ReviewReport, averages, heading, note
from splendor_tui.record import MAX_PLIES
from splendor_tui.review.game_review import USUAL_NODES, GameReview, judge_turns, open_review
from splendor_tui.review.turn_judgement import MAX_NODES, JudgedTurn, ReviewError, Turn
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.notation import format_action
from splendor_tui.store import Store
from splendor_tui.words import N_, NP_, Message, enumerated
from splendor_tui.words.percent import percent

_MIN_NODES: Final = 50
_INTERRUPTED: Final = 130
_MAX_WIDTH: Final = 78  # columns of the chart
_CHART_STEPS: Final = 10  # intervals between 0% and 100%
_SEVERAL_SEATS: Final = "*"


def configure(parser: Parser) -> None:
    """Add the arguments for the game, the turn, the depth and the format."""
    add_record_argument(parser)
    turn, action = N_("review only the turn with this action (default: the whole game)"), NP_("argument", "ACTION")
    parser.number("ply", turn, 1, MAX_PLIES, metavar=action, nargs="?")
    nodes = N_("simulations per search (default: {usual}); a turn takes up to three searches")
    parser.number("--nodes", nodes, _MIN_NODES, MAX_NODES, default=USUAL_NODES)
    parser.flag("--json", N_("print a JSON object"))
    add_folder_options(parser)


def run(args: argparse.Namespace) -> int:
    """Review the turns, print the review and return 0. Returns 130 if interrupted. Reviews of saved games are saved."""
    try:
        if Path(args.game).exists():
            return _review(args, None)
        with open_games(args, to_read=True) as store:
            return _review(args, store)
    except ReviewError as error:
        sentence = N_("{reason} To read it: {command}.", reason=error.message, command="splendor-tui replay --text")
        raise CommandError(sentence) from error


def _review(args: argparse.Namespace, store: Store | None) -> int:
    record = load_record(args) if store is None else load_saved_record(args, store, args.game)
    catalogue = load_assets(args)
    saved = {} if store is None else store.reviews.load(args.game)
    review = open_review(record, catalogue, saved, args.nodes)
    turn = None if args.ply is None else _turn_with(review, args.ply)
    missing = [one for one in review.missing if turn in (None, one)]

    def save(so_far: GameReview, judged: Turn) -> None:
        nonlocal review
        review = so_far
        if store is not None:
            store.reviews.save(args.game, judged.ply, review.saved_judgement(judged))

    try:
        if missing:
            _judge(review, missing, save)
    except KeyboardInterrupt:
        print(_describe_stop(review, turn, is_saved=store is not None), file=sys.stderr)
        return _INTERRUPTED
    report = ReviewReport(record, catalogue)
    judged = turn and review.judged_turn(turn)
    if args.json:
        print(json.dumps(_turn_facts(review, report, judged) if judged else _game_facts(review, report)))
    else:
        print(*(_turn(review, report, judged) if judged else _game(review, report)), sep="\n")
    return 0


def _judge(review: GameReview, turns: Sequence[Turn], save: Callable[[GameReview, Turn], object]) -> None:
    """Judge these turns, and show a progress bar. Raises KeyboardInterrupt."""
    with progress_bar(len(turns)) as show:

        def report(so_far: GameReview, turn: Turn) -> None:
            save(so_far, turn)
            show(len(so_far.judgements) - len(review.judgements), str(N_("Reviewing action {ply}", ply=turn.ply)))

        show(0, str(N_("Getting ready…")))
        asyncio.run(judge_turns(adviser.default_adviser(), review, turns, report))


def _turn_with(review: GameReview, ply: int) -> Turn:
    """The turn that contains this ply. Raises CommandError."""
    turn = review.turn_at(ply)
    if turn is None:
        last = review.turns[-1].plies[-1]
        raise CommandError(N_("There is no action {ply}; the last action of this game is {last}.", ply=ply, last=last))
    if not turn.can_be_judged:
        raise CommandError(N_("A player resigned at action {ply}; there is nothing to review.", ply=ply))
    return turn


def _describe_stop(review: GameReview, turn: Turn | None, *, is_saved: bool) -> Message:
    if turn is not None:
        return N_("Stopped before the turn was reviewed.")
    done = len(review.judged)
    planned = done + len(review.missing)
    if is_saved:
        return N_(
            "Stopped after {done} of {planned} turns. Run the same command to continue.", done=done, planned=planned
        )
    return N_(
        "Stopped after {done} of {planned} turns. Reviews of files are not saved; {command} saves the game.",
        done=done,
        planned=planned,
        command="splendor-tui import",
    )


# --- as text -----------------------------------------------------------------------------------------------------------


def _game(review: GameReview, report: ReviewReport) -> Iterator[object]:
    yield heading(review)
    yield from filter(None, [note(review)])
    yield N_("Each line starts with the action's number and the player's chance of winning before and after the turn.")
    yield _notation()
    for turn in review.turns:
        yield from _turn_lines(report, turn, review.judged_turn(turn))
    yield ""
    yield N_("Each player's chance of winning before each turn:")
    width = min(_MAX_WIDTH, shutil.get_terminal_size((_MAX_WIDTH, 24)).columns)
    yield from chance_chart(review.chances, width)
    legend = enumerated([f"{seat} {name}" for seat, name in enumerate(review.names, start=1)])
    yield N_("{players}; {sign} stands for several players.", players=legend, sign=_SEVERAL_SEATS)
    yield ""
    yield N_("Turning points:") if review.turning_points else NO_TURNING_POINTS
    for point in review.turning_points:
        yield from _indented(point.judged.turn.ply, report.turning_point(point))
    if review.best_move:
        yield ""
        yield N_("The best move:")
        best = review.best_move
        yield from _indented(best.turn.ply, report.account(best, review.chances_when_next_began(best.turn)))
    yield ""
    yield from averages(review)


def _turn(review: GameReview, report: ReviewReport, judged: JudgedTurn) -> Iterator[Message]:
    yield from report.turn(judged, review.chances_when_next_began(judged.turn))
    yield report.chances(judged)
    yield _notation()


def _notation() -> Message:
    """An explanation of the notation for gems: `W2` in text, `2W` on the table, or the language's own letter."""
    white = Colour.WHITE.shown_letter
    return N_(
        "{text} means two white gems, {table} on the table. W is white, U blue, G green, R red, K black, * gold.",
        text=f"{white}2",
        table=f"2{white}",
    )


def _turn_lines(report: ReviewReport, turn: Turn, judged: JudgedTurn | None) -> Iterator[str]:
    """A line with the action and the chances before and after it, and details if the turn was a mistake."""
    first, *others = report.describe_events(turn)
    before, after = (percent(judged.before), percent(judged.after)) if judged else ("", "")
    yield f"{turn.ply:4} {before!s:>4} {after!s:>4}  {first}"
    for line in filter(None, [*others, judged and report.describe_mistake(judged)]):
        yield f"{'':16}{line}"


def _indented(ply: int, lines: Iterator[Message]) -> Iterator[str]:
    for number, line in enumerate(lines):
        yield f"{'' if number else ply:4}  {line}"


# --- the chart ---------------------------------------------------------------------------------------------------------


def chance_chart(chances: Sequence[Sequence[float]], width: int) -> list[str]:
    """Draw the chances as text: a line per 10%, with each seat's number at its chance, or `*` for several seats.

    If there are more turns than columns, evenly spaced turns are drawn, including the first and the last.
    """
    labels = [
        f"{N_('{percent}%', percent=f'{step * 100 // _CHART_STEPS:3}')} |" for step in range(_CHART_STEPS, -1, -1)
    ]
    columns = _columns(chances, width - len(labels[0]))
    steps = zip(labels, range(_CHART_STEPS, -1, -1), strict=True)
    return [(label + "".join(_mark(column, step) for column in columns)).rstrip() for label, step in steps]


def _columns(chances: Sequence[Sequence[float]], most: int) -> list[Sequence[float]]:
    most = max(most, 2)
    if len(chances) <= most:
        return list(chances)
    return [chances[round(column * (len(chances) - 1) / (most - 1))] for column in range(most)]


def _mark(column: Sequence[float], step: int) -> str:
    here = [seat for seat, chance in enumerate(column) if round(chance * _CHART_STEPS) == step]
    if not here:
        return " "
    return str(here[0] + 1) if len(here) == 1 else _SEVERAL_SEATS


# --- as data -----------------------------------------------------------------------------------------------------------


def _game_facts(review: GameReview, report: ReviewReport) -> Mapping[str, object]:
    best = review.best_move
    return {
        "names": review.names,
        "turns": [_turn_facts(review, report, judged) for judged in review.judged],
        "final_chances": review.final_chances,
        "turning_points": [point.judged.turn.ply for point in review.turning_points],
        "best_move": best.turn.ply if best else None,
        "average_given_away": [review.average_loss(seat) for seat in range(len(review.names))],
    }


def _turn_facts(review: GameReview, report: ReviewReport, judged: JudgedTurn) -> Mapping[str, object]:
    turn, judgement = judged
    return {
        "ply": turn.ply,
        "round": turn.view.round,
        "seat": turn.seat,
        "name": review.names[turn.seat],
        "actions": [format_action(action) for action in turn.actions],
        "before": judged.before,
        "after": judged.after,
        "gave_away": judgement.loss,
        "other": judgement.other and format_action(judgement.other),
        "later": judgement.later and format_action(judgement.later),
        "other_chance": judgement.other_chance,
        "reason": judgement.other and str(report.reason_for(turn.view, judgement.other)),
        "chances": judged.chances,
        "nodes": judgement.nodes,
    }
