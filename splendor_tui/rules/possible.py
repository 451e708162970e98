"""Whether a game can come to a position at all, as far as the position itself shows.

The rules never lead to a position that is refused here, and they play on from any other one. That every position which passes
could be reached from a deal is not claimed: nobody could prove it for a puzzle.
"""

from collections.abc import Iterator
from typing import Final, assert_never

from splendor_tui.rules.gems import covers
from splendor_tui.rules.legality import DIFFERENT_TAKEN, nobles_due, tokens_held
from splendor_tui.rules.state import COLUMNS, HAND_LIMIT, LAST_ROUND_AT, TOKEN_LIMIT, Phase, nobles_shown
from splendor_tui.rules.turn import seats_in_play
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NN_, Message

_MOST_HELD: Final = TOKEN_LIMIT + DIFFERENT_TAKEN


def impossibilities(position: View) -> Iterator[Message]:
    """All reasons why no game comes to this position; its cards, nobles and tokens are already known to be there once."""
    yield from _of_the_table(position)
    yield from _of_the_players(position)
    yield from _of_who_is_left(position)
    yield from _of_the_phase(position)
    if position.phase is not Phase.OVER:
        yield from _of_going_on(position)


def is_mid_turn(phase: Phase) -> bool:
    """Whether the seat to move has acted, so that its turn is yet to end."""
    return phase in {Phase.RETURN_GEMS, Phase.CHOOSE_NOBLE}


def _of_the_table(position: View) -> Iterator[Message]:
    for place, card in enumerate(position.grid):
        row, column = divmod(place, COLUMNS)
        if card is None and position.deck_counts[row]:
            yield NN_(
                "Place {place} of level {level} is empty, but {count} card is left to fill it.",
                "Place {place} of level {level} is empty, but {count} cards are left to fill it.",
                position.deck_counts[row],
                place=column + 1,
                level=row + 1,
            )
    dealt = len(position.nobles) + sum(len(player.nobles) for player in position.players)
    needed = min(nobles_shown(len(position.players)), len(position.catalogue.nobles))
    if dealt != needed:
        yield N_(
            "The table and the players have {found} nobles; {players} players play with {needed}.",
            found=dealt,
            players=len(position.players),
            needed=needed,
        )


def _of_the_players(position: View) -> Iterator[Message]:
    for seat, player in enumerate(position.players):
        if len(player.reserved) > HAND_LIMIT:
            yield N_(
                "Seat {seat} has {found} reserved cards; at most {most} may be held.",
                seat=seat,
                found=len(player.reserved),
                most=HAND_LIMIT,
            )
        returning = position.phase is Phase.RETURN_GEMS and seat == position.seat
        if tokens_held(player) > TOKEN_LIMIT and not returning:
            yield N_(
                "Seat {seat} holds {held} tokens; more than {most} are held only by the seat to move, in phase {phase}.",
                seat=seat,
                held=tokens_held(player),
                most=TOKEN_LIMIT,
                phase=Phase.RETURN_GEMS,
            )
        for noble in player.nobles:
            if not covers(player.bonuses, noble.cost):
                yield N_("Seat {seat} does not have the cards for the noble {noble}.", seat=seat, noble=noble.id)


def _of_who_is_left(position: View) -> Iterator[Message]:
    left = seats_in_play(position)
    if not left:
        yield N_("All seats have forfeited; the last one in play never can.")
    elif left == 1 and position.phase is not Phase.OVER:
        yield N_("All seats but one have forfeited, so the phase is {phase}.", phase=Phase.OVER)
    elif position.players[position.seat].forfeited and position.phase is not Phase.OVER:
        yield N_("Seat {seat} has forfeited and cannot be to move.", seat=position.seat)


def _of_the_phase(position: View) -> Iterator[Message]:
    """The reasons for which the rules end a game are those of `turn`."""
    seat, phase = position.seat, position.phase
    if position.passes > position.idle_turns:
        yield N_(
            "Passes are idle turns too: with {passes} passes in a row, idle is at least {passes}.",
            passes=position.passes,
        )
    match phase:
        case Phase.MAIN:
            if position.passes >= len(position.players):
                yield N_("Everybody in a row has passed, so the phase is {phase}.", phase=Phase.OVER)
        case Phase.RETURN_GEMS:
            held = tokens_held(position.players[seat])
            if not TOKEN_LIMIT < held <= _MOST_HELD:
                yield N_(
                    "Seat {seat} holds {held} tokens; in phase {phase} it holds {least} to {most}.",
                    seat=seat,
                    held=held,
                    phase=phase,
                    least=TOKEN_LIMIT + 1,
                    most=_MOST_HELD,
                )
            if position.passes:
                yield N_("A player who must return tokens has not passed, so passes is 0.")
        case Phase.CHOOSE_NOBLE:
            due = len(nobles_due(position, position.players[seat]))
            if due < 2:
                yield NN_(
                    "{count} noble comes to seat {seat}; in phase {phase} it chooses among several.",
                    "{count} nobles come to seat {seat}; in phase {phase} it chooses among several.",
                    due,
                    seat=seat,
                    phase=phase,
                )
        case Phase.OVER:
            left = seats_in_play(position)
            last_round = position.final_round or position.ply >= LAST_ROUND_AT
            round_complete = all(player.forfeited for player in position.players[seat + 1 :])
            if left > 1 and not (last_round and round_complete) and position.passes < left:
                yield N_("The phase is {phase}, but nothing has ended the game.", phase=phase)
        case _ as never:
            assert_never(never)


def _of_going_on(position: View) -> Iterator[Message]:
    """Rulebook: the round in which somebody reaches the target is the last; whoever did so has no further turn in it."""
    target = position.options.target
    for seat, player in enumerate(position.players):
        done = seat < position.seat or (seat == position.seat and is_mid_turn(position.phase))
        if player.points >= target and not player.forfeited and not done:
            yield N_(
                "Seat {seat} has {points} points and the target is {target}: the game was over before its next turn.",
                seat=seat,
                points=player.points,
                target=target,
            )
