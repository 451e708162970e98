"""The round of each reserved card's reservation, as the log reports it."""

from random import Random

from splendor_tui.match.log import reservation_rounds
from splendor_tui.rules.actions import Reserve
from splendor_tui.rules.cards import Card
from splendor_tui.rules.catalogue import Catalogue
from tests.match.tables import options, play_out, sit_down


def test_the_round_of_every_card_that_all_saw_is_known_also_when_others_were_bought(catalogue: Catalogue) -> None:
    told = unseen = 0
    for seed in range(20):
        table = sit_down(catalogue, options(3), seed=seed)
        rounds: dict[Card | None, int] = {}
        for step in play_out(table, Random(seed)):
            if isinstance(step.action, Reserve):
                rounds[step.action.card] = step.before.round
        for seat in range(3):
            player = table.view_for(seat).players[seat]
            known = [None if held.blind else rounds[held.card] for held in player.reserved]
            assert reservation_rounds(table.view_for(None).players[seat], table.log, seat) == known
            told += sum(number is not None for number in known)
            unseen += sum(number is None for number in known)
    assert min(told, unseen) > 10


def test_of_a_hand_from_before_the_log_no_round_is_known(catalogue: Catalogue) -> None:
    table = sit_down(catalogue)
    card = next(card for card in table.view_for(None).grid if card)
    table.submit(0, Reserve(card), 0)
    assert reservation_rounds(table.view_for(1).players[0], table.log, 0) == [1]
    assert reservation_rounds(table.view_for(1).players[0], (), 0) == [None]
