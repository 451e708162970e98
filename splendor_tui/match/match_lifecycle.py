"""A match in this process: starting, resuming, saving and leaving it. A claim keeps other processes out.

The `controller` plays and undoes actions.
"""

import secrets
import shlex
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from random import Random
from typing import Final, NamedTuple, TypeAlias

from splendor_tui.bots.levels import level_shortcoming
from splendor_tui.bots.player import Advisor, Bot
from splendor_tui.engines.engine_player import EnginePlayer
from splendor_tui.inputs.card_set import assets_folder, load_catalogue
from splendor_tui.inputs.files import quoted_path
from splendor_tui.inputs.locations import NoPlaceError, data_dir
from splendor_tui.inputs.match_options import ENGINE, MatchOptions
from splendor_tui.inputs.player_names import MAX_CHARACTERS
from splendor_tui.inputs.settings import PLAIN_COMMAND, PLAIN_OPTION
from splendor_tui.inputs.strict_models import escaped
from splendor_tui.match.computer_players import (
    NO_STAND_INS,
    StandIns,
    await_engines,
    dismiss,
    seat_computers,
    waiting_message,
)
from splendor_tui.match.controller import Controller, MatchError
from splendor_tui.match.match_journal import Journal
from splendor_tui.match.services import Services
from splendor_tui.record import header_of
from splendor_tui.replay import first_state
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import Ending
from splendor_tui.rules.state import State, new_game
from splendor_tui.store import Claim, NoSuchGameError, SavedGame, Store, StoreError
from splendor_tui.words import N_, NN_, Message, MessageError
from splendor_tui.words.languages import OF_THE_SYSTEM, current_language, language_of

SEED_BITS: Final = 128


@dataclass(slots=True)
class LiveMatch(AbstractContextManager["LiveMatch"]):
    """A match and its resources.

    `bots` are the computers by seat. `game_id` and `claim` are None for a match that is not saved. `adviser` gives hints and
    winning chances. `is_new` is false for a resumed match. `problem` is the reason why a new match cannot be saved, if any.
    """

    controller: Controller
    bots: Mapping[int, Bot]
    adviser: Advisor
    game_id: str | None = None
    claim: Claim | None = None
    services: Services | None = None
    is_new: bool = False
    problem: Message | None = None

    def __exit__(self, *_error: object) -> None:
        self.release()

    @property
    def computers(self) -> dict[str, Bot]:
        """The computers, by name."""
        return {self.controller.options.players[seat].name: bot for seat, bot in self.bots.items()}

    def engine_names(self) -> dict[int, str]:
        """The names that the engines report, by seat. They are safe to display."""
        hellos = {seat: bot.hello for seat, bot in self.bots.items() if isinstance(bot, EnginePlayer)}
        return {seat: escaped(hello.name, MAX_CHARACTERS)[1:-1] for seat, hello in hellos.items() if hello}

    @property
    def at_risk(self) -> Message | None:
        """What would be lost if the program ended now, and why. None if nothing would."""
        problem = self.controller.not_saved
        if problem:
            return N_("The last actions are not saved. {reason}", reason=problem)
        if self.game_id is None and self.controller.outcome is None and self.controller.ply:
            return N_("This game is not saved and would be lost.")
        return None

    @property
    def is_unplayed(self) -> bool:
        """Whether no action has been played yet, so that the match is not worth saving."""
        # A resumed match without a log has unreadable entries.
        return self.is_new and not self.controller.log

    def release(self) -> None:
        """Save pending entries, then release the claim and the engines. Idempotent."""
        dismiss(self.bots.values())
        if self.claim is not None:
            self.controller.save()
            if self.controller.not_saved:
                self.controller.save()  # the first attempt only detects a lost file
            self.claim.release()
            self.claim = None
            if self.services is None or self.services.store is None or self.game_id is None:
                return
            if self.is_unplayed:
                with suppress(StoreError):  # on failure the game remains in the list, which is harmless
                    self.services.store.delete(self.game_id)
            else:
                self.services.unsaved = self.controller.not_saved or self.services.unsaved


class Preparation(NamedTuple):
    """A match whose engines start in the background: `begin` it once `wait` returns, or `cancel` it.

    `wait` raises UnavailableEngineError. `waiting` says what it waits for, if anything.
    """

    waiting: Message | None
    wait: Callable[[], None]
    begin: Callable[[], LiveMatch]
    cancel: Callable[[], None]


Prepare: TypeAlias = Callable[[StandIns], Preparation]
"""Prepares a match with these levels in place of engines. Raises MessageError."""


def prepare_new(services: Services, options: MatchOptions, start: State | None, stand_ins: StandIns) -> Preparation:
    """Prepare a new match. `start`, a state with these options at ply 0, replaces the deal."""
    computers = seat_computers(services, options, stand_ins)
    wait = partial(await_engines, computers, options.game_options(), services.catalogue)
    begin_now = partial(begin, services, options, start, computers)
    return Preparation(waiting_message(computers), wait, begin_now, partial(dismiss, computers.values()))


