"""Parses typed commands into actions, legal or not, and formats actions as lines to type."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.speech import tokens
from splendor_tui.presentation.table_model import PILES, CardSlot, DeckSlot, ReservedSlot, Slot, card_at, slot_of
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.errors import IllegalActionError, Reason
from splendor_tui.rules.gems import COLOUR_LETTERS, GOLD_LETTER, Colour, Tokens, pack
from splendor_tui.rules.legality import check_action, legal_actions, visiting_nobles
from splendor_tui.rules.payments import default_purchase
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NP_, Message, MessageError, enumerated, quoted
from splendor_tui.words.spelling import simplify

_NAMES: Final[Sequence[Message]] = (
    NP_("names to type", "white"),
    NP_("names to type", "blue"),
    NP_("names to type", "green"),
    NP_("names to type", "red"),
    NP_("names to type", "black"),
    NP_("names to type", "gold"),
)
"""The names of each pile, gold last. A language may have several, separated by spaces."""
_MIN_NAME: Final = 3  # `gr` means a green and a red, `gre` means green


def letters() -> Sequence[str]:
    """The letter of each pile, gold last."""
    return [*(colour.shown_letter.casefold() for colour in Colour), GOLD_LETTER]


def _parse_piles(typed: str) -> list[int]:
    """Parse a colour's name, abbreviation or letters. Returns an empty list if it is none of these."""
    word = simplify(typed)
    for pile, names in enumerate(_NAMES):
        all_names = simplify(f"{names.translated()} {names.template}").split()
        if word in all_names or (len(word) >= _MIN_NAME and any(name.startswith(word) for name in all_names)):
            return [pile]
    known = {letter: pile for each in (COLOUR_LETTERS.casefold(), letters()) for pile, letter in enumerate(each)}
    return [known[letter] for letter in word] if known.keys() >= {*word} else []


_CARD_ID: Final = re.compile(r"([123])-([0-9]{1,2})")

Keys = Mapping[Slot, str]


def find_slot(word: str, keys: Keys) -> CardSlot | DeckSlot | ReservedSlot | None:
    """The slot of the card or deck with this key."""
    typed = word.casefold()
    for slot, key in keys.items():
        if key == typed and isinstance(slot, CardSlot | DeckSlot | ReservedSlot):
            return slot
    return None


def find_card_by_id(word: str, view: View) -> Card | None:
    """The card with this id, such as 2-07 or 2-7, even if it is not on the table."""
    found = _CARD_ID.fullmatch(word)
    return view.catalogue.cards_by_id.get(f"{found[1]}-{int(found[2]):02}") if found else None


def reachable_cards(view: View, seat: int) -> Iterator[tuple[CardSlot | ReservedSlot, Card]]:
    """Yield the cards on the table and in the seat's hand, with their slots, level 1 first."""
    for index, card in enumerate(view.grid):
        if card is not None:
            yield CardSlot.of(index), card
    for index, held in enumerate(view.players[seat].reserved):
        if held.card is not None:
            yield ReservedSlot(index), held.card


# --- actions ---------------------------------------------------------------------------------------------------------

_COUNTED: Final = re.compile(r"([1-9])?([^0-9]+)([1-9])?")
_FILLERS: Final = NP_("words that may stand between others", "and with for pay gem gems deck card level the")
_MAX_TOKENS: Final = 15
_PILE_KEYS: Final = "".join(str(colour + 1) for colour in Colour)


class TypingError(MessageError):
    """Raised for an incomplete or unclear line. The message says what is missing."""


def seats_named(words: Sequence[str], names: Sequence[str]) -> Sequence[int]:
    """The seats with this name, otherwise those whose names start with it or contain it. Raises MessageError for none."""
    named, known = simplify(" ".join(words)), [simplify(name) for name in names]
    seats = [seat for seat, name in enumerate(known) if name == named]
    seats = seats or [seat for seat, name in enumerate(known) if name.startswith(named)]
    seats = seats or [seat for seat, name in enumerate(known) if named in name]
    if not seats:
        raise MessageError(N_("No player has that name. The players are {names}.", names=enumerated(names)))
    return seats


