"""The questions before a match: players and rules. An empty answer selects the default."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from typing import Final, TypeAlias

from splendor_tui.bots.levels import DEFAULT_LEVEL, LEVELS, get_level, level_id
from splendor_tui.inputs.choices import Choice
from splendor_tui.inputs.house_rules import HOUSE_RULES
from splendor_tui.inputs.match_options import HUMAN, MatchOptions
from splendor_tui.inputs.player_names import player_name
from splendor_tui.match.computer_players import EngineNotNamedError, UnavailableEngineError
from splendor_tui.match.services import Services
from splendor_tui.plain.console import Console
from splendor_tui.plain.typed_commands import TYPED, did_you_mean, is_command
from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.match_draft import MatchDraft, special_rules
from splendor_tui.presentation.result import usual_lengths
from splendor_tui.presentation.tournaments import RULES_OF_GAMES, SYSTEM_CHOICES, TournamentDraft, TournamentPlan
from splendor_tui.store import StoreError
from splendor_tui.words import N_, Message, MessageError, either, quoted
from splendor_tui.words.spelling import hyphenate, simplify

_COMMANDS: Final = (commands.UNDO, commands.QUIT)
_TELLING: Final = (commands.HELP, commands.SCORE, commands.AGAIN)
"""The commands after which any question is asked again."""
_MIN_SIMILARITY: Final = 0.8
_HAND_OVER: Final = "hand_over"
_Asked: TypeAlias = Sequence[tuple[str, Choice, Message]]
"""Choices with a question: the name of each, the choice, and the question."""


class Questions:
    """Asks for the options of a match. Repeats each question until the answer is valid. `say_score` answers `score`."""

    def __init__(self, console: Console, services: Services, say_score: Callable[[], None]) -> None:
        self._console = console
        self._services = services
        self._say_score = say_score
        self._unconfirmed: str | None = None
        """An answer that must be typed again, because it resembles a computer player's name."""

    async def new_match(self) -> MatchOptions | None:
        """Ask for the options of a new match. Returns None if the player cancels. Raises EndOfInputError.

        The answers become the next defaults.
        """
        settings = self._services.last_match
        draft = MatchDraft.of(settings)
        self._console.say(N_("A new game."))
        if not await self._fill_in(draft, HOUSE_RULES):
            return None
        options = draft.options()
        if self._services.store is not None:
            with suppress(StoreError):  # an estimate is not worth a message
                lengths = usual_lengths(self._services.store.results())
                self._console.say(lengths.get((len(draft.seats), draft.rules.target)))
        self._console.say(self._services.change_settings(draft.as_last_match(settings)))
        return options

    async def new_tournament(self) -> TournamentPlan | None:
        """Ask for the plan of a tournament. Returns None if the player cancels. Raises EndOfInputError, MessageError."""
        draft = TournamentDraft.after_last(self._services.last_match, self._services.store)
        self._console.say(N_("A new tournament."))
        is_filled_in = await self._fill_in(draft, SYSTEM_CHOICES | RULES_OF_GAMES)
        return draft.plan(self._services.today()) if is_filled_in else None

    async def _fill_in(self, draft: MatchDraft, choices: Mapping[str, Choice]) -> bool:
        """Ask for the players, on whom the other answers depend, then for the choices. Returns whether all is answered."""
        self._console.say(_how_to_answer())
        number = 0
        while number <= len(draft.seats) + len(asked := _asked(draft, choices)):
            match await self._ask(*self._question(draft, number, asked), possible=_COMMANDS):
                case commands.UNDO:
                    number = max(number - 1, 0)
                case commands.QUIT:
                    return False
                case _:
                    if 1 <= number <= len(draft.seats):
                        is_last = number == len(draft.seats)
                        self._console.say(_seated(draft, number - 1), *(special_rules(draft.rules) if is_last else ()))
                    number += 1
        return True

    def _question(
        self, draft: MatchDraft, number: int, asked: _Asked
    ) -> tuple[Message, Callable[[str], object], Sequence[Message]]:
        """Question `number`, the function that takes its answer, and its help.

        The questions are: the number of players, each player, then the choices in `asked`.
        """
        seats = len(draft.seats)
        self._unconfirmed = None
        if number == 0:
            how_many = N_(
                "How many players, {least} to {most}? Default: {offered}.",
                least=draft.LEAST,
                most=draft.MOST,
                offered=seats,
            )
            return how_many, lambda answer: draft.set_players(_number(answer, draft)), ()
        if number <= seats:
            if number == 1:
                self._console.say(
                    N_(
                        "Type a name, or a computer level, weakest first: {levels}. Type {help} for how they play.",
                        levels=_levels(),
                        help=commands.HELP,
                    )
                )
            levels = [
                N_("{title}: {text}", title=level.name, text=level.description) for level in map(get_level, LEVELS)
            ]
            namesake = N_("{written}: a human with the name of a level.", written=f"{LEVELS[0]}={HUMAN}")
            return _player_question(draft, number - 1), partial(self._seat, draft, number - 1), (*levels, namesake)
        name, rule, question = asked[number - seats - 1]
        offered = rule.describe(draft.value(name))
        sentence = question.filled_in(**question.details, offered=offered.typed or offered.name)
        return (
            sentence,
            lambda answer: draft.change({name: _completed(rule, answer.casefold())}),
            [rule.answers] if rule.answers else (),
        )

    def _seat(self, draft: MatchDraft, seat: int, answer: str) -> None:
        """Seat the level or engine with this name, otherwise a human with this name. `merchant=human` is a human.

        Otherwise, a human's name must be typed twice if it resembles or abbreviates the name of a computer player.
        """
        kinds = {simplify(kind): kind for kind in draft.kinds[1:]}
        kinds |= {simplify(str(get_level(level).name)): level for level in LEVELS}
        name, _sign, kind = map(str.strip, answer.partition("="))
        if name and kind == HUMAN:
            self._unconfirmed, answer = simplify(name), name
            kinds.pop(simplify(name), None)
        typed = simplify(answer).removeprefix("=")
        kind = kinds.get(typed, HUMAN)
        near = [name for name in kinds if name.startswith(typed)] or get_close_matches(typed, kinds, 1, _MIN_SIMILARITY)
        if kind == HUMAN and typed and near and typed != self._unconfirmed:
            self._unconfirmed = typed
            meant = dict.fromkeys(kinds[name] for name in near)
            raise MessageError(
                N_(
                    "Did you mean {levels}? Then type it in full. For a human called {name}, type the name again.",
                    levels=either([get_level(one).name if one in LEVELS else one for one in meant]),
                    name=answer,
                )
            )
        if kind == HUMAN:
            self._check_no_command(answer)
            names = [simplify(one.name) if one.kind == HUMAN else "" for one in draft.seats]
            if typed in names[seat + 1 :]:  # only the default of a seat that has not been asked for yet
                place = names.index(typed, seat + 1)
                draft.move(place, seat - place)
        draft.set_kind(seat, kind)
        if kind == HUMAN:
            draft.rename(seat, answer)

    async def name(self, offered: str) -> str | None:
        """Ask for the name of the player. Returns None if the player cancels. Raises EndOfInputError."""
        names = [offered]
        self._unconfirmed = None

        def take(answer: str) -> None:
            self._check_no_command(answer)
            names.append(player_name(answer))

        question = N_(
            "Your name in the game? Default: {offered}. Type {quit} to cancel.", offered=offered, quit=commands.QUIT
        )
        return None if await self._ask(question, take, possible=[commands.QUIT]) else names[-1]

    def _check_no_command(self, answer: str) -> None:
        """Raise MessageError if a name is a command, unless it is typed twice."""
        word, typed = next(iter(answer.split()), ""), simplify(answer)
        if typed != self._unconfirmed and any(is_command(word, verb) for verb in TYPED):
            self._unconfirmed = typed
            raise MessageError(
                N_(
                    "The command {word} is not available here. For a human called {name}, type the name again.",
                    word=word,
                    name=answer,
                )
            )

    async def stand_in(self, problem: UnavailableEngineError) -> str | Command:
        """Ask how to continue without an engine. Returns a level, RETRY to start the engine again, or QUIT.

        Raises EndOfInputError.
        """
        self._console.say(problem.message)
        chosen: list[str | Command] = []
        if isinstance(problem, EngineNotNamedError):
            chosen.append(DEFAULT_LEVEL)
            possible = [commands.QUIT]
            question = N_(
                "Which level should play instead: {levels}? Type {quit} to leave. Default: {offered}.",
                levels=_levels(),
                quit=commands.QUIT,
                offered=get_level(DEFAULT_LEVEL).name,
            )
        else:
            chosen.append(commands.TRY_AGAIN)
            possible = [commands.TRY_AGAIN, commands.QUIT]
            question = N_(
                "Type {retry} to start it again, {quit} to leave, or a level that plays instead: {levels}. "
                "Default: {retry}.",
                levels=_levels(),
                quit=commands.QUIT,
                retry=commands.TRY_AGAIN,
            )
        verb = await self._ask(question, lambda answer: chosen.append(_level(answer)), possible=possible)
        return verb or chosen[-1]

    async def _ask(
        self,
        question: Message,
        take: Callable[[str], object],
        about: Sequence[Message] = (),
        possible: Sequence[Command] = (),
    ) -> Command | None:
        """Ask until `take` accepts the answer. If one of `possible` is typed, return it. `help` prints `about`.

        `take` raises MessageError or ValueError if the answer is invalid; its message is printed.
        """
        self._console.say(question)
        while True:
            answer = (await self._console.line(str(N_("Answer")), lambda: None)).strip()
            if not answer:
                return None
            command = next((verb for verb in (*possible, *_TELLING) if is_command(answer, verb)), None)
            match command:
                case None:
                    try:
                        take(answer)
                    except (MessageError, ValueError) as error:
                        self._console.say(str(error))
                    else:
                        return None
                case commands.AGAIN:
                    self._console.repeat()
                    continue
                case commands.SCORE:
                    self._say_score()
                case commands.HELP:
                    self._console.say(_how_to_answer() if commands.UNDO in possible else None, *about)
                case _:
                    return command
            self._console.say(question)


