"""Checks an engine: sends every kind of request and reports invalid answers."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple, TypeAlias, TypeVar

from splendor_tui.engines import protocol
from splendor_tui.engines.engine_player import parse_legal_action
from splendor_tui.engines.engine_process import QUIT_SECONDS, EngineError, EngineProcess
from splendor_tui.engines.engine_session import GRACE_SECONDS, READY_SECONDS
from splendor_tui.inputs.strict_models import escaped, shown
from splendor_tui.rules.catalogue import CardFacts, Catalogue, NobleFacts
from splendor_tui.rules.constants import MAX_PLAYERS, MIN_PLAYERS
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import unpack
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import Phase, State, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, view
from splendor_tui.words import N_, Message

_SHORT_SECONDS: Final = 0.5
_LONG_SECONDS: Final = 60.0
_STOP_AFTER_SECONDS: Final = 0.3
_QUIET_SECONDS: Final = 0.3
_NODES: Final = 50
_POSITIONS_PER_PHASE: Final = 10
_GAMES: Final = 3
_OTHER_TARGETS: Final = (5, 21, 50)
_SUM_TOLERANCE: Final = 0.01
_SAMPLED: Final = 0.05  # share of a game's positions that are checked
_MAX_PERFT: Final = 1_000  # maximum number of sequences, so that even slow engines finish quickly
_MAX_SHOWN: Final = 240  # maximum number of characters of a line

MessageT = TypeVar("MessageT", protocol.EngineHello, protocol.Ready, protocol.EngineAnswer, protocol.PerftCount)


class Counted(NamedTuple):
    """A position with its published perft counts. `counts` is indexed by depth."""

    state: State
    counts: Sequence[int]


class Part(NamedTuple):
    """The result of one check. `fault` is None if the engine passed it.

    After a failure, it has the lines sent and received, and the last line of the error output. Only the first check
    sets `hello`.
    """

    title: Message
    fault: Message | None = None
    sent: Sequence[str] = ()
    received: Sequence[str] = ()
    last_error: str = ""
    hello: protocol.EngineHello | None = None


_Check: TypeAlias = "Callable[[_CheckedEngine], None]"
"""A check of an engine that has sent its hello. Raises EngineError."""


def check_engine(command: Sequence[str], catalogue: Catalogue, counted: Mapping[str, Counted]) -> Iterator[Part]:
    """Run the checks in order, each with a new process. If the engine does not send a hello, only the first check runs."""
    states = [*(each.state for each in counted.values()), *_sample_positions(catalogue)]
    positions = [view(state, state.seat) for state in states]
    first, number = positions[0], len(positions)
    checks: list[tuple[Message, _Check]] = [
        (N_("It sends its hello and accepts its own options."), _check_options),
        (N_("It gets ready and ignores unknown messages."), partial(_check_unknown, seen=first)),
        (N_("It answers legally in {number} positions.", number=number), partial(_check_answers, positions=positions)),
        (
            N_("It also answers legally with other cards and other targets."),
            partial(_check_answers, positions=_unusual_games(catalogue)),
        ),
        (N_("It answers a stop, and only once."), partial(_check_stop, seen=first)),
        (N_("It gives the same answer for the same seed and nodes."), partial(_check_repeats, positions=positions[:2])),
        (
            N_("If it can count, its counts of action sequences match the published ones."),
            partial(_check_perft, counted=counted),
        ),
        (N_("It exits on quit."), partial(_check_end, end=lambda engine: engine.request(protocol.Quit()))),
        (N_("It exits at the end of its input."), partial(_check_end, end=lambda engine: engine.close_input())),
    ]
    for title, check in checks:
        part = _run(command, title, check)
        yield part
        if part.hello is None and check is _check_options:
            return


def _run(command: Sequence[str], title: Message, check: _Check) -> Part:
    try:
        engine = _CheckedEngine(command)
    except EngineError as error:
        return Part(title, error.message)
    try:
        engine.greet()
        check(engine)
        engine.check_error_output()
    except EngineError as error:
        return Part(title, error.message, engine.sent, engine.received, engine.last_error)
    finally:
        engine.kill()
        engine.wait(QUIT_SECONDS)
    return Part(title, hello=engine.hello if check is _check_options else None)


# --- the checks --------------------------------------------------------------------------------------------------------


class _CheckedEngine(EngineProcess):
    """An engine with a transcript of the current request. It is stricter than a game, and its methods raise EngineError."""

    hello: protocol.EngineHello
    """Set by `greet`."""

    def __init__(self, command: Sequence[str]) -> None:
        self.sent: list[str] = []
        self.received: list[str] = []
        super().__init__(command)

    def request(self, *messages: protocol.FromTable) -> None:
        """Start a new transcript, and send these messages."""
        self.sent, self.received = [], []
        self.send_messages(*messages)

    def send_messages(self, *messages: protocol.FromTable) -> None:
        """Send these messages."""
        for message in messages:
            self.send_line(protocol.write_message(message))

    def send_line(self, line: bytes) -> None:
        """Send a raw line."""
        self.sent.append(_shorten(line))
        self.send(line)

    def receive_message(self, seconds: float) -> protocol.FromEngine | None:
        """The next message, or None after a timeout."""
        line = self.receive(seconds)
        if line is None:
            return None
        self.received.append(_shorten(line))
        try:
            return protocol.read_from_engine(line)
        except protocol.NotAMessageError as error:
            raise EngineError(N_("This is not a message. {reason}", reason=error.message)) from error

    def expect(
        self, kind: type[MessageT], seconds: float, check_info: Callable[[protocol.Info], None] = lambda _info: None
    ) -> MessageT:
        """Wait for a message of this kind. A timeout is an error. Only infos may precede an answer."""
        until = time.monotonic() + seconds
        wanted = kind.model_fields["type"].default
        while (left := until - time.monotonic()) > 0:
            message = self.receive_message(left)
            if isinstance(message, kind):
                return message
            if isinstance(message, protocol.Info) and kind is protocol.EngineAnswer:
                check_info(message)
            elif message is not None:
                raise EngineError(N_("It sent something other than {wanted}.", wanted=shown(wanted)))
        raise EngineError(
            N_("No {wanted} arrived within {seconds:.1f} seconds.", wanted=shown(wanted), seconds=seconds)
        )

    def expect_nothing(self, seconds: float = 0.0) -> None:
        """Check that the engine sends nothing during this time."""
        if self.receive_message(seconds) is not None:
            raise EngineError(N_("The last line was unprompted; each request gets one answer."))

    def greet(self) -> None:
        """Exchange hellos."""
        self.request(protocol.TableHello(protocol=protocol.PROTOCOL))
        self.hello = self.expect(protocol.EngineHello, READY_SECONDS)
        if self.hello.protocol != protocol.PROTOCOL:
            raise EngineError(
                N_("The protocol is {ours}, not {theirs}.", ours=protocol.PROTOCOL, theirs=self.hello.protocol)
            )

    def check_error_output(self) -> None:
        """Check that the engine has not written a message to the error output."""
        if self.last_error.startswith("{"):
            raise EngineError(N_("A message was written to the error output; it belongs on the standard output."))

    def start_game(self, seen: View) -> None:
        """Start a new game, and wait until the engine is ready."""
        self.request(protocol.NewGame.of(seen))
        self.expect(protocol.Ready, READY_SECONDS)


def _check_options(engine: _CheckedEngine) -> None:
    if engine.hello.options:
        engine.send_messages(
            *(protocol.SetOption(name=option.name, value=option.default) for option in engine.hello.options)
        )
    engine.expect_nothing(_QUIET_SECONDS)


def _check_unknown(engine: _CheckedEngine, seen: View) -> None:
    engine.request()
    engine.send_line(b'{"type":"weather","sun":true}')
    engine.expect_nothing(_QUIET_SECONDS)
    engine.start_game(seen)
    engine.request(protocol.Stop())  # no search is running
    engine.expect_nothing(_QUIET_SECONDS)


def _check_answers(engine: _CheckedEngine, positions: Sequence[View]) -> None:
    options = None
    for seen in positions:
        if seen.options != options:
            engine.start_game(seen)
            options = seen.options
        engine.request(protocol.SetPosition.of(seen), protocol.Go(seconds=_SHORT_SECONDS, lines=3, seed=seen.ply))
        answer = engine.expect(protocol.EngineAnswer, _SHORT_SECONDS + GRACE_SECONDS, partial(_check_thoughts, seen))
        _check_thoughts(seen, answer)
        parse_legal_action(seen, answer.action)
        if answer.choices and answer.choices[0].action != answer.action:
            raise EngineError(N_("The first choice must be the answer."))
        engine.expect_nothing(_QUIET_SECONDS if seen is positions[0] else 0)


def _check_stop(engine: _CheckedEngine, seen: View) -> None:
    engine.start_game(seen)
    engine.request(protocol.SetPosition.of(seen), protocol.Go(seconds=_LONG_SECONDS))
    until = time.monotonic() + _STOP_AFTER_SECONDS
    answer = None
    while answer is None and (left := until - time.monotonic()) > 0:
        message = engine.receive_message(left)
        answer = message if isinstance(message, protocol.EngineAnswer) else None
    engine.send_messages(protocol.Stop())
    if answer is None:
        answer = engine.expect(protocol.EngineAnswer, GRACE_SECONDS)
    parse_legal_action(seen, answer.action)
    engine.expect_nothing(_QUIET_SECONDS)
    # A fast engine may receive this stop after it has answered.
    engine.request(protocol.SetPosition.of(seen), protocol.Go(seconds=_LONG_SECONDS), protocol.Stop())
    parse_legal_action(seen, engine.expect(protocol.EngineAnswer, GRACE_SECONDS).action)
    engine.expect_nothing(_QUIET_SECONDS)


def _check_repeats(engine: _CheckedEngine, positions: Iterable[View]) -> None:
    for seen in positions:
        answers = []
        for _time in range(2):
            engine.start_game(seen)
            engine.request(protocol.SetPosition.of(seen), protocol.Go(seconds=_LONG_SECONDS, nodes=_NODES, seed=7))
            answers.append(engine.expect(protocol.EngineAnswer, READY_SECONDS).action)
        first, second = map(shown, answers)
        if first != second:
            raise EngineError(N_("It first answered {first}, and then {second}.", first=first, second=second))


def _check_perft(engine: _CheckedEngine, counted: Mapping[str, Counted]) -> None:
    for name, (state, counts) in counted.items() if engine.hello.perft else ():
        engine.start_game(view(state, state.seat))
        depth = max(depth for depth, count in enumerate(counts) if count <= _MAX_PERFT)
        engine.request(protocol.SetPosition.with_decks(state), protocol.Perft(depth=depth))
        count = engine.expect(protocol.PerftCount, READY_SECONDS).count
        if count != counts[depth]:
            raise EngineError(
                N_("{name} has {right} sequences, not {count}.", name=name, right=counts[depth], count=count)
            )


def _check_end(engine: _CheckedEngine, end: "Callable[[_CheckedEngine], None]") -> None:
    engine.request()
    end(engine)
    if not engine.wait(QUIT_SECONDS):
        raise EngineError(N_("It was still running {seconds:g} seconds later.", seconds=QUIT_SECONDS))


def _check_thoughts(seen: View, thoughts: protocol.Info | protocol.EngineAnswer) -> None:
    for choice in thoughts.choices:
        parse_legal_action(seen, choice.action)
    players = len(seen.players)
    if thoughts.chances and len(thoughts.chances) != players:
        raise EngineError(N_("There are {players} players, so there must be {players} chances.", players=players))
    if thoughts.chances and abs(sum(thoughts.chances) - 1) > _SUM_TOLERANCE:
        raise EngineError(N_("The sum of the chances is {sum:.2f}; it must be 1.", sum=sum(thoughts.chances)))


def _shorten(line: bytes) -> str:
    """The line, safe for a terminal. The middle of a long line is omitted."""
    return escaped(line.decode(errors="replace"), _MAX_SHOWN)[1:-1]


# --- positions ---------------------------------------------------------------------------------------------------------


def _unusual_games(catalogue: Catalogue) -> list[View]:
    """Games with other targets, and with other cards: all costs are reversed."""
    cards = [CardFacts(card.level, card.bonus, card.points, unpack(card.cost)[::-1]) for card in catalogue.cards]
    nobles = [NobleFacts(noble.id, noble.id, noble.points, unpack(noble.cost)[::-1]) for noble in catalogue.nobles]
    others = Catalogue(cards, nobles)
    return [view(new_game(others, GameOptions(MIN_PLAYERS, target), target), 0) for target in _OTHER_TARGETS]


def _sample_positions(catalogue: Catalogue) -> Iterator[State]:
    """Positions in each phase, from random games of two, three and four players."""
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        left = dict.fromkeys((Phase.MAIN, Phase.RETURN_GEMS, Phase.CHOOSE_NOBLE), _POSITIONS_PER_PHASE)
        for game in range(_GAMES):
            rng = Random(game)
            state = new_game(catalogue, GameOptions(players), game)
            while outcome(state) is None:
                if left[state.phase] and rng.random() < _SAMPLED:
                    left[state.phase] -= 1
                    yield state.copy()
                advance(state, rng.choice(legal_actions(state)))
