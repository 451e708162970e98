"""The prompt for the player to move, and the commands in the row of keys. Each phrase is a whole sentence."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import digits
from types import MappingProxyType
from typing import Final, assert_never

from splendor_tui.presentation.selection import NOTHING, Proposal, Selection, due_slots, held_piles
from splendor_tui.presentation.table_model import NO_TOKENS, PILES, TOP_DOWN, DeckSlot, Offer, Phrase, PileSlot, Slot
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import CardLevel, Noble
from splendor_tui.rules.errors import IllegalActionError, Reason
from splendor_tui.rules.gems import NO_GEMS, Colour, Tokens, colours, missing, single, total
from splendor_tui.rules.legality import take_fault, tokens_held
from splendor_tui.rules.state import HAND_LIMIT, TOKEN_LIMIT, Phase
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import PlayerView, View
from splendor_tui.words import N_, NN_, NP_, Message

CONFIRM: Final = "table.confirm"
RESERVE: Final = "table.reserve"
ANSWER_NOW: Final = "table.answer-now"
CLEAR: Final = "table.clear"
HINT: Final = N_("hint")
_VERBS: Final[Mapping[type[object], Message]] = MappingProxyType(
    {
        Buy: NP_("verb", "buy"),
        Take: NP_("verb", "take"),
        Return: NP_("verb", "return"),
        Reserve: NP_("verb", "reserve"),
        ReserveTop: NP_("verb", "reserve"),
        ChooseNoble: NP_("verb", "choose"),
        Pass: NP_("verb", "pass"),
    }
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A player to move, and their choice so far.

    `labels` are the key labels of the places of the table. `ahead` means that computers move first, so that nothing can be
    confirmed yet. `undo_is_free` is the option of the match, `hinted` means that there is a hint.
    """

    view: View
    name: str
    selection: Selection
    proposal: Proposal
    labels: Mapping[Slot, str]
    ahead: bool = False
    undo_is_free: bool = True
    hinted: bool = False

    @property
    def player(self) -> PlayerView:
        """The player to move."""
        return self.view.players[self.view.seat]

    @property
    def picked(self) -> Tokens:
        """The tokens picked so far, to take or to return."""
        return Tokens(self.selection.gems, self.selection.gold)


def prompt(asked: Asked) -> tuple[Phrase, ...]:
    """The question, or the effect of the choice. The most important phrase comes first."""
    if not asked.ahead:
        return _on_turn(asked)
    if asked.selection == NOTHING:
        return ()
    return Phrase(N_("For your turn:")), *(Phrase(one.message) for one in _on_turn(asked) if one.does != RESERVE)


def _on_turn(asked: Asked) -> tuple[Phrase, ...]:
    if asked.proposal.action is None:
        return tuple(_open_question(asked) if asked.selection == NOTHING else _incomplete(asked))
    action, *more = _proposed(asked, asked.proposal.action)
    return action, *_ending(asked), *_visit(asked), *more


def _proposed(asked: Asked, action: Action) -> tuple[Phrase, ...]:
    """The effect of confirming, then its consequences."""
    match action:
        case Take():
            return Phrase(N_("Take {tokens}", tokens=asked.picked), CONFIRM), _tokens_after(asked)
        case Return():
            return Phrase(N_("Return {tokens}", tokens=asked.picked), CONFIRM), _tokens_after(asked)
        case Buy():
            return tuple(_purchase(asked, action))
        case Reserve() | ReserveTop():
            return tuple(_reservation(asked, action))
        case ChooseNoble(noble):
            chosen = NN_(
                "Choose {noble} {bonuses}, {count} point",
                "Choose {noble} {bonuses}, {count} points",
                noble.points,
                noble=noble,
                bonuses=Tokens(noble.cost, 0),
            )
            return (Phrase(chosen, CONFIRM),)
        case Pass():
            why = N_("You cannot take, reserve or buy anything, so your turn ends.")
            return Phrase(NP_("verb", "Pass"), CONFIRM), Phrase(why)
        case _:
            raise AssertionError("no selection stands for a forfeit")


