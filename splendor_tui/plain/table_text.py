"""The table in short sentences for screen readers. Tokens are spelled out; no symbols are used."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final

from splendor_tui.bots.evaluation import finishers
from splendor_tui.match.log import Step
from splendor_tui.plain.typed_actions import Keys, reachable_cards
from splendor_tui.plain.verbs import Verb
from splendor_tui.presentation.hint import describe_warning
from splendor_tui.presentation.message_details import KeyedCard
from splendor_tui.presentation.table_model import PILES, CardSlot, DeckSlot, ReservedSlot, TableModel
from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.gems import Colour, Gems, Tokens, missing, total, unpack
from splendor_tui.rules.legality import tokens_held
from splendor_tui.rules.payments import affordable_purchases, all_payments, price, shortfall
from splendor_tui.rules.state import COLUMNS, TOKEN_LIMIT
from splendor_tui.rules.view import PlayerView
from splendor_tui.words import N_, NN_, NP_, Message, either, enumerated, listed

_MAX_WAYS: Final = 4
_COLOURS: Final[Mapping[Colour, Message]] = {
    Colour.WHITE: NP_("card", "white"),
    Colour.BLUE: NP_("card", "blue"),
    Colour.GREEN: NP_("card", "green"),
    Colour.RED: NP_("card", "red"),
    Colour.BLACK: NP_("card", "black"),
}
_AMOUNTS: Final[Mapping[Colour | None, Callable[[int], Message]]] = {
    Colour.WHITE: lambda amount: NN_("{count} white", "{count} white", amount),
    Colour.BLUE: lambda amount: NN_("{count} blue", "{count} blue", amount),
    Colour.GREEN: lambda amount: NN_("{count} green", "{count} green", amount),
    Colour.RED: lambda amount: NN_("{count} red", "{count} red", amount),
    Colour.BLACK: lambda amount: NN_("{count} black", "{count} black", amount),
    None: lambda amount: NN_("{count} gold", "{count} gold", amount),
}


def describe_table(model: TableModel, keys: Keys) -> Iterator[Message]:
    """Describe the full table: round, players, bank, nobles and cards."""
    yield describe_round(model)
    for seat in range(len(model.names)):
        yield from describe_player(model, keys, seat)
    yield from describe_bank(model)
    yield from describe_nobles(model)
    yield from describe_cards(model, keys)


def describe_round(model: TableModel) -> Message:
    """Describe the round, the target, and whose turn it is."""
    view = model.view
    details = {"round": view.round, "target": view.options.target, "name": model.names[view.seat]}
    if model.over:
        return N_("The game is over, after round {round}.", **details)
    if view.final_round:
        return N_("Round {round}, the last round of a game to {target}. It is {name}'s turn.", **details)
    return N_("Round {round} of a game to {target}. It is {name}'s turn.", **details)


def describe_turn(model: TableModel) -> Message:
    """Announce a turn, with the round and the number of the player's tokens."""
    details = {
        "name": model.names[model.seat],
        "round": model.view.round,
        "tokens": NN_("{count} token", "{count} tokens", tokens_held(model.player)),
    }
    if model.view.final_round:
        return N_("{name}, your last turn. Round {round}, {tokens}.", **details)
    return N_("{name}, your turn. Round {round}, {tokens}.", **details)


# --- cards -------------------------------------------------------------------------------------------------------------


def describe_cards(
    model: TableModel, keys: Keys, levels: Sequence[int] = LEVELS, colours: Collection[Colour] = tuple(Colour)
) -> Iterator[Message]:
    """Describe the cards of these levels and colours: the affordable ones first, the others by level."""
    slots = [CardSlot(level, column) for level in levels for column in range(COLUMNS)]
    face_up = {
        slot: card for slot in slots if (card := model.view.grid[slot.index]) is not None and card.bonus in colours
    }
    can = [] if model.over else [slot for slot, card in face_up.items() if not shortfall(card, model.player)]
    yield from (describe_card(model, keys[slot], face_up[slot]) for slot in can)
    for level in levels:
        others = [slot for slot in face_up if slot.level == level and slot not in can]
        if others or len(colours) == len(Colour):
            yield NN_(
                "Level {level}, deck {key}: {count} card left.",
                "Level {level}, deck {key}: {count} cards left.",
                model.view.deck_counts[level - 1],
                level=level,
                key=keys[DeckSlot(level)],
            )
        yield from (describe_card(model, keys[slot], face_up[slot]) for slot in others)
    if not model.over and any(_lacks_all(card, model.player) for card in face_up.values()):
        yield N_("You have nothing towards the other cards yet.")


def describe_card(model: TableModel, key: str, card: Card) -> Message:
    """Describe a card on one line: its key and face, and during the game what the player still needs."""
    if model.over or _lacks_all(card, model.player):
        return N_("{key}: {face}.", key=key, face=describe_face(card))
    return N_(
        "{key}: {face}. {reach}", key=key, face=describe_face(card), reach=_describe_shortfall(card, model.player)
    )


