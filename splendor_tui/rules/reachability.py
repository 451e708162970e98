"""Reasons why no game can reach a position. A position without such a reason may still be unreachable from any deal."""

from collections.abc import Iterator

from splendor_tui.rules.constants import COLUMNS, HAND_LIMIT, LAST_ROUND_AT, MIN_PLAYERS, TOKEN_LIMIT
from splendor_tui.rules.gems import covers
from splendor_tui.rules.legality import DIFFERENT_TAKEN, tokens_held, visiting_nobles
from splendor_tui.rules.state import Phase, nobles_needed
from splendor_tui.rules.turn import is_round_complete, seats_in_play
from splendor_tui.rules.view import View, nobles_in_play
from splendor_tui.words import N_, Message


def impossibilities(view: View) -> Iterator[Message]:
    """The reasons why no game can reach this position.

    `position` has already checked that no card or noble occurs twice, and the number of tokens of each colour.
    """
    for place, card in enumerate(view.grid):
        row, column = divmod(place, COLUMNS)
        if card is None and view.deck_counts[row]:
            yield N_("Place {place} of level {level} is empty, but its deck is not.", place=column + 1, level=row + 1)
    dealt = nobles_in_play(view)
    needed = nobles_needed(view.catalogue, view.options, dealt)
    if len(dealt) != needed:
        counts = {"players": len(view.players), "needed": needed, "found": len(dealt)}
        yield N_("A game with {players} players has {needed} nobles, not {found}.", **counts)
    for seat, player in enumerate(view.players):
        if len(player.reserved) > HAND_LIMIT:
            yield N_("Seat {seat} has more than {most} reserved cards.", seat=seat, most=HAND_LIMIT)
        held = tokens_held(player)
        returns = view.phase is Phase.RETURN_GEMS and seat == view.seat
        if held > TOKEN_LIMIT + DIFFERENT_TAKEN or (held > TOKEN_LIMIT) != returns:
            yield N_("Seat {seat} cannot hold {held} tokens in phase {phase}.", seat=seat, held=held, phase=view.phase)
        for noble in player.nobles:
            if not covers(player.bonuses, noble.cost):
                yield N_("Seat {seat} has too few cards for the noble {noble}.", seat=seat, noble=noble.id)
    if view.passes > view.idle_turns or not _fits_phase(view):
        yield N_("Phase {phase} contradicts the rest of the position.", phase=view.phase)


def is_mid_turn(phase: Phase) -> bool:
    """Whether the seat to move has acted, but has not finished its turn."""
    return phase in {Phase.RETURN_GEMS, Phase.CHOOSE_NOBLE}


def _fits_phase(view: View) -> bool:
    """Whether the seat to move can be in this phase. The conditions for the end of the game are those of the module `turn`."""
    seat, players, left = view.seat, view.players, seats_in_play(view)
    if view.phase is Phase.OVER:
        last_round = view.final_round or view.ply >= LAST_ROUND_AT
        return left == 1 or (left > 1 and ((last_round and is_round_complete(view)) or view.passes >= left))
    if left < MIN_PLAYERS or players[seat].forfeited:
        return False
    # Rulebook: a player who reaches the target does not get another turn.
    for number, player in enumerate(players):
        has_moved = number < seat or (number == seat and is_mid_turn(view.phase))
        if player.points >= view.options.target and not player.forfeited and not has_moved:
            return False
    match view.phase:
        case Phase.MAIN:
            return view.passes < len(players)
        case Phase.RETURN_GEMS:
            return view.passes == 0
        case _:
            return len(visiting_nobles(view, players[seat])) > 1
