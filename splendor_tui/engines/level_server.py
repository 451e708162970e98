"""A level of computer player as an engine: what `splendor-tui engine LEVEL` does."""

import time
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from random import Random
from threading import Event, Thread
from typing import BinaryIO, Final

from splendor_tui import __version__
from splendor_tui.bots.player import Budget, Policy, Ranking
from splendor_tui.engines.protocol import (
    PROTOCOL,
    EngineAnswer,
    EngineChoice,
    EngineHello,
    FromEngine,
    FromTable,
    Go,
    Info,
    NewGame,
    NotAMessageError,
    Perft,
    PerftCount,
    Quit,
    Ready,
    SetOption,
    SetPosition,
    Stop,
    TableHello,
    UnknownKindError,
    read_from_table,
    write_message,
)
from splendor_tui.inputs.problems import shown
from splendor_tui.rules.catalogue import Catalogue, CatalogueError
from splendor_tui.rules.errors import IllegalActionError, InvalidActionError, PositionError
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.perft import perft
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import GameOptions, Phase, SetupError, State, new_game
from splendor_tui.rules.view import View, view
from splendor_tui.words import N_, Message, MessageError

_CHUNK: Final = 64 * 1024


class LevelServer:
    """Answers what a table asks, one message after another; another thread reads on meanwhile, so that it can be stopped.

    `complain` gets a sentence about each line that it cannot follow.
    """

    def __init__(
        self, name: str, policy: Policy, catalogue: Catalogue, sink: BinaryIO, complain: Callable[[Message], object]
    ) -> None:
        self._name = name
        self._policy = policy
        self._catalogue = catalogue
        self._sink = sink
        self._complain = complain
        self._position: View | State | None = None
        self._to_do: SimpleQueue[tuple[FromTable, Event]] = SimpleQueue()

    def serve(self, source: BinaryIO) -> None:
        """Do what the lines of `source` ask, until one says quit or there are no more. Raises BrokenPipeError.

        `source` must not be buffered: Python aborts where a thread still waits for a buffered input at the end.
        """
        Thread(target=self._read, args=(source,), name="engine-input", daemon=True).start()
        while not isinstance((todo := self._to_do.get())[0], Quit):
            self._do(*todo)

    def _read(self, source: BinaryIO) -> None:
        hurry = Event()
        for line in _lines_of(source):
            try:
                message = read_from_table(line)
            except UnknownKindError:
                continue
            except NotAMessageError as error:
                self._complain(error.message)
                continue
            if isinstance(message, Go):
                hurry = Event()
            elif isinstance(message, Stop | Quit):
                hurry.set()
            self._to_do.put((message, hurry))
        hurry.set()
        self._to_do.put((Quit(), hurry))

    def _do(self, message: FromTable, hurry: Event) -> None:
        try:
            match message:
                case TableHello():
                    author = f"splendor-tui {__version__}"
                    self._say(EngineHello(protocol=PROTOCOL, name=self._name, author=author, perft=True))
                case SetOption(name=name):
                    self._complain(N_("There is no option {name}.", name=shown(name)))
                case NewGame():
                    self._prepare(message)
                case SetPosition(position=text):
                    self._position = None
                    self._position = parse_position(text, self._catalogue)
                case Go():
                    self._answer(message, hurry)
                case Perft(depth=depth):
                    self._count(depth)
        except (
            CatalogueError,
            SetupError,
            PositionError,
            InvalidActionError,
            IllegalActionError,
            _NotPossibleError,
        ) as error:
            self._complain(error.message)

    def _prepare(self, game: NewGame) -> None:
        """Look at the beginning of a game for nothing: whatever the level needs is loaded then, and its compiler has begun."""
        catalogue = game.catalogue()
        if catalogue.digest != self._catalogue.digest:  # else ours also knows what its nobles are called
            self._catalogue, self._position = catalogue, None
        first = view(new_game(self._catalogue, GameOptions(game.players, game.target), seed=0), 0)
        self._policy.rank(first, Random(0), Budget(0.0, lambda: True), lambda _ranking: None)
        self._say(Ready())

    def _answer(self, asked: Go, hurry: Event) -> None:
        seen = self._position
        if isinstance(seen, State):
            seen = view(seen, seen.seat)
        if seen is None or seen.phase is Phase.OVER:
            raise _NotPossibleError(N_("There is no position in which anything can be played."))
        deadline = time.monotonic() + asked.seconds
        budget = Budget(asked.seconds, lambda: hurry.is_set() or time.monotonic() > deadline, asked.nodes)
        ranking = self._policy.rank(
            seen, Random(asked.seed), budget, lambda so_far: self._say(_info(so_far, asked.lines))
        )
        thought = _info(ranking, asked.lines)
        action = thought.choices[0].action
        self._say(EngineAnswer(action=action, choices=thought.choices, chances=thought.chances, nodes=thought.nodes))

    def _count(self, depth: int) -> None:
        if not isinstance(self._position, State):
            raise _NotPossibleError(N_("Sequences are counted from a position with its decks; this one has none."))
        self._say(PerftCount(count=perft(self._position, depth)))

    def _say(self, message: FromEngine) -> None:
        self._sink.write(write_message(message) + b"\n")
        self._sink.flush()


def _lines_of(source: BinaryIO) -> Iterator[bytes]:
    begun = b""
    while chunk := source.read(_CHUNK):
        *lines, begun = (begun + chunk).split(b"\n")
        yield from lines
    if begun:
        yield begun


def _info(ranking: Ranking, lines: int) -> Info:
    """As much of a ranking as is wanted."""
    choices = [EngineChoice(action=format_action(one.action), chance=one.chance) for one in ranking.actions[:lines]]
    return Info(choices=tuple(choices), chances=tuple(ranking.chances), nodes=ranking.nodes)


class _NotPossibleError(MessageError):
    """Something is asked for which a position is missing."""
