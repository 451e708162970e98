"""A level of computer player as an engine: what `splendor-tui engine LEVEL` does."""

import time
from collections.abc import Callable
from queue import SimpleQueue
from random import Random
from threading import Event, Thread
from typing import BinaryIO

from splendor_tui import __version__
from splendor_tui.bots.player import Advice, Advisor, Bot, Budget
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
from splendor_tui.rules.errors import PositionError
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.perft import perft
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import GameOptions, Phase, SetupError, State, new_game
from splendor_tui.rules.view import View, view
from splendor_tui.words import N_, Message, MessageError


class LevelServer:
    """Answers what a table asks, one message after another; another thread reads on meanwhile, so that it can be stopped.

    `complain` gets a sentence about each line that it cannot follow.
    """

    def __init__(
        self, name: str, bot: Bot, catalogue: Catalogue, sink: BinaryIO, complain: Callable[[Message], object]
    ) -> None:
        self._name = name
        self._bot = bot
        self._catalogue = catalogue
        self._sink = sink
        self._complain = complain
        self._position: View | State | None = None
        self._to_do: SimpleQueue[tuple[FromTable, Event]] = SimpleQueue()

    def serve(self, source: BinaryIO) -> None:
        """Do what the lines of `source` ask, until one says quit or there are no more. Raises BrokenPipeError."""
        Thread(target=self._read, args=(source,), name="engine-input", daemon=True).start()
        while not isinstance((todo := self._to_do.get())[0], Quit):
            self._do(*todo)

    def _read(self, source: BinaryIO) -> None:
        hurry = Event()
        for line in source:
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
        except (CatalogueError, SetupError, PositionError, _NotPossibleError) as error:
            self._complain(error.message)

    def _prepare(self, game: NewGame) -> None:
        """Choose once for nothing: what the level needs is loaded with its first choice."""
        catalogue = game.catalogue()
        if catalogue.digest != self._catalogue.digest:  # else ours also knows what its nobles are called
            self._catalogue, self._position = catalogue, None
        first = view(new_game(self._catalogue, GameOptions(game.players, game.target), seed=0), 0)
        self._bot.choose(first, Random(0), Budget(0.0, lambda: True, nodes=1))
        self._say(Ready())

    def _answer(self, asked: Go, hurry: Event) -> None:
        seen = self._position
        if isinstance(seen, State):
            seen = view(seen, seen.seat)
        if seen is None or seen.phase is Phase.OVER:
            raise _NotPossibleError(N_("There is no position in which anything can be played."))
        deadline = time.monotonic() + asked.seconds
        budget = Budget(asked.seconds, lambda: hurry.is_set() or time.monotonic() > deadline, asked.nodes)
        rng = Random(asked.seed)
        if not isinstance(self._bot, Advisor):
            self._say(EngineAnswer(action=format_action(self._bot.choose(seen, rng, budget))))
            return

        def told(advice: Advice) -> tuple[EngineChoice, ...]:
            return tuple(
                EngineChoice(action=format_action(one.action), chance=one.chance)
                for one in advice.choices[: asked.lines]
            )

        def report(advice: Advice) -> None:
            self._say(Info(choices=told(advice), chances=tuple(advice.chances), nodes=advice.nodes))

        advice = self._bot.advise(seen, rng, budget, report)
        self._say(
            EngineAnswer(
                action=format_action(advice.best.action),
                choices=told(advice),
                chances=tuple(advice.chances),
                nodes=advice.nodes,
            )
        )

    def _count(self, depth: int) -> None:
        if not isinstance(self._position, State):
            raise _NotPossibleError(N_("Sequences are counted from a position with its decks; this one has none."))
        self._say(PerftCount(count=perft(self._position, depth)))

    def _say(self, message: FromEngine) -> None:
        self._sink.write(write_message(message) + b"\n")
        self._sink.flush()


class _NotPossibleError(MessageError):
    """Something is asked for which a position is missing."""
