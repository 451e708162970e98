"""Runs a computer level as an engine: `splendor-tui engine LEVEL`."""

import time
from collections.abc import Callable
from queue import SimpleQueue
from random import Random
from threading import Event, Thread
from typing import BinaryIO

from splendor_tui import __version__
from splendor_tui.bots.player import Advice, Budget, Policy, ignore_report
from splendor_tui.engines import protocol
from splendor_tui.inputs.strict_models import shown
from splendor_tui.rules.catalogue import Catalogue, digest_of
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.perft import perft
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import Phase, State, new_game
from splendor_tui.rules.view import View, view
from splendor_tui.words import N_, Message, MessageError


class LevelServer:
    """A server for one client. One thread answers while another reads, so that a search can be stopped.

    `report` is called with a message about each rejected line.
    """

    def __init__(
        self, name: str, policy: Policy, catalogue: Catalogue, sink: BinaryIO, report: Callable[[Message], object]
    ) -> None:
        self._name = name
        self._policy = policy
        self._catalogue = catalogue
        self._sink = sink
        self._report = report
        self._position: View | State | None = None
        self._tasks: SimpleQueue[tuple[protocol.FromTable, Event]] = SimpleQueue()

    def serve(self, source: BinaryIO) -> None:
        """Serve until a quit message or the end of the input. Raises BrokenPipeError.

        `source` must be unbuffered: Python aborts if a thread is still waiting for buffered input at exit.
        """
        Thread(target=self._read, args=(source,), name="engine-input", daemon=True).start()
        while not isinstance((task := self._tasks.get())[0], protocol.Quit):
            self._handle(*task)

    def _read(self, source: BinaryIO) -> None:
        stop = Event()
        for line in source:
            try:
                message = protocol.read_from_table(line)
            except protocol.UnknownKindError:
                continue
            except protocol.NotAMessageError as error:
                self._report(error.message)
                continue
            if isinstance(message, protocol.Go):
                stop = Event()
            elif isinstance(message, protocol.Stop | protocol.Quit):
                stop.set()
            self._tasks.put((message, stop))
        stop.set()
        self._tasks.put((protocol.Quit(), stop))

    def _handle(self, message: protocol.FromTable, stop: Event) -> None:
        try:
            match message:
                case protocol.TableHello():
                    author = f"splendor-tui {__version__}"
                    self._send(
                        protocol.EngineHello(protocol=protocol.PROTOCOL, name=self._name, author=author, perft=True)
                    )
                case protocol.SetOption(name=name):
                    self._report(N_("There is no option {name}.", name=shown(name)))
                case protocol.NewGame():
                    self._prepare(message)
                case protocol.SetPosition(position=text):
                    self._position = None
                    self._position = parse_position(text, self._catalogue)
                case protocol.Go():
                    self._answer(message, stop)
                case protocol.Perft(depth=depth):
                    self._count(depth)
        except MessageError as error:
            self._report(error.message)

    def _prepare(self, game: protocol.NewGame) -> None:
        """Load the level and compile its code, by starting a search that is cancelled immediately."""
        catalogue, own = game.catalogue(), self._catalogue
        promos = [noble for noble in own.promos if noble.id in catalogue.nobles_by_id]
        if catalogue.digest != digest_of(own.cards, [*own.nobles, *promos]):  # our own has the names of the nobles
            self._catalogue, self._position = catalogue, None
        first = view(new_game(self._catalogue, GameOptions(game.players, game.target), seed=0), 0)
        self._policy.rank(first, Random(0), Budget(0.0, lambda: True), ignore_report)
        self._send(protocol.Ready())

    def _answer(self, request: protocol.Go, stop: Event) -> None:
        seen = self._position
        if isinstance(seen, State):
            seen = view(seen, seen.seat)
        if seen is None or seen.phase is Phase.OVER:
            raise MessageError(N_("There is no position to play from."))
        deadline = time.monotonic() + request.seconds
        budget = Budget(request.seconds, lambda: stop.is_set() or time.monotonic() > deadline, request.nodes)
        advice = self._policy.rank(
            seen, Random(request.seed), budget, lambda interim: self._send(_info(interim, request.lines))
        )
        thoughts = _info(advice, request.lines)
        action = thoughts.choices[0].action
        self._send(
            protocol.EngineAnswer(
                action=action, choices=thoughts.choices, chances=thoughts.chances, nodes=thoughts.nodes
            )
        )

    def _count(self, depth: int) -> None:
        if not isinstance(self._position, State):
            raise MessageError(N_("Counting needs a position with its decks; this one has none."))
        self._send(protocol.PerftCount(count=perft(self._position, depth)))

    def _send(self, message: protocol.FromEngine) -> None:
        self._sink.write(protocol.write_message(message) + b"\n")
        self._sink.flush()


def _info(advice: Advice, lines: int) -> protocol.Info:
    """An info message with the first `lines` choices of the advice."""
    choices = [
        protocol.EngineChoice(action=format_action(one.action), chance=one.chance) for one in advice.choices[:lines]
    ]
    return protocol.Info(choices=tuple(choices), chances=tuple(advice.chances), nodes=advice.nodes)
