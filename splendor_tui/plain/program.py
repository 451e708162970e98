"""The plain text mode from start to exit."""

import _thread
import asyncio
import logging
import os
import signal
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeAlias

from splendor_tui.bots.levels import names_in_this_language
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.lesson.first_game_coach import FirstGameSession
from splendor_tui.lesson.lesson_file import LEARNER
from splendor_tui.lesson.lesson_session import open_lesson
from splendor_tui.lesson.saved_lesson import LessonProgress, begin_first_game, session_of
from splendor_tui.match.background import in_background
from splendor_tui.match.computer_players import NO_STAND_INS, StandIns, UnavailableEngineError
from splendor_tui.match.match_lifecycle import (
    LiveMatch,
    Preparation,
    Prepare,
    command_line,
    farewell,
    prepare_new,
    prepare_saved,
)
from splendor_tui.match.services import Services
from splendor_tui.plain.command_loop import CommandLoop
from splendor_tui.plain.console import Console, EndOfInputError, standard_console
from splendor_tui.plain.plain_challenge import PlainChallenge
from splendor_tui.plain.plain_lesson import PlainFirstGame, PlainLesson
from splendor_tui.plain.plain_match import PlainMatch
from splendor_tui.plain.plain_puzzles import PlainPuzzles
from splendor_tui.plain.plain_review import REVIEWING, PlainReview
from splendor_tui.plain.questions import Questions
from splendor_tui.plain.typed_commands import HOME, PLAY, completed, next_table, no_rematch, typed_goal
from splendor_tui.presentation import commands
from splendor_tui.presentation.challenges import CHALLENGES, find_challenge, known_names, save_player, scores_of
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.dates import format_day_and_time
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.presentation.program_end import end_program
from splendor_tui.presentation.saved_games import names_with_points, progress_of
from splendor_tui.presentation.series import (
    Series,
    can_rematch,
    continuation,
    describe_rematch,
    has_players,
    is_unfinished,
    next_game,
    offer_goal,
    running_tournament,
    save_agreement,
    unfinished_series,
)
from splendor_tui.presentation.tournaments import (
    Tournament,
    begin_tournament,
    current_tournament,
    read_tournament,
    replacement_notices,
)
from splendor_tui.rules.state import State
from splendor_tui.store import GameSummary, Store, StoreError
from splendor_tui.words import N_, NN_, NP_, Message, MessageError, either, in_lines, listed, quoted

_MAX_GAMES: Final = 10
_NEW: Final = NP_("word to type", "new")
_WITHDRAW: Final = NP_("word to type", "withdraw")
_END: Final = NP_("word to type", "end")
_FATAL_SIGNALS: Final = ("SIGTERM", "SIGHUP", "SIGQUIT")
_EXIT_SECONDS: Final = 0.7
"""Time for a clean exit after a signal. Then the process exits anyway, as everything is already on disk."""


Beginning: TypeAlias = Callable[["PlainProgram"], Awaitable[LiveMatch | None]]
"""Returns the first match, or None if the player has finished."""


class _QuitError(Exception):
    """Raised when the player quits."""


def play(services: Services, begin_with: Beginning | None = None, console: Console | None = None) -> int:
    """Run until the player quits, and return the exit code.

    Raises OSError if the output fails, and MessageError if `begin_with` requires a match that cannot be played.
    """
    logging.getLogger().addHandler(logging.NullHandler())  # hides library warnings from players
    console = console or standard_console()
    program = PlainProgram(services, console)
    code, fault = 0, None
    try:
        asyncio.run(program.run(begin_with))
    except KeyboardInterrupt:
        program.say_farewell(on_new_line=True)
    except asyncio.CancelledError:
        code = program.code
    except OSError:
        services.save_all()
        raise
    except Exception as error:  # noqa: BLE001 - a traceback would show exception messages
        fault = error
    finally:
        if console.editor is not None:
            console.editor.close()
    code = end_program(services, code, fault, saved=program.saved)
    if program.refused is not None:
        raise program.refused
    return code


