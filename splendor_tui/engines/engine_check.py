"""Tries everything that a table may ask of an engine, and tells what is wrong with what it answers."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final, NamedTuple, TypeAlias

from splendor_tui.engines.dialogue import GRACE_SECONDS, READY_SECONDS
from splendor_tui.engines.engine_error import EngineError, IllegalAnswerError
from splendor_tui.engines.engine_player import legal_action
from splendor_tui.engines.engine_process import QUIT_SECONDS
from splendor_tui.engines.engine_talk import FaultFoundError, Talk
from splendor_tui.engines.protocol import (
    EngineAnswer,
    EngineHello,
    Go,
    Info,
    Perft,
    PerftCount,
    Quit,
    SetOption,
    SetPosition,
    Stop,
)
from splendor_tui.inputs.problems import shown
from splendor_tui.rules.catalogue import CardFacts, Catalogue, NobleFacts
from splendor_tui.rules.gems import Colour, Gems, unpack
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import MAX_PLAYERS, MIN_PLAYERS, GameOptions, Phase, State, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, view
from splendor_tui.words import N_, Message

_QUICK_SECONDS: Final = 0.5
_LONG_SECONDS: Final = 60.0
_HURRY_AFTER_SECONDS: Final = 0.3
_QUIET_SECONDS: Final = 0.3
_NODES: Final = 50
_OF_EACH_PHASE: Final = 10
_GAMES: Final = 3
_OTHER_TARGETS: Final = (5, 21, 50)
_EVEN: Final = 0.01
_CHOSEN: Final = 0.05  # of the positions of a game
_MOST_COUNTED: Final = 1_000  # sequences, so that an engine in any language is soon done


class Counted(NamedTuple):
    """A position for which the number of sequences is known: that of depth d at index d."""

    state: State
    counts: Sequence[int]


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that was tried; where it went wrong with a fault, and with what was sent and what came before that.

    `complaint` is the last line on the error output, `hello` what it said of itself in the first part.
    """

    title: Message
    fault: Message | None = None
    sent: Sequence[str] = ()
    came: Sequence[str] = ()
    complaint: str = ""
    hello: EngineHello | None = None


_Try: TypeAlias = Callable[[Talk], None]
"""Tries one thing with an engine that has said hello. Raises FaultFoundError."""


def check_engine(command: Sequence[str], catalogue: Catalogue, counted: Mapping[str, Counted]) -> Iterator[Part]:
    """Try one thing after another, each with the engine started anew. An engine that says no hello is asked nothing more."""
    positions = [*(each.state for each in counted.values()), *_positions(catalogue)]
    first, number = positions[0], len(positions)
    parts: list[tuple[Message, _Try]] = [
        (N_("It says hello, and takes its own options."), _hello),
        (N_("It gets ready, and passes over what it does not know."), partial(_strangers, state=first)),
        (N_("It answers legally in {number} positions.", number=number), partial(_answers, positions=positions)),
        (
            N_("It answers legally with other cards, and to other targets."),
            partial(_answers, positions=_unusual(catalogue)),
        ),
        (N_("It answers when it is told to stop, and only once."), partial(_stops, state=first)),
        (N_("It answers the same with the same seed and nodes."), partial(_repeats, states=positions[:2])),
        (N_("It counts sequences of actions as published, if any."), partial(_counts, counted=counted)),
        (N_("It ends when it is told to quit."), _quits),
        (N_("It ends at the end of its input."), _ends),
    ]
    for title, try_it in parts:
        part = _try(command, title, try_it)
        yield part
        if part.hello is None and try_it is _hello:
            return


def _try(command: Sequence[str], title: Message, try_it: _Try) -> Part:
    try:
        talk = Talk(command)
    except EngineError as error:
        return Part(title, error.message)
    try:
        talk.greet()
        try_it(talk)
        talk.check_complaint()
    except (EngineError, FaultFoundError) as error:
        return Part(title, error.message, talk.sent, talk.came, talk.complaint)
    finally:
        talk.close()
    return Part(title, hello=talk.hello if try_it is _hello else None)


# --- the parts ---------------------------------------------------------------------------------------------------------


def _hello(talk: Talk) -> None:
    assert talk.hello is not None
    options = talk.hello.options
    if options:
        talk.add(*(SetOption(name=option.name, value=option.default) for option in options))
    talk.expect_nothing(_QUIET_SECONDS)


def _strangers(talk: Talk, state: State) -> None:
    talk.ask()
    talk.send(b'{"type":"weather","sun":true}')
    talk.expect_nothing(_QUIET_SECONDS)
    talk.begin(view(state, state.seat))
    talk.ask(Stop())  # there is nothing to stop
    talk.expect_nothing(_QUIET_SECONDS)


def _answers(talk: Talk, positions: Sequence[State]) -> None:
    begun, first = None, positions[0]
    for state in positions:
        seen = view(state, state.seat)
        if seen.options != begun:
            talk.begin(seen)
            begun = seen.options
        talk.ask(SetPosition.of(seen), Go(seconds=_QUICK_SECONDS, lines=3, seed=state.ply))
        answer = talk.expect(EngineAnswer, _QUICK_SECONDS + GRACE_SECONDS, partial(_check_thoughts, seen))
        _check_thoughts(seen, answer)
        _check_legal(seen, answer.action)
        if answer.choices and answer.choices[0].action != answer.action:
            raise FaultFoundError(N_("The first of the choices must be the answer."))
        talk.expect_nothing(_QUIET_SECONDS if state is first else 0)


