"""Reads commands from the console and runs them one at a time. The commands here are the same everywhere."""

import asyncio
import json
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, Generic, TypeVar

from splendor_tui.inputs.match_options import MatchRules
from splendor_tui.inputs.settings import Settings, plain_settings, variable_of
from splendor_tui.match.background import in_background
from splendor_tui.match.services import Services
from splendor_tui.plain.console import Console
from splendor_tui.plain.table_text import TableText
from splendor_tui.plain.typed_actions import Keys, TypingError, read_action, seats_named
from splendor_tui.plain.typed_commands import find_verb, help_lines, is_all, is_named, parse_command, split
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Activity, Effect, Leave, Think
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.message_details import with_keys
from splendor_tui.presentation.player_statistics import player_accounts, rename_player, undo_rename
from splendor_tui.presentation.review_report import (
    NO_TURNING_POINTS,
    ReviewReport,
    averages,
    heading,
    human_seats,
    mistakes,
    note,
)
from splendor_tui.presentation.rulebook import disputed_rulings, match_rulings, rules_in_brief, turn_rulings
from splendor_tui.presentation.table_model import slot_keys
from splendor_tui.record import Record
from splendor_tui.review.game_review import USUAL_NODES, GameReview, judge_turns, open_review
from splendor_tui.review.practice import Practice
from splendor_tui.review.turn_judgement import Turn
from splendor_tui.rules.actions import Action
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.store import StoreError
from splendor_tui.words import N_, NN_, NP_, Message, MessageError, enumerated, quoted
from splendor_tui.words.percent import percent
from splendor_tui.words.spelling import simplify
from splendor_tui.words.switch_language import switch_language

ResultT = TypeVar("ResultT")
WorkT = TypeVar("WorkT")
_REPORT_TURNS: Final = 10
_SHORT: Final = NP_("word to type", "short")
_POINTS: Final = NP_("word to type", "points")


