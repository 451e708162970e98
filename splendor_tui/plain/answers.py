"""Answers to the information commands: table, players, log, hints, rules, help, result and statistics."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from splendor_tui.bots.player import Advice
from splendor_tui.bots.reasons import why
from splendor_tui.match.controller import Controller
from splendor_tui.match.log import timed_out_seats
from splendor_tui.match.services import Services
from splendor_tui.match.thinking import Thinking
from splendor_tui.plain.table_text import (
    describe_affordable,
    describe_affordable_to_rival,
    describe_bank,
    describe_card_fully,
    describe_cards,
    describe_face,
    describe_noble,
    describe_nobles,
    describe_player,
    describe_table,
)
from splendor_tui.plain.typed_actions import (
    Keys,
    TypingError,
    find_card,
    find_card_by_id,
    find_slot,
    is_filler,
    is_noble_named,
    parse_piles,
    typed_with_name,
)
from splendor_tui.plain.verbs import RARE, Verb, find_verb
from splendor_tui.presentation.dates import format_day_and_time
from splendor_tui.presentation.hint import HintRequest, describe_hint
from splendor_tui.presentation.message_details import with_keys, with_names
from splendor_tui.presentation.player_session import PlayerSession
from splendor_tui.presentation.player_statistics import player_accounts
from splendor_tui.presentation.player_table import table_of
from splendor_tui.presentation.result import describe_places, ending_sentence, winners_sentence
from splendor_tui.presentation.rulebook import match_rulings, rules_in_brief, turn_rulings
from splendor_tui.presentation.table_model import DeckSlot, TableModel, slot_of
from splendor_tui.presentation.word_search import simplify
from splendor_tui.rules.cards import LEVELS, Card
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.view import View
from splendor_tui.store import GameSummary
from splendor_tui.words import N_, NN_, NP_, Message, enumerated, listed, quoted

_LOG_LINES: Final = 10
_MIN_GROUPED: Final = 3
"""From this many rare commands on, the short help lists them on one line."""
_ALL: Final = NP_("word to type", "all")


class Answers:
    """Answers questions for the current viewer. `keys` maps the places of the table to their keys."""

    def __init__(self, session: PlayerSession, keys: Keys) -> None:
        self._session = session
        self._keys = keys

    def is_place(self, word: str) -> bool:
        """Whether the word is the key of a card or deck, or a card's number."""
        return find_slot(word, self._keys) is not None or find_card_by_id(word, self._session.view) is not None

    def answer(self, verb: Verb, words: Sequence[str]) -> Iterator[Message]:
        """Answer an information command, sentence by sentence. Raises TypingError if the question is unclear."""
        model = self._model()
        match verb:
            case Verb.TABLE:
                return describe_table(model, self._keys)
            case Verb.CARDS:
                return self._cards(words)
            case Verb.LOOK:
                return self._look(words)
            case Verb.CAN:
                return self._can(words)
            case Verb.ME:
                return describe_player(model, self._keys, model.seat)
            case Verb.RIVALS:
                return self._rivals(words)
            case Verb.NOBLES:
                return describe_nobles(model)
            case Verb.BANK:
                return describe_bank(model)
            case Verb.CLOCK:
                return describe_clock(self._session.controller)
            case Verb.LOG:
                return self._log(words)
            case _:
                raise ValueError(verb)

    @property
    def view(self) -> View:
        """The current viewer's view of the game."""
        return self._session.view

    def hint(self, advice: Advice, thinking: Thinking) -> Iterator[Message | None]:
        """Describe the adviser's best actions as lines to type."""
        view, names, keys = self._session.view, self._session.controller.names, self._keys
        hint = describe_hint(HintRequest(view.seat, thinking, advice, complete=True), view, names, keys)
        yield hint.heading
        for number, (suggestion, choice) in enumerate(zip(hint.suggestions, advice.choices, strict=True), start=1):
            details = {
                "number": number,
                "line": typed_with_name(choice.action, view, keys),
                "reason": with_keys(with_names(why(view, choice.action), names), view, keys),
            }
            if suggestion.chance is None:
                yield N_("{number}. {line}: {reason}", **details)
            else:
                yield N_("{number}. {line}, {chance}: {reason}", **details, chance=suggestion.chance)

    # --- commands ------------------------------------------------------------------------------------------------------

    def _model(self) -> TableModel:
        """Return the table. Once the game is over it has no viewer, unless there is only one human."""
        model, persons = table_of(self._session), self._session.flow.humans
        if not model.over or len(persons) != 1:
            return model
        return replace(model, view=self._session.controller.view_for(persons[0]))

    def _cards(self, words: Sequence[str]) -> Iterator[Message]:
        """List the cards on the table, and explain how to filter them."""
        yield from describe_cards(self._model(), self._keys, *_levels_and_colours(words))
        if not words:
            yield N_(
                "Type {level} for one level, {colour} for one colour.",
                level=NP_("line to type", "cards 1"),
                colour=NP_("line to type", "cards blue"),
            )

    def _look(self, words: Sequence[str]) -> Iterator[Message]:
        """Describe the card or deck with this key, the card with this number, or the nobles with this name."""
        model = table_of(self._session)
        slot = find_slot(words[0], self._keys) if len(words) == 1 else None
        if isinstance(slot, DeckSlot):
            left = model.view.deck_counts[slot.level - 1]
            deck = NN_(
                "Level {level} deck: {count} card.", "Level {level} deck: {count} cards.", left, level=slot.level
            )
            return iter([deck])
        nobles = [noble for noble in model.view.nobles if is_noble_named(noble, words)]
        if nobles:
            return (describe_noble(model, noble) for noble in nobles)
        card = find_card(words, model.view, self._keys, Verb.LOOK)
        try:
            key = self._keys[slot_of(model.view, card)]
        except ValueError:
            return self._reserved_by_a_rival(card)
        return describe_card_fully(model, key, card)

    def _reserved_by_a_rival(self, card: Card) -> Iterator[Message]:
        """Describe a card that a rival reserved face up. Raises TypingError for any other card."""
        model = table_of(self._session)
        for name, player in zip(model.names, model.view.players, strict=True):
            if any(held.card is card for held in player.reserved):
                return iter([N_("Reserved by {name}: {face}.", name=name, face=describe_face(card))])
        raise TypingError(N_("You cannot see {card} now.", card=card))

    def _can(self, words: Sequence[str]) -> Iterator[Message]:
        """List the cards that the viewer or the named player can buy."""
        model = table_of(self._session)
        for seat in self._named(model, words) if words else [model.seat]:
            if seat == model.seat:
                yield from describe_affordable(model, self._keys)
            else:
                yield from describe_affordable_to_rival(model, self._keys, seat)

    def _rivals(self, words: Sequence[str]) -> Iterator[Message]:
        """Describe the other players in turn order, or only the named one."""
        model = self._model()
        return (sentence for seat in self._named(model, words) for sentence in describe_player(model, self._keys, seat))

    def _named(self, model: TableModel, words: Sequence[str]) -> Sequence[int]:
        """Return the seats of the named players, or all seats but the viewer's, in turn order. Raises TypingError."""
        viewer, count = model.view.viewer, len(model.names)
        seats = seats_named(words, model.names) if words else [seat for seat in range(count) if seat != viewer]
        first = 0 if viewer is None else viewer + 1
        return sorted(seats, key=lambda seat: (seat - first) % count)

    def _log(self, words: Sequence[str]) -> Iterator[Message]:
        log = table_of(self._session).log
        numbers = {str(number): number for number in range(1, len(log))}
        number = numbers.get(words[0], len(log)) if words else _LOG_LINES
        return (line.message for line in log[-number:])


