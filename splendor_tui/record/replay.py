"""Playing a record through the rules."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from splendor_tui.record.record_format import Record, RecordError, RecordHeader, RecordPly, RecordResult, result_of
from splendor_tui.rules.actions import Action
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.errors import IllegalActionError, InvalidActionError, PositionError
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.outcome import AGREEMENT_AFTER, Ending, agreed_outcome, may_agree, outcome
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import GameOptions, Phase, SetupError, State, deal_from_ids
from splendor_tui.rules.turn import apply_action
from splendor_tui.words import N_

_EARLIER: Final = "`position GAME ACTION`"


class Replayed(NamedTuple):
    """One ply of a replay: the action, and the position after it."""

    action: Action
    state: State


def first_state(header: RecordHeader, catalogue: Catalogue) -> State:
    """The first position of a game. Raises RecordError for another card set or an impossible position."""
    if header.catalogue != catalogue.digest:
        sentence = N_(
            "The record was played with other cards (set {found}); the cards here are set {known}.",
            found=header.catalogue,
            known=catalogue.digest,
        )
        raise RecordError(sentence)
    try:
        options = GameOptions(len(header.players), header.options.target, header.options.tie_seat)
        if header.deal is not None:
            return State(catalogue, options, deal_from_ids(catalogue, options, header.deal.decks, header.deal.nobles))
        start = begin_from(header.position or "", catalogue)
    except (SetupError, PositionError) as error:
        raise RecordError(error.message, line=1) from error
    if start.options != options:
        raise RecordError(N_("The players or options are not those of the position."), line=1)
    return start


def begin_from(text: str, catalogue: Catalogue) -> State:
    """A position text as the start of a game: its plies are counted from here.

    Raises PositionError, also if the decks are unknown or the game is over.
    """
    start = parse_position(text, catalogue)
    if not isinstance(start, State):
        raise PositionError(N_("A game can begin only with a whole position; this one does not tell the decks."))
    return begin_with(start)


def begin_with(start: State) -> State:
    """The same for a parsed position."""
    if start.phase is Phase.OVER:
        raise PositionError(
            N_("No game can begin with this position: it is over. {command} prints an earlier one.", command=_EARLIER)
        )
    start.ply = 0
    return start


def replay(record: Record, catalogue: Catalogue) -> Iterator[Replayed]:
    """Play the record through the rules, and compare the result at the end.

    Raises RecordError at the first ply that is illegal or does not match its digest, after yielding those before it.
    """
    state = first_state(record.header, catalogue)
    for ply in record.plies:
        replayed = play_ply(state, ply)
        yield replayed
        state = replayed.state
    if record.result is not None:
        _check_result(record.result, state)


def state_after(record: Record, plies: int, catalogue: Catalogue) -> State:
    """The position after this many plies, or after the last. Raises RecordError as `replay` does."""
    return _last(islice(replay(record, catalogue), plies), first_state(record.header, catalogue))


def final_state(record: Record, catalogue: Catalogue) -> State:
    """The last position of the record. Raises RecordError as `replay` does."""
    return _last(replay(record, catalogue), first_state(record.header, catalogue))


def _last(replayed: Iterable[Replayed], start: State) -> State:
    state = start
    for _action, state in replayed:  # noqa: B007 - the last one is wanted
        pass
    return state


def play_ply(state: State, ply: RecordPly) -> Replayed:
    """Play one recorded ply. Raises RecordError if it is illegal here or does not match its digest."""
    number = state.ply + 1
    if ply.ply != number:
        raise RecordError(N_("It is numbered {found}.", found=ply.ply), ply=number)
    if state.phase is Phase.OVER:
        raise RecordError(N_("The game is over before it."), ply=number)
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
    return Replayed(action, after)


def _check_result(result: RecordResult, state: State) -> None:
    ended = outcome(state)
    if ended is None:
        if result.ending is not Ending.AGREEMENT:
            raise RecordError(N_("The game is not over, but the record has a result ({found}).", found=result.ending))
        if not may_agree(state):
            sentence = N_(
                "A game ends by agreement after {needed} turns without a purchase or reservation; here are {found}.",
                needed=AGREEMENT_AFTER,
                found=state.idle_turns,
            )
            raise RecordError(sentence)
        ended = agreed_outcome(state)
    if result != result_of(ended):
        raise RecordError(N_("The recorded result is not that of the game."))