class PlainProgram(CommandLoop[LiveMatch]):
    """The home prompt and the matches started from it.

    `code` is the exit code after a signal. `saved` means that the last match is saved. `refused` is the reason why
    the first match cannot be played.
    """

    def __init__(self, services: Services, console: Console) -> None:
        super().__init__(services, console)
        self.code = 0
        self.saved = True
        self.refused: MessageError | None = None
        self._possible = HOME  # also while a command of a match is run
        self._questions = Questions(console, services, self._say_series)
        self._reviews = PlainReview(services, console)
        self._match: PlainMatch | None = None
        self._first_game: LiveMatch | None = None
        self._farewell: Message | None = None
        self._has_result = False
        """Whether the result of a match is open, to which a command that begins no match returns."""
        self._line_to_send: Message | None = None
        """The line about the challenge that was played last, until another one or a match begins."""

    # --- running -------------------------------------------------------------------------------------------------------

    async def run(self, begin_with: Beginning | None = None) -> None:
        """Play until the player quits or the input ends. Starts with `begin_with`, or at the home prompt."""
        with self._handled_signals():
            self._console.say(N_("Splendor, line by line. Type {help} for the commands.", help=commands.HELP))
            self._console.say(*self._services.problems, *self._services.notices)
            try:
                live = await (begin_with or PlainProgram.home)(self)
                while live is not None:
                    live = await self._play_match(live)
            except EndOfInputError:
                self._console.end_line()
            except _QuitError:
                pass
        if self.refused is None:
            self.say_farewell()

    def say_farewell(self, *, on_new_line: bool = False) -> None:
        """Print whether the game is saved, and how to resume it."""
        if on_new_line:
            self._console.end_line()
        self._console.say(self._farewell or N_("Goodbye."))

    async def _play_match(self, live: LiveMatch) -> LiveMatch | None:
        """Play a match and return the next one, if any. A command that begins no other match returns to its result."""
        services, self._line_to_send = self._services, None
        session = FirstGameSession(live, services) if live is self._first_game else session_of(live, services)
        with live:
            if isinstance(session, FirstGameSession):
                match: PlainMatch = PlainFirstGame(session, services, self._console)
            else:
                match = PlainMatch(session, services, self._console)
            while True:
                self._match = match
                try:
                    verb, words = await match.play()
                finally:
                    self._match = None
                    live.controller.save()
                    self.saved = live.at_risk is None
                    self._farewell = farewell(live, self._services, plain=True)
                if verb is commands.QUIT:
                    return None
                self._has_result = session.is_over
                if not self._has_result:
                    live.release()
                if (following := await self._leave(session, verb, words)) is not None:
                    return following

    async def _leave(self, session: MatchSession, verb: Command, words: Sequence[str]) -> LiveMatch | None:
        """Run a command that leaves a match. Returns the next match, or None to return to the result of this one."""
        try:
            if verb is commands.REMATCH:
                return await self._begin(session.rematch())
            return await self._run(verb, words) or await self._go_back()
        except MessageError as error:
            return await self._go_back(error)

    async def _go_back(self, error: MessageError | None = None) -> LiveMatch | None:
        """Print the error, if any, and go home. At the result of a match, return None instead, so that it continues."""
        self._console.say(error.message if error else None)
        return None if self._has_result else await self.home()

    @contextmanager
    def _handled_signals(self) -> Iterator[None]:
        """Cancel the current task on a fatal signal, and set the exit code to 128 plus its number.

        Signals that were ignored stay ignored. The match is paused before the process is suspended.
        """
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None

        def end(number: int, _frame: object) -> None:
            self.code = 128 + number
            _thread.start_new_thread(_exit_anyway, (self.code,))
            loop.call_soon_threadsafe(task.cancel)

        def stop_now() -> None:
            if self._match is not None:
                self._match.stop()
            with self._console.editor.closed() if self._console.editor else nullcontext():
                os.kill(os.getpid(), signal.SIGSTOP)

        def stop(_number: int, _frame: object) -> None:
            loop.call_soon_threadsafe(stop_now)

        before: dict[int, Any] = {}
        for name, handler in (dict.fromkeys(_FATAL_SIGNALS, end) | {"SIGTSTP": stop}).items():
            number = getattr(signal, name, None)  # Windows lacks most of them
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, handler)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    # --- home ----------------------------------------------------------------------------------------------------------

    async def home(self, *, knows_tournament: bool = False) -> LiveMatch:
        """Say what can be continued, then read commands until a match begins. Raises _QuitError and EndOfInputError.

        `knows_tournament` means that the tournament has just been described.
        """
        go_on = N_("Type {resume} to continue, or {new} for a new game.", resume=commands.RESUME, new=commands.NEW)
        unfinished, current = self._unfinished(), self._current_series()
        running = running_tournament(current)
        for one in current:
            if isinstance(one, Tournament) and not one.is_over and one is not running:
                self._console.say(one.sentence(), self._way_back(one))
            elif one.is_worth_telling and not (knows_tournament and isinstance(one, Tournament)):
                self._console.say(one.sentence(), *(next_table(one) if isinstance(one, Tournament) else ()))
                if isinstance(one, Series) and one is not current[0] and is_unfinished(one):
                    self._console.say(self._way_back(one))
        series, waiting = current[0] if current else None, unfinished[0] if unfinished else None
        goes_on = can_rematch(series) or (isinstance(series, Tournament) and not series.is_over)
        if waiting and goes_on and not any(waiting.series == _series_id(one) for one in current):
            self._console.say(self._describe_game(waiting), N_("To continue it, type {line}.", line=commands.RESUME))
        if can_rematch(series):
            self._console.say(self._describe_rematch(series))
            self._console.say(go_on.filled_in(resume=commands.REMATCH, new=commands.NEW))
        elif waiting and not goes_on:
            self._console.say(self._describe_game(waiting), go_on)
        elif not goes_on:
            self._console.say(N_("Type {new} for a new game.", new=commands.NEW))
        lesson = LessonProgress(self._services.store)
        if lesson.step is not None:
            self._console.say(_continue_learning())
        elif not lesson.done:
            self._console.say(N_("Type {learn} to learn the game by playing it.", learn=commands.LEARN))
        return await self._what_next()

    async def _what_next(self) -> LiveMatch:
        """Read commands until a match begins. Raises _QuitError and EndOfInputError."""
        while (live := await self._command(HOME, N_("What next"))) is None:
            pass
        return live

    def _describe_rematch(self, series: Series) -> Message | None:
        with suppress(MessageError):  # a rematch reports it
            options = next_game(self._services.store, series) if self._services.store else None
            if options is not None:
                names = names_in_this_language(options.players)
                return describe_rematch(names, random_first=options.random_first)
        return None

    def _describe_game(self, game: GameSummary) -> Message:
        """Describe an unfinished game on one line, with the points and the turn if they are known."""
        progress = progress_of(game, self._services.store, self._services.catalogue)
        when = format_day_and_time(game.last_played, self._services.today())
        if progress is None:
            return NN_(
                "A game of {names}, {count} action, last played {when}.",
                "A game of {names}, {count} actions, last played {when}.",
                game.plies,
                names=listed(game.names),
                when=when,
            )
        names = listed(names_with_points(game.names, progress.points))
        return N_("A game of {names}, {turn}, last played {when}.", names=names, turn=progress.turn, when=when)

    def _way_back(self, series: Series | Tournament) -> Message:
        """How to continue a series or tournament that was left for another match."""
        found = (number for number, one in self._numbered().items() if _series_id(one) == _series_id(series))
        number = next(found, None)
        line = commands.GAMES.line if number is None else f"{commands.RESUME} {number}"
        return N_("To continue it, type {line}.", line=line)

    def _numbered(self) -> Mapping[str, GameSummary | Series | Tournament]:
        """The unfinished games, then the series and tournaments that wait for their next game, by their numbers."""
        return {
            str(number): one for number, one in enumerate((*self._unfinished(), *self._unfinished_series()), start=1)
        }

    def _implied_by(self, line: str) -> Command | None:
        return commands.RESUME if line.isdecimal() and line in self._numbered() else super()._implied_by(line)

    def _ask_again(self) -> None:
        self._console.say(N_("Type {words}.", words=either(HOME)))

    def _why_not(self, verb: Command) -> Message:
        if verb is commands.UNDO and self._is_last_game_over:
            return N_("The last game is over and closed; it can no longer be undone.")
        if self._unfinished():
            return N_(
                "First type {resume} for the last game, or {new} for a new one.",
                resume=commands.RESUME,
                new=commands.NEW,
            )
        return N_("First start a game: type {new}.", new=commands.NEW)

    async def _run(self, verb: Command, words: Sequence[str]) -> LiveMatch | None:
        match verb:
            case commands.QUIT:
                raise _QuitError
            case commands.NEW:
                return await self.new()
            case commands.REMATCH:
                return await self._rematch(words)
            case commands.LEARN:
                return await self.learn()
            case commands.RESUME:
                games = self._unfinished()
                if words or games:
                    return await self._continue(words[0] if words else games[0].id)
                self._console.say(self._services.no_game_to_resume)
                if LessonProgress(self._services.store).step is not None:
                    self._console.say(_continue_learning())
            case commands.GAMES:
                unfinished, series = self._unfinished(), self._unfinished_series()
                self._console.say(None if unfinished or series else self._services.no_game_to_resume)
                listed_games = enumerate(unfinished[:_MAX_GAMES], start=1)
                told = [(number, self._describe_game(game)) for number, game in listed_games]
                told_series = [(number, one.sentence()) for number, one in enumerate(series, start=1 + len(unfinished))]
                for number, sentence in (*told, *told_series[:_MAX_GAMES]):
                    self._console.say(N_("{number}. {sentence}", number=number, sentence=sentence))
                if unfinished or series:
                    self._console.say(N_("To continue one, type {resume} and its number.", resume=commands.RESUME))
            case commands.SCORE if words:
                self._say_goal(words)
            case commands.CHALLENGES:
                await self._challenge(words)
            case commands.SHARE if self._line_to_send is not None and not words:
                self._console.say(self._line_to_send)
            case _ if verb in REVIEWING:
                await self._reviews.run(verb, self._game_to_review, words)
            case commands.TOURNAMENT:
                return await self.tournament(*words)
            case commands.PUZZLES:
                await self.solve(words[0].casefold() if words else None)
            case _:
                return await super()._run(verb, words)
        return None

    async def _continue(self, word: str) -> LiveMatch | None:
        """Resume the game with this id or number in the list, or play the next game of that series. Raises MessageError."""
        chosen = self._numbered().get(word, word)
        if self._services.store is None or chosen in [game.id for game in self._games()]:
            return await self.resume_game(word)
        if isinstance(chosen, str):
            raise MessageError(
                N_("There is no game {game}. Type {games} for your games.", game=quoted(word), games=commands.GAMES)
            )
        if isinstance(chosen, GameSummary):
            return await self.resume_game(chosen.id)
        if isinstance(chosen, Tournament):
            return await self._play_table(chosen)
        following = continuation(self._services.store, chosen.games[0].series)
        return await (self.resume_game(following) if isinstance(following, str) else self._begin(following))

    async def _rematch(self, words: Sequence[str]) -> LiveMatch | None:
        """Play the next game of the last series, with the goal that the first word names. Raises MessageError."""
        current = self._current_series()
        series = current[0] if current else None
        if isinstance(series, Tournament):
            raise MessageError(no_rematch(series))
        if self._services.store is None or not can_rematch(series):
            if self._unfinished():
                raise MessageError(N_("The last game is unfinished. Type {word} to resume it.", word=commands.RESUME))
            raise MessageError(N_("There is no game to play again."))
        if words:
            series = self._change_goal(self._services.store, series, typed_goal(commands.REMATCH, words))
        return await self._begin(next_game(self._services.store, series))

    def _change_goal(self, store: Store, series: Series, goal: str) -> Series:
        """The series with this goal, which is saved. Raises MessageError."""
        changed = replace(series, goal=goal)
        offer_goal(self._services, changed, series.goal)
        save_agreement(store, series.games[-1].id, series=changed.goal)
        return changed

    def _say_goal(self, words: Sequence[str]) -> None:
        """Change the goal of the last series, or say how to choose that of the next one. Raises MessageError."""
        current, store, goal = self._current_series(), self._services.store, typed_goal(commands.SCORE, words)
        series = current[0] if current else None
        if store is not None and can_rematch(series):
            self._console.say(self._change_goal(store, series, goal).sentence())
        else:
            during, new = f"{commands.SCORE} {goal}", f"{commands.SETTINGS} match.series {goal}"
            self._console.say(N_("Type {during} during a game, or {new} for new games.", during=during, new=new))

    async def open_tournament(self) -> LiveMatch | None:
        """Describe the tournament or plan one, then go home."""
        try:
            return await self.tournament() or await self.home(knows_tournament=True)
        except MessageError as error:
            return await self._go_back(error)

    async def tournament(self, *words: str) -> LiveMatch | None:
        """Describe, plan, play, change or end the tournament, as the first word says. Raises MessageError."""
        store = self._services.store
        if store is None:
            raise MessageError(N_("A tournament needs a save folder."))
        tournament, asked = current_tournament(store), completed(words, _NEW, PLAY, _WITHDRAW, _END)
        if asked is _NEW or (tournament is None and not words):
            self._say_undecided()
            if (notices := replacement_notices(store)) and not await self._confirms(in_lines(notices)):
                return None
            plan = await self._questions.new_tournament()
            if plan is None:
                return None
            tournament = begin_tournament(store, plan, self._services.rng)
            self._console.say(*tournament.report(), *next_table(tournament))
            if self._has_result:  # close it, so that `undo` does not reopen a game from before the tournament
                self._has_result = False
                return await self._what_next()
        elif tournament is None:
            raise MessageError(N_("There is no tournament. Type {line} to plan one.", line=commands.TOURNAMENT.line))
        elif asked is PLAY:
            return await self._play_table(tournament)
        elif asked is _WITHDRAW:
            self._withdraw(store, tournament, " ".join(words[1:]))
        elif asked is _END:
            await self._end_tournament(store, tournament)
        else:
            self._console.say(*tournament.report(), *next_table(tournament))
        return None

    def _withdraw(self, store: Store, tournament: Tournament, word: str) -> None:
        """Withdraw a player or bring them back, and say what brings them back. Raises MessageError."""
        player = tournament.find(word)
        name, was_out = tournament.entrants[player], player in dict(tournament.plan.out)
        self._console.say(tournament.withdraw(store, word))
        after = read_tournament(store, tournament.id)
        if not was_out and after is not None and not after.is_over:
            line = f"{commands.TOURNAMENT} {_WITHDRAW} {name}"
            self._console.say(N_("Type {line} to bring {name} back.", line=line, name=name))

    async def _end_tournament(self, store: Store, tournament: Tournament) -> None:
        """End a tournament after a question that names the leaders. Raises MessageError."""
        if tournament.is_over:
            raise MessageError(N_("The tournament is over."))
        question = N_("End the tournament now, with these standings?")
        leaders = [row.name for row in tournament.standings if row.place == 1]
        leading = NN_("{names} leads.", "{names} lead.", len(leaders), names=listed(leaders))
        if await self._confirms(question, leading if tournament.finished else N_("No game is over yet.")):
            tournament.end(store)
            self._console.say(N_("The tournament is over."))

    async def _play_table(self, tournament: Tournament) -> LiveMatch | None:
        """Play or resume the next game of a tournament. Raises MessageError."""
        if tournament.is_over:
            raise MessageError(N_("The tournament is over."))
        if tournament.unfinished is not None:
            return await self.resume_game(tournament.unfinished.id)
        return await self._begin(tournament.next_game())

    def _unfinished(self) -> list[GameSummary]:
        """The games that can be resumed, most recent first."""
        try:
            return [game for game in self._games() if game.can_resume]
        except StoreError as error:
            self._console.say(error.message)
            return []

    def _unfinished_series(self) -> Sequence[Series | Tournament]:
        """The series and tournaments that wait for their next game, most recent first."""
        try:
            return unfinished_series(self._services.store, self._games()) if self._services.store else ()
        except StoreError as error:
            self._console.say(error.message)
            return ()

    @property
    def _game_to_review(self) -> str:
        """The id of the last finished game. Raises MessageError if there is none."""
        finished = next((game for game in self._games() if game.finished), None)
        if finished is None:
            raise MessageError(N_("No finished games yet."))
        return finished.id

    @property
    def _is_last_game_over(self) -> bool:
        with suppress(StoreError):  # the commands that need the games report it
            store = self._services.store
            return any(game.finished for game in store.latest_games(1, with_imported=False)) if store else False
        return False

    def _games(self) -> Sequence[GameSummary]:
        return self._services.store.games() if self._services.store else ()

    # --- starting a match ----------------------------------------------------------------------------------------------

    async def learn(self) -> LiveMatch | None:
        """Play the lesson. Returns the first real game once the lesson is complete."""
        try:
            lesson = open_lesson(self._services)
        except MessageError as error:
            return await self._go_back(error)
        self._farewell = N_(
            "Continue learning with {command}", command=command_line(self._services, "learn", plain=True)
        )
        self._match = match = PlainLesson(lesson, self._services, self._console)
        try:
            await match.play()
        finally:
            self._match = None
            lesson.live.release()
        if not lesson.finished:
            where = {"number": lesson.number, "count": lesson.count}
            self._console.say(
                N_("You are at step {number} of {count} of the learning game.", **where), _continue_learning()
            )
            return None
        self._farewell = None
        if (name := await self._questions.name(lesson.names[LEARNER])) is None:
            return None
        self._first_game = begin_first_game(self._services, name)
        return self._first_game

    async def solve(self, puzzle_id: str | None) -> None:
        """Start the puzzle with this id, or list the puzzles."""
        await PlainPuzzles(self._services, self._console).play(puzzle_id)

    async def _challenge(self, words: Sequence[str]) -> None:
        """Play the challenge with this word, or list the challenges with the player's scores. Raises MessageError."""
        challenge = find_challenge(" ".join(words)) if words else None
        names: Sequence[str | None] = known_names(self._services)
        name = names[0] if names else ""
        if challenge is not None and name and names[1:]:
            name = await self._questions.name(name)
        if name is None:
            return
        if challenge is not None:
            save_player(self._services, name)
            self._line_to_send = None
            self._line_to_send = await PlainChallenge(challenge, self._services, self._console, name).play()
            self._has_result = self._has_result and self._line_to_send is None
            return
        if words:
            self._console.say(N_("There is no challenge {name}.", name=quoted(" ".join(words))))
        if names[1:]:
            self._console.say(N_("The scores of {name}.", name=name))
        for one in CHALLENGES:
            scores = scores_of(one, self._services, name)
            if scores.attempt is None:
                start = N_("Type {line} to start.")
            else:
                start = N_("Type {line} to continue.") if scores.is_unfinished else N_("Type {line} to practise.")
            self._console.say(
                N_("{title}. {about}", title=one.title, about=one.about),
                *scores.sentences(),
                start.filled_in(line=f"{commands.CHALLENGES} {one.word}"),
            )

    async def new(self) -> LiveMatch | None:
        """Ask for the players and rules of a match, and begin it."""
        self._say_undecided()
        options = await self._questions.new_match()
        return await (self._go_back() if options is None else self._begin(options))

    def _say_undecided(self, names: Sequence[str] = ()) -> None:
        """Before another match begins, describe each undecided series and tournament, and how to continue it.

        With names, only those of exactly these players.
        """
        current = self._current_series()
        for place, series in enumerate(current):
            if not is_unfinished(series) or (names and not has_players(series, names)):
                continue
            go_on = commands.GAMES.line if place else commands.RESUME.line
            if isinstance(series, Tournament):
                go_on = f"{commands.TOURNAMENT} {PLAY}" if series is running_tournament(current) else go_on
            elif not place and can_rematch(series):
                go_on = commands.REMATCH.line
            way = N_("To continue it, type {quit}, then {line}.", quit=commands.QUIT, line=go_on)
            if go_on != commands.GAMES.line and series.games:
                way = N_(
                    "To continue it, type {quit}, then {line}, or, later, type {games}.",
                    quit=commands.QUIT,
                    line=go_on,
                    games=commands.GAMES,
                )
            self._console.say(series.sentence(), way)

    async def _begin(self, options: MatchOptions) -> LiveMatch | None:
        """Begin a match, or return home if that is impossible."""
        return await self._open(partial(prepare_new, self._services, options, None))

    async def resume_game(self, game_id: str, level: str | None = None) -> LiveMatch | None:
        """Resume a saved match, or return home if that is impossible. The `level` replaces engines that cannot play."""
        return await self._open(partial(prepare_saved, self._services, game_id), level)

    async def _open(self, prepare: Prepare, level: str | None = None) -> LiveMatch | None:
        """Replace engines that cannot play until the match is ready. Return home if it never is."""
        stand_ins: StandIns = NO_STAND_INS
        while True:
            try:
                return await self._begin_ready(prepare(stand_ins))
            except UnavailableEngineError as error:
                choice = level or await self._questions.stand_in(error)
                if choice == commands.QUIT:
                    return await self._go_back()
                if isinstance(choice, str):
                    stand_ins = {**stand_ins, error.name: choice}
            except MessageError as error:
                return await self._go_back(error)

    async def begin_or_end(self, options: MatchOptions, position: State | None) -> LiveMatch:
        """Begin a match, from `position` if given. If that is impossible, set `refused` and quit.

        An undecided series of the same players is described first.
        """
        self._say_undecided([player.name for player in options.players])
        try:
            return await self._begin_ready(prepare_new(self._services, options, position, NO_STAND_INS))
        except MessageError as error:
            self.refused = error
            raise _QuitError from error

    async def _begin_ready(self, preparation: Preparation) -> LiveMatch:
        """Begin a match once its engines are ready, and warn if it cannot be saved. Raises UnavailableEngineError."""
        self._console.say(preparation.waiting)
        try:
            await in_background(preparation.wait)
        except (UnavailableEngineError, asyncio.CancelledError):
            preparation.cancel()
            raise
        live = preparation.begin()
        self._console.say(live.problem)
        return live


def _series_id(one: GameSummary | Series | Tournament) -> str:
    if isinstance(one, Tournament):
        return one.id
    return one.series if isinstance(one, GameSummary) else one.games[0].series


def _continue_learning() -> Message:
    return N_("Type {learn} to continue the learning game.", learn=commands.LEARN)


def _exit_anyway(code: int) -> None:
    time.sleep(_EXIT_SECONDS)
    os._exit(code)
