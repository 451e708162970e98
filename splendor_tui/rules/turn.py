"""Applies actions: moves tokens and cards, lets nobles visit, and ends turns, rounds and the game.

A turn is one main action, then the return of surplus tokens, then at most one noble. Each of these is a ply.
"""

from typing import NamedTuple, assert_never

from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.constants import COLUMNS, LAST_ROUND_AT, TOKEN_LIMIT
from splendor_tui.rules.gems import NO_GEMS
from splendor_tui.rules.legality import check_action, tokens_held, visiting_nobles
from splendor_tui.rules.state import CHOOSE_NOBLE, MAIN, OVER, RETURN_GEMS, Player, Reserved, State
from splendor_tui.rules.view import View


class Ply(NamedTuple):
    """An applied action, and the states before and after it. Both may contain hidden cards."""

    before: State
    action: Action
    after: State


def apply_action(state: State, action: Action) -> State:
    """The state after a legal action. The given state does not change.

    Raises IllegalActionError, with a reason and a message for the player.

    >>> after = apply_action(state, Pass())
    Traceback (most recent call last):
    splendor_tui.rules.errors.IllegalActionError: You may pass only if nothing else is possible.
    >>> after = apply_action(state, ReserveTop(level=1))
    >>> after.players[0].gold, after.seat, state.seat
    (1, 1, 0)
    """
    check_action(state, action)
    after = state.copy()
    advance(after, action)
    return after


def advance(state: State, action: Action) -> None:
    """Apply a legal action to this state in place. Legality is not checked.

    >>> after = state.copy()
    >>> advance(after, ReserveTop(level=1))
    >>> after.deck_counts
    [35, 26, 16]
    """
    player = state.players[state.seat]
    state.ply += 1
    match action:
        case Take():
            state.bank -= action.gems
            player.gems += action.gems
            state.idle_turns += 1
            state.passes = 0
            _after_main_action(state, player)
        case Buy():
            _buy(state, player, action)
            state.idle_turns = 0
            state.passes = 0
            _after_main_action(state, player)
        case Return():
            state.bank += action.gems
            state.gold += action.gold
            player.gems -= action.gems
            player.gold -= action.gold
            _receive_noble(state, player)
        case Reserve():
            _replace(state, action.card)
            _add_reserved(state, player, Reserved(action.card, blind=False))
            _after_main_action(state, player)
        case ReserveTop():
            _add_reserved(state, player, Reserved(_draw(state, action.level), blind=True))
            _after_main_action(state, player)
        case ChooseNoble():
            _add_noble(state, player, action.noble)
            _end_turn(state, player)
        case Pass():
            state.idle_turns += 1
            state.passes += 1
            _after_main_action(state, player)
        case Forfeit():
            _forfeit(state, player)
        case _ as never:
            assert_never(never)


def seats_in_play(state: State | View) -> int:
    """The number of players who have not forfeited."""
    return sum(not player.forfeited for player in state.players)


def is_round_complete(state: State | View) -> bool:
    """Whether no seat after the current one is in play, so that the round ends with this turn."""
    return all(player.forfeited for player in state.players[state.seat + 1 :])


def _buy(state: State, player: Player, purchase: Buy) -> None:
    card = purchase.card
    player.gems -= purchase.gems
    player.gold -= purchase.gold
    state.bank += purchase.gems
    state.gold += purchase.gold
    for held in player.reserved:
        if held.card is card:
            player.reserved = tuple(other for other in player.reserved if other is not held)
            break
    else:
        _replace(state, card)
    player.cards += (card,)
    player.bonuses += card.bonus_gem
    player.points += card.points


def _add_reserved(state: State, player: Player, reserved: Reserved) -> None:
    """Rulebook: the player who reserves takes one gold if any is left, even with ten tokens."""
    player.reserved += (reserved,)
    if state.gold:
        state.gold -= 1
        player.gold += 1
    state.idle_turns = 0
    state.passes = 0


def _draw(state: State, level: int) -> Card:
    left = state.deck_counts[level - 1]
    state.deck_counts[level - 1] = left - 1
    return state.decks[level - 1][-left]


def _replace(state: State, card: Card) -> None:
    """Refill the card's slot. If the deck is empty, the slot stays empty, and no other card moves."""
    level = card.level
    place = state.grid.index(card, (level - 1) * COLUMNS)
    state.grid[place] = _draw(state, level) if state.deck_counts[level - 1] else None


def _after_main_action(state: State, player: Player) -> None:
    if tokens_held(player) > TOKEN_LIMIT:
        state.phase = RETURN_GEMS
    else:
        _receive_noble(state, player)


def _receive_noble(state: State, player: Player) -> None:
    """Rulebook: at most one noble visits at the end of a turn; the player chooses among several."""
    due = visiting_nobles(state, player)
    if len(due) > 1:
        state.phase = CHOOSE_NOBLE
        return
    if due:
        _add_noble(state, player, due[0])
    _end_turn(state, player)


def _add_noble(state: State, player: Player, noble: Noble) -> None:
    state.nobles = tuple(other for other in state.nobles if other is not noble)
    player.nobles += (noble,)
    player.points += noble.points


def _end_turn(state: State, player: Player) -> None:
    if player.points >= state.options.target:
        state.final_round = True
    if state.passes and state.passes >= seats_in_play(state):
        state.phase = OVER  # Ruling: a full round of forced passes is a stalemate.
    else:
        _next_seat(state)


def _next_seat(state: State) -> None:
    """Rulebook: the round in which a player reaches the target is completed, so that all have the same number of turns.

    The same applies to the round that reaches `LAST_ROUND_AT`.
    """
    if (state.final_round or state.ply >= LAST_ROUND_AT) and is_round_complete(state):
        state.phase = OVER
        return
    state.phase = MAIN
    players = state.players
    seat = state.seat
    while True:
        seat += 1
        if seat == len(players):
            state.round += 1
            seat = 0
        if not players[seat].forfeited:
            state.seat = seat
            return


def _forfeit(state: State, player: Player) -> None:
    """Ruling: the tokens return to the bank, cards and nobles leave the game, and later rounds skip the seat."""
    state.bank += player.gems
    state.gold += player.gold
    player.gems = NO_GEMS
    player.gold = 0
    player.forfeited = True
    if seats_in_play(state) == 1:
        state.phase = OVER
    else:
        _next_seat(state)
