"""A seat's knowledge, and worlds that it cannot distinguish from the real one."""

from dataclasses import replace
from random import Random

import pytest

from splendor_tui.rules.actions import Buy
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.gems import MAX_BONUS, of_each
from splendor_tui.rules.legality import check_action, legal_actions
from splendor_tui.rules.notation import format_action, parse_action
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import Phase, Reserved, State
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import FACE_DOWN, View, determinize, known_state, open_view, view
from tests.rules.invariants import assert_invariants
from tests.rules.random_play import Setting, plies, start
from tests.rules.tables import lay, own, play

GAMES = range(90)


def other_world(state: State, viewer: int | None, rng: Random) -> State:
    """The same position with the viewer's unknown cards redealt: decks and others' blind reserves."""
    world = state.copy()
    decks = []
    for level in (1, 2, 3):
        hidden = [*state.deck(level)]
        for seat, player in enumerate(state.players):
            hidden += [card for card, blind in player.reserved if blind and seat != viewer and card.level == level]
        rng.shuffle(hidden)
        for seat, player in enumerate(world.players):
            player.reserved = tuple(
                Reserved(hidden.pop(), blind)
                if blind and seat != viewer and card.level == level
                else Reserved(card, blind)
                for card, blind in player.reserved
            )
        decks.append(tuple(hidden))
    low, middle, high = decks
    world.decks = (low, middle, high)
    return world


def viewers(state: State) -> list[int | None]:
    """Every seat, and the observer."""
    return [*range(len(state.players)), None]


def seen_in_hand(seen: View, seat: int) -> list[str | None]:
    """The hand in a view."""
    return [held.card.id if held.card else None for held in seen.players[seat].reserved]


def test_one_sees_ones_own_hand_and_of_others_what_lay_face_up() -> None:
    state = play(lay(players=3), "reserve deck 1", "reserve 1-02", "reserve deck 2", "reserve 2-01")
    assert seen_in_hand(view(state, 0), 0) == ["1-05", "2-01"]
    assert seen_in_hand(view(state, 1), 0) == [None, "2-01"]
    assert seen_in_hand(view(state, 1), 1) == ["1-02"]
    assert seen_in_hand(view(state, 1), 2) == [None]
    assert seen_in_hand(view(state, 2), 2) == ["2-05"]


def test_an_observer_knows_no_blind_reserve() -> None:
    state = play(lay(players=3), "reserve deck 1", "reserve 1-02", "reserve deck 2")
    assert [seen_in_hand(view(state, None), seat) for seat in range(3)] == [[None], ["1-02"], [None]]


def test_where_nobody_hides_anything_an_observer_sees_every_hand_as_reserved_face_up() -> None:
    state = play(lay(), "reserve deck 2", "reserve 1-02")
    seen, hidden = open_view(state), view(state, None)
    for player, shown in zip(state.players, seen.players, strict=True):
        assert [(held.card, held.blind) for held in shown.reserved] == [(held.card, False) for held in player.reserved]
    assert replace(seen, players=hidden.players) == hidden


def test_a_hidden_card_shows_its_level_and_that_it_came_blind() -> None:
    state = play(lay(), "reserve deck 2")
    (held,) = view(state, 1).players[0].reserved
    assert (held.level, held.blind, held.card) == (2, True, None)
    (own_card,) = view(state, 0).players[0].reserved
    assert (own_card.level, own_card.blind) == (2, True)


def test_everything_else_is_public() -> None:
    state = play(lay(players=3, target=8, tie_seat=1, nobles="henry-viii charles-v"), "reserve deck 1", "buy 1-03")
    own(state, 2, "1-01")
    state = play(state, "take W U K")
    seen = view(state, 1)
    assert (seen.viewer, seen.catalogue, seen.options) == (1, state.catalogue, state.options)
    assert (seen.bank, seen.gold, list(seen.grid), seen.nobles) == (state.bank, state.gold, state.grid, state.nobles)
    assert list(seen.deck_counts) == state.deck_counts == [0, 1, 0]
    assert (seen.phase, seen.seat, seen.round, seen.ply) == (Phase.MAIN, 0, 2, 3)
    assert (seen.final_round, seen.passes, seen.idle_turns) == (False, 0, 1)
    for mine, theirs in zip(state.players, seen.players, strict=True):
        for name in ("gems", "gold", "bonuses", "points", "cards", "nobles", "forfeited"):
            assert getattr(theirs, name) == getattr(mine, name)


def test_a_view_is_the_same_whatever_is_hidden(catalogue: Catalogue) -> None:
    rng = Random("two worlds")
    different = 0
    for number in GAMES:
        setting = Setting.number(number, catalogue)
        for ply in plies(setting, start(setting)):
            if rng.random() < 0.8:
                continue
            for viewer in viewers(ply.after):
                world = other_world(ply.after, viewer, rng)
                assert view(world, viewer) == view(ply.after, viewer)
                different += digest(world) != digest(ply.after)
    assert different > 1000


def test_a_view_changes_with_what_is_seen() -> None:
    state = lay(players=3, nobles="henry-viii")
    seen = [view(state, 0)]
    for line in ("take W U G", "reserve 1-01", "buy 1-03", "reserve deck 2", "forfeit"):
        state = play(state, line)
        assert view(state, 0) not in seen
        seen.append(view(state, 0))


def test_no_deck_order_is_found_anywhere_in_a_view(catalogue: Catalogue) -> None:
    """A view, searched completely, names only cards that its viewer knows."""
    setting = Setting.number(3, catalogue)
    for ply in plies(setting, start(setting)):
        known = {card for player in ply.after.players for card in player.cards} | {*filter(None, ply.after.grid)}
        known |= {held.card for player in ply.after.players for held in player.reserved if not held.blind}
        assert cards_in(view(ply.after, None)) <= known


