"""Keys pressed while computers move affect only the next turn of the player who pressed them."""

from splendor_tui.match.controller import Controller
from splendor_tui.match.flow import Flow, Next
from splendor_tui.presentation.player_session import PlayerSession
from splendor_tui.presentation.selection import NOTHING
from splendor_tui.presentation.table_model import CardSlot, DeckSlot, NobleSlot, PileSlot
from splendor_tui.rules.actions import Action, Buy, Forfeit, Reserve, ReserveTop, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour, pack
from tests.match.tables import act, options, sit_down
from tests.presentation.choosing import QWERTY, asked

TAKE = Take(pack((1, 1, 1, 0, 0)))
REST = Take(pack((0, 0, 0, 1, 1)) + pack((1, 0, 0, 0, 0)))


def playing(table: Controller) -> PlayerSession:
    """The session of the player at the keyboard in a new match."""
    session = PlayerSession(Flow(table), QWERTY, is_saved=True)
    if session.flow.proceed() is Next.HAND_OVER:
        session.flow.seat_next_player()
    return session


def play(session: PlayerSession, action: Action) -> Next:
    """Play this action for the player to move."""
    by_viewer = session.flow.to_move
    act(session.controller, action)
    if by_viewer:
        session.clear()
    following = session.flow.proceed()
    session.adapt()
    return following


def alone(catalogue: Catalogue) -> PlayerSession:
    """The session of a player who has moved and waits for a computer."""
    session = playing(sit_down(catalogue, options(2, bots=(1,))))
    assert play(session, TAKE) is Next.COMPUTER
    return session


def pick(session: PlayerSession, *colours: Colour) -> None:
    for colour in colours:
        session.pick(PileSlot(colour))


def test_only_human_can_choose_ahead_and_confirm_on_their_turn(catalogue: Catalogue) -> None:
    session = alone(catalogue)
    pick(session, Colour.RED, Colour.BLACK, Colour.WHITE)
    assert asked(session) == "Bo is thinking…  For your turn:  Take W1 R1 K1  3 → 6/10 tokens"
    model = session.model()
    assert model.pile_changes() == (-1, 0, 0, -1, -1, 0)
    assert model.key(CardSlot(1, 0)) == "z", "the keys stay where they are"
    assert model.view.seat == 1, "but it is still the computer's turn"
    assert play(session, TAKE) is Next.HUMAN
    assert asked(session) == "[Take W1 R1 K1]  3 → 6/10 tokens"
    assert session.confirm() == REST


def test_nothing_can_be_confirmed_ahead(catalogue: Catalogue) -> None:
    session = alone(catalogue)
    assert not session.picks_at_cursor, "the key was meant for the last turn"
    assert session.confirm() is None
    assert session.selection == NOTHING
    pick(session, Colour.RED, Colour.BLACK, Colour.WHITE)
    offered = {offer.command for offer in session.model().offers}
    assert "table.confirm" not in offered
    assert "table.clear" in offered
    assert session.confirm() is None
    assert asked(session) == "Bo is to move; confirm your choice when it is your turn."
    session.pick(DeckSlot(1))
    assert session.reserve() is None
    assert asked(session) == "Bo is to move; confirm your choice when it is your turn."
    play(session, TAKE)
    assert asked(session).startswith("[Reserve the top card of deck 1"), "what was said goes, what was chosen stays"
    assert session.confirm() == ReserveTop(1)


def test_loss_of_a_card_chosen_ahead_is_reported(catalogue: Catalogue) -> None:
    session = alone(catalogue)
    session.pick(CardSlot(1, 2))
    card = session.view.grid[2]
    assert card is not None
    assert session.selection.card is card
    play(session, Reserve(card))
    assert session.selection == NOTHING
    assert asked(session).startswith(f"You cannot buy {card.describe()}")
    assert session.view.grid[2] is not card
    session.pick(PileSlot(Colour.RED))
    assert asked(session).startswith("Take R1")


