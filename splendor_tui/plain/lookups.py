"""The review of a game, the statistics and the settings."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from splendor_tui.inputs.settings import plain_settings, variable_of
from splendor_tui.match.background import in_background
from splendor_tui.match.services import Services
from splendor_tui.plain.answers import is_all
from splendor_tui.plain.console import Console
from splendor_tui.plain.verbs import Verb
from splendor_tui.presentation.hint import percent
from splendor_tui.presentation.review_report import ReviewReport, averages, heading
from splendor_tui.presentation.strength import player_accounts
from splendor_tui.record import Record
from splendor_tui.review.game_review import USUAL_NODES, GameReview, Turn, judge_turns, open_review
from splendor_tui.store import Store, StoreError
from splendor_tui.words import N_, NN_, NP_, Message, MessageError, quoted
from splendor_tui.words.choose_language import put_in_force

_REPORT_TURNS: Final = 10


async def look_up(verb: Verb, words: Sequence[str], services: Services, console: Console, game_id: str | None) -> None:
    """Print the review of this game, the statistics or the settings."""
    try:
        match verb:
            case Verb.REVIEW:
                await _print_review(services, console, game_id, words)
            case Verb.STATS:
                console.say(*_statistics(services))
            case Verb.SETTINGS:
                console.say(*_settings(services, words))
            case _:
                raise ValueError(verb)
    except MessageError as error:
        console.say(error.message)


def _statistics(services: Services) -> Iterator[Message]:
    """Each player who has finished a game. Raises StoreError."""
    accounts = player_accounts(services.store, services.catalogue) if services.store is not None else []
    if not accounts:
        yield N_("No finished games yet.")
    for account in accounts:
        yield from (N_("{sentence}.", sentence=str(sentence).removesuffix(".")) for sentence in account.sentences())


def _settings(services: Services, words: Sequence[str]) -> Iterator[Message | str]:
    """All settings or the named one, which a value after the name changes. Raises SettingsError."""
    values = {name: value for name, value in plain_settings(services.settings).items() if variable_of(name)}
    name, *text = words or ("",)
    if name and name not in values:
        yield N_("There is no setting {name}. Type {word} for all of them.", name=quoted(name), word=Verb.SETTINGS)
        return
    if text:
        after = services.settings.with_text(name, " ".join(text))
        if problem := services.change_settings(after):
            yield problem
        if name == "language" and (problem := put_in_force(after.language, services.environ)):
            yield problem
        values = plain_settings(after)
    yield from (f"{one} {_typed(value)}" for one, value in values.items() if name in ("", one))
    if not words:
        yield N_("To change one, type for example: {line}.", line=f"{Verb.SETTINGS} match.target 21")


def _typed(value: object) -> str:
    """The typed value."""
    return value if isinstance(value, str) else json.dumps(value)


async def _print_review(services: Services, console: Console, game_id: str | None, words: Sequence[str]) -> None:
    """The review of a game in short, or with `all` turn by turn. Raises MessageError."""
    store = services.store
    if store is None or game_id is None:
        console.say(N_("This game was not saved."))
        return
    whole = is_all(words)
    record = store.export_record(game_id)
    review = await _reviewed(services, console, store, game_id, record)
    report = ReviewReport(record, services.catalogue)
    console.say(heading(review))
    if whole:
        console.say(*_describe_turns(review, report))
    console.say(*_summary(review, report))
    if not whole:
        line = NP_("line to type", "review all")
        console.say(N_("Type {line} for every turn.", line=line))


async def _reviewed(services: Services, console: Console, store: Store, game_id: str, record: Record) -> GameReview:
    """The complete review; each judgement is saved at once."""
    kept = store.reviews.load(game_id)
    found = await in_background(partial(open_review, record, services.catalogue, kept, USUAL_NODES))
    missing = found.missing
    if not missing:
        return found

    def judged(review: GameReview, turn: Turn) -> None:
        with suppress(StoreError):  # shown anyway, and computed again next time
            store.reviews.save(game_id, turn.ply, review.saved_judgement(turn))
        done = len(missing) - len(review.missing)
        if done % _REPORT_TURNS == 0 and review.missing:
            reviewed = N_("Reviewed {done} of {turns} turns", done=done, turns=len(missing))
            console.say(N_("{sentence}.", sentence=reviewed))

    console.say(NN_("Reviewing {count} turn.", "Reviewing {count} turns.", len(missing)))
    return await judge_turns(services.reviewer(), found, missing, judged)


def _describe_turns(review: GameReview, report: ReviewReport) -> Iterator[Message]:
    """Each turn with the player's chances before and after it, and a better action."""
    for turn in review.turns:
        yield from report.what_happened(turn)
        judged = review.judged_turn(turn)
        if judged is None:
            continue
        yield N_(
            "{name}'s chance to win: {before}, then {after}.",
            name=review.names[turn.seat],
            before=percent(judged.before),
            after=percent(judged.after),
        )
        if sentence := report.gave_away(judged):
            yield sentence


def _summary(review: GameReview, report: ReviewReport) -> Iterator[Message]:
    points, best = review.turning_points, review.best_move
    if points:
        yield N_("Turning points:")
    for point in points:
        yield from report.turning_point(point)
    if best is not None:
        yield N_("The best move:")
        yield from report.account(best, review.chances_when_next_began(best.turn))
    yield N_("On average:")
    yield from averages(review)