def _stops(talk: Talk, state: State) -> None:
    seen = view(state, state.seat)
    talk.begin(seen)
    talk.ask(SetPosition.of(seen), Go(seconds=_LONG_SECONDS))
    until = time.monotonic() + _HURRY_AFTER_SECONDS
    answer = None
    while answer is None and (left := until - time.monotonic()) > 0:
        said = talk.hear(left)
        answer = said if isinstance(said, EngineAnswer) else None
    talk.add(Stop())
    if answer is None:
        answer = talk.expect(EngineAnswer, GRACE_SECONDS)
    _check_legal(seen, answer.action)
    talk.expect_nothing(_QUIET_SECONDS)
    talk.ask(SetPosition.of(seen), Go(seconds=_LONG_SECONDS), Stop())  # which a fast engine reads after its answer
    _check_legal(seen, talk.expect(EngineAnswer, GRACE_SECONDS).action)
    talk.expect_nothing(_QUIET_SECONDS)


def _repeats(talk: Talk, states: Iterable[State]) -> None:
    for state in states:
        seen = view(state, state.seat)
        answers = []
        for _time in range(2):
            talk.begin(seen)
            talk.ask(SetPosition.of(seen), Go(seconds=_LONG_SECONDS, nodes=_NODES, seed=7))
            answers.append(talk.expect(EngineAnswer, READY_SECONDS).action)
        if len({*answers}) > 1:
            raise FaultFoundError(
                N_(
                    "The first time {first} was answered, and then {second}.",
                    first=shown(answers[0]),
                    second=shown(answers[1]),
                )
            )


def _counts(talk: Talk, counted: Mapping[str, Counted]) -> None:
    assert talk.hello is not None
    if not talk.hello.perft:
        return
    for name, (state, counts) in counted.items():
        talk.begin(view(state, state.seat))
        depth = max(depth for depth, count in enumerate(counts) if count <= _MOST_COUNTED)
        talk.ask(SetPosition.whole(state), Perft(depth=depth))
        count = talk.expect(PerftCount, READY_SECONDS).count
        if count != counts[depth]:
            raise FaultFoundError(
                N_("In {name} there are {right} sequences, not {count}.", name=name, right=counts[depth], count=count)
            )


def _quits(talk: Talk) -> None:
    talk.ask(Quit())
    if not talk.gone(QUIT_SECONDS):
        raise FaultFoundError(N_("It was still there {seconds:g} seconds later.", seconds=QUIT_SECONDS))


def _ends(talk: Talk) -> None:
    talk.ask()
    talk.end_input()
    if not talk.gone(QUIT_SECONDS):
        raise FaultFoundError(N_("It was still there {seconds:g} seconds later.", seconds=QUIT_SECONDS))


def _check_thoughts(seen: View, said: Info | EngineAnswer) -> None:
    for choice in said.choices:
        _check_legal(seen, choice.action)
    players = len(seen.players)
    if said.chances and len(said.chances) != players:
        raise FaultFoundError(N_("There are {players} players, so there must be {players} chances.", players=players))
    if said.chances and abs(sum(said.chances) - 1) > _EVEN:
        raise FaultFoundError(N_("The sum of the chances is {sum:.2f}; it must be 1.", sum=sum(said.chances)))


def _check_legal(seen: View, line: str) -> None:
    try:
        legal_action(seen, line)
    except IllegalAnswerError as error:
        raise FaultFoundError(error.message) from error


def _unusual(catalogue: Catalogue) -> list[State]:
    """Games to other targets, with cards of which each colour has become the next one."""
    cards = [
        CardFacts(card.level, Colour((card.bonus + 1) % len(Colour)), card.points, _turned(card.cost))
        for card in catalogue.cards
    ]
    nobles = [NobleFacts(noble.id, noble.id, noble.points, _turned(noble.cost)) for noble in catalogue.nobles]
    others = Catalogue(cards, nobles)
    return [new_game(others, GameOptions(MIN_PLAYERS, target), target) for target in _OTHER_TARGETS]


def _turned(gems: Gems) -> tuple[int, int, int, int, int]:
    *first, last = unpack(gems)
    white, blue, green, red = first
    return last, white, blue, green, red


def _positions(catalogue: Catalogue) -> Iterator[State]:
    """Some of each phase, from games by lot with two, three and four players."""
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        left = dict.fromkeys((Phase.MAIN, Phase.RETURN_GEMS, Phase.CHOOSE_NOBLE), _OF_EACH_PHASE)
        for game in range(_GAMES):
            rng = Random(game)
            state = new_game(catalogue, GameOptions(players), game)
            while outcome(state) is None:
                if left[state.phase] and rng.random() < _CHOSEN:
                    left[state.phase] -= 1
                    yield state.copy()
                advance(state, rng.choice(legal_actions(state)))
