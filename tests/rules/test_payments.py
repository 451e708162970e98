"""Payments: the rules list exactly the legal ones, accept each of them, and reject all similar ones."""

from itertools import product
from random import Random

import pytest

from splendor_tui.rules.actions import Buy
from splendor_tui.rules.cards import Card
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.errors import IllegalActionError, Reason
from splendor_tui.rules.gems import pack, unpack
from splendor_tui.rules.legality import check_action, legal_actions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import Phase, Player, State
from tests.rules.random_play import Setting, plies, start
from tests.rules.tables import give, lay, own, play, refusal


def payments(state: State, card: str) -> list[str]:
    """All payments by seat 0 in notation, in order."""
    found = all_payments(state.catalogue.cards_by_id[card], state.players[0])
    return [format_action(payment) for payment in found]


def verdict(card: Card, player: Player, gems: tuple[int, ...], gold: int) -> Reason | None:
    """The result for a payment according to rules.md, computed with plain numbers."""
    held = unpack(player.gems)
    price = [max(0, cost - bonus) for cost, bonus in zip(unpack(card.cost), unpack(player.bonuses), strict=True)]
    lacking = sum(max(0, due - have) for due, have in zip(price, held, strict=True))
    if lacking > player.gold:
        return Reason.TOO_EXPENSIVE
    if gold > player.gold or any(paid > have for paid, have in zip(gems, held, strict=True)):
        return Reason.PAYMENT_NOT_HELD
    if sum(gems) + gold > sum(price) or any(paid > due for paid, due in zip(gems, price, strict=True)):
        return Reason.PAYMENT_TOO_MUCH
    return Reason.PAYMENT_TOO_LITTLE if sum(gems) + gold < sum(price) else None


def answer(state: State, purchase: Buy) -> Reason | None:
    """The result of the rules for a payment."""
    try:
        check_action(state, purchase)
    except IllegalActionError as error:
        return error.reason
    return None


def test_gold_may_replace_gems_that_the_player_holds() -> None:
    state = lay()
    give(state, 0, "W3 K1 *2")
    assert payments(state, "1-02") == [
        "buy 1-02 W2 K1",
        "buy 1-02 W2 *1",
        "buy 1-02 W1 K1 *1",
        "buy 1-02 W1 *2",
        "buy 1-02 K1 *2",
    ]
    assert play(state, "buy 1-02 W1 *2").players[0].gold == 0


def test_negative_payment_is_illegal() -> None:
    state = lay()
    give(state, 0, "W3 K1 *1")
    card = state.catalogue.cards_by_id["1-02"]
    assert refusal(state, Buy(card, pack([3, 0, 0, 0, 1]), -1)).reason is Reason.PAYMENT_NOT_HELD


@pytest.mark.parametrize(
    ("tokens", "cards"),
    [("W3 K1 *2", ""), ("W2 U1 R1 *5", "1-01"), ("W4 U1 G1 R4", "2-01 2-02"), ("*5", "")],
)
def test_only_exact_payments_from_held_tokens_are_legal(tokens: str, cards: str) -> None:
    state = lay()
    give(state, 0, tokens)
    own(state, 0, cards)
    player = state.players[0]
    seen = set()
    for card in filter(None, state.grid):
        legal = set(all_payments(card, player))
        most = [min(have, 3) + 1 for have in unpack(player.gems)]
        for gems in product(*(range(amount + 1) for amount in most)):
            for gold in range(player.gold + 2):
                purchase = Buy(card, pack(gems), gold)
                expected = verdict(card, player, gems, gold)
                assert answer(state, purchase) is expected, format_action(purchase)
                if max(gems) <= 3:
                    assert (purchase in legal) is (expected is None)
                seen.add(expected)
    assert None in seen
    assert Reason.PAYMENT_NOT_HELD in seen


def test_payments_in_random_games_and_their_neighbours_get_the_right_ruling(catalogue: Catalogue) -> None:
    rng = Random("neighbours")
    judged = set()
    for number in range(60):
        setting = Setting.number(number, catalogue)
        for ply in plies(setting, start(setting)):
            state = ply.before
            if state.phase is not Phase.MAIN or rng.random() < 0.8:
                continue
            player = state.players[state.seat]
            for listed in legal_actions(state):
                if not isinstance(listed, Buy):
                    continue
                ways = all_payments(listed.card, player)
                assert ways[0] == listed
                assert len(set(ways)) == len(ways)
                for way in ways:
                    assert answer(state, way) is None
                    gems = list(unpack(way.gems))
                    colour = rng.randrange(5)
                    gems[colour] = max(0, gems[colour] + rng.choice([-1, 1]))
                    gold = max(0, way.gold + rng.choice([-1, 0, 1]))
                    expected = verdict(listed.card, player, tuple(gems), gold)
                    assert answer(state, Buy(listed.card, pack(gems), gold)) is expected
                    judged.add(expected)
    assert judged == {None, Reason.PAYMENT_NOT_HELD, Reason.PAYMENT_TOO_MUCH, Reason.PAYMENT_TOO_LITTLE}
