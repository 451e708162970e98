"""The prompt for the player to move, and the key commands on offer. Each phrase is translated on its own."""

from collections.abc import Iterator, Mapping, Sequence
from string import digits
from typing import Final, NamedTuple, assert_never

from splendor_tui.presentation import commands
from splendor_tui.presentation.selection import Proposal, due_slots, held_piles, picked_tokens
from splendor_tui.presentation.table_model import NO_TOKENS, PILES, TOP_DOWN, DeckSlot, Offer, Phrase, PileSlot, Slot
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import CardLevel, Noble
from splendor_tui.rules.constants import TOKEN_LIMIT
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.gems import Colour, Gems, Tokens, colours, missing, single, total
from splendor_tui.rules.legality import hand_full, take_fault, tokens_held
from splendor_tui.rules.state import Phase
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import PlayerView, View
from splendor_tui.words import N_, NN_, NP_, Message, either

_VERBS: Final[Mapping[type[object], Message]] = {
    Buy: NP_("verb", "buy"),
    Take: NP_("verb", "take"),
    Return: NP_("verb", "return"),
    Reserve: NP_("verb", "reserve"),
    ReserveTop: NP_("verb", "reserve"),
    ChooseNoble: NP_("verb", "choose"),
    Pass: NP_("verb", "pass"),
}


class Choice(NamedTuple):
    """The choice of the player to move.

    `labels` are the key labels of the table's slots. `ahead` means that the player chooses in advance, before computers
    have moved, so nothing can be confirmed yet. `undo_is_free` is the house rule.
    """

    view: View
    name: str
    selection: Action | None
    proposal: Proposal
    labels: Mapping[Slot, str]
    ahead: bool = False
    undo_is_free: bool = True

    @property
    def player(self) -> PlayerView:
        """The player to move."""
        return self.view.players[self.view.seat]

    @property
    def picked(self) -> Tokens:
        """The tokens picked so far, to take or to return."""
        return picked_tokens(self.selection)


def prompt(choice: Choice) -> tuple[Phrase, ...]:
    """The phrases of the prompt, most important first. They ask a question or describe the effect of the choice."""
    if not choice.ahead:
        return _on_turn(choice)
    if choice.selection is None:
        return ()
    return Phrase(N_("For your turn:")), *(
        Phrase(one.message) for one in _on_turn(choice) if one.does != commands.RESERVE
    )


def _on_turn(choice: Choice) -> tuple[Phrase, ...]:
    if choice.proposal.action is None:
        return tuple(_open_question(choice) if choice.selection is None else _incomplete(choice))
    action, *more = _proposed(choice, choice.proposal.action)
    return action, *_ending(choice), *_visit(choice), *more


def _proposed(choice: Choice, action: Action) -> tuple[Phrase, ...]:
    """Describe the effect of confirming, then its consequences."""
    match action:
        case Take():
            return Phrase(N_("Take {tokens}", tokens=choice.picked), commands.CONFIRM), _tokens_after(choice)
        case Return():
            return Phrase(N_("Return {tokens}", tokens=choice.picked), commands.CONFIRM), _tokens_after(choice)
        case Buy():
            return tuple(_purchase(choice, action))
        case Reserve() | ReserveTop():
            return tuple(_reservation(choice, action))
        case ChooseNoble(noble):
            chosen = NN_(
                "Choose {noble} {bonuses}, {count} point",
                "Choose {noble} {bonuses}, {count} points",
                noble.points,
                noble=noble,
                bonuses=Tokens(noble.cost, 0),
            )
            return (Phrase(chosen, commands.CONFIRM),)
        case Pass():
            why = N_("You cannot take, reserve or buy anything, so your turn ends.")
            return Phrase(NP_("verb", "Pass"), commands.CONFIRM), Phrase(why)
        case _:
            raise AssertionError("no selection stands for a forfeit")


# --- the phrases -------------------------------------------------------------------------------------------------------


def _open_question(choice: Choice) -> Iterator[Phrase]:
    """Ask for a choice."""
    view = choice.view
    match view.phase:
        case Phase.MAIN:
            gems, decks = _keys_of_piles(choice.labels, tuple(Colour)), _deck_keys(choice)
            if decks:
                yield Phrase(
                    N_(
                        "{name}: pick gems {gems}, a card (its key), or a deck {decks} to reserve.",
                        name=choice.name,
                        gems=gems,
                        decks=decks,
                    )
                )
            else:
                yield Phrase(N_("{name}: pick gems {gems}, or a card (its key).", name=choice.name, gems=gems))
        case Phase.RETURN_GEMS:
            held = tokens_held(choice.player)
            yield Phrase(
                NN_(
                    "You hold {held} tokens and may keep {limit}: pick {count} token to return.",
                    "You hold {held} tokens and may keep {limit}: pick {count} tokens to return.",
                    held - TOKEN_LIMIT,
                    held=held,
                    limit=TOKEN_LIMIT,
                )
            )
            if keys := _keys_to_return(choice):
                yield Phrase(N_("Keys: {keys}", keys=keys))
        case Phase.CHOOSE_NOBLE:
            yield Phrase(N_("Choose a noble:"))
            yield from _due_nobles(choice)
        case Phase.OVER:
            raise AssertionError(view)
        case _ as never:
            assert_never(never)


