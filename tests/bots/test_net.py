"""A net is used only if it is undamaged and suitable for the game. Otherwise a message gives the reason."""

from contextlib import suppress
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from splendor_tui.bots.learned.compiled import plain
from splendor_tui.bots.learned.encoded_rules import apply_turn
from splendor_tui.bots.learned.encoded_turns import MAX_TURNS, TURN_SIZE, list_turns
from splendor_tui.bots.learned.encoding import FORFEITED, encode_card_set, encode_position
from splendor_tui.bots.learned.features import (
    BY_NOBLE,
    DISTANCES,
    SIDE_ROWS,
    list_rows,
    row_count,
    slot_count,
    write_rows,
)
from splendor_tui.bots.learned.known_nobles import KNOWN_NOBLES, KNOWN_SET
from splendor_tui.bots.learned.learned_policy import LearnedPolicy
from splendor_tui.bots.learned.net import PACKED_ONE, WIDTH, NetError, load_net, load_shipped_net, pack_net
from splendor_tui.bots.player import Uniform
from splendor_tui.rules.cards import Card
from splendor_tui.rules.catalogue import CardFacts, Catalogue, NobleFacts, digest_of
from splendor_tui.rules.gems import Gems, pack, total, unpack
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import view
from tests.bots.afterstates import lively_net
from tests.bots.bot_games import beats
from tests.rules.tables import promo_game
from training.nets import new_net, save_net


def test_known_cards_and_nobles_are_the_standard_ones(catalogue: Catalogue) -> None:
    assert catalogue.digest == KNOWN_SET == digest_of(catalogue.cards, KNOWN_NOBLES)
    assert [noble.id for noble in catalogue.nobles] == [noble.id for noble in KNOWN_NOBLES]


def test_unknown_noble_is_a_mix_of_known_ones_with_its_colours(catalogue: Catalogue) -> None:
    """With rows that depend linearly on the colours, the added rows are exact. A known noble needs none, whatever its id."""
    renamed = NobleFacts("renamed", "Renamed", 3, unpack(KNOWN_NOBLES[4].cost))
    others = [
        NobleFacts("wide", "Wide", 3, (1, 1, 1, 1, 1)),
        renamed,
        NobleFacts("narrow", "Narrow", 3, (0, 9, 0, 0, 0)),
    ]
    cards = encode_card_set(Catalogue([facts_of(card) for card in catalogue.cards], others))
    assert cards.noble_row.tolist() == [10, 4, 11]
    net, rng = new_net(3, np.random.default_rng(1)), np.random.default_rng(2)
    effects = rng.standard_normal((3, 5, DISTANCES, WIDTH)).astype(np.float32)
    for side in range(3):
        for row, noble in enumerate(KNOWN_NOBLES):
            start = side * SIDE_ROWS + BY_NOBLE + row * DISTANCES
            net.table[start : start + DISTANCES] = np.tensordot(shares(noble.cost), effects[side], 1)
    packed = pack_net(net, cards)
    assert packed.table.shape[0] == row_count(3) + 2 * 3 * DISTANCES
    for number, needs in enumerate([(1, 1, 1, 1, 1), (0, 9, 0, 0, 0)]):
        for side in range(3):
            start = row_count(3) + (number * 3 + side) * DISTANCES
            expected = np.tensordot(shares(pack(needs)), effects[side], 1)
            assert packed.table[start : start + DISTANCES] == pytest.approx(expected * PACKED_ONE, abs=1)
    standard = encode_card_set(catalogue)
    assert packed.table[: row_count(3)].tolist() == pack_net(net, standard).table[: row_count(3)].tolist()


def shares(gems: Gems) -> npt.NDArray[np.float64]:
    return np.array(unpack(gems)) / total(gems)


def facts_of(card: Card) -> CardFacts:
    return CardFacts(card.level, card.bonus, card.points, unpack(card.cost))


