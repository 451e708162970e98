"""Game reviews as plain text, and mistakes to practise."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from splendor_tui.match.background import in_background
from splendor_tui.match.services import Services
from splendor_tui.plain.console import Console
from splendor_tui.plain.typed_actions import seats_named
from splendor_tui.plain.verbs import Verb, is_all
from splendor_tui.presentation.review_session import (
    NO_TURNING_POINTS,
    ReviewReport,
    averages,
    heading,
    human_seats,
    mistakes,
)
from splendor_tui.record import Record
from splendor_tui.review.game_review import USUAL_NODES, GameReview, Turn, judge_turns, open_review
from splendor_tui.review.practice import Practice
from splendor_tui.store import StoreError
from splendor_tui.words import N_, NN_, NP_, Message, MessageError
from splendor_tui.words.percent import percent

_REPORT_TURNS: Final = 10


async def print_review(services: Services, console: Console, game_id: str, words: Sequence[str]) -> None:
    """Print the summary of a review. With `all`, print every turn too. Raises MessageError."""
    record, review = await _review(services, console, game_id)
    report = ReviewReport(record, services.catalogue)
    console.say(heading(review))
    if is_all(words):
        console.say(*_describe_turns(review, report))
    console.say(*_summary(review, report))
    if not is_all(words):
        console.say(N_("Type {line} to see every turn.", line=NP_("line to type", "review all")))
    if mistakes(review, game_id, human_seats(record)):
        console.say(N_("Type {word} to look for better moves yourself.", word=Verb.PRACTICE))


async def find_mistakes(services: Services, console: Console, game_id: str, words: Sequence[str]) -> Sequence[Practice]:
    """Review a game, and return the mistakes of its humans or of the named player. Raises MessageError."""
    record, review = await _review(services, console, game_id)
    found = mistakes(review, game_id, seats_named(words, review.names) if words else human_seats(record))
    if not found:
        raise MessageError(N_("The review found no mistake to practise."))
    return found


async def _review(services: Services, console: Console, game_id: str) -> tuple[Record, GameReview]:
    """Complete the review of a game, saving each judgement immediately. Raises MessageError."""
    store = services.store
    assert store is not None
    record = store.export_record(game_id)
    saved = store.reviews.load(game_id)
    found = await in_background(partial(open_review, record, services.catalogue, saved, USUAL_NODES))
    missing = found.missing
    if not missing:
        return record, found

    def judged(review: GameReview, turn: Turn) -> None:
        with suppress(StoreError):  # if it is not saved, the next review computes it again
            store.reviews.save(game_id, turn.ply, review.saved_judgement(turn))
        done = len(missing) - len(review.missing)
        if done % _REPORT_TURNS == 0 and review.missing:
            reviewed = N_("Reviewed {done} of {turns} turns", done=done, turns=len(missing))
            console.say(N_("{sentence}.", sentence=reviewed))

    console.say(NN_("Reviewing {count} turn.", "Reviewing {count} turns.", len(missing)))
    return record, await judge_turns(services.reviewer(), found, missing, judged)


def _describe_turns(review: GameReview, report: ReviewReport) -> Iterator[Message | None]:
    """Describe each turn, with the player's chances before and after it, and a better action."""
    for turn in review.turns:
        yield from report.describe_events(turn)
        judged = review.judged_turn(turn)
        if judged is None:
            continue
        yield N_(
            "{name}'s chance of winning: {before}, then {after}.",
            name=review.names[turn.seat],
            before=percent(judged.before),
            after=percent(judged.after),
        )
        yield report.describe_mistake(judged)


def _summary(review: GameReview, report: ReviewReport) -> Iterator[Message]:
    points, best = review.turning_points, review.best_move
    yield N_("Turning points:") if points else NO_TURNING_POINTS
    for point in points:
        yield from report.turning_point(point)
    if best is not None:
        yield N_("The best move:")
        yield from report.account(best, review.chances_when_next_began(best.turn))
    yield from averages(review)
