"""A match that is being played: how it is begun or resumed, saved and left, and the claim that keeps others from playing it."""

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Final, Self

from splendor_tui.bots.levels import level_shortcoming
from splendor_tui.bots.player import Advisor, Bot
from splendor_tui.engines.engine_player import EnginePlayer
from splendor_tui.inputs.match_options import ENGINE, MatchOptions
from splendor_tui.inputs.player_name import MOST_CHARACTERS
from splendor_tui.inputs.problems import escaped
from splendor_tui.match.computer_players import dismiss, seat_computers
from splendor_tui.match.controller import Controller, MatchError
from splendor_tui.match.match_journal import Journal, StoredJournal
from splendor_tui.match.services import Services
from splendor_tui.record import first_state, header_of
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import State, new_game
from splendor_tui.store import Claim, NoSuchGameError, Store, StoreError
from splendor_tui.words import N_, Message, MessageError

SEED_BITS: Final = 128


@dataclass(slots=True)
class LiveMatch:
    """`bots` play the seats that no human does. `game_id` and `claim` are None for a match that is not saved.

    `adviser` thinks about hints, and about how likely everybody is to win. `begun_here` tells a new match from a
    resumed one.
    """

    controller: Controller
    bots: Mapping[int, Bot]
    adviser: Advisor
    game_id: str | None = None
    claim: Claim | None = None
    services: Services | None = None
    begun_here: bool = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()

    def engine_names(self) -> dict[int, str]:
        """What the engines at the table call themselves, by seat; safe to show."""
        hellos = {seat: bot.hello for seat, bot in self.bots.items() if isinstance(bot, EnginePlayer)}
        return {seat: escaped(hello.name, MOST_CHARACTERS)[1:-1] for seat, hello in hellos.items() if hello}

    @property
    def at_risk(self) -> Message | None:
        """What would be lost if the match were left now, and why; None when nothing would."""
        problem = self.controller.not_saved
        if problem:
            return N_("The last actions are not saved. {reason}", reason=problem)
        if self.game_id is None and self.controller.outcome is None and self.controller.ply:
            return N_("This game is not saved and would be lost.")
        return None

    @property
    def is_unplayed(self) -> bool:
        """Whether nothing has happened in it yet, so that it is not kept.

        A resumed match that looks unplayed has entries that cannot be read.
        """
        return self.begun_here and not self.controller.log

    def release(self) -> None:
        """Release the claim, having saved what can be saved, and the engines. Idempotent."""
        dismiss(self.bots.values())
        if self.claim is not None:
            self.controller.save()
            if self.controller.not_saved:
                self.controller.save()  # a lost file is only noticed by the first attempt
            self.claim.release()
            self.claim = None
            if self.services is None or self.services.store is None or self.game_id is None:
                return
            if self.is_unplayed:
                with suppress(StoreError):  # it stays in the list then, which is no loss
                    self.services.store.delete(self.game_id)
            else:
                self.services.unsaved = self.controller.not_saved or self.services.unsaved


def begin(
    services: Services,
    options: MatchOptions,
    start: State | None = None,
    computers: Mapping[str, Bot] | None = None,
    *,
    saved: bool = True,
) -> LiveMatch:
    """Begin a new match and claim it; it is dealt unless it has a `start`, a state with these options at ply 0.

    `computers` are its computer players by name, if they sit there already. Without a place for games, or unless `saved`,
    nothing of it is written.

    Raises StoreError when it cannot be saved (`begin_even_unsaved` plays it nevertheless), or as `seat_computers` does.
    """
    seated = seat_computers(services, options) if computers is None else computers
    store = services.store if saved else None
    game_id = claim = None
    try:
        if store is None:
            if start is None:
                options, start = deal_match(services.catalogue, options)
            controller = Controller(options, start, journal=Journal(), now=services.now)
        else:
            now, today = services.now, services.today
            game_id, controller = start_match(store, services.catalogue, options, start, now=now, today=today)
            claim = store.claim(game_id)
    except StoreError:
        if computers is None:
            dismiss(seated.values())
        raise
    bots = _by_seat(controller, seated)
    return LiveMatch(controller, bots, services.adviser(), game_id, claim, services, begun_here=True)


