"""What is asked before a match: who plays, and by which rules. An empty answer takes what is offered."""

from collections.abc import Callable
from functools import partial

from splendor_tui.bots.levels import DEFAULT_LEVEL, LEVELS, level_name
from splendor_tui.inputs.match_options import HUMAN, MatchOptions, clock_text
from splendor_tui.match.services import Services
from splendor_tui.plain.console import Console
from splendor_tui.presentation.match_draft import MatchDraft
from splendor_tui.presentation.word_search import plainly
from splendor_tui.rules.state import MAX_PLAYERS, MIN_PLAYERS
from splendor_tui.words import N_, Message, MessageError, either


class Questions:
    """Asks, until an answer is possible, and says what is wrong with one that is not."""

    def __init__(self, console: Console, services: Services) -> None:
        self._console = console
        self._services = services

    async def new_match(self) -> MatchOptions:
        """The options of a new match; who plays and by which rules is remembered. Raises EndOfInputError."""
        settings = self._services.settings
        draft = MatchDraft(settings.names, settings.match, settings.engines)
        self._console.say(N_("A new game. An empty line takes what is offered."))
        offered = len(draft.seats)
        number = N_(
            "How many players, {least} to {most}? Offered: {offered}.",
            least=MIN_PLAYERS,
            most=MAX_PLAYERS,
            offered=offered,
        )
        await self._ask(number, lambda answer: draft.set_players(_number(answer)))
        self._console.say(N_("Name a person, or one of the computer players {levels}.", levels=_levels()))
        for seat in range(len(draft.seats)):
            await self._ask(_who(draft, seat), partial(_seat, draft, seat))
            if draft.seats[seat].kind != HUMAN:
                name = draft.seats[seat].name
                self._console.say(N_("Player {number} is the computer player {name}.", number=seat + 1, name=name))
        target = N_("Play to how many points? Offered: {offered}.", offered=draft.rules.target)
        await self._ask(target, lambda answer: draft.change({"target": answer}))
        clock = N_(
            "A clock? Seconds of a turn and in reserve, like {example}, or {off}. Offered: {offered}.",
            example="60+300",
            off=clock_text(None),
            offered=clock_text(draft.rules.clock),
        )
        await self._ask(clock, lambda answer: draft.change({"clock": answer.casefold()}))
        problem = self._services.change_settings(
            settings.changed(names=draft.people() or settings.names, match=draft.rules)
        )
        if problem is not None:
            self._console.say(problem)
        return draft.options()

    async def stand_in(self, problem: Message) -> str:
        """The level that plays for an engine that is not started. Raises EndOfInputError."""
        self._console.say(problem)
        chosen = [DEFAULT_LEVEL]
        question = N_(
            "Who plays for it: {levels}? Offered: {offered}.", levels=_levels(), offered=level_name(DEFAULT_LEVEL)
        )
        await self._ask(question, lambda answer: chosen.append(_level(answer)))
        return chosen[-1]

    async def _ask(self, question: Message, take: Callable[[str], object]) -> None:
        """Ask until `take` accepts the answer. For another one it raises MessageError or ValueError, with a sentence."""
        while True:
            self._console.say(question)
            answer = (await self._console.line(str(N_("Answer")), lambda: None)).strip()
            if not answer:
                return
            try:
                take(answer)
            except (MessageError, ValueError) as error:
                self._console.say(str(error))
            else:
                return


def _who(draft: MatchDraft, seat: int) -> Message:
    here = draft.seats[seat]
    offered = level_name(here.kind) if here.kind in LEVELS else here.name if here.kind == HUMAN else here.kind
    return N_("Player {number}? Offered: {offered}.", number=seat + 1, offered=offered)


def _seat(draft: MatchDraft, seat: int, answer: str) -> None:
    """Seat the level or the engine of this name, or else the person."""
    kinds = {plainly(kind): kind for kind in draft.kinds[1:]} | {plainly(str(level_name(id_))): id_ for id_ in LEVELS}
    kind = kinds.get(plainly(answer).removeprefix("="), HUMAN)
    draft.set_kind(seat, kind)
    if kind == HUMAN:
        draft.rename(seat, answer)


def _number(answer: str) -> int:
    if answer not in map(str, range(MIN_PLAYERS, MAX_PLAYERS + 1)):
        raise _NoAnswerError(N_("Type a number from {least} to {most}.", least=MIN_PLAYERS, most=MAX_PLAYERS))
    return int(answer)


def _level(answer: str) -> str:
    typed = plainly(answer)
    named = {plainly(str(level_name(level))): level for level in LEVELS}.get(typed, typed)
    level_name(named)  # which knows them all
    return named


def _levels() -> Message:
    return either([level_name(level) for level in LEVELS])


class _NoAnswerError(MessageError):
    """An answer that is none of those allowed."""
