"""What a typed line asks for: an action, legal or not, made from the words after the command."""

import re
from collections.abc import Sequence
from typing import Final

from splendor_tui.plain.place_keys import Keys, card_named, cards_in_reach, place_of
from splendor_tui.plain.typed_colours import letters, piles_meant
from splendor_tui.plain.verbs import Verb
from splendor_tui.presentation.table_model import PILES, CardSlot, DeckSlot, ReservedSlot, card_at, slot_of
from splendor_tui.presentation.table_view import due_slots
from splendor_tui.presentation.word_search import plainly
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.gems import NO_GEMS, Tokens, pack, unpack
from splendor_tui.rules.legality import check_action, legal_actions
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import GOLD_TOKENS, Phase
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NP_, Message, MessageError, enumerated, quoted

_COUNTED: Final = re.compile(r"([1-9])?([^0-9]+)([1-9])?")
_IDLE: Final = NP_("words that may stand between others", "and with for pay gem gems deck card level the")
_MOST_TOKENS: Final = 15
_MOST_QUOTED: Final = 20


class TypingError(MessageError):
    """A line that does not say what is needed; the message says what would."""


def read_action(verb: Verb, words: Sequence[str], view: View, keys: Keys) -> Action:
    """The action of the player to move. Raises TypingError, or IllegalActionError where nothing can be meant by it now."""
    match verb:
        case Verb.TAKE:
            gems, gold = read_tokens(words, verb.value.line)
            if gold:
                raise TypingError(N_("Gold is never taken by itself; it comes with a card that you reserve."))
            return Take(gems)
        case Verb.RETURN:
            may_return = view.phase is Phase.RETURN_GEMS
            return Return(*read_tokens(words, example_now(view, keys) if may_return else verb.value.line))
        case Verb.BUY:
            return _purchase(words, view, keys)
        case Verb.RESERVE:
            return _reservation(words, view, keys)
        case Verb.NOBLE:
            return ChooseNoble(_noble(words, view))
        case Verb.PASS:
            return Pass()
        case _:
            raise ValueError(verb)


def read_tokens(words: Sequence[str], example: str) -> Tokens:
    """Tokens in any of the ways in which people write them: `w u g`, `wug`, `2 red`, `r2`, `white blue`.

    Raises TypingError, which says that it is done like the `example`.
    """
    counts = [0] * len(PILES)
    waiting = 0
    for word in words:
        typed = plainly(word)
        if len(typed) == 1 and typed in "123456789" and not waiting:
            waiting = int(typed)
        elif not is_idle(typed):
            amount, piles = _read_word(typed)
            for pile in piles:
                counts[pile] += amount * (waiting or 1)
            waiting = 0
    if not any(counts) or waiting or sum(counts) > _MOST_TOKENS or counts[-1] > GOLD_TOKENS:
        raise TypingError(N_("Name the tokens, like this: {example}.", example=example))
    return Tokens(pack(counts[:-1]), counts[-1])


def _read_word(typed: str) -> tuple[int, list[int]]:
    """How many each, and of which piles."""
    found = _COUNTED.fullmatch(typed)
    if found is not None and not (found[1] and found[3]):
        amount, name = int(found[1] or found[3] or 1), found[2]
        if piles := piles_meant(name):
            return amount, piles
    raise TypingError(
        N_(
            "{word} is no colour. They are white w, blue u, green g, red r, black k, and gold, the star.",
            word=quoted_word(typed),
        )
    )


def find_card(words: Sequence[str], view: View, keys: Keys, verb: Verb) -> Card:
    """The card that the words name, by its key or its id. Raises TypingError."""
    named = [word for word in words if not is_idle(word)]
    if len(named) != 1:
        raise TypingError(N_("Name one card by its key, like this: {example}.", example=verb.value.line))
    word = named[0]
    if (card := card_named(word, view)) is not None:
        return card
    slot = place_of(word, keys)
    if isinstance(slot, CardSlot | ReservedSlot):
        if (card := card_at(view, slot)) is None:
            raise TypingError(N_("There is no card at {key}.", key=word))
        return card
    alike = [
        N_("{key} for {card}", key=keys[slot], card=card.told())
        for slot, card in cards_in_reach(view, view.seat)
        if piles_meant(word) == [card.bonus]
    ]
    if alike:
        raise TypingError(N_("Name one card by its key: {cards}.", cards=enumerated(alike)))
    raise TypingError(
        N_(
            "{word} is no card. A card is named by its key, as `cards` tells, or by its number, like {example}.",
            word=quoted_word(word),
            example=next((card.id for _slot, card in cards_in_reach(view, view.seat)), "2-07"),
        )
    )


