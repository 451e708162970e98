"""The table in short sentences for screen readers. Tokens are spelled out; no symbols are used."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, reduce
from typing import Final

from splendor_tui.bots.heuristic_evaluation import finishers
from splendor_tui.match.log import Step, lines_in_effect, news_for
from splendor_tui.plain.typed_actions import (
    Keys,
    TypingError,
    find_card,
    find_card_by_id,
    find_slot,
    is_noble_named,
    reachable_cards,
    read_action,
    read_levels_and_colours,
    seats_named,
    typed_line,
)
from splendor_tui.plain.typed_commands import is_all, is_command, is_named, parse_command, without_what_if
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Activity
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.speech import CardFace, card_face, describe_shortfall, lacks_all, pile_names, tokens
from splendor_tui.presentation.table_model import PILES, CardSlot, DeckSlot, ReservedSlot, TableModel, slot_of
from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.constants import COLUMNS, TOKEN_LIMIT
from splendor_tui.rules.gems import Colour, missing, total, unpack
from splendor_tui.rules.legality import tokens_held
from splendor_tui.rules.payments import affordable_purchases, all_payments, default_purchase, price, shortfall
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import View, known_state
from splendor_tui.rules.view import view as view_for_seat
from splendor_tui.words import N_, NN_, NP_, Message, MessageError, either, enumerated, listed

_MAX_WAYS: Final = 4
_LOG_LINES: Final = 10
_MAX_CARDS: Final = 6
"""Number of cards that one listens to at once."""
_MAX_SHORT: Final = 2
"""Number of tokens that a card may still need to be near."""
_MAX_KEYS: Final = 3
"""Number of keys in the announcement of a turn. If there are more, it gives only their number."""
_NEAR: Final = NP_("word to type", "near")


class TableText:
    """Describes the table, and answers the viewer's questions. `keys` maps the places of the table to their keys."""

    def __init__(self, session: Activity, keys: Keys) -> None:
        self._session = session
        self.keys = keys

    @property
    def view(self) -> View:
        """The current viewer's view of the game."""
        return self._session.view

    @cached_property
    def model(self) -> TableModel:
        """The table as the viewer sees it."""
        return self._session.model()

    def is_place(self, word: str) -> bool:
        """Whether the word is the key of a card or deck, or a card's number."""
        return find_slot(word, self.keys) is not None or find_card_by_id(word, self.view) is not None

    def answer(self, verb: Command, words: Sequence[str]) -> Iterator[Message]:
        """Answer an information command, sentence by sentence. Raises TypingError if the question is unclear."""
        match verb:
            case commands.TABLE:
                return self._part(words) if words else self._summary()
            case commands.CARDS:
                return self._cards(words)
            case commands.LOOK:
                return self._look(words)
            case commands.CAN:
                seats = self._named(words) if words else [self.model.seat]
                return (sentence for seat in seats for sentence in self._affordable(seat))
            case commands.ME:
                return self._player(self.model.seat)
            case commands.RIVALS:
                return (sentence for seat in self._named(words) for sentence in self._player(seat))
            case commands.NOBLES:
                return self._nobles()
            case commands.BANK:
                return self._bank()
            case commands.LAST:
                return self._news()
            case commands.SCORE:
                return self._score()
            case commands.CLOCK:
                return self.clock()
            case commands.LOG:
                return self._log(words)
            case commands.WHAT_IF:
                return self._what_if(words)
            case _:
                raise ValueError(verb)

    def _summary(self) -> Iterator[Message]:
        """Describe the table on one line per player, with the commands for the rest."""
        yield self._round()
        yield from self.series()
        for seat in self._taken:
            player = self.model.view.players[seat]
            parts: list[Message] = [NN_("{count} point", "{count} points", player.points)]
            if player.bonuses:
                parts.append(N_("bonuses {bonuses}", bonuses=tokens(player.bonuses)))
            parts.append(NN_("{count} token", "{count} tokens", tokens_held(player)))
            if player.reserved:
                parts.append(NN_("{count} reserved", "{count} reserved", len(player.reserved)))
            yield N_("{name}: {parts}.", name=self.model.names[seat], parts=enumerated(parts))
        yield from self._bank()
        yield N_("Type {line} for more.", line=NP_("line to type", "table all"))

    @property
    def _taken(self) -> Sequence[int]:
        """The seats with a player: in a sprint, one is empty."""
        return [seat for seat, name in enumerate(self.model.names) if name]

    def _everything(self) -> Iterator[Message]:
        yield self._round()
        yield from self.series()
        for seat in self._taken:
            yield from self._player(seat)
        yield from self._bank()
        yield from self._nobles()
        yield from self._face_up()

    def _part(self, words: Sequence[str]) -> Iterator[Message]:
        """Describe the part of the table with this word, such as `bank`, or the player with this name."""
        if is_all(words):
            return self._everything()
        parts = (commands.ME, commands.BANK, commands.NOBLES, commands.CARDS)
        named = [part for part in parts if is_command(words[0], part)]
        return self.answer(named[0], words[1:]) if named else self.answer(commands.RIVALS, words)

    def _named(self, words: Sequence[str]) -> Sequence[int]:
        """The seats of the named players, or all seats but the viewer's, in turn order. Raises TypingError."""
        viewer, names = self.model.view.viewer, self.model.names
        seats = seats_named(words, names) if words else [seat for seat in self._taken if seat != viewer]
        first = 0 if viewer is None else viewer + 1
        return sorted(seats, key=lambda seat: (seat - first) % len(names))

    def _log(self, words: Sequence[str]) -> Iterator[Message]:
        log = self.model.log
        numbers = {str(number): number for number in range(1, len(log))}
        number = numbers.get(words[0], len(log)) if words else _LOG_LINES
        yield from (line.message for line in log[-number:])
        if not log:
            yield N_("Nothing yet.")

    def _news(self) -> Iterator[Message]:
        """Repeat the events since the viewer's last action, and the new cards."""
        news = news_for(self.model.seat, lines_in_effect(self.model.log))
        yield from (line.message for line in news)
        yield from self.describe_new(self.new_cards)
        if not news:
            yield N_("Nothing happened since your last action.")

    def _round(self) -> Message:
        """Describe the round, the target, and whose turn it is."""
        view = self.model.view
        details = {"round": view.round, "target": view.options.target, "name": self.model.names[view.seat]}
        if self.model.over:
            return N_("The game is over, after round {round}.", **details)
        if view.final_round:
            return N_("Round {round}, the last round of a game to {target}, {name}'s turn.", **details)
        return N_("Round {round} of a game to {target}, {name}'s turn.", **details)

    def series(self) -> Iterator[Message]:
        """Describe the score of the series or tournament, if the game belongs to one."""
        if self.model.series is not None:
            yield self.model.series.sentence()

    def _score(self) -> Iterator[Message]:
        """Describe the score of the series or tournament, if there is one, and the points in this game."""
        yield from self.series()
        yield from [*self.scores()] or [N_("No points yet in this game.")]

    # --- a turn --------------------------------------------------------------------------------------------------------

    def turn(self, *, is_alone: bool) -> Message:
        """Announce a turn: the player's tokens, and the keys of the cards that they can buy. A lone human needs no name."""
        model, player = self.model, self.model.player
        slots = [slot for slot, card in reachable_cards(self.view, model.seat) if not shortfall(card, player)]
        can: list[str | Message] = [self.keys[slot] for slot in slots]
        if len(slots) == 1 and isinstance(slots[0], ReservedSlot):  # its key alone would sound like an amount
            can = [N_("reserved {key}", key=can[0])]
        cards = either(can) if 0 < len(can) <= _MAX_KEYS else N_("any of {count} cards", count=len(can))
        if (held := tokens_held(player)) and can:
            have = NN_("Your {count} token buys {cards}.", "Your {count} tokens buy {cards}.", held, cards=cards)
        elif can:
            have = N_("Without tokens you can buy {cards}.", cards=cards)
        else:
            have = NN_("You have {count} token.", "You have {count} tokens.", held)
        name = model.names[model.seat]
        if model.view.final_round:
            last = N_("Your last turn. {have}", have=have)
            return last if is_alone else N_("{name}, your last turn. {have}", name=name, have=have)
        return have if is_alone else N_("{name}, your turn. {have}", name=name, have=have)

    def holdings(self) -> Iterator[Message]:
        """Describe in short what the player to move has, without the points, which the turn announces."""
        player = self.model.player
        if player.bonuses:
            yield N_("Bonuses: {bonuses}.", bonuses=tokens(player.bonuses))
        if tokens_held(player):
            yield N_("Tokens: {tokens}.", tokens=tokens(player.gems, player.gold))
        held = [
            self._reach(CardFace(one.card, self.keys[ReservedSlot(index)]))
            for index, one in enumerate(player.reserved)
            if one.card
        ]
        if held:
            yield N_("Reserved: {cards}.", cards=reduce(_and_then, held))

    def _reach(self, face: CardFace) -> Message:
        """Name a card, with the tokens that the player to move still needs."""
        player = self.model.player
        if not shortfall(face.card, player):
            return N_("{card}, affordable", card=face)
        return N_(
            "{card}, missing {missing}", card=face, missing=tokens(missing(price(face.card, player), player.gems))
        )

    @property
    def new_cards(self) -> Collection[Card]:
        """The cards dealt since the viewer's last turn, including the one that replaced the card they took."""
        return self.model.changes.cards if any(step.seat == self.model.seat for step in self._session.steps) else ()

    def describe_new(self, cards: Collection[Card]) -> Iterator[Message]:
        """Describe those of these cards that are on the table, in the order in which they were dealt."""
        dealt = {index: number for number, step in enumerate(self._session.steps) for index in _refilled(step)}
        places = [(index, card) for index, card in enumerate(self.view.grid) if card is not None and card in cards]
        places.sort(key=lambda place: dealt.get(place[0], -1))
        if places:
            faces = [card_face(card, self.keys[CardSlot.of(index)]) for index, card in places]
            yield N_("New {cards}.", cards=reduce(_and_then, faces))

    def scores(self) -> Iterator[Message]:
        """Describe the points, the most first, if anyone has some."""
        names = self.model.names
        points = {seat: player.points for seat, player in enumerate(self.view.players) if not player.forfeited}
        seats = sorted((seat for seat in points if points[seat]), key=points.__getitem__, reverse=True)
        if seats:
            scores = [N_("{name} has {points}", name=names[seat], points=points[seat]) for seat in seats]
            yield N_("Points: {scores}.", scores=enumerated(scores))

    def warnings(self) -> Iterator[Message]:
        """Name the rivals who can reach the target next turn, the nobles that are one card away, and the lack of gold."""
        view, names = self.view, self.model.names
        yield from (N_("{name} can reach the target next turn.", name=names[rival.seat]) for rival in finishers(view))
        for seat, player in enumerate(view.players):
            for noble in view.nobles:
                away = missing(noble.cost, player.bonuses)
                if total(away) != 1 or player.forfeited:
                    continue
                details = {"name": names[seat], "noble": noble, "bonus": tokens(away)}
                if seat == self.model.seat:
                    yield N_("You need {bonus} more for {noble}.", **details)
                else:
                    yield N_("{name} needs {bonus} more for {noble}.", **details)
        if not view.gold:
            yield N_("No gold is left.")

    def clock(self) -> Iterator[Message]:
        """Describe the time left for the player to move."""
        clock = self._session.clock
        if clock is None:
            yield N_("This game has no clock.")
            return
        turn = NN_("{count} second", "{count} seconds", round(clock.turn_left))
        reserve = NN_("{count} second", "{count} seconds", round(clock.banks[self.view.seat]))
        yield N_("Time: {turn} for this turn, {reserve} in the time bank.", turn=turn, reserve=reserve)

    def hint(self, *, all_of_it: bool, with_heading: bool) -> Iterator[Message | None]:
        """Describe the adviser's best action as a line to type, or all its suggestions."""
        hint = self.model.hint
        assert hint is not None
        if with_heading:
            yield hint.heading
        shown = hint.suggestions if all_of_it else hint.suggestions[:1]
        for one in shown:
            assert one.action is not None
            line, reason = typed_line(one.action, self.view, self.keys), one.why
            if thing := getattr(one.action, "card", None) or getattr(one.action, "noble", None):
                reason = N_("{thing}; {reason}", thing=thing, reason=reason)
            if one.chance is None:
                yield N_("{line}: {reason}", line=line, reason=reason)
            else:
                yield N_("{line}: {reason} {chance} to win.", line=line, reason=reason, chance=one.chance)
        if len(shown) < len(hint.suggestions):
            yield N_("Type {line} for the others.", line=NP_("line to type", "hint all"))

    # --- cards ---------------------------------------------------------------------------------------------------------

    def _cards(self, words: Sequence[str]) -> Iterator[Message]:
        """List the cards on the table, and explain how to filter them. `can` and `near` list those within reach."""
        if words and is_command(words[0], commands.CAN):
            yield from self._affordable(self.model.seat)
        elif is_named(words, _NEAR):
            yield from self._near() or [N_("No card is one or two tokens away.")]
        elif words or self.model.over:
            yield from self._face_up(*read_levels_and_colours([] if is_all(words) else words))
        else:
            yield from self._within_reach()

    def _within_reach(self) -> Iterator[Message]:
        """Describe the cards that the player can buy, or almost, as many as one listens to."""
        player = self.model.player
        reachable = [*reachable_cards(self.model.view, self.model.seat)]
        can = [(slot, card) for slot, card in reachable if not shortfall(card, player)]
        can.sort(key=lambda each: each[1].points, reverse=True)
        sentences = [
            N_(
                "You can buy {key}, {card} for {payment}.",
                key=self.keys[slot],
                card=CardFace(card),
                payment=tokens(bought.gems, bought.gold),
            )
            for slot, card in can
            for bought in [default_purchase(card, player)]
        ]
        sentences += self._near()
        if not sentences:
            yield N_("No card is within two tokens.")
        yield from sentences[:_MAX_CARDS]
        if left := len(reachable) - min(len(sentences), _MAX_CARDS):
            yield NN_(
                "For {count} other card, type {line}.",
                "For {count} other cards, type {line}.",
                left,
                line=NP_("line to type", "cards all"),
            )

    def _near(self) -> list[Message]:
        """Describe the cards, also reserved ones, that the player can almost buy, the nearest first."""
        reachable = reachable_cards(self.model.view, self.model.seat)
        short = [(shortfall(card, self.model.player), slot, card) for slot, card in reachable]
        near = sorted((one for one in short if 0 < one[0] <= _MAX_SHORT), key=lambda one: one[0])
        return [
            N_(
                "{key}, {card}. {reach}",
                key=self.keys[slot],
                card=CardFace(card),
                reach=describe_shortfall(card, self.model.player),
            )
            for _short, slot, card in near
        ]

    def _face_up(
        self, levels: Sequence[int] = LEVELS, colours: Collection[Colour] = tuple(Colour)
    ) -> Iterator[Message]:
        """Describe the cards of these levels and colours: the affordable ones first, the others by level."""
        model, keys = self.model, self.keys
        slots = [CardSlot(level, column) for level in levels for column in range(COLUMNS)]
        face_up = {
            slot: card for slot in slots if (card := model.view.grid[slot.index]) is not None and card.bonus in colours
        }
        can = [] if model.over else [slot for slot, card in face_up.items() if not shortfall(card, model.player)]
        yield from (self._card(keys[slot], face_up[slot]) for slot in can)
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
            yield from (self._card(keys[slot], face_up[slot]) for slot in others)

    def _card(self, key: str, card: Card) -> Message:
        """Describe a card on one line: its key and face, and during the game what the player still needs."""
        if self.model.over or lacks_all(card, self.model.player):
            return N_("{key}, {face}.", key=key, face=card_face(card))
        return N_(
            "{key}, {face}. {reach}", key=key, face=card_face(card), reach=describe_shortfall(card, self.model.player)
        )

    def _look(self, words: Sequence[str]) -> Iterator[Message]:
        """Describe the card or deck with this key, the card with this number, or the nobles with this name."""
        view = self.model.view._replace(seat=self.model.seat)  # after a draw, another player is to move already
        slot = find_slot(words[0], self.keys) if len(words) == 1 else None
        if isinstance(slot, DeckSlot):
            left = view.deck_counts[slot.level - 1]
            yield NN_("Level {level} deck: {count} card.", "Level {level} deck: {count} cards.", left, level=slot.level)
        elif nobles := [noble for noble in view.nobles if is_noble_named(noble, words)]:
            yield from map(self._noble, nobles)
        elif slot is None and (held := self._reserved_face_up_by(words)):
            yield from map(self._reserved_by_a_rival, held)
        else:
            card = find_card(words, view, self.keys, commands.LOOK)
            try:
                key = self.keys[slot_of(view, card)]
            except ValueError:
                yield self._reserved_by_a_rival(card)
            else:
                yield from self._card_and_payments(key, card)

    def _reserved_face_up_by(self, words: Sequence[str]) -> Sequence[Card]:
        """The cards that the rival with this name reserved face up."""
        seats: Sequence[int] = ()
        with suppress(MessageError):
            seats = [seat for seat in seats_named(words, self.model.names) if words and seat != self.view.viewer]
        return [held.card for seat in seats for held in self.view.players[seat].reserved if held.card is not None]

    def _reserved_by_a_rival(self, card: Card) -> Message:
        """Describe a card that a rival reserved face up. Raises TypingError for any other card."""
        for name, player in zip(self.model.names, self.model.view.players, strict=True):
            if any(held.card is card for held in player.reserved):
                return N_("Reserved by {name}: {face}.", name=name, face=card_face(card))
        raise TypingError(N_("You cannot see {card} now.", card=card))

    def _card_and_payments(self, key: str, card: Card) -> Iterator[Message]:
        player = self.model.player
        yield N_("{key}, {face}.", key=key, face=card_face(card))
        ways = all_payments(card, player)
        if not ways:
            yield describe_shortfall(card, player)
            return
        yield N_("You can buy it for {payment}.", payment=tokens(ways[0].gems, ways[0].gold))
        if others := [tokens(way.gems, way.gold) for way in ways[1:_MAX_WAYS]]:
            yield N_("Or, with gold, for {payments}.", payments=either(others))

    def _affordable(self, seat: int) -> Iterator[Message]:
        """Describe the cards that a player can afford and the viewer can see, with their prices."""
        view, name, is_viewer = self.model.view, self.model.names[seat], seat == self.model.seat
        player, found = view.players[seat], False
        for slot, card in reachable_cards(view, seat):
            for way in affordable_purchases([card], player):
                found = True
                paid = tokens(way.gems, way.gold)
                details = {"name": name, "key": self.keys[slot], "face": card_face(card), "payment": paid}
                if is_viewer and (way.gems, way.gold) == (card.cost, 0):
                    yield N_("{key}, {face}.", **details)
                elif is_viewer:
                    yield N_("{key}, {face}. You pay {payment}.", **details)
                elif isinstance(slot, CardSlot):
                    yield N_("{name} can buy {key}, {face}. Price: {payment}.", **details)
                else:
                    yield N_("{name} can buy a reserved card: {face}. Price: {payment}.", **details)
        if not found and is_viewer:
            yield N_("You cannot buy anything now.")
        elif not found:
            yield N_("{name} cannot buy any card that you see.", name=name)
        if unseen := sum(held.card is None for held in player.reserved):
            yield NN_(
                "{name} also holds {count} card that you have not seen.",
                "{name} also holds {count} cards that you have not seen.",
                unseen,
                name=name,
            )

    def _what_if(self, words: Sequence[str]) -> Iterator[Message]:
        """Describe what an action would leave to the player, and what everyone could buy after it."""
        view, seat = self._session.position, self.model.seat
        wanted = without_what_if(words)
        verb, rest = parse_command(wanted, commands.ACTIONS) if wanted else (None, ())
        if verb not in commands.ACTIONS:
            raise TypingError(N_("Type for example {line}.", line=commands.WHAT_IF.line))
        action = read_action(verb, rest, view, self.keys)
        after = view_for_seat(apply_action(known_state(view), action), view.viewer)
        player = after.players[seat]
        points = NN_("{count} point", "{count} points", player.points)
        parts = [points, NN_("{count} token", "{count} tokens", tokens_held(player))]
        parts += [N_("bonuses {bonuses}", bonuses=tokens(player.bonuses))] if player.bonuses else []
        yield N_("You would have {parts}.", parts=enumerated(parts))
        others = [(seat + place) % len(self.model.names) for place in range(1, len(self.model.names))]
        for one in (seat, *others):
            can = [
                (slot, card)
                for slot, card in reachable_cards(view, one)
                if card is not getattr(action, "card", None) and not shortfall(card, after.players[one])
            ]
            cards = [N_("{key}, {card}", key=self.keys[slot], card=CardFace(card)) for slot, card in can]
            details = {"name": self.model.names[one], "cards": either(cards) if cards else None}
            if cards and one == seat:
                yield N_("Next turn you could buy {cards}.", **details)
            elif cards:
                yield N_("{name} could buy {cards}.", **details)
            elif one == seat:
                yield N_("Next turn you could buy none of these cards.")

    # --- players, nobles and bank --------------------------------------------------------------------------------------

    def _player(self, seat: int) -> Iterator[Message]:
        """Describe a player's cards, nobles and tokens, as seen by the viewer."""
        player, name = self.model.view.players[seat], self.model.names[seat]
        points = NN_("{count} point", "{count} points", player.points)
        cards = NN_("{count} card", "{count} cards", len(player.cards))
        kind = self.model.kinds[seat]
        if player.forfeited:
            yield N_("{name} is out of the game, with {points} and {cards}.", name=name, points=points, cards=cards)
            return
        if kind is None or str(kind) == name:
            yield N_("{name}: {points}, {cards}.", name=name, points=points, cards=cards)
        else:
            yield N_("{name}, {kind}: {points}, {cards}.", name=name, kind=kind, points=points, cards=cards)
        yield N_("Bonuses: {bonuses}.", bonuses=tokens(player.bonuses)) if player.bonuses else N_("No bonuses.")
        if held := tokens_held(player):
            named = tokens(player.gems, player.gold)
            yield N_("Tokens, {held} of {limit}: {tokens}.", held=held, limit=TOKEN_LIMIT, tokens=named)
        else:
            yield N_("No tokens.")
        if player.nobles:
            yield N_("Nobles: {nobles}.", nobles=listed(player.nobles))
        yield from self._reserved(seat)

    def _reserved(self, seat: int) -> Iterator[Message]:
        is_viewer = seat == self.model.view.viewer
        for index, held in enumerate(self.model.view.players[seat].reserved):
            card = held.card if is_viewer else self.model.open_card(held)
            if card is None and held.blind:
                yield N_("Reserved: a level {level} card, drawn from the deck.", level=held.level)
            elif card is None:
                assert held.card is not None  # reserved face up, so it is public
                line = f"{commands.LOOK} {self.model.names[seat]}"
                yield N_("Reserved: {card}, now face down. Type {line} for its price.", card=held.card, line=line)
            elif is_viewer:
                yield N_("Reserved {card}", card=self._card(self.keys[ReservedSlot(index)], card))
            else:
                yield N_("Reserved: {face}.", face=card_face(card))

    def _nobles(self) -> Iterator[Message]:
        if not self.model.view.nobles:
            yield N_("No nobles left.")
        yield from map(self._noble, self.model.view.nobles)

    def _noble(self, noble: Noble) -> Message:
        """Describe a noble's requirement, and during the game what the viewer still needs."""
        away = missing(noble.cost, self.model.player.bonuses)
        details = {
            "noble": noble,
            "points": NN_("{count} point", "{count} points", noble.points),
            "requirement": tokens(noble.cost),
            "away": tokens(away),
        }
        if self.model.over or away == noble.cost:
            return N_("{noble}, {points} for cards, {requirement}.", **details)
        if not total(away):
            return N_("{noble}, {points} for cards, {requirement}. You have all of them.", **details)
        return N_("{noble}, {points} for cards, {requirement}. Missing {away}.", **details)

    def _bank(self) -> Iterator[Message]:
        bank, gold = self.model.view.bank, self.model.view.gold
        yield N_("Bank: {piles}.", piles=tokens(bank, gold))
        empty = [pile for pile, amount in zip(PILES, (*unpack(bank), gold), strict=True) if not amount]
        if empty:
            yield N_("Empty: {piles}.", piles=pile_names(empty))


def _and_then(one: Message, another: Message) -> Message:
    return N_("{one}; {another}", one=one, another=another)


def _refilled(step: Step) -> Iterator[int]:
    """The places of the table whose card has changed."""
    pairs = zip(step.before.grid, step.after.grid, strict=True)
    return (index for index, (before, after) in enumerate(pairs) if before is not after)