# --- the phrases -------------------------------------------------------------------------------------------------------


def _open_question(asked: Asked) -> Iterator[Phrase]:
    """The prompt while nothing is chosen."""
    view = asked.view
    match view.phase:
        case Phase.MAIN:
            gems, decks = _keys_of_piles(asked.labels, tuple(Colour)), _deck_keys(asked)
            if decks:
                yield Phrase(
                    N_(
                        "{name}: pick gems {gems}, a card (its key), or a deck {decks} to reserve.",
                        name=asked.name,
                        gems=gems,
                        decks=decks,
                    )
                )
            else:
                yield Phrase(N_("{name}: pick gems {gems}, or a card (its key).", name=asked.name, gems=gems))
        case Phase.RETURN_GEMS:
            held = tokens_held(asked.player)
            yield Phrase(
                NN_(
                    "You hold {held} tokens and may keep {limit}: pick {count} token to return.",
                    "You hold {held} tokens and may keep {limit}: pick {count} tokens to return.",
                    held - TOKEN_LIMIT,
                    held=held,
                    limit=TOKEN_LIMIT,
                )
            )
            if PileSlot(None) in asked.labels:  # plain text has no keys for gold
                yield Phrase(N_("Keys: {keys}", keys=_keys_of_piles(asked.labels, held_piles(asked.player))))
        case Phase.CHOOSE_NOBLE:
            yield Phrase(N_("Choose a noble:"))
            for pile, slot in zip(PILES, due_slots(view), strict=False):
                key, noble = asked.labels[PileSlot(pile)], view.nobles[slot.index]
                yield Phrase(N_("{key} {noble} {bonuses}", key=key, noble=noble, bonuses=Tokens(noble.cost, 0)), slot)
        case Phase.OVER:
            raise AssertionError(view)
        case _ as never:
            assert_never(never)


def _keys_of_piles(labels: Mapping[Slot, str], piles: Sequence[Colour | None]) -> str:
    """The keys of these piles: `1–5` for consecutive digits, else all of them."""
    keys = [labels[PileSlot(pile)] for pile in piles]
    return f"{keys[0]}–{keys[-1]}" if "".join(keys) in digits else " ".join(keys)


def _deck_keys(asked: Asked) -> str:
    """The keys of the decks from which a card can be reserved."""
    if len(asked.player.reserved) == HAND_LIMIT:
        return ""
    counts = asked.view.deck_counts
    return " ".join(asked.labels[DeckSlot(level)] for level in TOP_DOWN if counts[level - 1])


def _incomplete(asked: Asked) -> Iterator[Phrase]:
    """The prompt for a choice that cannot be confirmed: why not, and what else is possible."""
    fault = asked.proposal.fault
    assert fault is not None
    if asked.picked != NO_TOKENS:
        yield from _still_to_return(asked) if asked.view.phase is Phase.RETURN_GEMS else _still_to_take(asked, fault)
        return
    yield Phrase(_too_dear(asked, fault) or fault.message)
    if asked.proposal.reserve is not None:
        yield Phrase(N_("reserve it"), RESERVE)
    elif asked.proposal.reserve_fault is not None:
        yield Phrase(N_("Your reserve is full."))


def _too_dear(asked: Asked, fault: IllegalActionError) -> Message | None:
    """Why the chosen card cannot be bought, in fewer words than the rules use."""
    if fault.reason is not Reason.TOO_EXPENSIVE:
        return None
    card, gold = asked.selection.card, asked.player.gold
    short, lacking = fault.details["short"], fault.details["missing"]
    if gold:
        covered = Tokens(NO_GEMS, gold)
        return N_(
            "{card} is {short} short: you lack {missing} and have {gold} for it.",
            card=card,
            short=short,
            missing=lacking,
            gold=covered,
        )
    return N_("{card} is {short} short: you lack {missing}.", card=card, short=short, missing=lacking)