def read_action(verb: Command, words: Sequence[str], view: View, keys: Keys) -> Action:
    """Parse an action of the player to move. Raises TypingError, or IllegalActionError if the command is impossible now."""
    match verb:
        case commands.TAKE:
            gems, gold = read_tokens(words, verb.line)
            if gold:
                raise IllegalActionError(Reason.GOLD_BY_RESERVING)
            return Take(gems)
        case commands.RETURN:
            may_return = view.phase is Phase.RETURN_GEMS
            return Return(*read_tokens(words, example_now(view, keys) if may_return else verb.line))
        case commands.BUY:
            return _purchase(words, view, keys)
        case commands.RESERVE:
            return _reservation(words, view, keys)
        case commands.NOBLE:
            return ChooseNoble(_noble(words, view))
        case commands.PASS:
            return Pass()
        case _:
            raise ValueError(verb)


def read_tokens(words: Sequence[str], example: str) -> Tokens:
    """Parse tokens in any usual form: `w u g`, `wug`, `2 red`, `r2`, `white blue`, or only the keys of piles: `1 2 3`.

    Raises TypingError, which shows the `example`.
    """
    counts = [0] * len(PILES)
    waiting = 0
    if (keys := "".join(words)) and not keys.strip(_PILE_KEYS):
        words = [letters()[int(key) - 1] for key in keys]
    for word in words:
        typed = simplify(word)
        if len(typed) == 1 and typed in "123456789" and not waiting:
            waiting = int(typed)
        elif not _is_filler(typed):
            amount, piles = _read_word(typed)
            for pile in piles:
                counts[pile] += amount * (waiting or 1)
            waiting = 0
    if not any(counts) or waiting or sum(counts) > _MAX_TOKENS:
        raise TypingError(N_("Specify the tokens, for example: {example}.", example=example))
    return Tokens(pack(counts[:-1]), counts[-1])


def _read_word(typed: str) -> tuple[int, list[int]]:
    """Parse a word such as `2red` into an amount and its piles. Raises TypingError."""
    found = _COUNTED.fullmatch(typed)
    if found is not None and not (found[1] and found[3]):
        amount, name = int(found[1] or found[3] or 1), found[2]
        if piles := _parse_piles(name):
            return amount, piles
    raise TypingError(
        N_("{word} is not a colour. Colours: white w, blue u, green g, red r, black k, gold *.", word=quoted(typed))
    )


def read_levels_and_colours(words: Sequence[str]) -> tuple[Sequence[int], Collection[Colour]]:
    """Parse levels and colours. If no level or no colour is named, all are meant. Raises TypingError."""
    levels = [level for level in LEVELS if str(level) in words]
    colours: set[Colour] = set()
    for word in words:
        if word in map(str, LEVELS) or _is_filler(word):
            continue
        named = {colour for colour in Colour if colour in _parse_piles(word)}
        if not named:
            raise TypingError(
                N_(
                    "{word} is not a level or a colour. Type {level} for one level, {colour} for one colour.",
                    word=quoted(word),
                    level=NP_("line to type", "cards 1"),
                    colour=NP_("line to type", "cards blue"),
                )
            )
        colours |= named
    return levels or LEVELS, colours or set(Colour)


def find_card(words: Sequence[str], view: View, keys: Keys, verb: Command) -> Card:
    """The card with this key or id. Raises TypingError."""
    named = [word for word in words if not _is_filler(word)]
    if len(named) != 1:
        raise TypingError(N_("Give the key of one card, for example: {example}.", example=verb.line))
    word = named[0]
    if (card := find_card_by_id(word, view)) is not None:
        return card
    slot = find_slot(word, keys)
    if isinstance(slot, CardSlot | ReservedSlot):
        if (card := card_at(view, slot)) is None:
            raise TypingError(N_("There is no card at {key}.", key=word))
        return card
    alike = [card for _slot, card in reachable_cards(view, view.seat) if _parse_piles(word) == [card.bonus]]
    if alike:
        raise TypingError(N_("Give the key of one card: {cards}.", cards=enumerated(alike)))
    raise TypingError(
        N_(
            "{word} is not a card. Type its key, such as {key}, or its number, such as {example}.",
            word=quoted(word),
            key=keys[CardSlot(2, 2)],
            example=next((card.id for _slot, card in reachable_cards(view, view.seat)), "2-07"),
        )
    )


