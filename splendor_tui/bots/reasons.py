"""What speaks for an action, in a sentence that can be read aloud.

Each reason is a clause of its own, true whoever chose the action: it comes from what the view shows, not from how the player
thinks. A sentence has at most two of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple, TypeAlias, assert_never

from splendor_tui.bots.evaluation import Evaluation, Preview, Rival, Weighed, Weights
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card, CardLevel, Noble
from splendor_tui.rules.gems import Gems, Tokens, missing, total
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NN_, Message

_NEAR: Final = 3  # cards from a noble, or tokens from a card, that are worth a word

_Chosen: TypeAlias = Take | Buy | Reserve | ReserveTop | Return | ChooseNoble
"""What somebody does who has a choice."""


@dataclass(frozen=True, slots=True)
class PlayerAt:
    """The player at a seat, in a reason. A view knows no names; whoever shows the sentence may put one here."""

    seat: int

    def told(self) -> Message:
        """The player by the number of the seat."""
        return N_("player {number}", number=self.seat + 1)


class _Reason(NamedTuple):
    """A clause, as advice to the seat that is to move, and as what the action did once it was played."""

    advice: Message
    deed: Message


def reason(view: View, action: Action) -> Message:
    """What speaks most for a legal action of the seat to move, whoever chose it."""
    if isinstance(action, Pass | Forfeit):
        return N_("Pass: nothing else can be done.")
    match _reasons(view, action):
        case [first, second]:
            details = {"action": _named(action), "reason": first.advice, "another": second.advice}
            return N_("{action}: {reason}; {another}.", **details)
        case [only]:
            return N_("{action}: {reason}.", action=_named(action), reason=only.advice)


def why(view: View, action: Action) -> Message:
    """The same, where the action has been named already."""
    if isinstance(action, Pass | Forfeit):
        return N_("nothing else can be done.")
    match _reasons(view, action):
        case [first, second]:
            return N_("{reason}; {another}.", reason=first.advice, another=second.advice)
        case [only]:
            return N_("{reason}.", reason=only.advice)


def deed(view: View, action: Action) -> Message | None:
    """What speaks most for the action, as what it did for the seat that played it; None where that had no choice."""
    if isinstance(action, Pass | Forfeit):
        return None
    match _reasons(view, action):
        case [first, second]:
            return N_("What it did: {reason}; {another}.", reason=first.deed, another=second.deed)
        case [only]:
            return N_("What it did: {reason}.", reason=only.deed)


def _named(action: _Chosen) -> Message:
    match action:
        case Take(gems=gems):
            return N_("Take {tokens}", tokens=Tokens(gems, 0))
        case Buy(card=card):
            return N_("Buy {card}", card=card)
        case Reserve(card=card):
            return N_("Reserve {card}", card=card)
        case ReserveTop(level=level):
            return N_("Reserve the top card of deck {level}", level=CardLevel(level))
        case Return(gems=gems, gold=gold):
            return N_("Return {tokens}", tokens=Tokens(gems, gold))
        case ChooseNoble(noble=noble):
            return N_("Choose {noble}", noble=noble)
        case _ as never:
            assert_never(never)


def _reasons(view: View, action: _Chosen) -> tuple[_Reason] | tuple[_Reason, _Reason]:
    """The one or two things that speak most for the action, or the one that always holds."""
    position = Evaluation(view, Weights())
    chosen, me = position.weigh(action), PlayerAt(view.seat)
    if view.final_round or chosen.then.player.points >= position.target:
        found = _gains_on_last_turn(position, chosen, me)
        always = _Reason(
            N_("this is your last turn, and it brings no points"),
            N_("this was the last turn of {name}, and it brought no points", name=me),
        )
        return _first_two(found, always)
    match action:
        case Take():
            found = _gains_by_taking(position, chosen, me)
            always = _Reason(N_("no card in sight needs them yet"), N_("it served no card in sight yet"))
        case Buy(card=card):
            found = _gains_by_buying(position, chosen, card, me)
            always = _Reason(N_("its bonus saves gems from now on"), N_("its bonus saved gems from then on"))
        case Reserve(card=card):
            found = _gains_by_reserving(position, chosen, card, me)
            always = _Reason(
                N_("nobody can take it from you now"), N_("nobody could take the card from {name} any more", name=me)
            )
        case ReserveTop():
            found = _gold(view)
            always = _Reason(N_("it may be one that you need"), N_("the card could be one that {name} needed", name=me))
        case Return():
            found = _kept(position, chosen, me)
            always = _Reason(N_("the others are of more use to you"), N_("what {name} kept was of more use", name=me))
        case ChooseNoble(noble=noble):
            found = _threats_to_noble(position, noble)
            always = _Reason(
                N_("any other can still come on a later turn"), N_("any other could still come on a later turn")
            )
        case _ as never:
            assert_never(never)
    return _first_two(found, always)


def _first_two(found: Iterator[_Reason], always: _Reason) -> tuple[_Reason] | tuple[_Reason, _Reason]:
    first, second = next(found, always), next(found, None)
    return (first,) if second is None else (first, second)


# --- what the seat gains -----------------------------------------------------------------------------------------------


def _gains_by_taking(position: Evaluation, chosen: Weighed, me: PlayerAt) -> Iterator[_Reason]:
    """What can be bought then, planned or not; else how near the plan comes; and what else of it is served."""

    def comes_nearer(card: Card) -> bool:
        return _short(card, chosen.then) < _short(card, position.now)

    served = [card for card in chosen.plan.cards if comes_nearer(card)]
    nearer = [card for card in chosen.then.reach if comes_nearer(card)]
    paid = [card for card in (*served, *nearer) if not _short(card, chosen.then)]
    if paid:
        card = paid[0] if paid[0] in served else max(paid, key=lambda card: card.points)
        yield _Reason(N_("then you can buy {card}", card=card), N_("{name} could then buy {card}", name=me, card=card))
    elif served:
        card = served[0]
        yield _still_short(card, _short(card, chosen.then), me)
    elif nearer:
        count = len(nearer)
        yield _Reason(
            NN_("they bring you nearer to {count} card", "they bring you nearer to {count} cards", count),
            NN_(
                "it brought {name} nearer to {count} card", "it brought {name} nearer to {count} cards", count, name=me
            ),
        )
        return
    else:
        return
    for other in [one for one in served if one != card][:1]:
        yield _Reason(
            N_("these tokens also help with {card}", card=other), N_("it also helped with {card}", card=other)
        )


def _gains_by_buying(position: Evaluation, chosen: Weighed, card: Card, me: PlayerAt) -> Iterator[_Reason]:
    """The first thing that the card brings, what it keeps from a rival, and what else it brings."""
    threats = _threats_to_card(card, position.rivals, position.target)
    brought = _brought_by_buying(position, chosen, card, me)
    yield from chain([first] if (first := next(brought, None)) else [], threats, brought)


def _brought_by_buying(position: Evaluation, chosen: Weighed, card: Card, me: PlayerAt) -> Iterator[_Reason]:
    then = chosen.then
    yield from _noble_that_comes(position, chosen)
    nearer = [noble for noble in then.nobles if _away(noble, then) < _away(noble, position.now)]
    if nearer:
        noble = min(nearer, key=lambda noble: _away(noble, then))
        if (away := _away(noble, then)) <= _NEAR:
            yield _Reason(
                NN_(
                    "then you are {count} card from {noble}",
                    "then you are {count} cards from {noble}",
                    away,
                    noble=noble,
                ),
                NN_(
                    "{name} was then {count} card from {noble}",
                    "{name} was then {count} cards from {noble}",
                    away,
                    name=me,
                    noble=noble,
                ),
            )
    if card.points:
        yield _points(position, then.player.points, me)
    for wanted in chosen.plan.cards[:1]:
        if _price(wanted, then) != _price(wanted, position.now):
            yield _Reason(N_("it makes {card} cheaper", card=wanted), N_("it made {card} cheaper", card=wanted))


def _gains_by_reserving(position: Evaluation, chosen: Weighed, card: Card, me: PlayerAt) -> Iterator[_Reason]:
    yield from _threats_to_card(card, position.rivals, position.target)
    lacking, short = _short(card, position.now), _short(card, chosen.then)  # what lacks nothing can be bought at once
    if lacking and not short:
        yield _Reason(N_("you can buy it next turn"), N_("{name} could buy it the turn after", name=me))
    elif lacking and short <= _NEAR:
        yield _Reason(
            NN_("then you lack {count} token for it", "then you lack {count} tokens for it", short),
            NN_("{name} then lacked {count} token for it", "{name} then lacked {count} tokens for it", short, name=me),
        )
    yield from _gold(position.view)


def _gold(view: View) -> Iterator[_Reason]:
    if view.gold:
        yield _Reason(N_("a gold comes with it"), N_("a gold came with it"))


def _kept(position: Evaluation, chosen: Weighed, me: PlayerAt) -> Iterator[_Reason]:
    for card in chosen.plan.cards[:1]:
        if _short(card, chosen.then) == _short(card, position.now):
            yield _Reason(
                N_("you keep what {card} needs", card=card), N_("{name} kept what {card} needs", name=me, card=card)
            )


def _still_short(card: Card, short: int, me: PlayerAt) -> _Reason:
    return _Reason(
        NN_("then you lack {count} token for {card}", "then you lack {count} tokens for {card}", short, card=card),
        NN_(
            "{name} then lacked {count} token for {card}",
            "{name} then lacked {count} tokens for {card}",
            short,
            name=me,
            card=card,
        ),
    )


def _points(position: Evaluation, points: int, me: PlayerAt) -> _Reason:
    target = position.target
    if points > target:
        return _Reason(
            N_("it brings you to {points} points", points=points),
            N_("it brought {name} to {points} points", name=me, points=points),
        )
    return _Reason(
        N_("it brings you to {points} of {target} points", points=points, target=target),
        N_("it brought {name} to {points} of {target} points", name=me, points=points, target=target),
    )


def _noble_that_comes(position: Evaluation, chosen: Weighed) -> Iterator[_Reason]:
    for noble in position.now.nobles:
        if noble not in chosen.then.nobles:
            yield _Reason(N_("{noble} comes with it", noble=noble), N_("{noble} came with it", noble=noble))


# --- on the last turn, when nothing serves later -----------------------------------------------------------------------


def _gains_on_last_turn(position: Evaluation, chosen: Weighed, me: PlayerAt) -> Iterator[_Reason]:
    """The points that the action brings, and what it keeps from those who move once more; nothing where it does neither."""
    action, points = chosen.action, chosen.then.player.points
    to_come = [rival for rival in position.rivals if rival.seat > position.view.seat]  # maybe with a card not seen yet
    if isinstance(action, Buy) and chosen.wins and not to_come:
        yield _Reason(N_("you win with it"), N_("it won the game"))
        return
    if points > position.now.player.points:
        if not isinstance(action, ChooseNoble):
            yield from _noble_that_comes(position, chosen)
        yield _points(position, points, me)
    if isinstance(action, Buy | Reserve):
        yield from _threats_to_card(action.card, to_come)


# --- what the rivals lose ----------------------------------------------------------------------------------------------


def _threats_to_card(card: Card, rivals: Sequence[Rival], target: int | None = None) -> Iterator[_Reason]:
    """What the one of these rivals who needs the card most could do with it; with `target` points it would end the game."""
    able = [rival for rival in rivals if rival.gain(card)]
    if not able:
        return
    rival = max(able, key=lambda rival: rival.purchases[card])
    who, points = PlayerAt(rival.seat), rival.gain(card)
    if target is not None and rival.purchases[card] >= target:
        yield _Reason(
            N_("{rival} could end the game with it next turn", rival=who),
            N_("it kept {rival} from ending the game with it", rival=who),
        )
    else:
        yield _Reason(
            NN_(
                "{rival} could buy it next turn and score {count} point",
                "{rival} could buy it next turn and score {count} points",
                points,
                rival=who,
            ),
            NN_(
                "it kept {count} point from {rival}, who could buy it next",
                "it kept {count} points from {rival}, who could buy it next",
                points,
                rival=who,
            ),
        )


def _threats_to_noble(position: Evaluation, noble: Noble) -> Iterator[_Reason]:
    rival = min(position.rivals, key=lambda rival: _away_from(noble, rival))
    if (away := _away_from(noble, rival)) <= _NEAR:
        who = PlayerAt(rival.seat)
        yield _Reason(
            NN_("{rival} is only {count} card from it", "{rival} is only {count} cards from it", away, rival=who),
            NN_("{rival} was only {count} card from it", "{rival} was only {count} cards from it", away, rival=who),
        )


# --- how far away things are -------------------------------------------------------------------------------------------


def _price(card: Card, seat: Preview) -> Gems:
    return missing(card.cost, seat.player.bonuses)


def _short(card: Card, seat: Preview) -> int:
    """How many tokens lack for the card."""
    return max(0, total(missing(_price(card, seat), seat.player.gems)) - seat.player.gold)


def _away(noble: Noble, seat: Preview) -> int:
    """How many bonuses lack for the noble."""
    return total(missing(noble.cost, seat.player.bonuses))


def _away_from(noble: Noble, rival: Rival) -> int:
    return total(missing(noble.cost, rival.bonuses))