def _due_nobles(choice: Choice) -> Iterator[Phrase]:
    """Name the nobles to choose from, with their keys."""
    for pile, slot in zip(PILES, due_slots(choice.view), strict=False):
        key, noble = choice.labels[PileSlot(pile)], choice.view.nobles[slot.index]
        yield Phrase(N_("{key} {noble} {bonuses}", key=key, noble=noble, bonuses=Tokens(noble.cost, 0)), slot)


def reminder(choice: Choice) -> Iterator[Phrase]:
    """Name the nobles to choose from, or the number of tokens that the player must still return, and their keys.

    For use beside a message. It is omitted if both do not fit.
    """
    if choice.view.phase is Phase.CHOOSE_NOBLE:
        nobles = either([phrase.message for phrase in _due_nobles(choice)])
        yield Phrase(N_("Choose a noble: {nobles}", nobles=nobles))
    elif choice.view.phase is Phase.RETURN_GEMS and (keys := _keys_to_return(choice)):
        more = NN_(
            "Return {count} more token: {keys}", "Return {count} more tokens: {keys}", _surplus(choice), keys=keys
        )
        yield Phrase(more if choice.selection else N_("Keys: {keys}", keys=keys))


def _keys_to_return(choice: Choice) -> str:
    """Format the keys of the tokens that the player can return. Empty in plain text, which has no key for gold."""
    return _keys_of_piles(choice.labels, held_piles(choice.player)) if PileSlot(None) in choice.labels else ""


def _keys_of_piles(labels: Mapping[Slot, str], piles: Sequence[Colour | None]) -> str:
    """Format the keys of these piles: `1–5` if they are consecutive digits, otherwise each one."""
    keys = [labels[PileSlot(pile)] for pile in piles]
    return f"{keys[0]}–{keys[-1]}" if "".join(keys) in digits else " ".join(keys)


def _deck_keys(choice: Choice) -> str:
    """The keys of the decks that can be reserved from."""
    if hand_full(choice.player):
        return ""
    counts = choice.view.deck_counts
    return " ".join(choice.labels[DeckSlot(level)] for level in TOP_DOWN if counts[level - 1])


def _incomplete(choice: Choice) -> Iterator[Phrase]:
    """Explain why a choice cannot be confirmed, and what else is possible."""
    fault = choice.proposal.fault
    assert fault is not None
    match choice.selection:
        case Take(gems):
            yield Phrase(_still_to_take(choice, gems, fault))
        case Return():
            yield Phrase(
                NN_(
                    "Return {tokens} and {count} more token",
                    "Return {tokens} and {count} more tokens",
                    _surplus(choice),
                    tokens=choice.picked,
                )
            )
        case _:
            yield Phrase(fault.message)
            if choice.proposal.reserve is not None:
                yield Phrase(N_("reserve it"), commands.RESERVE)
            elif choice.proposal.reserve_fault is not None:
                yield Phrase(N_("Your reserve is full."))


def _still_to_take(choice: Choice, gems: Gems, fault: IllegalActionError) -> Message:
    """Describe the gems that are still missing."""
    more = _gems_missing(gems, fault)
    if _can_double(choice.view, gems):
        return NN_(
            "Take {tokens} and {count} more of another colour, or this colour again",
            "Take {tokens} and {count} more of other colours, or this colour again",
            more,
            tokens=choice.picked,
        )
    return NN_(
        "Take {tokens} and {count} more of another colour",
        "Take {tokens} and {count} more of other colours",
        more,
        tokens=choice.picked,
    )


def describe_missing(view: View, selection: Action | None, fault: IllegalActionError) -> Message | None:
    """Describe the gems needed to complete the picked ones. None if no gems are being taken."""
    if not isinstance(selection, Take):
        return None
    more = _gems_missing(selection.gems, fault)
    if _can_double(view, selection.gems):
        return NN_(
            "Pick {count} more gem of a different colour, or a second one of this colour.",
            "Pick {count} more gems of different colours, or a second one of this colour.",
            more,
        )
    return NN_("Pick {count} more gem of a different colour.", "Pick {count} more gems of different colours.", more)


def _gems_missing(gems: Gems, fault: IllegalActionError) -> int:
    allowed = fault.details["count"]
    assert isinstance(allowed, int)
    return allowed - total(gems)