def _without_name(words: Sequence[str], view: View, keys: Keys) -> Sequence[str]:
    """Remove the card name that a hint prints after the key. Raises TypingError if that card is not at this key."""
    slot = find_slot(words[0], keys) if words else None
    for word in words[1:]:
        if isinstance(slot, CardSlot | ReservedSlot) and (named := find_card_by_id(word, view)) is not None:
            if card_at(view, slot) is not named:
                raise TypingError(N_("{card} is no longer at {key}.", card=named, key=words[0]))
            name = simplify(str(named.describe())).split()
            typed = [simplify(one) for one in words]
            for start in range(1, len(words) - len(name) + 1):
                if typed[start : start + len(name)] == name:
                    return [*words[:start], *words[start + len(name) :]]
    return words


def _purchase(words: Sequence[str], view: View, keys: Keys) -> Buy:
    named = [word for word in _without_name(words, view, keys) if not _is_filler(word)]
    card = find_card(named[:1], view, keys, commands.BUY)
    if paid := named[1:]:
        return Buy(card, *read_tokens(paid, commands.BUY.line))
    return default_purchase(card, view.players[view.seat])


def _reservation(words: Sequence[str], view: View, keys: Keys) -> Reserve | ReserveTop:
    words = _without_name(words, view, keys)
    named = [word for word in words if not _is_filler(word)]
    if len(named) == 1 and isinstance(slot := find_slot(named[0], keys), DeckSlot):
        return ReserveTop(slot.level)
    if len(named) == 1 and named[0] in ("1", "2", "3"):
        return ReserveTop(int(named[0]))
    return Reserve(find_card(words, view, keys, commands.RESERVE))


def _noble(words: Sequence[str], view: View) -> Noble:
    if view.phase is not Phase.CHOOSE_NOBLE:
        check_action(view, ChooseNoble(view.catalogue.nobles[0]))  # raises an error that states the question
    due = visiting_nobles(view, view.players[view.seat])
    number, *name = words or [""]
    if number.isdecimal() and len(number) == 1 and 1 <= int(number) <= len(due):
        noble = due[int(number) - 1]
        if not name or is_noble_named(noble, name):
            return noble
    named = [noble for noble in due if is_noble_named(noble, words)]
    if len(named) == 1:
        return named[0]
    raise TypingError(N_("Choose one of the nobles, for example: {example}.", example=commands.NOBLE.line))


def is_noble_named(noble: Noble, words: Sequence[str]) -> bool:
    """Whether the words are part of the noble's name. A single letter never is: it is a card's key or a colour."""
    text = simplify(" ".join(words))
    return len(text) > 1 and text in simplify(f"{noble.shown_name} {noble.name}")


def typed_line(action: Action, view: View, keys: Keys) -> str:
    """The line to type for an action, with keys for cards and decks. Colours are words, because their letters are keys too."""
    match action:
        case Take(gems):
            return f"{commands.TAKE} {tokens(gems)}"
        case Return(gems, gold):
            return f"{commands.RETURN} {tokens(gems, gold)}"
        case Buy(card, gems, gold):
            paid = "" if action == default_purchase(card, view.players[view.seat]) else f" {tokens(gems, gold)}"
            return f"{commands.BUY} {keys[slot_of(view, card)]}{paid}"
        case Reserve(card):
            return f"{commands.RESERVE} {keys[slot_of(view, card)]}"
        case ReserveTop(level):
            return f"{commands.RESERVE} {keys[DeckSlot(level)]}"
        case ChooseNoble(noble):
            return f"{commands.NOBLE} {visiting_nobles(view, view.players[view.seat]).index(noble) + 1}"
        case Pass():
            return str(commands.PASS)
        case Forfeit():
            return str(commands.RESIGN)


def example_now(view: View, keys: Keys) -> str:
    """A line for some legal action."""
    return typed_line(legal_actions(view)[0], view, keys)


def _is_filler(word: str) -> bool:
    """Whether the word can be ignored, like `and`."""
    return simplify(word) in simplify(f"{_FILLERS.translated()} {_FILLERS.template}").split()