class CommandLoop(Generic[ResultT]):
    """Reads and runs commands until one returns a result.

    A subclass runs its own commands in `_run` and passes the others on. Any result except None ends the loop.
    """

    def __init__(self, services: Services, console: Console) -> None:
        self._services = services
        self._console = console
        self._possible: Sequence[Command] = ()
        console.has_numbers = lambda: services.settings.numbers

    async def _command(self, possible: Sequence[Command], prompt: Message | str) -> ResultT | None:
        """Read and run one command, or explain why that is impossible. Raises EndOfInputError."""
        self._possible = possible
        if self._console.editor is not None:
            self._console.editor.possible = [word for command in possible for word in command.words]
        words = split(await self._console.line(str(prompt), self._on_wait))
        if not words:
            self._ask_again()
            return None
        if (verb := self._implied_by(" ".join(words))) is not None:
            words = [str(verb), *words]
        try:
            verb, rest = parse_command(words, possible)
            if verb in possible:
                return await self._run(verb, rest)
            self._console.say(self._why_not(verb))
        except (TypingError, IllegalActionError) as error:
            self._say_with_keys(error.message)
        except MessageError as error:
            self._console.say(error.message)
        return None

    async def _run(self, verb: Command, words: Sequence[str]) -> ResultT | None:
        """Run a command. Raises MessageError if it is impossible."""
        match verb:
            case commands.REVIEW:
                await self._print_review(words)
            case commands.PRACTISE:
                record, review = await self._review()
                seats = seats_named(words, review.names) if words else human_seats(record)
                if found := mistakes(record, review, self._game_to_review, seats):
                    await self._practise(found)
                else:
                    others = () if words else self._offer_of_others(record, review)
                    self._console.say(N_("The review found no mistake to practise."), *others)
            case commands.STATISTICS:
                self._console.say(*_statistics(self._services))
            case commands.RENAME_PLAYER:
                self._console.say(*_rename(self._services, words))
            case commands.SETTINGS:
                self._console.say(*_settings(self._services, words))
            case commands.RULES:
                self._console.say(*_rules(words, self._services.catalogue, self._match_rules))
            case commands.NUMBERS:
                self._console.say(*_numbers(self._services, words))
            case commands.AGAIN:
                self._console.repeat()
            case commands.HELP:
                self._console.say(*help_lines(words, self._possible))
            case _ if verb in commands.ACTIONS:
                await self._play(read_action(verb, words, self._activity.view, self._keys))
            case _ if verb.call == "do":
                await self._carry_out(self._activity.do(verb))
            case _:
                self._console.say(*self._table.answer(verb, words))
        return None

    @property
    def _keys(self) -> Keys:
        """The keys of the places of the table, on the current keyboard."""
        return slot_keys(self._services.settings.keyboard)

    @property
    def _activity(self) -> Activity:
        """What is played, for loops that have a table."""
        raise NotImplementedError

    @property
    def _table(self) -> TableText:
        """The current table with its current keys, for loops that have one."""
        self._activity.labels = self._keys
        return TableText(self._activity, self._keys)

    async def _play(self, action: Action) -> None:
        """Play an action. Raises IllegalActionError."""
        await self._carry_out(self._activity.play(action))

    async def _finish(self, effect: Effect) -> Effect:
        """Do the slow work of an effect. Returns the effect of its result."""
        while isinstance(effect, Think):
            self._console.say(effect.waiting)
            effect = await self._awaited(effect.work())
        return effect

    async def _carry_out(self, effect: Effect) -> Effect:
        """Do the slow work of an effect, and print the message and the problem. Returns the effect of the work."""
        effect = await self._finish(effect)
        message, self._activity.message = self._activity.message, None
        if message is not None:
            self._say_with_keys(message)
        if not isinstance(effect, Think | Leave):
            self._console.say(effect.problem)
        return effect

    async def _awaited(self, work: Coroutine[Any, Any, WorkT]) -> WorkT:
        """Await the work while the clock runs. Cancels it if the turn times out."""
        task = asyncio.create_task(work)
        try:
            while not (await asyncio.wait({task}, timeout=1.0))[0]:
                self._on_wait()
            return task.result()
        finally:
            task.cancel()

    @property
    def _game_to_review(self) -> str:
        """The id of the game that `review` and `practice` use. Raises MessageError if there is none."""
        raise NotImplementedError

    async def _practise(self, mistakes: Sequence[Practice]) -> None:
        """Play the mistakes as puzzles, for loops that have a game to review."""
        raise NotImplementedError

    @property
    def _match_rules(self) -> MatchRules:
        """The rules of the match, if any, otherwise the standard ones."""
        return MatchRules()

    def _implied_by(self, line: str) -> Command | None:
        """The command that a line without one implies, such as a key, or the number of a card."""
        return commands.LOOK if commands.LOOK in self._possible and self._table.is_place(line) else None

    def _on_wait(self) -> None:
        """Called every second while the loop waits for a line."""

    def _ask_again(self) -> None:
        """Repeat the question after an empty line."""
        raise NotImplementedError

    def _say_with_keys(self, message: Message) -> None:
        """Print a message, with the keys of the cards that it names."""
        self._console.say(with_keys(message, self._table.view, self._keys))

    def _why_not(self, verb: Command) -> Message:
        """Explain why a command is not available now."""
        return N_("{word} is not available now. Type {help} for the commands.", word=verb, help=commands.HELP)

    # --- reviews -------------------------------------------------------------------------------------------------------

    async def _print_review(self, words: Sequence[str]) -> None:
        """Print the summary of a review. With `all`, print every turn too. Raises MessageError."""
        record, review = await self._review()
        report = ReviewReport(record, self._services.catalogue)
        self._console.say(heading(review), note(review))
        if is_all(words):
            self._console.say(*_describe_turns(review, report))
        if is_all(words) or is_named(words, _POINTS):
            self._console.say(*_turning_points(review, report))
        if not words:
            self._console.say(*_summary(review))
        if mistakes(record, review, self._game_to_review, human_seats(record)):
            self._console.say(N_("Type {word} to look for better moves yourself.", word=commands.PRACTISE))
        self._console.say(*self._offer_of_others(record, review))

    def _offer_of_others(self, record: Record, review: GameReview) -> Sequence[Message]:
        """Say how to practise the mistakes of computer players, if there are any."""
        computers = {*range(len(review.names))}.difference(human_seats(record))
        found = mistakes(record, review, self._game_to_review, computers)
        return [
            N_(
                "For the mistakes of a computer player, type {word} and its name, such as {name}.",
                word=commands.PRACTISE,
                name=review.names[task.view.seat],
            )
            for task in found[:1]
        ]

    async def _review(self) -> tuple[Record, GameReview]:
        """Complete the review of a game, saving each judgement immediately. Raises MessageError."""
        services, game_id = self._services, self._game_to_review
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
                self._console.say(N_("{sentence}.", sentence=reviewed))

        self._console.say(NN_("Reviewing {count} turn.", "Reviewing {count} turns.", len(missing)))
        return record, await judge_turns(services.reviewer(), found, missing, judged)


