"""Replays recorded games under the rules: the start, each ply and the result. Raises `RecordError`."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from splendor_tui.record import PARTLY_KNOWN, Record, RecordError, RecordHeader, RecordPly, RecordResult, result_of
from splendor_tui.rules.cards import LEVELS, Card
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.errors import IllegalActionError, InvalidActionError, PositionError, SetupError
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.outcome import Ending, agreed_outcome, outcome
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import Phase, State, game_from_ids
from splendor_tui.rules.turn import Ply, apply_action
from splendor_tui.words import N_

_EARLIER: Final = "`position GAME ACTION`"


def first_state(header: RecordHeader, catalogue: Catalogue) -> State:
    """The first position of a game.

    Raises RecordError if the record uses a different card set, or if the position is impossible.
    """
    if header.catalogue != catalogue.digest:
        sentence = N_(
            "The record uses another card set ({found}); the current set is {known}.",
            found=header.catalogue,
            known=catalogue.digest,
        )
        raise RecordError(sentence)
    try:
        options = header.options.game_options(len(header.players))
        if header.deal is not None:
            # Any order of the unknown cards fits the game. This one belongs to the format, because digests depend on it.
            unknown = sorted(card.id for card in unknown_cards(header, catalogue))
            rest = {f"?{level}": iter([card for card in unknown if card.startswith(f"{level}-")]) for level in LEVELS}
            decks = [[next(rest.get(card, iter(())), card) for card in deck] for deck in header.deal.decks]
            return game_from_ids(catalogue, options, decks, header.deal.nobles)
        start = begin_from(header.position or "", catalogue)
    except (SetupError, PositionError) as error:
        raise RecordError(error.message, line=1) from error
    if (
        replace(start.options, players=options.players, target=options.target, tie_seat=options.tie_seat)
        != start.options
    ):
        raise RecordError(N_("The players or options do not match the position."), line=1)
    return start


def unknown_cards(header: RecordHeader, catalogue: Catalogue) -> frozenset[Card]:
    """The cards whose place in the decks the record does not know. None of them was ever revealed in the game."""
    if header.version != PARTLY_KNOWN or header.deal is None:
        return frozenset()
    known = {card_id for deck in header.deal.decks for card_id in deck}
    return frozenset(card for card in catalogue.cards if card.id not in known)


def begin_from(text: str, catalogue: Catalogue) -> State:
    """Parse the start position of a game. Plies are counted from this position.

    Raises PositionError for invalid text, or if the decks are unknown or the game is over.
    """
    start = parse_position(text, catalogue)
    if not isinstance(start, State):
        raise PositionError(N_("A game needs a complete position to start from; this one has no decks."))
    return begin_with(start)


def begin_with(start: State) -> State:
    """Use a parsed position as the start of a game, at ply 0. Raises PositionError if the game is over in it."""
    if start.phase is Phase.OVER:
        raise PositionError(
            N_("The game is already over in this position. {command} prints an earlier one.", command=_EARLIER)
        )
    start.ply = 0
    return start


def replay(record: Record, catalogue: Catalogue) -> Iterator[Ply]:
    """Replay a record under the rules, and compare the result at the end.

    Raises RecordError for an invalid start or result, or at the first ply that is illegal or does not match its digest,
    after yielding the earlier ones.

    >>> [played.after.seat for played in replay(record, catalogue)]
    [1]
    """
    state = first_state(record.header, catalogue)
    for ply in record.plies:
        played = play_ply(state, ply)
        yield played
        state = played.after
    if record.result is not None:
        _check_result(record.result, state)


def final_state(record: Record, catalogue: Catalogue) -> State:
    """The last position of the record. Raises RecordError if the record violates the rules.

    >>> final_state(record, catalogue).ply
    1
    """
    return state_after(record, None, catalogue)


def state_after(record: Record, plies: int | None, catalogue: Catalogue) -> State:
    """The position after this many plies, or after the last one. Raises RecordError if they violate the rules."""
    state = first_state(record.header, catalogue)
    for played in islice(replay(record, catalogue), plies):
        state = played.after
    return state


def play_ply(state: State, ply: RecordPly) -> Ply:
    """Play one recorded ply. Raises RecordError if it is illegal or does not match its digest."""
    number = state.ply + 1
    if ply.ply != number:
        raise RecordError(N_("The record has action {found} in its place.", found=ply.ply), ply=number)
    if state.phase is Phase.OVER:
        raise RecordError(N_("The game was already over."), ply=number)
    if ply.seat != state.seat:
        sentence = N_("Seat {found} acts, but seat {expected} is to move.", found=ply.seat, expected=state.seat)
        raise RecordError(sentence, ply=number)
    try:
        action = parse_action(ply.action, state.catalogue)
        after = apply_action(state, action)
    except InvalidActionError as error:
        raise RecordError(error.message, ply=number) from error
    except IllegalActionError as error:
        sentence = N_("{action} is not legal. {reason}", action=ply.action, reason=error.message)
        raise RecordError(sentence, ply=number) from error
    if digest(after) != ply.digest:
        raise RecordError(N_("The position after {action} is not the recorded one.", action=ply.action), ply=number)
    return Ply(state, action, after)


def _check_result(result: RecordResult, state: State) -> None:
    ended = outcome(state)
    if ended is None:
        if result.ending is not Ending.AGREEMENT:
            raise RecordError(N_("The game is not over, but the record has a result ({found}).", found=result.ending))
        ended = agreed_outcome(state)
    if result != result_of(ended):
        raise RecordError(N_("The recorded result does not match the game."))