def prepare_saved(services: Services, game_id: str, stand_ins: StandIns) -> Preparation:
    """Prepare a saved match. Raises the errors of `resume`."""
    live = resume(services, game_id, stand_ins)
    wait = partial(await_engines, live.computers, live.controller.options.game_options(), services.catalogue)
    return Preparation(waiting_message(live.computers), wait, lambda: live, live.release)


def begin(
    services: Services,
    options: MatchOptions,
    start: State | None = None,
    computers: Mapping[str, Bot] | None = None,
    *,
    saved: bool = True,
) -> LiveMatch:
    """Begin a new match and claim it. `start`, a state with these options at ply 0, replaces the deal.

    `computers` maps names to computer players that are already running. Nothing is written if there is no store or if
    `saved` is false. A match that cannot be saved starts anyway, and its `problem` gives the reason. Raises the errors of
    `seat_computers`.
    """
    seated = seat_computers(services, options) if computers is None else computers
    if start is None:
        options, start = deal_match(services.catalogue, options)
    now, store = services.now, services.store if saved else None
    controller = Controller(options, start, journal=Journal(), now=now)
    game_id = claim = problem = None
    if store is not None:
        try:
            game_id, stored = start_match(store, services.catalogue, options, start, now=now, today=services.today)
            _note_assets(services, store, game_id)
            claim, controller = store.claim(game_id), stored
        except StoreError as error:
            game_id, problem = None, error.message
    bots = _by_seat(controller, seated)
    return LiveMatch(controller, bots, services.adviser(), game_id, claim, services, is_new=True, problem=problem)


def resume(services: Services, game_id: str, stand_ins: StandIns = NO_STAND_INS) -> LiveMatch:
    """Claim and continue a saved match. Its engines start in the background.

    Raises GameClaimedError while another process plays it, StoreError if it cannot be loaded, ValueError with a message
    if the rules or the card set differ, and the errors of `seat_computers`.
    """
    if services.store is None:
        raise NoSuchGameError(game_id)
    claim = services.store.claim(game_id)
    try:
        controller = resume_match(services.store, services.catalogue, game_id, now=services.now, today=services.today)
        _note_assets(services, services.store, game_id)
        computers = seat_computers(services, controller.options, stand_ins)
        if controller.outcome is None:
            with suppress(StoreError):  # play matters more
                services.store.note_return(game_id)
        return LiveMatch(controller, _by_seat(controller, computers), services.adviser(), game_id, claim, services)
    except (MessageError, ValueError):
        claim.release()
        raise


def shortcomings(options: MatchOptions, catalogue: Catalogue) -> list[Message]:
    """The reasons why computers in this match play below their level. May take a second."""
    levels = {player.kind for player in options.players if player.is_bot} - {ENGINE}
    found = (level_shortcoming(level, options.game_options(), catalogue) for level in sorted(levels))
    return list(dict.fromkeys(sentence for sentence in found if sentence is not None))


def farewell(live: LiveMatch, services: Services, *, plain: bool = False) -> Message | None:
    """Describe whether the match is saved, and the command that resumes it. None once it is over.

    For `plain` text, the command needs no id if this is the last game.
    """
    if live.controller.outcome is not None:
        return None
    if live.is_unplayed:
        return N_("Nothing was played, so the game is not saved.")
    if live.game_id is None:
        return N_("This game was not saved.")
    if live.at_risk is not None:
        return live.at_risk
    words = ["resume"] if plain and _is_last(live.game_id, services.store) else ["resume", live.game_id]
    command = command_line(services, *words, plain=plain)
    if plain:
        return N_("Your game is saved. Resume it with {command}", command=command)
    return N_(
        "Your game is saved. Resume it with {command}\nWith {option}, it continues line by line, for screen readers.",
        command=command,
        option=PLAIN_OPTION,
    )


def command_line(services: Services, *words: str, plain: bool) -> str:
    """A command of the program, with the options for the same folder, language and mode as now."""
    options: list[str] = []
    if plain and not services.settings.plain:
        options.append(PLAIN_OPTION)
    language = services.settings.language
    if current_language() != (language_of(services.environ) if language == OF_THE_SYSTEM else language):
        options += ["--lang", current_language()]
    usual = None
    with suppress(NoPlaceError):
        usual = data_dir(services.environ, None)
    if services.store is not None and (folder := services.store.folder) != usual and str(folder).isprintable():
        options += ["--data", str(folder)]
    return shlex.join(["splendor-tui", *words, *options])


def with_options(message: Message, services: Services) -> Message:
    """The message with the options of `command_line` in its command for plain text."""
    command = command_line(services, plain=True)
    return message.with_details(lambda detail: command if detail == PLAIN_COMMAND else detail)


