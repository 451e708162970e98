"""A rotated example is the example of the same position in other colours."""

import numpy as np
import pytest

from splendor_tui.bots.learned.encoding import (
    BANK,
    BONUSES,
    GRID,
    NO_CARD,
    NO_NOBLE,
    NOBLE_PLACES,
    NOBLES,
    PLAYER_COUNT,
    PLAYER_SIZE,
    POINTS,
    RESERVED,
    SEAT,
    STATE_SIZE,
    TARGET,
    TOKENS,
    UNKNOWN,
    CardSet,
    Int8s,
)
from splendor_tui.bots.learned.features import KNOWN, Rows, slot_count, write_rows
from training.fitting import predict_all
from training.nets import new_net
from training.rotations import COLOURS, consensus, new_rotations, rotate


def twins(by: int, traits: Int8s, *by_colour: Int8s) -> dict[int, int]:
    """The cards or nobles that become exactly another one if these numbers by colour are rotated, with that other one."""
    index = {tuple(np.concatenate(row)): place for place, row in enumerate(zip(traits, *by_colour, strict=True))}
    rotated = [np.roll(numbers, by, axis=1) for numbers in by_colour]
    found = enumerate(index.get(tuple(np.concatenate(row))) for row in zip(traits, *rotated, strict=True))
    return {place: twin for place, twin in found if twin is not None}


def rows_of(box: CardSet, state: Int8s) -> Rows:
    players = int(state[PLAYER_COUNT])
    rows = np.zeros(slot_count(players), np.uint16)
    write_rows(box, state, rows, np.zeros((players, 12), np.int8), np.zeros((players, players + 1), np.int8))
    return rows


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("by", range(COLOURS))
def test_rotated_rows_are_those_of_the_rotated_position(box: CardSet, players: int, by: int) -> None:
    rng = np.random.default_rng([players, by])
    bonus = np.eye(COLOURS, dtype=np.int8)[box.bonus[:UNKNOWN]]
    cards = twins(by, np.stack([box.level, box.points], axis=1)[:UNKNOWN], box.cost[:UNKNOWN], bonus)
    nobles = twins(by, box.noble_points[:KNOWN, np.newaxis], box.noble_cost[:KNOWN])
    assert len(cards) >= 60
    assert len(nobles) == KNOWN
    for _ in range(20):
        state = np.zeros(STATE_SIZE, np.int8)
        state[PLAYER_COUNT], state[SEAT], state[TARGET] = players, rng.integers(players), 15
        drawn = rng.permutation([*cards])
        state[GRID : GRID + 12] = drawn[:12]
        state[NOBLES : NOBLES + NOBLE_PLACES] = NO_NOBLE
        state[NOBLES : NOBLES + players] = rng.permutation([*nobles])[:players]
        rotated = state.copy()
        rotated[GRID : GRID + 12] = [cards[card] for card in drawn[:12]]
        rotated[NOBLES : NOBLES + players] = [nobles[noble] for noble in state[NOBLES : NOBLES + players]]
        numbers = [(BANK, 8)]
        for seat in range(players):
            start = seat * PLAYER_SIZE
            numbers += [(start + TOKENS, 5), (start + BONUSES, 7)]
            held = drawn[12 + seat]
            for position, card in ((state, held), (rotated, cards[held])):
                position[start + POINTS] = seat
                position[start + RESERVED : start + RESERVED + 3] = card, UNKNOWN + 1, NO_CARD
        for start, most in numbers:
            state[start : start + COLOURS] = rng.integers(0, most, COLOURS)
            rotated[start : start + COLOURS] = np.roll(state[start : start + COLOURS], by)
        expected = np.sort(rows_of(box, rotated))
        assert np.array_equal(np.sort(new_rotations(box, players)[by][rows_of(box, state)]), expected)


def test_each_example_is_rotated_by_itself(box: CardSet) -> None:
    rotations, rng = new_rotations(box, 2), np.random.default_rng(1)
    rows = np.tile(rng.permutation(len(rotations[0]))[: slot_count(2)].astype(np.uint16), (4, 25, 1))
    rotated = rotate(rows, rotations, rng)
    assert rotated.shape == rows.shape
    found = [[np.array_equal(example, rotation[rows[0, 0]]) for rotation in rotations] for example in rotated[0]]
    assert all(map(any, found))
    assert all(any(column) for column in zip(*found, strict=True))


def test_consensus_is_the_mean_logit_of_all_nets_and_rotations(box: CardSet) -> None:
    rng = np.random.default_rng(2)
    nets, rotations = [new_net(3, rng), new_net(3, rng)], new_rotations(box, 3)
    rows = rng.integers(0, len(rotations[0]), (4, slot_count(3))).astype(np.uint16)
    agreed = consensus(nets, rotations, rows)
    for example in range(len(rows)):
        product = np.ones(3)
        for net in nets:
            for rotation in rotations:
                values = np.zeros((1, 3), np.float32)
                predict_all(net, rotation[rows[example : example + 1]], values)
                product *= values[0] ** 0.1
        assert agreed[example] == pytest.approx(product / product.sum(), rel=1e-4)
