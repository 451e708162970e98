"""A match together with the place where it is kept: how one is started, gone on with, and kept saved."""

import secrets
from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import Final

from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.match.controller import Controller
from splendor_tui.match.match_journal import StoredJournal
from splendor_tui.match.refusals import MatchError
from splendor_tui.record import first_state, header_of
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import State, new_game
from splendor_tui.store import Store
from splendor_tui.words import N_

SEED_BITS: Final = 128


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
