"""Hypothesis plays legal actions, illegal ones, forfeits and undo in any order; every invariant must hold."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from splendor_tui.rules.actions import Action, Buy, Forfeit, Pass, Return, Take
from splendor_tui.rules.digest import digest
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.gems import pack
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import GameOptions, Phase, State, new_game
from splendor_tui.rules.turn import apply_action
from tests.oracle import splendor
from tests.rules.card_sets import card_set
from tests.rules.comparison import snapshot, twin
from tests.rules.invariants import assert_invariants

BOX = card_set()
FEW = st.tuples(*[st.integers(0, 3)] * 5).map(pack)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    FEW.map(Take), st.builds(Return, FEW, st.integers(0, 3)), st.just(Pass()),
    st.builds(Buy, st.sampled_from(BOX.cards), FEW, st.integers(0, 3)),
)  # fmt: skip


def after(state: State, action: Action) -> State | IllegalActionError:
    """The state after an action, or the error."""
    try:
        return apply_action(state, action)
    except IllegalActionError as error:
        return error


class Table(RuleBasedStateMachine):
    """A position with its history, and the same game in the oracle."""

    def __init__(self) -> None:
        super().__init__()
        self.history: list[tuple[State, str, splendor.Game]] = []

    @initialize(
        players=st.integers(2, 4), goal=st.sampled_from([1, 5, 15]), seed=st.integers(0, 1000), tie=st.booleans()
    )
    def set_up(self, players: int, goal: int, seed: int, tie: bool) -> None:
        self.state = new_game(BOX, GameOptions(players, goal, 0 if tie else None), seed)
        self.game = twin(self.state)
        self.check()

    def check(self) -> None:
        assert_invariants(self.state)
        assert snapshot(self.state) == splendor.snapshot(self.game)

    def playing(self) -> bool:
        return self.state.phase is not Phase.OVER

    def purchases(self) -> list[Buy]:
        return [action for action in legal_actions(self.state) if isinstance(action, Buy)]

    def apply(self, action: Action) -> None:
        self.history.append((self.state, digest(self.state), self.game))
        self.game = splendor.apply(self.game, format_action(action))
        self.state = apply_action(self.state, action)
        self.check()

    @precondition(playing)
    @rule(numbers=st.lists(st.integers(0, 99), min_size=3, max_size=20))
    def choose(self, numbers: list[int]) -> None:
        for number in numbers:
            if self.playing():
                legal = legal_actions(self.state)
                self.apply(Forfeit() if number == 99 else legal[number % len(legal)])

    @precondition(lambda self: bool(self.purchases()))
    @rule(data=st.data())
    def buy_with_any_payment(self, data: st.DataObject) -> None:
        card = data.draw(st.sampled_from(self.purchases())).card
        self.apply(data.draw(st.sampled_from(all_payments(card, self.state.players[self.state.seat]))))

    @rule(actions=st.lists(ACTIONS, min_size=1, max_size=8))
    def try_anything(self, actions: list[Action]) -> None:
        before, accepted = digest(self.state), splendor.accepted_lines(self.game)
        for action in actions:
            found = after(self.state, action)
            assert isinstance(found, State) is (format_action(action) in accepted)
            assert not set("{}") & set(str(found))
        assert digest(self.state) == before

    @precondition(lambda self: self.history)
    @rule(back=st.integers(1, 5))
    def undo(self, back: int) -> None:
        steps = min(back, len(self.history))
        self.state, name, self.game = self.history[-steps]
        del self.history[-steps:]
        assert digest(self.state) == name


Table.TestCase.settings = settings(max_examples=60, stateful_step_count=16, deadline=None)
test_any_sequence_of_actions_keeps_the_invariants = Table.TestCase