def seats_named(words: Sequence[str], names: Sequence[str]) -> Sequence[int]:
    """Return the seats of the players whose names contain these words. Raises TypingError if there are none."""
    named = " ".join(words).casefold()
    seats = [seat for seat, name in enumerate(names) if named in name.casefold()]
    if not seats:
        raise TypingError(N_("No player has that name. The players are {names}.", names=enumerated(names)))
    return seats


def describe_clock(controller: Controller) -> Iterator[Message]:
    """Describe the time left for the player to move."""
    clock = controller.clock
    if clock is None:
        yield N_("This game has no clock.")
        return
    turn = NN_("{count} second", "{count} seconds", round(clock.turn_left))
    reserve = NN_("{count} second", "{count} seconds", round(clock.banks[controller.seat]))
    yield N_("Time: {turn} for this turn, {reserve} in the time bank.", turn=turn, reserve=reserve)


def describe_standings(controller: Controller) -> Iterator[Message]:
    """Describe the winners, the reason for the end, and each player's place."""
    ended = controller.outcome
    assert ended is not None
    yield N_("{winners}.", winners=winners_sentence([controller.names[seat] for seat in ended.winners]))
    yield ending_sentence(ended.ending)
    yield from describe_places(ended.standings, controller.names, timed_out_seats(controller.log))


