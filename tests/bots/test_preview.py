"""What a seat can foresee is what the rules then do."""

from splendor_tui.bots.evaluation import Preview, present, preview
from splendor_tui.rules.actions import Buy, Forfeit
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import NO_GEMS, Gems
from splendor_tui.rules.state import Phase, State
from splendor_tui.rules.view import known_state, view
from tests.rules.boxes import box
from tests.rules.random_play import Setting, plies, start
from tests.rules.tables import lay, play


def seen(state: State, seat: int) -> Preview:
    """What a seat knows of itself."""
    return present(known_state(view(state, seat)), seat)


def owned(seat: Preview) -> tuple[Gems, int, Gems, int, tuple[Card, ...], list[Noble]]:
    """All but the cards within reach."""
    player = seat.player
    return player.gems, player.gold, player.bonuses, player.points, player.cards, list(seat.nobles)


def test_the_position_after_an_action_is_foreseen_but_for_the_card_that_is_revealed(catalogue: Catalogue) -> None:
    compared = 0
    for number in range(60):
        setting = Setting.number(number, catalogue)
        for ply in plies(setting, start(setting)):
            seat = ply.before.seat
            if isinstance(ply.action, Forfeit) or ply.after.phase in (Phase.RETURN_GEMS, Phase.CHOOSE_NOBLE):
                continue
            expected = preview(known_state(view(ply.before, seat)), ply.action)
            actual = seen(ply.after, seat)
            assert owned(expected) == owned(actual)
            assert not set(expected.reach) - set(actual.reach)
            assert len(set(actual.reach) - set(expected.reach)) <= 1
            compared += 1
    assert compared > 2000


def test_the_richest_noble_that_is_due_comes_and_the_others_stay() -> None:
    catalogue = box("1 W 0\n1 W 0", "charles-v 3 W1\nhenry-viii 5 W1\nmary-stuart 4 W2")
    state = lay(("1-01", "", ""), "charles-v henry-viii mary-stuart", catalogue=catalogue)
    then = preview(known_state(view(state, 0)), Buy(catalogue.cards_by_id["1-01"], NO_GEMS, 0))
    assert then.player.points == 5
    assert [noble.id for noble in then.nobles] == ["charles-v", "mary-stuart"]


def test_of_another_seat_one_foresees_only_the_cards_that_all_have_seen() -> None:
    state = play(lay(), "reserve deck 1", "take W U G", "reserve 2-01", "take W U G")
    assert [card.id for card in seen(state, 0).reach[:2]] == ["1-05", "2-01"]
    assert [card.id for card in present(known_state(view(state, 1)), 0).reach[:2]] == ["2-01", "1-01"]
