"""The rules of the game in sentences, as they are played here; every number comes from where it is in force."""

from typing import NamedTuple

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import NO_GEMS, Colour, Tokens, of_each, single
from splendor_tui.rules.legality import DIFFERENT_TAKEN, PILE_FOR_TWO_ALIKE
from splendor_tui.rules.outcome import AGREEMENT_AFTER
from splendor_tui.rules.state import (
    DEFAULT_TARGET,
    GEMS_OF_EACH,
    GOLD_TOKENS,
    HAND_LIMIT,
    LAST_ROUND_AT,
    TOKEN_LIMIT,
    nobles_shown,
)
from splendor_tui.words import N_, NP_, Message


class Ruling(NamedTuple):
    """One point of the rules: a word for it, and its sentences."""

    title: Message
    text: Message


def in_ten_lines() -> tuple[Message, ...]:
    """How to play, for whoever has never done so."""
    return (
        N_("You buy cards with gems. A card gives a bonus of its colour for ever, and often points."),
        N_(
            "The first to reach {target} points ends the game; its round is played to the end.",
            target=_number(DEFAULT_TARGET),
        ),
        N_("A turn is one of four things: take different gems, take two alike, reserve a card, or buy one."),
        N_("Take different: one gem each of {count} colours, or of all that are left.", count=_number(DIFFERENT_TAKEN)),
        N_("Take two alike: of one colour, if its pile holds at least {pile}.", pile=_number(PILE_FOR_TWO_ALIKE)),
        N_(
            "Reserve: put a card, or the unseen top of a deck, into your hand ({hand} at most), and take a gold, {gold}.",
            hand=_number(HAND_LIMIT),
            gold=Tokens(NO_GEMS, 1),
        ),
        N_("Buy: a card of the table or of your hand. Your bonuses lower the price; gold stands for any colour."),
        N_(
            "You keep at most {limit} tokens; what is above that you return at the end of the turn.",
            limit=_number(TOKEN_LIMIT),
        ),
        N_("A noble whose wish your bonuses meet comes to you at the end of your turn, one a turn, and brings points."),
        N_("The most points win; if they are equal, fewer bought cards; then the victory is shared."),
    )


def turn_rulings() -> tuple[Ruling, ...]:
    """What a player does in a turn."""
    return (
        Ruling(N_("Turn"), N_("Take, reserve or buy; return the surplus; then a noble may come.")),
        Ruling(
            NP_("verb", "Take"),
            N_(
                "{different} colours, as {three}, or {alike} alike, as {two}, from a pile of {pile} or more. "
                "Of fewer colours left, one of each. Never gold.",
                different=_number(DIFFERENT_TAKEN),
                three=Tokens(of_each(1) - single(Colour.RED) - single(Colour.BLACK), 0),
                alike=_number(2),
                two=Tokens(2 * single(Colour.RED), 0),
                pile=_number(PILE_FOR_TWO_ALIKE),
            ),
        ),
        Ruling(
            NP_("verb", "Reserve"),
            N_(
                "A card of the table or, unseen by others, the top of a deck; hold {hand} at most, for good. "
                "You get a gold, {gold}, while any is left. Others see its back, but for open reserves.",
                hand=_number(HAND_LIMIT),
                gold=Tokens(NO_GEMS, 1),
            ),
        ),
        Ruling(
            NP_("verb", "Buy"),
            N_(
                "From the table or your hand. Bought cards are gems that stay: they lower every price. Gold replaces any "
                "gem, even one you hold. No change."
            ),
        ),
        Ruling(NP_("noun", "Refill"), N_("At once, from the same deck; when that is empty, not at all.")),
        Ruling(
            N_("Tokens"),
            N_(
                "Of more than {limit} after your action, gold counted, return the surplus, just taken or not.",
                limit=_number(TOKEN_LIMIT),
            ),
        ),
        Ruling(
            NP_("noun", "Deal"),
            N_(
                "{players} players: {gems} gems of a colour, {nobles} nobles; {gold_tokens} gold.",
                players=_number(*GEMS_OF_EACH),
                gems=_number(*GEMS_OF_EACH.values()),
                nobles=_number(*map(nobles_shown, GEMS_OF_EACH)),
                gold_tokens=_number(GOLD_TOKENS),
            ),
        ),
    )


def match_rulings(catalogue: Catalogue) -> tuple[Ruling, ...]:
    """What decides a match."""
    return (
        Ruling(
            N_("Nobles"),
            N_(
                "After each turn one comes if your bonuses alone suffice: {points} points. None is refused; of several choose "
                "one, the rest may come on later turns.",
                points=_number(*(noble.points for noble in catalogue.nobles)),
            ),
        ),
        Ruling(
            NP_("noun", "End"),
            N_(
                "At {target} points, or the agreed target, the round is played out for equal turns; if its last seat gets "
                "there, the game ends at once.",
                target=_number(DEFAULT_TARGET),
            ),
        ),
        Ruling(
            N_("Winner"), N_("Most points, then fewest bought cards, then a shared victory, unless agreed otherwise.")
        ),
        Ruling(
            NP_("verb", "Pass"),
            N_(
                "Only, and always, when nothing else is possible; a full round of passes, or {longest} actions, is a stalemate. "
                "After {idle} turns with nothing bought or reserved all may end it.",
                idle=_number(AGREEMENT_AFTER),
                longest=_number(LAST_ROUND_AT),
            ),
        ),
        Ruling(
            N_("Clock"),
            N_(
                "Past a turn's time your reserve runs; never while the table is hidden. None left, or resigned: you are "
                "out. Of two, the other wins; of more, you rank last, your tokens go back, your cards and nobles do not."
            ),
        ),
    )


def _number(*numbers: int) -> str:
    """A number, or different ones with the smallest first, as text that stands out in a sentence."""
    return "/".join(map(str, sorted(set(numbers))))
