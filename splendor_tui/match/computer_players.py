"""The computers of a match: built-in levels, and engines that the player has allowed."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final, TypeAlias

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Bot
from splendor_tui.engines.engine_player import EnginePlayer
from splendor_tui.engines.engine_process import EngineError
from splendor_tui.inputs.engine_names import EngineSettings, shown_command
from splendor_tui.inputs.match_options import MatchOptions, SeatOptions
from splendor_tui.match.services import Services
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.state import new_game
from splendor_tui.rules.view import view
from splendor_tui.words import N_, Message, MessageError, listed

StandIns: TypeAlias = Mapping[str, str]
"""The levels that replace engines, by the names of their players."""
NO_STAND_INS: Final[StandIns] = MappingProxyType({})


class UnavailableEngineError(EngineError):
    """Raised for an engine that cannot play. `name` is the name of its player."""

    def __init__(self, name: str, message: Message) -> None:
        super().__init__(message)
        self.name = name


class EngineNotNamedError(UnavailableEngineError):
    """Raised for an engine that is specified neither in the settings nor on the command line. It is never started."""


def seat_computers(services: Services, options: MatchOptions, stand_ins: StandIns = NO_STAND_INS) -> dict[str, Bot]:
    """Create the computers, by name. Their engines start in the background and run until `dismiss`.

    Raises EngineNotNamedError, UnavailableEngineError if a program cannot be started, and UnknownLevelError.
    """
    computers: dict[str, Bot] = {}
    try:
        for player in options.players:
            if player.is_bot:
                computers[player.name] = _computer_player(services, player, stand_ins.get(player.name))
    except (MessageError, ValueError):
        dismiss(computers.values())
        raise
    return computers


def waiting_message(computers: Mapping[str, Bot]) -> Message | None:
    """The message to show while `await_engines` waits, or None if there are no engines."""
    names = [name for name, computer in computers.items() if isinstance(computer, EnginePlayer)]
    return N_("Waiting for {names} to get ready…", names=listed(names)) if names else None


def await_engines(computers: Mapping[str, Bot], options: GameOptions, catalogue: Catalogue) -> None:
    """Wait until all engines are ready for a game with these options. Raises UnavailableEngineError."""
    # The seed does not matter: `prepare` sends only the cards and the options.
    start = view(new_game(catalogue, options, 0), 0)
    for name, computer in computers.items():
        if isinstance(computer, EnginePlayer):
            with _errors_of(name):
                computer.prepare(start)


def dismiss(computers: Iterable[Bot]) -> None:
    """Stop the engines, without waiting."""
    for computer in computers:
        if isinstance(computer, EnginePlayer):
            computer.close()


def engine_player(name: str, engine: EngineSettings) -> EnginePlayer:
    """Start an engine. Raises UnavailableEngineError if the program cannot be started."""
    player = EnginePlayer(engine)
    with _errors_of(name):
        player.start()
    return player


@contextmanager
def _errors_of(name: str) -> Iterator[None]:
    try:
        yield
    except EngineError as error:
        sentence = N_("{name} cannot play. {reason}", name=name, reason=error.message)
        raise UnavailableEngineError(name, sentence) from error


def _computer_player(services: Services, player: SeatOptions, stand_in: str | None) -> Bot:
    if stand_in is not None:
        return create_bot(stand_in)
    if player.command is None:
        return create_bot(player.kind)
    engine = services.engine(player.command, player.title)
    if engine is not None:
        return engine_player(player.name, engine)
    sentence = N_(
        "{name} is the engine {command}, which is not in your settings, so it is not started.",
        name=player.name,
        command=shown_command(player.command),
    )
    raise EngineNotNamedError(player.name, sentence)
