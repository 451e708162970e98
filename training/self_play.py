"""Games that a net plays against itself, and the training examples that they provide."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.compiled import compiled, compiled_separately
from splendor_tui.bots.learned.encoded_rules import advance_seat, apply_turn, is_over, refill, write_shares
from splendor_tui.bots.learned.encoding import SEAT, STATE_SIZE, CardSet, Float32s, Int8s
from splendor_tui.bots.learned.evaluator import evaluate_turns
from splendor_tui.bots.learned.features import Rows, slot_count, write_rows
from splendor_tui.bots.learned.net import Net
from training.dealing import deal, reveal_reserved, write_visible
from training.game_search import Searcher, new_searcher, search_turn, write_edge_value

MAX_TURNS = 300  # per game; a longer one is decided by its last position
MIN_VISITS = 3  # other turns at the root need this many visits to become examples
USUAL_TARGET = 15
USUAL_SHARE = 0.55  # share of games with USUAL_TARGET
COMMON_TARGETS = np.array([10, 12, 18, 21, 25, 30])
COMMON_SHARE = 0.3  # share of games with one of COMMON_TARGETS; the others have a random target from 5 to 30


class Style(NamedTuple):
    """How the games are played, and which examples they provide.

    simulations   the number of simulations of a search; 0 looks only one turn ahead
    temperature   without search, a turn is drawn from softmax(chance of winning / temperature)
    curiosity     with search, how often a turn is drawn by visits instead of choosing the one with the most visits
    trace         the weight of later turns in a turn's value (lambda, per turn of any seat)
    others        the maximum number of other turns at the root of a search that become examples too
    """

    simulations: int
    temperature: float
    curiosity: float
    trace: float
    others: int


class Examples(NamedTuple):
    """Rows of positions (n, slots) and the target chances of each side (n, players). The mover's side is first."""

    rows: Rows
    targets: Float32s


class _Notes(NamedTuple):
    """The examples of one game, and notes for each turn.

    `place` is the index of the turn's example, and `best_values` the value of the best turn. `explored` is true if the turn
    played has another value.
    """

    rows: Rows
    targets: Float32s
    place: npt.NDArray[np.int64]
    explored: npt.NDArray[np.bool_]
    best_values: Float32s


def play_games(cards: CardSet, net: Net, style: Style, games: int, seed: list[int]) -> tuple[Examples, int]:
    """Play this many games. Returns all examples and the number of turns. The same seed gives the same games."""
    rng = np.random.default_rng(seed)
    player = new_searcher(cards, net, style.simulations)
    most = MAX_TURNS * (1 + style.others)
    notes = _Notes(
        rows=np.empty((most, slot_count(net.players)), np.uint16),
        targets=np.empty((most, net.players), np.float32),
        place=np.empty(MAX_TURNS, np.int64),
        explored=np.empty(MAX_TURNS, np.bool_),
        best_values=np.empty((MAX_TURNS, net.players), np.float32),
    )
    parts = []
    turns = 0
    for _ in range(games):
        count, length = _play_game(player, style, notes, rng)
        parts.append(Examples(notes.rows[:count].copy(), notes.targets[:count].copy()))
        turns += length
    return joined(parts), turns


def joined(parts: Sequence[Examples]) -> Examples:
    """All examples of these parts."""
    return Examples(np.concatenate([part.rows for part in parts]), np.concatenate([part.targets for part in parts]))


@compiled_separately
def _play_game(player: Searcher, style: Style, notes: _Notes, rng: np.random.Generator) -> tuple[int, int]:
    """Play one game, and note its examples. Returns the number of examples and of turns."""
    cards, players = player.cards, notes.targets.shape[1]
    cells, seen, turn = np.zeros(STATE_SIZE, np.int8), np.zeros(STATE_SIZE, np.int8), np.zeros(9, np.int8)
    result = np.zeros(players, np.float32)
    deal(cards, cells, players, _draw_target(rng), rng)
    count, length = 0, 0
    while True:
        write_visible(cards, cells, seen)
        place = notes.place[length] = count
        notes.explored[length] = False
        if style.simulations > 0:
            count = _searched_turn(player, style, seen, turn, notes, length, rng)
            for seat in range(players):
                notes.explored[length] |= notes.best_values[length, seat] != notes.targets[place, seat]
        else:
            _one_ply_turn(player, style, seen, turn, notes.targets[place], rng)
            count += 1
        apply_turn(cards, cells, turn)
        write_visible(cards, cells, seen)
        write_rows(cards, seen, notes.rows[place], player.buffers.card_gaps, player.buffers.noble_gaps)
        length += 1
        if is_over(cells) or length == MAX_TURNS:
            break
        refill(cards, cells, rng)
        reveal_reserved(cards, cells, rng)
        advance_seat(cells)
    write_shares(cells, result)
    _trace_back(style, notes, length, result, int(cells[SEAT]))
    return count, length


