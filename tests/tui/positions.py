"""Interesting positions, reached by random play from fixed seeds, and their table models."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from splendor_tui.match.log import LogKind, LogLine
from splendor_tui.presentation.table_model import (
    Changes,
    NobleSlot,
    Phrase,
    PileSlot,
    ShownClock,
    Slot,
    slot_of,
)
from splendor_tui.rules.actions import Action, Buy, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour, Tokens, single, total
from splendor_tui.rules.legality import legal_actions, visiting_nobles
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.payments import shortfall
from splendor_tui.rules.state import GameOptions, Phase, State, new_game
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import view
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look.glyphs import UNICODE, Glyphs
from splendor_tui.tui.look.jewel_paint import IN_COLOUR, JewelStyle
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.words import N_
from tests.presentation.choosing import QWERTY

NAMES = ("Ann", "Bo", "Cy", "Dee")
HINTS = (
    Hint("Enter", "buy", "screen.confirm", primary=True),
    Hint("Space", "reserve", "screen.reserve", primary=True),
    Hint("p", "payment", "screen.payment", primary=True),
    Hint("Bksp", "clear", "screen.clear"),
    Hint("n", "hint", "screen.hint"),
    Hint("u", "undo", "screen.undo"),
    Hint("m", "log", "screen.log"),
    Hint("?", "help", "screen.help"),
)


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
    for seed in range(1000):
        moment = play(catalogue, players, seed, lambda state: state.phase is Phase.CHOOSE_NOBLE, target=30)
        if moment.state.phase is Phase.CHOOSE_NOBLE:
            return moment
    raise AssertionError("no seed leads to a choice of nobles")


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


def table_model(moment: Moment, *, names: Sequence[str] = NAMES, glyphs: Glyphs = UNICODE) -> ScreenModel:
    """The model of a position for the player to move, with a suitable choice in progress."""
    state = moment.state
    seat, seen = state.seat, view(state, state.seat)
    before = next((old for old in reversed(moment.states[:-1]) if old.seat == seat and old.ply < state.ply - 1), state)
    model = ScreenModel(
        view=seen,
        names=tuple(names[: len(state.players)]),
        kinds=(None, N_("Merchant"), None, None)[: len(state.players)],
        glyphs=glyphs,
        jewels=IN_COLOUR if glyphs is UNICODE else JewelStyle("ascii"),
        keys={slot: key for slot, key in QWERTY.items() if slot != PileSlot(None)},
        changes=Changes.between(view(before, seat), seen),
        log=tuple(
            LogLine(
                old.ply + 1,
                old.round,
                old.seat,
                LogKind.TOOK,
                N_("{name} {action}", name=names[old.seat], action=N_("{line}", line=format_action(action))),
            )
            for old, action in zip(moment.states, moment.actions, strict=False)
        ),
        prompt=(Phrase(N_("Choose a card, or pick gems.")),),
        hints=HINTS,
        clock=ShownClock("0:42 + 4:10"),
    )
    return with_choice(model)


def with_choice(model: ScreenModel) -> ScreenModel:
    """The model with a choice in progress: gems to return, a noble, an affordable card, or gems to take."""
    seen, player = model.view, model.player
    match seen.phase:
        case Phase.RETURN_GEMS:
            colour = next(colour for colour in Colour if player.gems & single(colour) * 31)
            return replace(
                model,
                preview=replace(player, gems=player.gems - single(colour)),
                keys={**model.keys, PileSlot(None): "6"},
                prompt=(Phrase(N_("You hold more than ten tokens: return the surplus.")),),
            )
        case Phase.CHOOSE_NOBLE:
            due = [NobleSlot(seen.nobles.index(noble)) for noble in visiting_nobles(seen, player)]
            keys: dict[Slot, str] = {slot: str(number) for number, slot in enumerate(due, start=1)}
            return replace(
                model,
                chosen=due[0],
                keys={**model.keys, **keys},
                prompt=(Phrase(N_("Two nobles come to you: choose one of them.")),),
            )
        case _:
            pass
    purchases = [action for action in legal_actions(seen) if isinstance(action, Buy) and action.card in seen.grid]
    if purchases:
        purchase = max(purchases, key=lambda action: (total(action.gems), action.card.points))
        paid = Tokens(purchase.gems, purchase.gold)
        prompt = (Phrase(N_("Buy {card}: pay {tokens}", card=purchase.card, tokens=paid), "table.confirm"),)
        return replace(model, chosen=slot_of(seen, purchase.card), prompt=prompt)
    takes = [action for action in legal_actions(seen) if isinstance(action, Take)]
    return replace(model, preview=replace(player, gems=player.gems + takes[0].gems)) if takes else model