def begin_even_unsaved(
    services: Services,
    options: MatchOptions,
    start: State | None = None,
    computers: Mapping[str, Bot] | None = None,
) -> tuple[LiveMatch, Message | None]:
    """The same, and why nothing of the match is kept, if it cannot be. Raises as `seat_computers` does."""
    try:
        return begin(services, options, start, computers), None
    except StoreError as error:
        return begin(services, options, start, computers, saved=False), error.message


def resume(services: Services, game_id: str, stand_in: str | None = None) -> LiveMatch:
    """Go on with a stored match and claim it; for an engine that nobody has named plays the level `stand_in`.

    Raises GameClaimedError while another process plays it, StoreError when it cannot be loaded, ValueError with a sentence
    when it is not a match that these rules and cards allow, or as `seat_computers` does.
    """
    if services.store is None:
        raise NoSuchGameError(game_id)
    claim = services.store.claim(game_id)
    try:
        controller = resume_match(services.store, services.catalogue, game_id, now=services.now, today=services.today)
        computers = seat_computers(services, controller.options, stand_in)
        return LiveMatch(controller, _by_seat(controller, computers), services.adviser(), game_id, claim, services)
    except (MessageError, ValueError):
        claim.release()
        raise


def shortcomings(options: MatchOptions, catalogue: Catalogue) -> list[Message]:
    """What keeps computer players of such a match from playing as well as they should. It may take a second."""
    levels = {player.kind for player in options.players if player.is_bot} - {ENGINE}
    found = (level_shortcoming(level, options.game_options(), catalogue) for level in sorted(levels))
    return list(dict.fromkeys(sentence for sentence in found if sentence is not None))


def _by_seat(controller: Controller, computers: Mapping[str, Bot]) -> dict[int, Bot]:
    return {seat: computers[name] for seat, name in enumerate(controller.names) if name in computers}


# --- matches in a store ------------------------------------------------------------------------------------------------


def deal_match(catalogue: Catalogue, options: MatchOptions) -> tuple[MatchOptions, State]:
    """Shuffle and deal for a new match; with a random first player the seats are turned so that the one drawn sits first.

    The shuffle follows `options.seed`, or 128 bits of the system's randomness where none is given.
    """
    seed = options.seed or f"{secrets.randbits(SEED_BITS):032x}"
    if options.random_first:
        first = Random(f"first player {seed}").randrange(len(options.players))
        options = options.turned(first)
    return options, new_game(catalogue, options.game_options(), seed)


def start_match(
    store: Store,
    catalogue: Catalogue,
    options: MatchOptions,
    start: State | None = None,
    *,
    now: Callable[[], float],
    today: Callable[[], datetime],
) -> tuple[str, Controller]:
    """Enter and begin a new match; answers with the id under which the store keeps it. Raises StoreError.

    It is dealt unless it has a `start`, a state with these options at ply 0.
    """
    if start is None:
        options, start = deal_match(catalogue, options)
    game_id = store.create_game(header_of(options, start), options.stored(), today())
    journal = StoredJournal(store, game_id, today)
    return game_id, Controller(options, start, journal=journal, now=now)


def resume_match(
    store: Store,
    catalogue: Catalogue,
    game_id: str,
    *,
    now: Callable[[], float],
    today: Callable[[], datetime],
) -> Controller:
    """Go on with a stored match where its journal ends.

    Raises StoreError when it cannot be loaded, and ValueError with a sentence when the rules do not confirm what is stored,
    or it was played with other cards.
    """
    game = store.load(game_id)
    if game.header.catalogue != catalogue.digest:
        raise MatchError(N_("This game was played with another set of cards; choose that set with --assets."))
    options = MatchOptions.from_stored(game.options)
    start = first_state(game.header, catalogue)
    if start.options != options.game_options():
        raise MatchError(N_("The options that are kept of this game are not those that it began with."))
    journal = StoredJournal(store, game_id, today)
    controller = Controller(options, start, journal=journal, now=now)
    controller.replay(game.entries, game.clock)
    if game.result and not controller.outcome:
        controller.end_by_agreement()  # every other ending follows from the plies
    elif controller.outcome and not game.result:
        journal.finish(controller.outcome)  # the process died between the last ply and this
    return controller