def _asked(draft: MatchDraft, choices: Mapping[str, Choice]) -> _Asked:
    """The choices with a question. When to hide the table is only a question between humans."""
    are_humans = len(draft.humans()) > 1
    return [
        (name, one, one.question)
        for name, one in choices.items()
        if one.question is not None and (are_humans or name != _HAND_OVER)
    ]


def _how_to_answer() -> Message:
    return N_(
        "Empty line: the default. {back}: previous question. {quit}: cancel.",
        back=commands.UNDO.words[-1],
        quit=commands.QUIT,
    )


def _player_question(draft: MatchDraft, seat: int) -> Message:
    here = draft.seats[seat]
    offered = get_level(here.kind).name if here.kind in LEVELS else here.name if here.kind == HUMAN else here.kind
    return N_("Player {number}? Default: {offered}.", number=seat + 1, offered=offered)


def _seated(draft: MatchDraft, seat: int) -> Message:
    here = draft.seats[seat]
    if here.kind == HUMAN:
        return N_("Player {number} is {name}, a human.", number=seat + 1, name=here.name)
    return N_("Player {number} is {name}, a computer.", number=seat + 1, name=here.name)


def _number(answer: str, draft: MatchDraft) -> int:
    if answer not in map(str, range(draft.LEAST, draft.MOST + 1)):
        raise MessageError(N_("Type a number from {least} to {most}.", least=draft.LEAST, most=draft.MOST))
    return int(answer)


def _level(answer: str) -> str:
    level = level_id(answer)
    if level not in LEVELS:
        raise MessageError(
            N_("There is no computer level {level}; choose from: {known}.", level=quoted(answer), known=_levels())
        )
    return level


def _completed(choice: Choice, answer: str) -> str:
    """The value of a choice that the answer means, or the only one with a word that it begins. Raises MessageError."""
    if not isinstance(choice.values, Mapping):
        return answer
    if (value := choice.read(answer)) in choice.values:
        return value
    begun = [
        value
        for value, texts in choice.values.items()
        if any(f"-{hyphenate(answer)}" in f"-{hyphenate(str(name))}" for name in (value, texts.name))
    ]
    if len(begun) == 1:
        return str(begun[0])
    raise did_you_mean(answer, [texts.name for texts in choice.values.values()])


def _levels() -> Message:
    return either([level.name for level in map(get_level, LEVELS)])