def _statistics(services: Services) -> Iterator[Message]:
    """Describe each player who has finished a game. Raises StoreError."""
    accounts = player_accounts(services.store, services.catalogue) if services.store is not None else []
    if not accounts:
        yield N_("No finished games yet.")
    for account in accounts:
        yield from (N_("{sentence}.", sentence=str(sentence).removesuffix(".")) for sentence in account.sentences())


def _rename(services: Services, words: Sequence[str]) -> Iterator[Message]:
    """Rename the player before the equals sign, or undo the last rename. Raises MessageError."""
    old, sign, new = " ".join(words).partition("=")
    store = services.store
    if store is not None and len(words) == 1 and find_verb(words[0], ()) is commands.UNDO:
        yield undo_rename(store)
    elif store is not None and sign:
        yield rename_player(store, old.strip(), new)
        yield N_("Type {line} to undo that.", line=NP_("line to type", "rename undo"))
    else:
        yield N_("Type for example {line}.", line=commands.RENAME_PLAYER.line)


def _numbers(services: Services, words: Sequence[str]) -> Iterator[Message | None]:
    """Show or hide the numbers of cards. Without a word, the other state. Raises SettingsError."""
    wanted = words[0] if words else str(not services.settings.numbers)
    yield services.change_settings(services.settings.with_text("numbers", wanted, commands.NUMBERS.label))
    yield N_("Cards have their numbers.") if services.settings.numbers else N_("Cards have no numbers.")


def _rules(words: Sequence[str], catalogue: Catalogue, rules: MatchRules) -> Iterator[Message]:
    """Name the sections of the rules. With `short`, give ten sentences; with `all`, everything; with a title, that section."""
    turn, match = turn_rulings(open_reserves=rules.open_reserves), match_rulings(catalogue, rules)
    details = (*turn, *match, *disputed_rulings())
    word = simplify(" ".join(words))
    brief = rules_in_brief(rules.target)
    if is_all(words):
        yield from (*brief, *(one.text for one in details))
    elif is_named(words, _SHORT):
        yield from brief
    elif word and (
        found := [one.text for one in details if word in simplify(f"{one.title.translated()} {one.title.template}")]
    ):
        yield from found
    else:
        yield N_("The sections are: {titles}.", titles=enumerated([one.title for one in details]))
        yield N_(
            "Type {section} for one of them, {short} for ten sentences, {line} for everything.",
            section=NP_("line to type", "rules reserve"),
            short=NP_("line to type", "rules short"),
            line=NP_("line to type", "rules all"),
        )


def _settings(services: Services, words: Sequence[str]) -> Iterator[Message | str | None]:
    """List the changed settings, all, or the named one. A value after the name changes it. Raises SettingsError."""
    values = {name: value for name, value in plain_settings(services.settings).items() if variable_of(name)}
    name, *text = words or ("",)
    if name and name not in values and not is_all(words):
        yield N_("There is no setting {name}. Type {word} for all of them.", name=quoted(name), word=commands.SETTINGS)
        return
    if text:
        after = services.settings.with_text(name, " ".join(text))
        yield services.change_settings(after)
        if name == "language":
            yield switch_language(after.language, services.environ)
        values = plain_settings(after)
    usual = plain_settings(Settings())
    yield from (
        f"{one} {value if isinstance(value, str) else json.dumps(value)}"
        for one, value in values.items()
        if name == one or is_all(words) or (not words and value != usual[one])
    )
    if text and name == "plain":
        yield N_("This applies from the next start.")
    if text and name.startswith("match."):
        yield N_("This applies to new games.")
    if not words:
        yield N_(
            "These differ from the usual ones. Type {all} for all of them, and for example {line} to change one.",
            all=NP_("line to type", "settings all"),
            line=f"{commands.SETTINGS} match.target 21",
        )


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
    yield from averages(review)
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