def _still_to_take(asked: Asked, fault: IllegalActionError) -> Iterator[Phrase]:
    """The missing gems."""
    more = _gems_missing(asked.selection, fault)
    if _again(asked.view, asked.selection):
        message = NN_(
            "Take {tokens} and {count} more of another colour, or this colour again",
            "Take {tokens} and {count} more of other colours, or this colour again",
            more,
            tokens=asked.picked,
        )
    else:
        message = NN_(
            "Take {tokens} and {count} more of another colour",
            "Take {tokens} and {count} more of other colours",
            more,
            tokens=asked.picked,
        )
    yield Phrase(message)


def still_to_pick(view: View, selection: Selection, fault: IllegalActionError) -> Message | None:
    """The gems needed before the picked ones can be taken; None if no gems are being taken."""
    if selection.gems == NO_GEMS or view.phase is not Phase.MAIN:
        return None
    more = _gems_missing(selection, fault)
    if _again(view, selection):
        return NN_(
            "Still missing: {count} gem of another colour, or a second one of this colour.",
            "Still missing: {count} gems of other colours, or a second one of this colour.",
            more,
        )
    return NN_("Still missing: {count} gem of another colour.", "Still missing: {count} gems of other colours.", more)


def _gems_missing(selection: Selection, fault: IllegalActionError) -> int:
    allowed = fault.details["count"]
    assert isinstance(allowed, int)
    return allowed - total(selection.gems)


def _again(view: View, selection: Selection) -> bool:
    """Whether a second gem of the one picked colour may be taken."""
    colour, *others = colours(selection.gems)
    return not others and take_fault(view.bank, 2 * single(colour)) is None


def _still_to_return(asked: Asked) -> Iterator[Phrase]:
    more = tokens_held(asked.player) - TOKEN_LIMIT - total(asked.selection.gems) - asked.selection.gold
    yield Phrase(
        NN_(
            "Return {tokens} and {count} more token",
            "Return {tokens} and {count} more tokens",
            more,
            tokens=asked.picked,
        )
    )


def _ending(asked: Asked) -> Iterator[Phrase]:
    """A warning that the action ends the game or starts its last round, whichever noble is chosen."""
    assert asked.proposal.after is not None
    after = asked.proposal.after.copy()
    if after.phase is Phase.CHOOSE_NOBLE:
        advance(after, ChooseNoble(min(asked.proposal.nobles, key=lambda noble: noble.points)))
    if after.phase is Phase.OVER:
        yield Phrase(N_("ends the game"))
    elif after.final_round and not asked.view.final_round:
        yield Phrase(N_("starts the last round"))


def _visit(asked: Asked) -> Iterator[Phrase]:
    """The noble that visits at the end of the turn. Rulebook: at most one, also after a turn without a purchase."""
    nobles = asked.proposal.nobles
    if len(nobles) > 1:
        count = len(nobles)
        yield Phrase(NN_("one of {count} nobles visits you", "one of {count} nobles visits you", count))
    elif nobles and not isinstance(asked.proposal.action, ChooseNoble):
        yield Phrase(N_("{noble} visits you", noble=nobles[0]))


def _tokens_after(asked: Asked) -> Phrase:
    """The number of tokens before and after."""
    assert asked.proposal.after is not None
    held, then = tokens_held(asked.player), tokens_held(asked.proposal.after.players[asked.view.seat])
    if then > TOKEN_LIMIT:
        surplus = then - TOKEN_LIMIT
        return Phrase(N_("{held} → {then} tokens; then you return {surplus}", held=held, then=then, surplus=surplus))
    return Phrase(N_("{held} → {then}/{limit} tokens", held=held, then=then, limit=TOKEN_LIMIT))


