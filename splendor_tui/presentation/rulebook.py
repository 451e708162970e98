"""The rules of the game in sentences, as they are played here; every number comes from where it is in force."""

from typing import NamedTuple

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import NO_GEMS, Colour, Tokens, of_each, single
from splendor_tui.rules.legality import DIFFERENT_TAKEN, PILE_FOR_TWO_ALIKE
from splendor_tui.rules.outcome import AGREEMENT_AFTER, AGREEMENT_FROM
from splendor_tui.rules.state import (
    DEFAULT_TARGET,
    GEMS_OF_EACH,
    GOLD_TOKENS,
    HAND_LIMIT,
    LAST_ROUND_AT,
    TOKEN_LIMIT,
    nobles_shown,
)
from splendor_tui.words import N_, NP_, Message, either


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
            target=_numbers(DEFAULT_TARGET),
        ),
        N_("A turn is one of four things: take different gems, take two alike, reserve a card, or buy one."),
        N_(
            "You take one gem each of {count} colours; if fewer colours are left, one of each.",
            count=_numbers(DIFFERENT_TAKEN),
        ),
        N_("Or you take two of one colour, if its pile holds at least {pile}.", pile=_numbers(PILE_FOR_TWO_ALIKE)),
        N_(
            "Or you reserve: you put a card, or the unseen top of a deck, into your reserve ({hand} at most), and take {gold}, "
            "if any is left.",
            hand=_numbers(HAND_LIMIT),
            gold=Tokens(NO_GEMS, 1),
        ),
        N_(
            "Or you buy a card of the table or of your reserve. Your bonuses lower the price; gold stands for any colour."
        ),
        N_(
            "You keep at most {limit} tokens; at the end of the turn you return the rest.",
            limit=_numbers(TOKEN_LIMIT),
        ),
        N_("A noble whose wish your bonuses meet comes to you at the end of your turn, one a turn, and brings points."),
        N_("The most points win; if they are equal, the fewest bought cards; then the victory is shared."),
    )


def turn_rulings() -> tuple[Ruling, ...]:
    """What a player does in a turn."""
    return (
        Ruling(
            N_("Turn"),
            N_("You take, reserve or buy. Then you return any surplus tokens. Then a noble may come to you."),
        ),
        Ruling(
            NP_("verb", "Take"),
            N_(
                "Take {different} gems of different colours, as {three}, or {alike} alike, as {two}, from a pile of {pile} "
                "or more. If fewer colours are left, take one of each. You never take gold this way.",
                different=_numbers(DIFFERENT_TAKEN),
                three=Tokens(of_each(1) - single(Colour.RED) - single(Colour.BLACK), 0),
                alike=_numbers(2),
                two=Tokens(2 * single(Colour.RED), 0),
                pile=_numbers(PILE_FOR_TWO_ALIKE),
            ),
        ),
        Ruling(
            NP_("verb", "Reserve"),
            N_(
                "Reserve a card of the table, or the top of a deck, which only you see. You hold {hand} at most, until "
                "you buy them. You get {gold} each time, while there is any. Reserved cards lie face down, unless open reserves "
                "are agreed.",
                hand=_numbers(HAND_LIMIT),
                gold=Tokens(NO_GEMS, 1),
            ),
        ),
        Ruling(
            NP_("verb", "Buy"),
            N_(
                "Buy a card of the table or of your reserve. Bought cards are gems that stay: they lower every price. Gold "
                "stands for any gem, even one that you hold. No change is given."
            ),
        ),
        Ruling(
            NP_("noun", "Refill"),
            N_(
                "When a card leaves the table, a new one comes at once from its deck. Once that is empty, the place stays empty."
            ),
        ),
        Ruling(
            N_("Tokens"),
            N_(
                "If you hold more than {limit} tokens after your action, gold counted, return the surplus, just taken or not.",
                limit=_numbers(TOKEN_LIMIT),
            ),
        ),
        Ruling(
            NP_("noun", "Deal"),
            N_(
                "With {players} players there are {gems} gems of each colour and {nobles} nobles. There are always "
                "{gold_tokens} gold.",
                players=_numbers(*GEMS_OF_EACH),
                gems=_numbers(*GEMS_OF_EACH.values()),
                nobles=_numbers(*map(nobles_shown, GEMS_OF_EACH)),
                gold_tokens=_numbers(GOLD_TOKENS),
            ),
        ),
    )


def match_rulings(catalogue: Catalogue, target: int | None = None) -> tuple[Ruling, ...]:
    """What decides a match; with a `target`, one of so many points."""
    if target is None:
        end = N_(
            "When somebody has {target} points, or the agreed target, the round is played to its end, so that all have the "
            "same number of turns. If the last seat of the round gets there, the game ends at once.",
            target=_numbers(DEFAULT_TARGET),
        )
    else:
        end = N_(
            "When somebody has {target} points, the round is played to its end, so that all have the same number of turns. "
            "If the last seat of the round gets there, the game ends at once.",
            target=_numbers(target),
        )
    return (
        Ruling(
            N_("Nobles"),
            N_(
                "At the end of your turn a noble comes if your bonuses alone meet its wish, and brings {points} points. You "
                "cannot refuse it. If several could come, choose one; the others may come on later turns.",
                points=_numbers(*(noble.points for noble in catalogue.nobles)),
            ),
        ),
        Ruling(NP_("noun", "End"), end),
        Ruling(
            N_("Winner"),
            N_(
                "The most points win; if they are equal, the fewest bought cards; if those are equal too, the victory is "
                "shared, unless agreed otherwise."
            ),
        ),
        Ruling(
            NP_("verb", "Pass"),
            N_(
                "You pass only when nothing else is possible, and then you must. A full round of passes, or {longest} "
                "actions, is a stalemate. After {idle} turns with nothing bought or reserved, or from action {late} on, all may "
                "agree to end the game.",
                idle=_numbers(AGREEMENT_AFTER),
                late=_numbers(AGREEMENT_FROM),
                longest=_numbers(LAST_ROUND_AT),
            ),
        ),
        Ruling(
            N_("Clock"),
            N_(
                "When the time of a turn is used up, your reserve runs; neither runs while the table is hidden. "
                "With none left, or when you resign, you are out. With two players, the other one wins. With "
                "more, you rank last; your tokens go back to the bank, your cards and nobles leave the game."
            ),
        ),
    )


def _numbers(*numbers: int) -> Message:
    """A number, or the different ones with the smallest first, as a detail that stands out in a sentence."""
    return either([str(number) for number in sorted(set(numbers))])
