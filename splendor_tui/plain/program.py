"""The plain text from its start to its end: what is played, what comes after it, and what ends it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from splendor_tui.engines.engine_error import EngineError
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.inputs.problems import ProblemsError
from splendor_tui.lesson.first_game import begin_first_game
from splendor_tui.lesson.kept_lesson import KeptLesson
from splendor_tui.lesson.lesson_course import open_course
from splendor_tui.lesson.lesson_file import LEARNER
from splendor_tui.match.background import in_background
from splendor_tui.match.computer_players import EngineNotNamedError, await_engines, dismiss, seat_computers, waiting_for
from splendor_tui.match.live_match import LiveMatch, begin_even_unsaved, resume
from splendor_tui.match.services import Services
from splendor_tui.plain.answers import tell_game, tell_help, tell_rules
from splendor_tui.plain.between_games import look_up
from splendor_tui.plain.console import Console, EndOfInputError, standard_console
from splendor_tui.plain.farewell import farewell
from splendor_tui.plain.plain_lesson import PlainFirstGame, PlainLesson
from splendor_tui.plain.plain_match import After, PlainMatch
from splendor_tui.plain.plain_puzzles import PlainPuzzles
from splendor_tui.plain.possible_verbs import HOME
from splendor_tui.plain.questions import Questions
from splendor_tui.plain.signals_heard import signals_heard
from splendor_tui.plain.typed_lines import NotUnderstoodError, split, understood
from splendor_tui.plain.verbs import Verb
from splendor_tui.presentation.crash import take_leave
from splendor_tui.rules.state import State
from splendor_tui.store import GameSummary, StoreError
from splendor_tui.words import N_, Message, MessageError, either

_MOST_GAMES: Final = 10


class _LeftError(Exception):
    """Somebody wants to play no more."""


def play(
    services: Services,
    begin_with: "Callable[[PlainProgram], object] | None" = None,
    console: Console | None = None,
) -> int:
    """Play line by line until it is left, and return the exit code. `begin_with` may say what to begin with.

    Raises OSError when nothing can be written any more, and MessageError where what it begins with cannot be played.
    """
    logging.getLogger().addHandler(logging.NullHandler())  # the warnings of libraries are not for players
    program = PlainProgram(services, console or standard_console())
    if begin_with is not None:
        begin_with(program)
    code, fault = 0, None
    try:
        asyncio.run(program.run())
    except KeyboardInterrupt:
        program.console.end_line()
        program.say_farewell()
    except asyncio.CancelledError:
        code = program.code
    except OSError:
        services.save_at_last()
        raise
    except Exception as error:  # noqa: BLE001 - a traceback would show what is in the messages of exceptions
        fault = error
    code = take_leave(services, code, fault, saved=program.saved)
    if program.refused is not None:
        raise program.refused
    return code


class PlainProgram:
    """Begins matches and goes on with them, one after the other.

    `code` is the exit code once a signal has ended it. `saved` tells whether nothing of the last match is lost, `refused` why
    the match that it was to begin with cannot be played.
    """

    def __init__(self, services: Services, console: Console) -> None:
        self.code = 0
        self.saved = True
        self.refused: MessageError | None = None
        self._services = services
        self.console = console
        self._questions = Questions(console, services)
        self._first: Callable[[], Awaitable[LiveMatch | None]] | None = None
        self._match: PlainMatch | None = None
        self._first_game: LiveMatch | None = None
        self._farewell: Message | None = None

    # --- what to begin with --------------------------------------------------------------------------------------------

    def start_or_end(self, options: MatchOptions, position: State | None = None) -> None:
        """Deal a new match, or begin it with a position; the program ends, and `refused` says why, if none can be played."""
        self._first = partial(self._begin_or_end, options, position)

    def go_on(self, game_id: str, stand_in: str | None = None) -> None:
        """Go on with a stored match; for an engine that nobody has named plays `stand_in`."""
        self._first = partial(self._resume, game_id, stand_in)

    def learn(self) -> None:
        """Play the learning game."""
        self._first = self._learn

    def solve(self, puzzle_id: str | None) -> None:
        """Solve puzzles, this one first."""
        self._first = partial(self._solve, puzzle_id)

    def ask(self) -> None:
        """Ask for a new match."""
        self._first = self._new

    # --- the course of it ----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Play until somebody leaves, or types no more."""
        with signals_heard(self._end, self._stop):
            await self._run()
        if self.refused is None:
            self.say_farewell()

    async def _run(self) -> None:
        self.console.say(N_("Splendor, line by line. Type {help} for the commands.", help=Verb.HELP.name_typed))
        self.console.say(*self._services.problems, *self._services.notices)
        try:
            live = await (self._first or self._home)()
            while live is not None:
                live = await self._play(live)
        except EndOfInputError:
            self.console.end_line()
        except _LeftError:
            pass

    def say_farewell(self) -> None:
        """Say what has become of the game, and how to go on with it."""
        self.console.say(self._farewell or N_("Goodbye."))

    async def _play(self, live: LiveMatch) -> LiveMatch | None:
        """Play a match; the answer is the next one."""
        with live:
            self._match = self._table(live)
            try:
                after = await self._match.play()
                asked_for = self._match.asked_for
            finally:
                self._match = None
                self._remember(live)
        match after:
            case After.REMATCH:
                return await self._begin(live.controller.options.model_copy(update={"seed": None}), None)
            case After.NEW:
                return await self._new()
            case After.ELSE:
                assert asked_for is not None
                return await self._do(*asked_for) or await self._home()
            case After.LEAVE:
                return None

    def _table(self, live: LiveMatch) -> PlainMatch:
        is_first = live is self._first_game or KeptLesson(self._services.store).is_first_game(live.game_id)
        return (PlainFirstGame if is_first else PlainMatch)(live, self._services, self.console)

    async def _learn(self) -> LiveMatch | None:
        """Play the learning game; the answer is the first game, once the lesson is over."""
        try:
            course = open_course(self._services)
        except MessageError as error:
            return await self._home_after(error)
        self._farewell = N_("Go on learning with {command}", command="splendor-tui learn --plain")
        self._match = lesson = PlainLesson(course, self._services, self.console)
        try:
            await lesson.play()
        finally:
            self._match = None
            course.live.release()
        if not course.finished:
            self.console.say(
                N_(
                    "You are at step {number} of {count} of the learning game.",
                    number=course.number,
                    count=course.count,
                ),
                _going_on_learning(),
            )
            return None
        self._first_game = begin_first_game(self._services, course.names[LEARNER])
        return self._first_game

    def _remember(self, live: LiveMatch) -> None:
        """How the match stands, for the end."""
        live.controller.save()
        self.saved = live.at_risk is None
        self._farewell = farewell(live, self._services)

    # --- the ways to a match -------------------------------------------------------------------------------------------

    async def _home(self) -> LiveMatch:
        """Ask what to do. Raises _LeftError when nothing, EndOfInputError when nobody types any more."""
        unfinished = self._unfinished()
        if unfinished:
            self.console.say(tell_game(unfinished[0], self._services.today()))
            typed = {"resume": Verb.RESUME.name_typed, "new": Verb.NEW.name_typed}
            self.console.say(N_("Type {resume} to go on, or {new} for a new game.", **typed))
        else:
            self.console.say(N_("Type {new} for a new game.", new=Verb.NEW.name_typed))
        lesson = KeptLesson(self._services.store)
        if lesson.step is not None:
            self.console.say(_going_on_learning())
        elif not lesson.done:
            self.console.say(N_("Type {learn} to learn the game by playing it.", learn=Verb.LEARN.name_typed))
        while True:
            words = split(await self.console.line(str(N_("What next")), lambda: None))
            if not words:
                self.console.say(N_("Type {words}.", words=either([verb.name_typed for verb in HOME])))
                continue
            try:
                verb, rest = understood(words, HOME)
            except NotUnderstoodError as error:
                self.console.say(error.message)
                continue
            if verb is Verb.QUIT:
                raise _LeftError
            if (live := await self._do(verb, rest)) is not None:
                return live

    async def _do(self, verb: Verb, words: Sequence[str]) -> LiveMatch | None:
        match verb:
            case Verb.NEW:
                return await self._new()
            case Verb.LEARN:
                return await self._learn()
            case Verb.RESUME:
                games = self._unfinished()
                if words or games:
                    return await self._resume(words[0] if words else games[0].id)
                self.console.say(N_("No game is waiting to be continued."))
                if KeptLesson(self._services.store).step is not None:
                    self.console.say(_going_on_learning())
            case Verb.GAMES:
                today = self._services.today()
                self.console.say(*(tell_game(game, today) for game in self._unfinished()[:_MOST_GAMES]))
            case Verb.PUZZLES:
                await self._solve(words[0].casefold() if words else None)
            case Verb.REVIEW | Verb.STATS | Verb.SETTINGS:
                await look_up(verb, words, self._services, self.console, self._last_finished())
            case Verb.RULES:
                self.console.say(*tell_rules(words, self._services.catalogue))
            case Verb.HELP:
                self.console.say(*tell_help(words, HOME))
            case _:
                self.console.say(N_("First begin a game: type {new}.", new=Verb.NEW.name_typed))
        return None

    def _unfinished(self) -> list[GameSummary]:
        """The games that can be gone on with, the last played first."""
        if self._services.store is None:
            return []
        try:
            games = self._services.store.games()
        except StoreError as error:
            self.console.say(error.message)
            return []
        return [game for game in games if game.can_go_on]

    def _last_finished(self) -> str | None:
        """The id of the game that ended last; None where none has."""
        with suppress(StoreError):
            finished = [
                game for game in (self._services.store.games() if self._services.store else ()) if game.finished
            ]
            return max(finished, key=lambda game: game.finished or game.started).id if finished else None
        return None

    async def _solve(self, puzzle_id: str | None) -> LiveMatch | None:
        """Solve puzzles until that is left; no match comes of it."""
        await PlainPuzzles(self._services, self.console, puzzle_id).play()
        return None

    async def _new(self) -> LiveMatch | None:
        options = await self._questions.new_match()
        return await (self._home() if options is None else self._begin(options, None))

    async def _begin(
        self, options: MatchOptions, position: State | None, stand_in: str | None = None
    ) -> LiveMatch | None:
        """Begin a match; home if its computer players cannot play."""
        try:
            return await self._begin_ready(options, position, stand_in)
        except EngineNotNamedError as error:
            return await self._begin(options, position, await self._questions.stand_in(error.message))
        except MessageError as error:
            return await self._home_after(error)

    async def _begin_or_end(self, options: MatchOptions, position: State | None) -> LiveMatch:
        try:
            return await self._begin_ready(options, position)
        except MessageError as error:
            self.refused = error
            raise _LeftError from error

    async def _begin_ready(
        self, options: MatchOptions, position: State | None, stand_in: str | None = None
    ) -> LiveMatch:
        """Begin a match once its engines are ready, even if it cannot be kept, which is said then.

        Raises MessageError where a computer player cannot play.
        """
        computers = seat_computers(self._services, options, stand_in)
        if waiting := waiting_for(computers):
            self.console.say(waiting)
        try:
            await in_background(partial(await_engines, computers, options.game_options(), self._services.catalogue))
        except (EngineError, asyncio.CancelledError):
            dismiss(computers.values())
            raise
        live, problem = begin_even_unsaved(self._services, options, position, computers)
        if problem is not None:
            self.console.say(problem)
        return live

    async def _resume(self, game_id: str, stand_in: str | None = None) -> LiveMatch | None:
        """Go on with a stored match; home if that is not possible."""
        try:
            return resume(self._services, game_id, stand_in)
        except EngineNotNamedError as error:
            return await self._resume(game_id, await self._questions.stand_in(error.message))
        except (MessageError, ProblemsError) as error:
            return await self._home_after(error)

    async def _home_after(self, error: MessageError | ProblemsError) -> LiveMatch | None:
        self.console.say(str(error))
        return await self._home()

    def _end(self, code: int) -> None:
        self.code = code

    def _stop(self) -> None:
        if self._match is not None:
            self._match.stop()


def _going_on_learning() -> Message:
    return N_("Type {learn} to go on with the learning game.", learn=Verb.LEARN.name_typed)