def _purchase(asked: Asked, purchase: Buy) -> Iterator[Phrase]:
    paid = Tokens(purchase.gems, purchase.gold)
    if paid == NO_TOKENS:
        yield Phrase(N_("Buy {card} for free", card=purchase.card), CONFIRM)
    else:
        yield Phrase(N_("Buy {card}: pay {tokens}", card=purchase.card, tokens=paid), CONFIRM)
    yield from _reveal(asked)
    if asked.proposal.reserve is not None and not asked.proposal.nobles:
        yield Phrase(N_("reserve it"), RESERVE)


def _reservation(asked: Asked, action: Reserve | ReserveTop) -> Iterator[Phrase]:
    has_gold = asked.view.gold > 0
    match action:
        case Reserve(card) if has_gold:
            message = N_("Reserve {card} and take a gold", card=card)
        case Reserve(card):
            message = N_("Reserve {card}; no gold is left", card=card)
        case ReserveTop(level) if has_gold:
            message = N_("Reserve the top card of deck {level} and take a gold", level=CardLevel(level))
        case ReserveTop(level):
            message = N_("Reserve the top card of deck {level}; no gold is left", level=CardLevel(level))
    yield Phrase(message, CONFIRM)
    if has_gold:
        yield _tokens_after(asked)
    yield from _reveal(asked)


def _reveal(asked: Asked) -> Iterator[Phrase]:
    """A note that a card is drawn, or that undo cannot hide a revealed card again."""
    after = asked.proposal.after
    if isinstance(asked.proposal.action, ReserveTop):
        yield Phrase(N_("only you see the card"))
    elif after is not None and tuple(after.deck_counts) != asked.view.deck_counts and not asked.undo_is_free:
        yield Phrase(N_("then a new card is revealed"))


def about_noble(view: View, noble: Noble) -> Message:
    """A noble on the table, and the bonuses that the player to move needs for its visit."""
    away = missing(noble.cost, view.players[view.seat].bonuses)
    if not total(away):
        return NN_(
            "{noble}, {count} point: visits you at the end of your turn.",
            "{noble}, {count} points: visits you at the end of your turn.",
            noble.points,
            noble=noble,
        )
    return NN_(
        "{noble}, {count} point: you still need {away} in bonuses.",
        "{noble}, {count} points: you still need {away} in bonuses.",
        noble.points,
        noble=noble,
        away=Tokens(away, 0),
    )


# --- the row of keys ---------------------------------------------------------------------------------------------------


def choice_offers(asked: Asked) -> Iterator[Offer]:
    """The commands that act on the choice, the most useful first."""
    verb = _VERBS.get(type(asked.proposal.action))
    if verb is not None and not asked.ahead:
        yield Offer(CONFIRM, verb, primary=True)
    if asked.proposal.reserve not in (None, asked.proposal.action) and not asked.ahead:
        yield Offer(RESERVE, NP_("verb", "reserve"), primary=True)
    if asked.proposal.payments > 1:
        yield Offer("table.payment", N_("other payment"), primary=True)
    if asked.selection != NOTHING:
        yield Offer(CLEAR, NP_("verb", "clear"))
    elif asked.hinted:
        yield Offer(CLEAR, N_("clear hint"))


def lasting_offers(*, can_undo: bool, can_redo: bool, hint: Message | None) -> tuple[Offer, ...]:
    """The commands that do not depend on the choice; `hint` says what the hint key does, None if nothing."""
    offered = (
        (Offer("table.hint", hint or HINT), hint is not None),
        (Offer("table.undo", N_("undo")), can_undo),
        (Offer("table.redo", N_("redo")), can_redo),
        (Offer("app.help", N_("help")), True),
        (Offer("table.menu", N_("menu")), True),
        (Offer("table.log", NP_("noun", "log")), True),
        (Offer("table.inspect", N_("players")), True),
    )
    return tuple(offer for offer, wanted in offered if wanted)