def _without_name(words: Sequence[str], view: View, keys: Keys) -> Sequence[str]:
    """The words without the name of the card that a hint prints after its key. Raises TypingError if it lies elsewhere now."""
    slot = place_of(words[0], keys) if words else None
    for word in words[1:]:
        if isinstance(slot, CardSlot | ReservedSlot) and (named := card_named(word, view)) is not None:
            if card_at(view, slot) is not named:
                raise TypingError(N_("{card} is not at {key} now.", card=named, key=words[0]))
            name = plainly(str(named.told())).split()
            typed = [plainly(one) for one in words]
            for start in range(1, len(words) - len(name) + 1):
                if typed[start : start + len(name)] == name:
                    return [*words[:start], *words[start + len(name) :]]
    return words


def _purchase(words: Sequence[str], view: View, keys: Keys) -> Buy:
    named = [word for word in _without_name(words, view, keys) if not is_idle(word)]
    card = find_card(named[:1], view, keys, Verb.BUY)
    if paid := named[1:]:
        return Buy(card, *read_tokens(paid, Verb.BUY.value.line))
    ways = all_payments(card, view.players[view.seat])
    return ways[0] if ways else Buy(card, NO_GEMS, 0)


def _reservation(words: Sequence[str], view: View, keys: Keys) -> Reserve | ReserveTop:
    words = _without_name(words, view, keys)
    named = [word for word in words if not is_idle(word)]
    if len(named) == 1 and isinstance(slot := place_of(named[0], keys), DeckSlot):
        return ReserveTop(slot.level)
    if len(named) == 1 and named[0] in ("1", "2", "3"):
        return ReserveTop(int(named[0]))
    return Reserve(find_card(words, view, keys, Verb.RESERVE))


def _noble(words: Sequence[str], view: View) -> Noble:
    if view.phase is not Phase.CHOOSE_NOBLE:
        check_action(view, ChooseNoble(view.catalogue.nobles[0]))  # which says what is asked instead
    due = [view.nobles[slot.index] for slot in due_slots(view)]
    number, *name = words or [""]
    if number.isdecimal() and len(number) == 1 and 1 <= int(number) <= len(due):
        noble = due[int(number) - 1]
        if not name or is_named(noble, name):
            return noble
    named = [noble for noble in due if is_named(noble, words)]
    if len(named) == 1:
        return named[0]
    raise TypingError(N_("Name one of the nobles, like this: {example}.", example=Verb.NOBLE.value.line))


def is_named(noble: Noble, words: Sequence[str]) -> bool:
    """Whether the words are a part of the noble's name; a single letter would be that of a card or a colour."""
    text = plainly(" ".join(words))
    return len(text) > 1 and text in plainly(f"{noble.shown_name} {noble.name}")


def typed_line(action: Action, view: View, keys: Keys) -> str:
    """What one types for an action; keys stand for cards and decks."""
    match action:
        case Take(gems):
            return f"{Verb.TAKE.name_typed} {_letters(Tokens(gems, 0))}"
        case Return(gems, gold):
            return f"{Verb.RETURN.name_typed} {_letters(Tokens(gems, gold))}"
        case Buy(card, gems, gold):
            default = all_payments(card, view.players[view.seat])[0] == action
            paid = "" if default else f" {_letters(Tokens(gems, gold))}"
            return f"{Verb.BUY.name_typed} {keys[slot_of(view, card)]}{paid}"
        case Reserve(card):
            return f"{Verb.RESERVE.name_typed} {keys[slot_of(view, card)]}"
        case ReserveTop(level):
            return f"{Verb.RESERVE.name_typed} {keys[DeckSlot(level)]}"
        case ChooseNoble(noble):
            due = [view.nobles[slot.index] for slot in due_slots(view)]
            return f"{Verb.NOBLE.name_typed} {due.index(noble) + 1}"
        case Pass():
            return Verb.PASS.name_typed
        case Forfeit():
            return Verb.RESIGN.name_typed


def example_now(view: View, keys: Keys) -> str:
    """A line that does what is asked now: the tokens in it are held, and as many as must go."""
    return typed_line(legal_actions(view)[0], view, keys)


def typed_and_named(action: Action, view: View, keys: Keys) -> Message:
    """What one types for an action, and which card or noble that means."""
    line = typed_line(action, view, keys)
    match action:
        case Buy(card=thing) | Reserve(card=thing) | ChooseNoble(noble=thing):
            return enumerated([line, thing])
        case _:
            return enumerated([line])


def _letters(tokens: Tokens) -> str:
    counts = (*unpack(tokens.gems), tokens.gold)
    return " ".join(letter for letter, amount in zip(letters(), counts, strict=True) for _each in range(amount))


def is_idle(word: str) -> bool:
    """Whether it may stand between others and says nothing."""
    return plainly(word) in plainly(f"{_IDLE.translated()} {_IDLE.template}").split()


def quoted_word(word: str) -> Message:
    """What somebody has typed, for a sentence about it."""
    return quoted(word[:_MOST_QUOTED])
