"""The review of a finished game as plain text, and its mistakes to practise."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from splendor_tui.inputs.strict_models import shown
from splendor_tui.match.background import in_background
from splendor_tui.match.services import Services
from splendor_tui.plain.console import Console
from splendor_tui.plain.plain_puzzles import PlainPuzzles
from splendor_tui.plain.typed_actions import seats_named
from splendor_tui.plain.typed_commands import ALL, completed
from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.result import shared_result
from splendor_tui.presentation.review_report import (
    NO_TURNING_POINTS,
    ReviewReport,
    heading,
    human_seats,
    mistakes,
    note,
)
from splendor_tui.record import Record
from splendor_tui.review.game_review import USUAL_NODES, GameReview, judge_turns, open_review
from splendor_tui.review.turn_judgement import Turn
from splendor_tui.store import StoreError
from splendor_tui.store.import_export import free_file_name, write_text
from splendor_tui.words import N_, NN_, NP_, Message
from splendor_tui.words.percent import percent

REVIEWING: Final = (commands.SHARE, commands.REVIEW, commands.PRACTISE)
_REPORT_TURNS: Final = 10
_POINTS: Final = NP_("word to type", "points")
_PICTURE: Final = NP_("word to type", "picture")


class PlainReview:
    """Reviews games, and lets the players practise the mistakes."""

    def __init__(self, services: Services, console: Console) -> None:
        self._services = services
        self._console = console

    async def run(self, verb: Command, game_id: str, words: Sequence[str]) -> None:
        """Run one of these commands for a game. Raises MessageError and EndOfInputError."""
        match verb:
            case commands.SHARE:
                await self._share(game_id, words)
            case commands.REVIEW:
                await self._print(game_id, words)
            case commands.PRACTISE:
                await self._practise(game_id, words)

    async def _print(self, game_id: str, words: Sequence[str]) -> None:
        """Print the summary of the review of a game. With `all`, print every turn too. Raises MessageError."""
        asked = completed(words, ALL, _POINTS)
        record, review = await self._review(game_id)
        report = ReviewReport(record, self._services.catalogue)
        if words:
            self._console.say(heading(review), note(review))
        if asked is ALL:
            self._console.say(*_describe_turns(review, report))
        if asked is not None:
            self._console.say(*_turning_points(review, report))
        if not words:
            self._console.say(*_summary(review))
        found = mistakes(record, review, game_id, human_seats(record))
        if found:
            self._console.say(N_("Type {word} to look for better moves yourself.", word=commands.PRACTISE))
        if words or not found:
            self._console.say(*_offer_of_others(record, review, game_id))

    async def _share(self, game_id: str, words: Sequence[str]) -> None:
        """Print the result of a game in five lines. With `picture`, save a picture instead. Raises MessageError."""
        assert self._services.store is not None  # it has the game
        lines = shared_result(self._services.store, game_id, self._services.catalogue)
        if completed(words, _PICTURE) is None:
            self._console.say(*lines)
            return
        assert self._services.draw is not None  # the command that starts plain text has set it
        path = Path(free_file_name(game_id, "svg"))
        write_text(path, await in_background(partial(self._services.draw, game_id)))
        self._console.say(N_("Written to {file}.", file=shown(str(path.absolute()))))

    async def _practise(self, game_id: str, words: Sequence[str]) -> None:
        """Play the mistakes of the named player, or of the humans, as puzzles. Raises MessageError and EndOfInputError."""
        record, review = await self._review(game_id)
        seats = seats_named(words, review.names) if words else human_seats(record)
        if found := mistakes(record, review, game_id, seats):
            await PlainPuzzles(self._services, self._console, found).play()
        else:
            others = () if words else _offer_of_others(record, review, game_id)
            self._console.say(N_("The review found no mistake to practise."), *others)

    async def _review(self, game_id: str) -> tuple[Record, GameReview]:
        """Complete the review of a game, saving each judgement immediately. Raises MessageError."""
        services, store = self._services, self._services.store
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
                self._console.say(N_("{sentence}.", sentence=reviewed))

        self._console.say(NN_("Reviewing {count} turn.", "Reviewing {count} turns.", len(missing)))
        return record, await judge_turns(services.reviewer(), found, missing, judged)


def _offer_of_others(record: Record, review: GameReview, game_id: str) -> Sequence[Message]:
    """Say how to practise the mistakes of computer players, if there are any."""
    computers = {*range(len(review.names))}.difference(human_seats(record))
    found = mistakes(record, review, game_id, computers)
    return [
        N_(
            "For the mistakes of a computer player, type {word} and its name, such as {name}.",
            word=commands.PRACTISE,
            name=review.names[task.view.seat],
        )
        for task in found[:1]
    ]


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


def _summary(review: GameReview) -> Iterator[Message]:
    """Say how well everyone played, and how to read more."""
    for seat, name in enumerate(review.names):
        if (average := review.average_loss(seat)) is not None:
            yield N_("{name} gave away {loss} a turn.", name=name, loss=percent(average))
    found = len(review.turning_points)
    if found:
        yield NN_("There is {count} turning point.", "There are {count} turning points.", found)
    else:
        yield NO_TURNING_POINTS
    yield N_(
        "Type {points} for turning points and the best move, {line} for every turn.",
        points=NP_("line to type", "review points"),
        line=NP_("line to type", "review all"),
    )


def _turning_points(review: GameReview, report: ReviewReport) -> Iterator[Message]:
    points, best = review.turning_points, review.best_move
    yield N_("Turning points:") if points else NO_TURNING_POINTS
    for point in points:
        yield from report.turning_point(point)
    if best is not None:
        yield N_("The best move:")
        yield from report.account(best, review.chances_when_next_began(best.turn))
