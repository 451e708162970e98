"""Interesting positions, reached by random play from fixed seeds, and their table models."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from splendor_tui.inputs.match_options import MatchOptions, SeatOptions, make_options
from splendor_tui.inputs.settings import Settings
from splendor_tui.match.controller import Controller
from splendor_tui.match.match_journal import Journal
from splendor_tui.presentation.commands import EVERYWHERE
from splendor_tui.presentation.table_model import TableModel
from splendor_tui.rules.actions import Action, Buy, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.payments import shortfall
from splendor_tui.rules.state import Phase, State, new_game
from splendor_tui.rules.turn import apply_action
from splendor_tui.tui.keys.commands_by_screen import TABLE
from splendor_tui.tui.keys.keyboard_presets import key_label, keys_of
from splendor_tui.tui.widgets.model_widget import Look
from tests.match.tables import NAMES, Notebook, Time, act
from tests.presentation.choosing import session_at

KEYS = {command: key_label(keys) for command, keys in keys_of(Settings(), (*TABLE, *EVERYWHERE)).items()}
LOOK = Look(key=lambda command: KEYS[command.id])


@dataclass(frozen=True)
class Moment:
    """A game up to a position: all states, of which the position is the last, and the actions between them."""

    states: tuple[State, ...]
    actions: tuple[Action, ...]

    @property
    def state(self) -> State:
        """The position."""
        return self.states[-1]


def play(catalogue: Catalogue, players: int, seed: int, done: Callable[[State], bool], *, target: int = 15) -> Moment:
    """Play at random, with purchases if possible, until `done` or the end of the game."""
    rng = Random(seed)
    states = [new_game(catalogue, GameOptions(players, target=target), seed)]
    actions: list[Action] = []
    while not done(states[-1]) and states[-1].phase is not Phase.OVER:
        actions.append(_pick(legal_actions(states[-1]), rng))
        states.append(apply_action(states[-1], actions[-1]))
    return Moment(tuple(states), tuple(actions))


def _pick(legal: Sequence[Action], rng: Random) -> Action:
    purchases = [action for action in legal if isinstance(action, Buy)]
    if purchases and rng.random() < 0.8:
        return max(purchases, key=lambda action: (action.card.points, rng.random()))
    takes = [action for action in legal if isinstance(action, Take)]
    if takes and rng.random() < 0.75:
        return rng.choice(takes)
    return rng.choice(legal)


def early(catalogue: Catalogue, players: int = 4) -> Moment:
    """A position in the third round."""
    return play(catalogue, players, 3, lambda state: state.round == 3 and state.seat == 0)


def middle(catalogue: Catalogue, players: int = 4) -> Moment:
    """A position in which the player to move has reserved cards and can afford a card."""
    return play(
        catalogue,
        players,
        5,
        lambda state: (
            state.round >= 14
            and state.phase is Phase.MAIN
            and len(state.players[state.seat].reserved) >= 2
            and any(card and not shortfall(card, state.players[state.seat]) for card in state.grid)
        ),
    )


def late(catalogue: Catalogue, players: int = 4) -> Moment:
    """A position with many bonuses, far more than in an ordinary game."""
    return play(catalogue, players, 8, lambda state: state.phase is Phase.MAIN and state.round >= 33, target=50)


def must_return(catalogue: Catalogue, players: int = 4) -> Moment:
    """A position in which a player holds more than ten tokens."""
    return play(catalogue, players, 11, lambda state: state.phase is Phase.RETURN_GEMS)


def must_choose_noble(catalogue: Catalogue, players: int = 4) -> Moment:
    """A position in which two nobles can visit a player."""
    seed = 3 if players == 2 else 0
    return play(catalogue, players, seed, lambda state: state.phase is Phase.CHOOSE_NOBLE, target=30)


def last_round(catalogue: Catalogue, players: int = 4) -> Moment:
    """A position in the last round, after a player has reached the target."""
    return play(catalogue, players, 2, lambda state: state.final_round)


def over(catalogue: Catalogue, players: int = 4) -> Moment:
    """The last position of a game."""
    return play(catalogue, players, 4, lambda _state: False)


POSITIONS = {
    "early": early,
    "middle": middle,
    "late": late,
    "return": must_return,
    "noble": must_choose_noble,
    "last-round": last_round,
    "over": over,
}


def agreed_at(moment: Moment, names: Sequence[str], bots: Sequence[int] = (), **rules: object) -> MatchOptions:
    """Options for a position. Between humans there is no hand-over screen unless requested."""
    count_of_players = len(moment.state.players)
    seats = [
        SeatOptions(name=name, kind="merchant" if seat in bots else "human")
        for seat, name in enumerate(names[:count_of_players])
    ]
    changes = {"target": moment.state.options.target, "hand_over": "never", **rules}
    return MatchOptions.model_validate(make_options(seats).model_dump() | changes)


def brought_to(moment: Moment, agreed: MatchOptions, journal: Journal) -> Controller:
    """A match played up to a position."""
    controller = Controller(agreed, start_of(moment, agreed), journal=journal, now=Time())
    controller.begin()
    for action in moment.actions:
        act(controller, action)
    return controller


def start_of(moment: Moment, agreed: MatchOptions) -> State:
    """The initial state of the game."""
    return State(moment.state.catalogue, agreed.game_options(), moment.state.decks, moment.states[0].nobles)


def table_model(moment: Moment, names: Sequence[str] = NAMES) -> TableModel:
    """The table of the player to move, who has chosen nothing yet."""
    session = session_at(brought_to(moment, agreed_at(moment, names), Notebook()))
    session.hot_seat.viewer = session.controller.seat
    return session.model()