@compiled_separately
def _draw_target(rng: np.random.Generator) -> int:
    chance = rng.random()
    if chance < USUAL_SHARE:
        return USUAL_TARGET
    if chance < USUAL_SHARE + COMMON_SHARE:
        return int(COMMON_TARGETS[int(rng.random() * len(COMMON_TARGETS))])
    return 5 + int(rng.random() * 26)


@compiled
def _one_ply_turn(
    player: Searcher, style: Style, seen: Int8s, turn: Int8s, values: Float32s, rng: np.random.Generator
) -> None:
    """Draw a turn by softmax, or choose the best if it ends the game. Writes the net's values by seat to `values`."""
    buffers = player.buffers
    count = evaluate_turns(player.cards, player.net, buffers, seen)
    mover = int(seen[SEAT])
    best = 0
    for index in range(1, count):
        if buffers.values[index, mover] > buffers.values[best, mover]:
            best = index
    most = buffers.values[best, mover]
    if not buffers.ended[best]:
        total = 0.0
        for index in range(count):
            total += np.exp((buffers.values[index, mover] - most) / style.temperature)
        left = rng.random() * total
        for index in range(count):
            left -= np.exp((buffers.values[index, mover] - most) / style.temperature)
            if left < 0:
                best = index
                break
    turn[:] = buffers.turns[best]
    values[:] = buffers.values[best]


@compiled_separately
def _searched_turn(
    player: Searcher, style: Style, seen: Int8s, turn: Int8s, notes: _Notes, number: int, rng: np.random.Generator
) -> int:
    """Search for the turn with this number. Notes its value, and the value of the best turn.

    The next examples are other turns that the search visited. Returns the index after them.
    """
    cards, buffers, tree, count = player.cards, player.buffers, player.tree, int(notes.place[number])
    chosen = search_turn(player, seen, style.simulations, rng)
    edges = int(tree.edge_count[0])
    write_edge_value(tree, chosen, notes.best_values[number])
    if edges > 1 and rng.random() < style.curiosity:
        left = rng.random() * style.simulations
        for edge in range(edges):
            left -= tree.edge_visits[edge]
            if left < 0:
                chosen = edge
                break
    turn[:] = tree.turns[chosen]
    write_edge_value(tree, chosen, notes.targets[count])
    count += 1
    after = np.zeros(STATE_SIZE, np.int8)
    values = np.zeros(notes.targets.shape[1], np.float32)
    learned = 0
    for edge in range(edges):
        if learned == style.others:
            break
        if edge == chosen or int(tree.edge_visits[edge]) < MIN_VISITS or tree.is_terminal[edge]:
            continue
        after[:] = seen
        apply_turn(cards, after, tree.turns[edge])
        write_rows(cards, after, notes.rows[count], buffers.card_gaps, buffers.noble_gaps)
        write_edge_value(tree, edge, values)
        _turn_to_sides(values, int(seen[SEAT]), notes.targets[count])
        learned += 1
        count += 1
    return count


@compiled
def _turn_to_sides(values: Float32s, mover: int, target: Float32s) -> None:
    """Convert values by seat to values by side."""
    for side in range(len(target)):
        target[side] = values[(mover + side) % len(target)]


@compiled_separately
def _trace_back(style: Style, notes: _Notes, length: int, result: Float32s, last_mover: int) -> None:
    """Convert values by seat to TD(lambda) targets, from the last turn to the first.

    Without search, the value of a turn is the net's estimate of the next turn; with search, it is the estimate of its own
    search. Turns before an explored one learn from the best turn there instead, because the play after it was not optimal
    (Watkins's cut).
    """
    players = len(result)
    lambda_return = result.copy()
    estimate = result.copy()
    for step in range(length - 1, -1, -1):
        target = notes.targets[notes.place[step]]
        own = target.copy()
        if step < length - 1:
            if style.simulations > 0:
                estimate[:] = own
            for seat in range(players):
                lambda_return[seat] = (1 - style.trace) * estimate[seat] + style.trace * lambda_return[seat]
        estimate[:] = own
        mover = (last_mover - (length - 1 - step)) % players
        _turn_to_sides(lambda_return, mover, target)
        if notes.explored[step]:
            lambda_return[:] = notes.best_values[step]