def cards_in(part: object) -> set[object]:
    """All cards in a value of nested dataclasses and tuples, except the catalogue, which is public."""
    if isinstance(part, tuple):
        return {card for item in part for card in cards_in(item)}
    if hasattr(part, "bonus_gem"):
        return {part}
    fields = [name for name in getattr(part, "__dataclass_fields__", ()) if name != "catalogue"]
    return {card for name in fields for card in cards_in(getattr(part, name))}


def test_the_mover_sees_the_same_choices_as_the_rules(catalogue: Catalogue) -> None:
    for number in GAMES:
        setting = Setting.number(number, catalogue)
        state = start(setting)
        for ply in plies(setting, state):
            state = ply.before
            seen = view(state, state.seat)
            assert legal_actions(seen) == legal_actions(state)
            check_action(seen, ply.action)
            player, mirror = state.players[state.seat], seen.players[state.seat]
            for card in state.catalogue.cards[::9]:
                assert all_payments(card, mirror) == all_payments(card, player)


def test_an_observer_is_given_no_purchase_of_a_hidden_card() -> None:
    state = play(lay(("1-01 1-02 1-04 1-05 1-03", "", "")), "reserve deck 1", "take W U G")
    assert "buy 1-03" in [format_action(action) for action in legal_actions(view(state, 0))]
    for viewer in (1, None):
        assert "buy 1-03" not in [format_action(action) for action in legal_actions(view(state, viewer))]


class TestDeterminize:
    """A sampled world has the same view, keeps all invariants, and can be played on."""

    def test_a_world_cannot_be_told_from_the_real_one(self, catalogue: Catalogue) -> None:
        rng = Random("worlds")
        different = 0
        for number in GAMES:
            setting = Setting.number(number, catalogue)
            for ply in plies(setting, start(setting)):
                if rng.random() < 0.9:
                    continue
                for viewer in viewers(ply.after):
                    world = determinize(view(ply.after, viewer), rng)
                    assert view(world, viewer) == view(ply.after, viewer)
                    assert_invariants(world)
                    different += digest(world) != digest(ply.after)
        assert different > 500

    def test_a_world_can_be_played_to_its_end(self, catalogue: Catalogue) -> None:
        rng = Random("on")
        for number in range(30):
            setting = Setting.number(number, catalogue)
            for ply in plies(setting, start(setting)):
                if ply.after.ply % 40:
                    continue
                before = digest(ply.after)
                world = determinize(view(ply.after, ply.after.seat), rng)
                for _ in range(30):
                    if world.phase is Phase.OVER:
                        break
                    advance(world, rng.choice(legal_actions(world)))
                    assert_invariants(world)
                assert digest(ply.after) == before

    def test_ones_own_blind_reserve_stays_what_it_is(self) -> None:
        state = play(lay(), "reserve deck 1")
        for seed in range(20):
            world = determinize(view(state, 0), Random(seed))
            assert [card.id for card, _ in world.players[0].reserved] == ["1-05"]

    @pytest.mark.parametrize("viewer", [1, None])
    def test_every_hidden_card_is_possible_and_equally_likely(self, viewer: int | None) -> None:
        seen = view(play(lay(), "reserve deck 1"), viewer)
        worlds = [determinize(seen, Random(seed)) for seed in range(600)]
        found = [world.players[0].reserved[0].card.id for world in worlds]
        assert set(found) == {"1-05", "1-06"}
        assert 240 < found.count("1-05") < 360

    def test_the_same_randomness_gives_the_same_world(self, catalogue: Catalogue) -> None:
        setting = Setting.number(0, catalogue)
        seen = view(start(setting), 0)
        assert digest(determinize(seen, Random(1))) == digest(determinize(seen, Random(1)))
        assert digest(determinize(seen, Random(1))) != digest(determinize(seen, Random(2)))


def hidden(state: State) -> State:
    """The same state with every card unknown to its seat to move turned face down."""
    seen = view(state, state.seat)
    world = state.copy()
    for player, shown in zip(world.players, seen.players, strict=True):
        player.reserved = tuple(Reserved(held.card or FACE_DOWN[held.level], held.blind) for held in shown.reserved)
    low, middle, high = ((FACE_DOWN[level],) * state.deck_counts[level - 1] for level in (1, 2, 3))
    world.decks = (low, middle, high)
    return world


def test_a_known_state_is_the_state_with_what_is_hidden_face_down(catalogue: Catalogue) -> None:
    compared = 0
    for number in GAMES:
        setting = Setting.number(number, catalogue)
        for ply in plies(setting, start(setting)):
            assert digest(known_state(view(ply.before, ply.before.seat))) == digest(hidden(ply.before))
            compared += 1
    assert compared > 2000


def test_looking_ahead_draws_face_down_cards_which_nobody_can_buy() -> None:
    state = known_state(view(lay(), 0))
    advance(state, parse_action("reserve deck 2", state.catalogue))
    assert state.players[0].reserved == (Reserved(FACE_DOWN[2], blind=True),)
    advance(state, parse_action("reserve 1-01", state.catalogue))
    assert state.grid[0] is FACE_DOWN[1]
    for player in state.players:
        player.bonuses = of_each(MAX_BONUS)
    assert not [
        action for action in legal_actions(state) if isinstance(action, Buy) and action.card in FACE_DOWN.values()
    ]