def _is_last(game_id: str, store: Store | None) -> bool:
    with suppress(StoreError):
        latest = None if store is None else store.latest_unfinished()
        return latest is not None and latest.id == game_id
    return False


def _by_seat(controller: Controller, computers: Mapping[str, Bot]) -> dict[int, Bot]:
    names = [player.name for player in controller.options.players]
    return {seat: computers[name] for seat, name in enumerate(names) if name in computers}


def _note_assets(services: Services, store: Store, game_id: str) -> None:
    with suppress(StoreError):  # play matters more
        if services.assets is not None and services.assets != store.assets(game_id):
            store.note_assets(game_id, services.assets)


# --- matches in a store ------------------------------------------------------------------------------------------------


def deal_match(catalogue: Catalogue, options: MatchOptions) -> tuple[MatchOptions, State]:
    """Shuffle and deal a new match. If the first player is random, the seats are rotated so that this player is first.

    The seed is `options.seed`, or 128 random bits.
    """
    seed = options.seed or f"{secrets.randbits(SEED_BITS):032x}"
    if options.random_first:
        first = Random(f"first player {seed}").randrange(len(options.players))
        options = options.rotated(first)
    return options, new_game(catalogue, options.game_options(), seed, with_promos=options.promo_nobles)


def start_match(
    store: Store,
    catalogue: Catalogue,
    options: MatchOptions,
    start: State | None = None,
    *,
    now: Callable[[], float],
    today: Callable[[], datetime],
) -> tuple[str, Controller]:
    """Begin a new match in the store. Returns its id and controller. Raises StoreError.

    `start`, a state with these options at ply 0, replaces the deal. Documented in docs/python.md.

    >>> options = MatchOptions(players=table.options.players, target=21)
    >>> game, table = start_match(store, catalogue, options, now=now, today=today)
    >>> table.begin()
    >>> len(table.legal_actions(table.seat))
    30
    """
    if start is None:
        options, start = deal_match(catalogue, options)
    game_id = store.create_game(header_of(options, start), options.to_json(), today())
    journal = Journal(store, game_id, today)
    return game_id, Controller(options, start, journal=journal, now=now)


def resume_match(
    store: Store, catalogue: Catalogue, game_id: str, *, now: Callable[[], float], today: Callable[[], datetime]
) -> Controller:
    """Continue a saved match at the end of its journal.

    Raises StoreError if it cannot be loaded, and ValueError with a message if the rules or the card set differ, or if the
    end of a finished game is unreadable.

    >>> table = resume_match(store, catalogue, game, now=now, today=today)
    >>> table.ply, table.seat
    (1, 1)
    """
    game = store.load(game_id)
    check_cards(store, catalogue, game)
    options = MatchOptions.from_json(game.options)
    start = first_state(game.header, catalogue)
    if start.options != options.game_options():
        raise MatchError(N_("The saved options of this game do not match its start."))
    journal = Journal(store, game_id, today)
    controller = Controller(options, start, journal=journal, now=now)
    controller.replay(game.entries, game.clock)
    if game.result is None:
        if controller.outcome:
            journal.finish(controller.outcome)  # the process died after the last ply was saved
    elif game.is_cut:
        raise MatchError(
            NN_(
                "This game is over. Its result is saved, but only {count} action can be read; watch it with {command}.",
                "This game is over. Its result is saved, but only {count} actions can be read; watch them with {command}.",
                controller.ply,
                command=f"`replay {game_id}`",
            )
        )
    elif game.result.ending is Ending.AGREEMENT:
        controller.end_by_agreement()  # the journal records every other ending
    elif not controller.outcome:
        journal.reopen()  # the process died after an undo was saved
    return controller


def check_cards(store: Store, catalogue: Catalogue, game: SavedGame) -> None:
    """Check that these are the game's cards. Raises MatchError, which says how to play with the right ones."""
    if game.header.catalogue == catalogue.digest:
        return
    needed, folder = game.header.catalogue, store.assets(game.id)
    problem = N_(
        "This game uses other cards ({needed}) than the current ones ({known}).", needed=needed, known=catalogue.digest
    )
    place = quoted_path(folder or assets_folder())
    try:
        now = load_catalogue(folder).digest
    except MessageError as error:
        advice = N_("Those in {folder} cannot be read. {reason}", folder=place, reason=error.message)
    else:
        if now == needed:
            advice = N_("Resume it with `splendor-tui resume {game}`, without --assets.", game=game.id)
        elif folder is None:
            advice = N_("Choose their folder with --assets.")
        else:
            advice = N_("Those in {folder} have changed since ({now}); restore them.", folder=place, now=now)
    raise MatchError(N_("{problem} {advice}", problem=problem, advice=advice))
