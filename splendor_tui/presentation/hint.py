"""Hints: the adviser's suggestions, as the table shows them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from splendor_tui.bots.evaluation import Rival, finishers
from splendor_tui.bots.levels import level_name
from splendor_tui.bots.player import Advice, AdvisedAction
from splendor_tui.bots.reasons import PlayerAt
from splendor_tui.match.adviser import ADVISER
from splendor_tui.match.thinking import Thinking
from splendor_tui.presentation.table_model import DeckSlot, NobleSlot, PileSlot, ShownHint, Slot, Suggestion, slot_of
from splendor_tui.review.chances import whole_percent
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.gems import Colour, Tokens, unpack
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NN_, NP_, Message, in_one_row


@dataclass(frozen=True, slots=True)
class KeyedCard:
    """A card in a sentence, together with its key label."""

    key: str
    card: Card

    def describe(self) -> Message:
        """Put the key after the card: before it, the key "a" would read as an article."""
        return N_("{card}\xa0({key})", key=self.key, card=self.card)


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A hint requested by `seat`.

    `thinking` is None until that seat is to move. `advice` is the best so far, and final if `complete`.
    """

    seat: int
    thinking: Thinking | None = None
    advice: Advice | None = None
    complete: bool = False

    @property
    def choices(self) -> Sequence[AdvisedAction]:
        """The suggestions so far, best first."""
        return self.advice.choices if self.advice else ()


def describe_hint(
    request: HintRequest, view: View, names: Sequence[str], keys: Mapping[Slot, str], chosen: int | None = None
) -> ShownHint:
    """Describe the hint for the seat to move in `view`. `keys` maps slots to key labels.

    `chosen` is the index of the suggestion that matches the current choice, if any.
    """
    if request.thinking is None:
        return ShownHint(N_("The hint will appear on your turn."))
    chances = _format_chances(request.choices)
    if not request.complete:
        heading: Message | None = _search_heading(request.thinking, with_chances=any(chances))
    else:
        heading = N_("Best first, each with your chance of winning:") if any(chances) else None
    warnings = [describe_warning(rival, view, names) for rival in finishers(view)]
    suggestions = tuple(
        Suggestion(
            keys=tuple(keys[slot] for slot in slots_of(view, choice.action) if slot in keys),
            chance=chance,
            sentence=with_keys(with_names(choice.message, names), view, keys),
            reserves=isinstance(choice.action, Reserve),
            chosen=place == chosen,
        )
        for place, (choice, chance) in enumerate(zip(request.choices, chances, strict=True))
    )
    return ShownHint(heading, suggestions, in_one_row(warnings) if warnings else None)


def describe_warning(rival: Rival, view: View, names: Sequence[str]) -> Message:
    """Warn that a rival can reach the target next turn."""
    return NN_(
        "Watch out: {name} needs {count} more point and can get it on the next turn.",
        "Watch out: {name} needs {count} more points and can get them on the next turn.",
        view.options.target - rival.points,
        name=names[rival.seat],
    )


def _format_chances(choices: Sequence[AdvisedAction]) -> Sequence[Message | None]:
    """Format the chance of each choice, None if unknown.

    A later choice never shows a higher chance than an earlier one. It was searched less, so a higher value would be
    unreliable.
    """
    shown: list[Message | None] = []
    least = 1.0
    for choice in choices:
        if choice.chance is not None:
            least = min(least, choice.chance)
        shown.append(None if choice.chance is None else percent(least))
    return shown


def adviser_name() -> Message:
    """Return the adviser's name for the beginning of a sentence."""
    return NP_("beginning of a sentence", "The {level}", level=level_name(ADVISER))


def _search_heading(thinking: Thinking, *, with_chances: bool) -> Message:
    """Describe how long the adviser has thought. Mentions the hint, so that the adviser does not look like a player."""
    if thinking.passed is None:
        return describe_thinking(adviser_name(), thinking)
    time = {"passed": thinking.passed, "seconds": thinking.seconds}
    if with_chances:
        return N_("Hint so far, with your chances of winning: {passed} of {seconds:g} s", **time)
    return N_("Hint by the {level}: {passed} of {seconds:g} s", level=level_name(ADVISER), **time)


def describe_thinking(name: Message | str, thinking: Thinking) -> Message:
    """Describe the thinking player, and the time so far."""
    if thinking.passed is None:
        return N_("{name} is getting ready…", name=name)
    seconds = thinking.seconds
    return N_("{name} is thinking: {passed} of {seconds:g} s", name=name, passed=thinking.passed, seconds=seconds)


def percent(chance: float) -> Message:
    """Format a chance in percent. Only certain results show 0% or 100%."""
    return N_("{percent}%", percent=whole_percent(chance))


def percent_between(less: float, more: float) -> Message:
    """Format the difference between two displayed chances, at least 0%."""
    return N_("{percent}%", percent=max(0, whole_percent(more) - whole_percent(less)))


def with_names(message: Message, names: Sequence[str]) -> Message:
    """Replace seats in the sentence with player names."""
    return message.with_details(lambda detail: names[detail.seat] if isinstance(detail, PlayerAt) else detail)


def with_keys(message: Message, view: View, keys: Mapping[Slot, str]) -> Message:
    """Add the key of every card in the sentence that has one."""

    def keyed(detail: object) -> object:
        if not isinstance(detail, Card):
            return detail
        try:
            return KeyedCard(keys[slot_of(view, detail)], detail)
        except (ValueError, KeyError):  # a rival has reserved it, or it cannot be picked now
            return detail

    return message.with_details(keyed)


def with_prices(hint: ShownHint, nobles: Collection[Noble], cards: Collection[Card]) -> ShownHint:
    """Add the requirements of these nobles and the prices of these cards to the hint's sentences.

    Callers pass the cards and nobles that the hint hides, and nobles whose names are not shown.
    """

    def priced(detail: object) -> object:
        match detail:
            case Noble(cost=cost) if detail in nobles:
                return N_("{noble} ({bonuses})", noble=detail, bonuses=Tokens(cost, 0))
            case KeyedCard(key, card) if card in cards:
                return N_("{card}\xa0({key}, {price})", card=card, key=key, price=Tokens(card.cost, 0))
            case _:
                return detail

    return replace(
        hint,
        heading=hint.heading and hint.heading.with_details(priced),
        suggestions=tuple(replace(one, sentence=one.sentence.with_details(priced)) for one in hint.suggestions),
    )


def slots_of(view: View, action: Action) -> Iterator[Slot]:
    """Yield the slots to pick, in order, before confirming the action."""
    match action:
        case Take(gems=gems):
            yield from _piles(unpack(gems))
        case Return(gems=gems, gold=gold):
            yield from _piles((*unpack(gems), gold))
        case Buy(card=card) | Reserve(card=card):
            yield slot_of(view, card)
        case ReserveTop(level=level):
            yield DeckSlot(level)
        case ChooseNoble(noble=noble):
            yield NobleSlot(view.nobles.index(noble))
        case Pass() | Forfeit():
            pass
        case _ as never:
            assert_never(never)


def _piles(counts: Sequence[int]) -> Iterator[PileSlot]:
    for pile, amount in zip((*Colour, None), counts, strict=False):
        for _each in range(amount):
            yield PileSlot(pile)