def _can_double(view: View, gems: Gems) -> bool:
    """Whether the only picked colour may be taken twice."""
    colour, *others = colours(gems)
    return not others and take_fault(view.bank, 2 * single(colour)) is None


def _surplus(choice: Choice) -> int:
    """The number of tokens to return in addition to the picked ones."""
    return tokens_held(choice.player) - TOKEN_LIMIT - total(choice.picked.gems) - choice.picked.gold


def _ending(choice: Choice) -> Iterator[Phrase]:
    """Warn that the action ends the game or starts the last round, whichever noble is chosen."""
    assert choice.proposal.after is not None
    after = choice.proposal.after.copy()
    if after.phase is Phase.CHOOSE_NOBLE:
        advance(after, ChooseNoble(min(choice.proposal.nobles, key=lambda noble: noble.points)))
    if after.phase is Phase.OVER:
        yield Phrase(N_("ends the game"))
    elif after.final_round and not choice.view.final_round:
        yield Phrase(N_("starts the last round"))


def _visit(choice: Choice) -> Iterator[Phrase]:
    """Name the noble that visits at the end of the turn.

    Rulebook: at most one noble per turn, which may also visit if the player bought nothing.
    """
    nobles = choice.proposal.nobles
    if len(nobles) > 1:
        count = len(nobles)
        yield Phrase(NN_("one of {count} nobles visits you", "one of {count} nobles visits you", count))
    elif nobles and not isinstance(choice.proposal.action, ChooseNoble):
        yield Phrase(N_("{noble} visits you", noble=nobles[0]))


def _tokens_after(choice: Choice) -> Phrase:
    """Format the number of tokens before and after the action."""
    assert choice.proposal.after is not None
    held, then = tokens_held(choice.player), tokens_held(choice.proposal.after.players[choice.view.seat])
    if then > TOKEN_LIMIT:
        surplus = then - TOKEN_LIMIT
        return Phrase(N_("{held} → {then} tokens; then you return {surplus}", held=held, then=then, surplus=surplus))
    return Phrase(N_("{held} → {then}/{limit} tokens", held=held, then=then, limit=TOKEN_LIMIT))


def _purchase(choice: Choice, purchase: Buy) -> Iterator[Phrase]:
    paid = Tokens(purchase.gems, purchase.gold)
    if paid == NO_TOKENS:
        yield Phrase(N_("Buy {card} for free", card=purchase.card), commands.CONFIRM)
    else:
        yield Phrase(N_("Buy {card}: pay {tokens}", card=purchase.card, tokens=paid), commands.CONFIRM)
    yield from _reveal(choice)
    if choice.proposal.reserve is not None and not choice.proposal.nobles:
        yield Phrase(N_("reserve it"), commands.RESERVE)


def _reservation(choice: Choice, action: Reserve | ReserveTop) -> Iterator[Phrase]:
    has_gold = choice.view.gold > 0
    match action:
        case Reserve(card) if has_gold:
            message = N_("Reserve {card} and take a gold", card=card)
        case Reserve(card):
            message = N_("Reserve {card}; no gold is left", card=card)
        case ReserveTop(level) if has_gold:
            message = N_("Reserve the top card of deck {level} and take a gold", level=CardLevel(level))
        case ReserveTop(level):
            message = N_("Reserve the top card of deck {level}; no gold is left", level=CardLevel(level))
    yield Phrase(message, commands.CONFIRM)
    if has_gold:
        yield _tokens_after(choice)
    yield from _reveal(choice)


def _reveal(choice: Choice) -> Iterator[Phrase]:
    """Note that only the player sees a drawn card, or, unless undo is free, that the action reveals a card."""
    after = choice.proposal.after
    if isinstance(choice.proposal.action, ReserveTop):
        yield Phrase(N_("only you see the card"))
    elif after is not None and tuple(after.deck_counts) != choice.view.deck_counts and not choice.undo_is_free:
        yield Phrase(N_("then a new card is revealed"))


def describe_noble(view: View, noble: Noble) -> Message:
    """Describe a noble on the table, and the bonuses that the player to move still needs."""
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


def choice_offers(choice: Choice) -> Iterator[Offer]:
    """Yield the commands that act on the choice, most useful first."""
    verb = _VERBS.get(type(choice.proposal.action))
    if verb is not None and not choice.ahead:
        yield Offer(commands.CONFIRM, verb, primary=True)
    if choice.proposal.reserve not in (None, choice.proposal.action) and not choice.ahead:
        yield Offer(commands.RESERVE, primary=True)
    if len(choice.proposal.payments) > 1:
        yield Offer(commands.PAYMENT, primary=True)
    if choice.selection is not None:
        yield Offer(commands.CLEAR)
