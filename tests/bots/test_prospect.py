"""What a seat can foresee is what the rules then do."""

from splendor_tui.bots.prospect import after, present
from splendor_tui.rules.actions import Buy, Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import NO_GEMS
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import view
from tests.rules.boxes import box
from tests.rules.random_play import Setting, plies, start
from tests.rules.tables import lay, play


def test_the_position_after_an_action_is_foreseen_but_for_the_card_that_is_revealed(catalogue: Catalogue) -> None:
    compared = 0
    for number in range(60):
        setting = Setting.number(number, catalogue)
        for ply in plies(setting, start(setting)):
            seat = ply.before.seat
            if isinstance(ply.action, Forfeit) or ply.after.phase in (Phase.RETURN_GEMS, Phase.CHOOSE_NOBLE):
                continue
            expected = after(present(view(ply.before, seat), seat), ply.action)
            actual = present(view(ply.after, seat), seat)
            revealed = set(actual.on_table) - set(expected.on_table)
            drawn = set(actual.in_hand) - set(expected.in_hand)
            assert len(revealed) + len(drawn) <= 1
            assert expected._replace(on_table=(), in_hand=()) == actual._replace(on_table=(), in_hand=())
            assert set(expected.on_table) == set(actual.on_table) - revealed
            assert set(expected.in_hand) == set(actual.in_hand) - drawn
            compared += 1
    assert compared > 2000


def test_the_richest_noble_that_is_due_comes_and_the_others_stay() -> None:
    catalogue = box("1 W 0\n1 W 0", "charles-v 3 W1\nhenry-viii 5 W1\nmary-stuart 4 W2")
    state = lay(("1-01", "", ""), "charles-v henry-viii mary-stuart", catalogue=catalogue)
    seen = present(view(state, 0), 0)
    then = after(seen, Buy(catalogue.cards_by_id["1-01"], NO_GEMS, 0))
    assert then.points == 5
    assert [noble.id for noble in then.nobles] == ["charles-v", "mary-stuart"]


def test_of_another_seat_one_foresees_only_the_cards_that_all_have_seen() -> None:
    state = play(lay(), "reserve deck 1", "take W U G", "reserve 2-01", "take W U G")
    assert [card.id for card in present(view(state, 0), 0).in_hand] == ["1-05", "2-01"]
    assert [card.id for card in present(view(state, 1), 0).in_hand] == ["2-01"]