def describe_face(card: Card) -> Message:
    """Describe a card's colour, number, points if any, and cost."""
    details = {"colour": _COLOURS[card.bonus], "id": card.id, "cost": tokens(card.cost)}
    if card.points:
        points = NN_("{count} point", "{count} points", card.points)
        return N_("{colour} card {id}, {points}, costs {cost}", **details, points=points)
    return N_("{colour} card {id}, costs {cost}", **details)


def _lacks_all(card: Card, player: PlayerView) -> bool:
    """Whether the player still needs the full printed cost of a card."""
    return not player.gold and missing(price(card, player), player.gems) == card.cost


def _describe_shortfall(card: Card, player: PlayerView) -> Message:
    short = shortfall(card, player)
    if not short:
        return N_("You can buy it.")
    lacking = missing(price(card, player), player.gems)
    if _lacks_all(card, player):
        return N_("You have nothing towards it yet.")
    if player.gold:
        return NN_(
            "You still need {missing}; your gold replaces {count} of them.",
            "You still need {missing}; your gold replaces {count} of them.",
            player.gold,
            missing=tokens(lacking),
        )
    return N_("You still need {missing}.", missing=tokens(lacking))


def describe_card_fully(model: TableModel, key: str, card: Card) -> Iterator[Message]:
    """Describe a card and the ways to pay for it."""
    player = model.player
    yield N_("{key}: {face}.", key=key, face=describe_face(card))
    ways = all_payments(card, player)
    if not ways:
        due = price(card, player)
        if due != card.cost:
            yield N_("With your bonuses it costs you {price}.", price=tokens(due))
        yield _describe_shortfall(card, player)
        return
    yield N_("You can buy it for {payment}.", payment=tokens(ways[0].gems, ways[0].gold))
    if others := [tokens(way.gems, way.gold) for way in ways[1:_MAX_WAYS]]:
        yield N_("Or, with gold, for {payments}.", payments=either(others))


def describe_affordable(model: TableModel, keys: Keys) -> Iterator[Message]:
    """Describe each affordable card, with its price."""
    found = False
    for slot, card in reachable_cards(model.view, model.seat):
        for way in affordable_purchases([card], model.player):
            found = True
            if (way.gems, way.gold) == (card.cost, 0):
                yield N_("{key}: {face}.", key=keys[slot], face=describe_face(card))
            else:
                paid = tokens(way.gems, way.gold)
                yield N_("{key}: {face}. You pay {payment}.", key=keys[slot], face=describe_face(card), payment=paid)
    if not found:
        yield N_("You cannot buy anything now.")


def describe_affordable_to_rival(model: TableModel, keys: Keys, seat: int) -> Iterator[Message]:
    """Describe the cards that another player can afford and the viewer can see."""
    rival, name = model.view.players[seat], model.names[seat]
    found = False
    for slot, card in reachable_cards(model.view, seat):
        for way in affordable_purchases([card], rival):
            found = True
            details = {"name": name, "face": describe_face(card), "payment": tokens(way.gems, way.gold)}
            if isinstance(slot, CardSlot):
                yield N_("{name} can buy {key}: {face}. Price: {payment}.", key=keys[slot], **details)
            else:
                yield N_("{name} can buy a reserved card: {face}. Price: {payment}.", **details)
    if not found:
        yield N_("{name} cannot buy any card that you see.", name=name)
    if unseen := sum(held.card is None for held in rival.reserved):
        yield NN_(
            "{name} also holds {count} card that you have not seen.",
            "{name} also holds {count} cards that you have not seen.",
            unseen,
            name=name,
        )


def describe_new_cards(model: TableModel, keys: Keys, steps: Sequence[Step]) -> Iterator[Message]:
    """Describe the cards dealt since the viewer's last turn, including the one that replaced the card they took."""
    if any(step.seat == model.seat for step in steps):
        for index, card in enumerate(model.view.grid):
            if card is not None and card in model.changes.cards:
                yield N_("New card {key}: {face}.", key=keys[CardSlot.of(index)], face=describe_face(card))


def describe_scores(model: TableModel) -> Iterator[Message]:
    """Describe the points, the leader first, and any rivals who can reach the target next turn."""
    view = model.view
    points = {model.names[seat]: player.points for seat, player in enumerate(view.players) if not player.forfeited}
    if any(points.values()):
        leader, *others = sorted(points, key=points.__getitem__, reverse=True)
        first = N_("{name} has {points} of {target}", name=leader, points=points[leader], target=view.options.target)
        scores = [first, *(N_("{name} has {points}", name=name, points=points[name]) for name in others)]
        yield N_("Points: {scores}.", scores=enumerated(scores))
    for rival in finishers(view):
        yield describe_warning(rival, view, model.names)