def describe_game(game: GameSummary, today: datetime) -> Message:
    """Describe a saved game on one line, including its id."""
    return NN_(
        "A game of {names}, {count} action, last played {when}, id {id}.",
        "A game of {names}, {count} actions, last played {when}, id {id}.",
        game.plies,
        names=listed(game.names),
        when=format_day_and_time(game.last_played, today),
        id=game.id,
    )


def describe_statistics(services: Services) -> Iterator[Message]:
    """Describe each player who has finished a game. Raises StoreError."""
    accounts = player_accounts(services.store, services.catalogue) if services.store is not None else []
    if not accounts:
        yield N_("No finished games yet.")
    for account in accounts:
        yield from (N_("{sentence}.", sentence=str(sentence).removesuffix(".")) for sentence in account.sentences())


def describe_rules(words: Sequence[str], catalogue: Catalogue, target: int) -> Iterator[Message]:
    """Describe the rules in ten sentences. With `all`, add every detail."""
    yield from rules_in_brief(target)
    if is_all(words):
        yield from (ruling.text for ruling in (*turn_rulings(), *match_rulings(catalogue)))
    else:
        yield N_("Type {line} for every detail.", line=NP_("line to type", "rules all"))


def help_lines(words: Sequence[str], possible: Sequence[Verb]) -> Iterator[Message]:
    """Describe the common commands, all commands, or a single command."""
    if words and not is_all(words) and (verb := find_verb(words[0], possible)) is not None:
        yield _full_usage(verb)
        return
    verbs = [verb for verb in Verb if verb in possible]
    if is_all(words):
        yield from map(_full_usage, verbs)
        yield N_("Commands are case-insensitive and can be shortened.")
        return
    rare = [verb for verb in verbs if verb in RARE]
    if len(rare) < _MIN_GROUPED:
        rare = []
    yield from (_usage(verb) for verb in verbs if verb not in rare)
    if rare:
        yield N_(
            "Also: {words}. Type {line} to see what they do.",
            words=enumerated(rare),
            line=NP_("line to type", "help all"),
        )


def _usage(verb: Verb) -> Message:
    return N_("{line}: {about}.", line=verb.line, about=verb.about)


def _full_usage(verb: Verb) -> Message:
    """Describe a command, including its synonyms."""
    if len(verb.words) == 1:
        return _usage(verb)
    others = enumerated(verb.words[1:])
    return N_("{line}, also {words}: {about}.", line=verb.line, words=others, about=verb.about)


def is_all(words: Sequence[str]) -> bool:
    """Whether the first word is `all`."""
    return bool(words) and simplify(words[0]) in (simplify(_ALL.translated()), _ALL.template)


def _levels_and_colours(words: Sequence[str]) -> tuple[Sequence[int], Collection[Colour]]:
    """Parse levels and colours. Each defaults to all. Raises TypingError."""
    levels = [level for level in LEVELS if str(level) in words]
    colours: set[Colour] = set()
    for word in words:
        if word in map(str, LEVELS) or is_filler(word):
            continue
        named = {colour for colour in Colour if colour in parse_piles(word)}
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