def test_card_chosen_ahead_stays_chosen_if_it_moves_to_another_place(catalogue: Catalogue) -> None:
    session = alone(catalogue)
    kept, gone = session.view.grid[1], session.view.grid[2]
    assert gone is not None
    session.pick(CardSlot(1, 1))
    play(session, Reserve(gone))
    assert session.selection.card is kept


def test_loss_of_gems_chosen_ahead_is_reported(catalogue: Catalogue) -> None:
    session = alone(catalogue)
    pick(session, Colour.RED, Colour.RED)
    play(session, REST)
    assert session.selection.gems == pack((0, 0, 0, 1, 0))
    assert asked(session) == "The red pile holds 3; two alike need 4."


def test_impossible_choice_ahead_gets_a_reason_at_once(catalogue: Catalogue) -> None:
    session = alone(catalogue)
    pick(session, Colour.WHITE, Colour.WHITE)
    assert asked(session) == "The white pile holds 3; two alike need 4."
    session.pick(NobleSlot(0))
    assert asked(session).startswith(f"{session.view.nobles[0].name}, 3 points: you still need")


def test_choice_ahead_survives_the_moves_of_several_computers(catalogue: Catalogue) -> None:
    session = playing(sit_down(catalogue, options(3, bots=(1, 2))))
    play(session, TAKE)
    pick(session, Colour.BLACK)
    assert play(session, TAKE) is Next.COMPUTER
    pick(session, Colour.RED)
    assert play(session, TAKE) is Next.HUMAN
    assert session.selection.gems == pack((0, 0, 0, 1, 1))


def test_incomplete_choice_is_cleared_at_the_end_of_the_turn(catalogue: Catalogue) -> None:
    session = playing(sit_down(catalogue, options(2, bots=(1,))))
    pick(session, Colour.BLACK)
    assert play(session, TAKE) is Next.COMPUTER
    assert session.selection == NOTHING


def test_keys_of_one_human_never_count_for_another(catalogue: Catalogue) -> None:
    for hand_over in ("always", "hidden", "never"):
        session = playing(sit_down(catalogue, options(3, bots=(1,), hand_over=hand_over)))
        play(session, TAKE)
        pick(session, Colour.RED)
        assert session.selection == NOTHING
        assert asked(session) == "Bo is to move, then Cy."
        if play(session, TAKE) is Next.HAND_OVER:
            session.flow.seat_next_player()
            session.adapt()
        assert session.flow.to_move
        assert session.selection == NOTHING
        assert asked(session).startswith("Cy: pick gems")


def test_choice_ahead_never_passes_to_the_next_human(catalogue: Catalogue) -> None:
    session = playing(sit_down(catalogue, options(3, hand_over="never")))
    pick(session, Colour.RED)
    act(session.flow.controller, Forfeit())
    session.flow.proceed()
    session.adapt()
    assert session.flow.viewer == 1
    assert session.selection == NOTHING


def test_choosing_ahead_never_reveals_a_drawn_card(catalogue: Catalogue) -> None:
    session = playing(sit_down(catalogue, options(3, bots=(1,))))
    play(session, ReserveTop(1))
    session.pick(CardSlot(1, 0))
    assert session.selection == NOTHING
    play(session, TAKE)
    session.flow.seat_next_player()
    session.adapt()
    mine = session.model()
    assert mine.view.viewer == 2
    assert mine.view.players[0].reserved[0].card is None
    assert mine.chosen is None


def test_player_without_another_turn_cannot_choose_ahead(catalogue: Catalogue) -> None:
    session = playing(sit_down(catalogue, options(2, bots=(1,), target=1)))
    while not session.view.final_round or session.controller.seat == 0:
        legal = session.controller.legal_actions(session.controller.seat)
        play(session, next((action for action in legal if isinstance(action, Buy)), legal[0]))
    session.pick(PileSlot(Colour.RED))
    assert session.selection == NOTHING
    assert asked(session) == "You are watching: only computers are left."