# --- players -----------------------------------------------------------------------------------------------------------


def describe_player(model: TableModel, keys: Keys, seat: int) -> Iterator[Message]:
    """Describe a player's cards, nobles and tokens, as seen by the viewer."""
    player, name = model.view.players[seat], model.names[seat]
    points = NN_("{count} point", "{count} points", player.points)
    cards = NN_("{count} card", "{count} cards", len(player.cards))
    kind = model.kinds[seat]
    if player.forfeited:
        yield N_("{name} is out of the game, with {points} and {cards}.", name=name, points=points, cards=cards)
        return
    if kind is None or str(kind) == name:
        yield N_("{name}: {points}, {cards}.", name=name, points=points, cards=cards)
    else:
        yield N_("{name}, {kind}: {points}, {cards}.", name=name, kind=kind, points=points, cards=cards)
    yield N_("Bonuses: {bonuses}.", bonuses=tokens(player.bonuses)) if player.bonuses else N_("No bonuses.")
    yield _tokens(player)
    if player.nobles:
        yield N_("Nobles: {nobles}.", nobles=listed(player.nobles))
    if player.reserved:
        yield from _reserved(model, keys, seat)


def _tokens(player: PlayerView) -> Message:
    held = tokens_held(player)
    if not held:
        return N_("No tokens.")
    return N_(
        "Tokens, {held} of {limit}: {tokens}.", held=held, limit=TOKEN_LIMIT, tokens=tokens(player.gems, player.gold)
    )


def _reserved(model: TableModel, keys: Keys, seat: int) -> Iterator[Message]:
    for index, held in enumerate(model.view.players[seat].reserved):
        card = held.card if seat == model.view.viewer else model.open_card(held)
        if card is None and held.blind:
            yield N_("Reserved: a level {level} card, drawn from the deck.", level=held.level)
        elif card is None:
            assert held.card is not None  # reserved face up, so it is public
            line = f"{Verb.LOOK} {held.card.id}"
            yield N_("Reserved: {card}, now face down. Type {line} for its price.", card=held.card, line=line)
        elif seat == model.view.viewer:
            yield N_("Reserved {card}", card=describe_card(model, keys[ReservedSlot(index)], card))
        else:
            yield N_("Reserved: {face}.", face=describe_face(card))


# --- nobles and bank ---------------------------------------------------------------------------------------------------


def describe_nobles(model: TableModel) -> Iterator[Message]:
    """Describe the nobles' requirements, and the bonuses that the viewer still needs."""
    if not model.view.nobles:
        yield N_("No nobles left.")
    yield from (describe_noble(model, noble) for noble in model.view.nobles)


def describe_noble(model: TableModel, noble: Noble) -> Message:
    """Describe a noble's requirement, and during the game what the viewer still needs."""
    details = {
        "noble": noble,
        "points": NN_("{count} point", "{count} points", noble.points),
        "requirement": tokens(noble.cost),
    }
    away = missing(noble.cost, model.player.bonuses)
    if model.over:
        return N_("{noble}, {points}, requires cards: {requirement}.", **details)
    if away == noble.cost:
        return N_("{noble}, {points}, requires cards: {requirement}. You still need all of them.", **details)
    if not total(away):
        return N_("{noble}, {points}, requires cards: {requirement}. You have all of them.", **details)
    return N_("{noble}, {points}, requires cards: {requirement}. You still need {away}.", **details, away=tokens(away))


def describe_bank(model: TableModel) -> Iterator[Message]:
    """Describe the tokens in the bank."""
    bank = zip(PILES, (*unpack(model.view.bank), model.view.gold), strict=True)
    yield N_("Bank: {piles}.", piles=enumerated([token_amount(pile, amount) for pile, amount in bank]))


# --- words for tokens ---------------------------------------------------------------------------------------------------


def to_speech(message: Message | str) -> str:
    """Return the sentence as a screen reader should read it, in the current language."""
    return str(message.with_details(_in_words) if isinstance(message, Message) else message)


def tokens(gems: Gems, gold: int = 0) -> Message:
    """Describe tokens in words, without zeros: `2 white, 1 gold`."""
    held = zip(PILES, (*unpack(gems), gold), strict=True)
    words = [token_amount(pile, amount) for pile, amount in held if amount]
    return enumerated(words) if words else NP_("tokens", "nothing")


def token_amount(pile: Colour | None, amount: int) -> Message:
    """Describe a number of tokens of one colour, or of gold: `2 white`."""
    return _AMOUNTS[pile](amount)


def _in_words(detail: object) -> object:
    if isinstance(detail, Tokens):
        return tokens(*detail)
    if isinstance(detail, KeyedCard):
        return N_("{key}, {card}", key=detail.key, card=detail.card)
    return detail