def test_every_row_of_a_game_with_promo_nobles_is_in_the_table(catalogue: Catalogue) -> None:
    cards = encode_card_set(catalogue)
    net = pack_net(lively_net(4), cards)
    state = promo_game(catalogue)
    rows, gaps = np.zeros(slot_count(4), np.uint16), np.zeros((4, 12), np.int8)
    write_rows(cards, encode_position(state), rows, gaps, np.zeros((4, 5), np.int8))
    assert row_count(4) <= rows.max() < len(net.table)
    assert len({*rows[rows >= row_count(4)]}) == 2 * 4, "one for each promo noble and side"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_plain_python_finds_the_rows_of_compiled_code(players: int, catalogue: Catalogue) -> None:
    """After every turn of random games with promo nobles, in the view of the seat to move. In one, a player has resigned."""
    cards, turns = encode_card_set(catalogue), np.zeros((MAX_TURNS, TURN_SIZE), np.int8)
    rows, gaps = np.zeros(slot_count(players), np.uint16), np.zeros((players, 12), np.int8)
    for seed in range(2):
        state, rng = promo_game(catalogue, players), Random(seed)
        while actions := legal_actions(state):
            cells = encode_position(view(state, state.seat))
            cells[FORFEITED] = seed == 1 and state.seat > 0
            after = np.tile(cells, (list_turns(cards, cells, turns), 1))
            for one, turn in zip(after, turns, strict=False):
                plain(apply_turn)(cards, one, turn)
            for one, found in zip(after, list_rows(cards, after), strict=True):
                write_rows(cards, one, rows, gaps, np.zeros((players, players + 1), np.int8))
                assert np.array_equal(np.sort(found), np.sort(rows))
            advance(state, rng.choice(actions))


@pytest.fixture
def saved(tmp_path: Path, catalogue: Catalogue) -> Path:
    path = tmp_path / "values-2.npz"
    save_net(path, new_net(2, np.random.default_rng(0)), catalogue)
    return path


def changed(path: Path, **arrays: object) -> Path:
    """The file after a change to some of its contents."""
    with np.load(path) as file:
        np.savez(path, **{**dict(file), **{name: np.asarray(array) for name, array in arrays.items()}})
    return path


def test_saved_net_is_loaded(saved: Path, catalogue: Catalogue) -> None:
    net, read = new_net(2, np.random.default_rng(0)), load_net(saved, 2, catalogue)
    for one, other in zip(net, read, strict=True):
        assert other.dtype == np.float32
        assert np.allclose(one, other, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("kept", [0.0, 0.5, 0.999])
def test_truncated_net_is_damaged(saved: Path, catalogue: Catalogue, kept: float) -> None:
    saved.write_bytes(saved.read_bytes()[: int(saved.stat().st_size * kept)])
    with pytest.raises(NetError, match="damaged"):
        load_net(saved, 2, catalogue)


def test_changed_number_is_detected_and_a_pickled_one_is_not_loaded(saved: Path, catalogue: Catalogue) -> None:
    with np.load(saved) as file:
        table = file["table"]
    table[5000, 3] += np.float16(0.01)
    for damaged in (table, [object()]):
        with pytest.raises(NetError, match="damaged"):
            load_net(changed(saved, table=damaged), 2, catalogue)


def test_changed_byte_causes_at_most_an_error_message(tmp_path: Path, catalogue: Catalogue) -> None:
    path, rng = tmp_path / "values-2.npz", Random(3)
    save_net(path, new_net(2, np.random.default_rng(0), width=4), catalogue)
    whole = path.read_bytes()
    places = {*range(0, 1200, 3), *rng.sample(range(len(whole)), 60), *range(len(whole) - 600, len(whole), 3)}
    for place in sorted(places):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        with suppress(NetError):  # some damage is harmless, for example to a date
            load_net(path, 2, catalogue)


def test_net_of_another_version_is_rejected(saved: Path, catalogue: Catalogue) -> None:
    with pytest.raises(NetError, match="another version"):
        load_net(changed(saved, version=99), 2, catalogue)


def test_packaged_net_has_learned(catalogue: Catalogue) -> None:
    learned = LearnedPolicy(load_shipped_net(2, catalogue), catalogue, simulations=0)
    assert beats(catalogue, learned, Uniform(), wins=9, games=10)
