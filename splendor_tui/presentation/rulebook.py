"""The rules as text. Limits and counts come from the code that applies them."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from splendor_tui.inputs.house_rules import GAME_RULES, HOUSE_RULES, STANDARD, MatchRules
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import (
    DEFAULT_TARGET,
    GEMS_OF_EACH,
    GOLD_TOKENS,
    HAND_LIMIT,
    LAST_ROUND_AT,
    TOKEN_LIMIT,
)
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import NO_GEMS, Colour, Tokens, of_each, single
from splendor_tui.rules.legality import DIFFERENT_TAKEN, PILE_FOR_TWO_ALIKE
from splendor_tui.words import N_, NP_, Message, either, listed


class Ruling(NamedTuple):
    """A section of the rules."""

    title: Message
    text: Message


def rules_in_brief(target: int = DEFAULT_TARGET) -> tuple[Message, ...]:
    """Explain in ten sentences how to play to this target, for new players."""
    return (
        N_("You buy cards with gems. Each card gives a permanent bonus of its colour, and often points."),
        N_(
            "When a player reaches {target} points, finish the round; then the game is over.",
            target=_numbers(target),
        ),
        N_(
            "On your turn, do one of these: take gems of different colours, take two of the same colour, reserve a "
            "card or buy one."
        ),
        N_(
            "Take one gem of each of {count} colours; if fewer colours are left, one of each.",
            count=_numbers(DIFFERENT_TAKEN),
        ),
        N_("Or take two of one colour, if its pile holds at least {pile}.", pile=_numbers(PILE_FOR_TWO_ALIKE)),
        N_(
            "Or reserve a card from the table or the unseen top card of a deck, and take {gold} if any is left. You "
            "may hold at most {hand} reserved cards.",
            hand=_numbers(HAND_LIMIT),
            gold=Tokens(NO_GEMS, 1),
        ),
        N_("Or buy a card from the table or your reserve. Bonuses lower the price; gold replaces any colour."),
        N_(
            "You may hold at most {limit} tokens; return the rest at the end of your turn.", limit=_numbers(TOKEN_LIMIT)
        ),
        N_("A noble visits you once your bonuses meet its requirement: at most one per turn."),
        N_("Most points wins. Ties go to the player with the fewest bought cards; if still tied, the win is shared."),
    )


_RESERVED_CARDS: Final = {
    True: N_("Cards reserved from the table stay visible."),
    False: N_("Reserved cards stay hidden."),
    None: "",
}


def turn_rulings(*, open_reserves: bool | None = None) -> tuple[Ruling, ...]:
    """The rules of a turn. `open_reserves` is the house rule, None if it is unknown, as in a puzzle."""
    return (
        Ruling(N_("Turn"), N_("Take, reserve or buy. Then return surplus tokens. Then a noble may visit you.")),
        Ruling(
            NP_("verb", "Take"),
            N_(
                "Take {different} gems of different colours, such as {three}, or {alike} alike, such as {two}, "
                "from a pile of {pile} or more. If fewer colours are left, take one of each. You cannot take gold "
                "this way.",
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
                "Reserve a card from the table, or the top card of a deck, which only you see. You can hold at most "
                "{hand}. You also take {gold}, if any is left. {then}",
                hand=_numbers(HAND_LIMIT),
                gold=Tokens(NO_GEMS, 1),
                then=_RESERVED_CARDS[open_reserves],
            ),
        ),
        Ruling(
            NP_("verb", "Buy"),
            N_(
                "Buy a card from the table or your reserve. Bought cards are permanent gems: they make later"
                " cards cheaper. Gold replaces any gem, even one that you hold. No change is given."
            ),
        ),
        Ruling(
            NP_("noun", "Refill"),
            N_(
                "When a card leaves the table, a new one from its deck replaces it immediately. If the deck is empty, "
                "the place stays empty."
            ),
        ),
        Ruling(
            N_("Tokens"),
            N_(
                "If you hold more than {limit} tokens after your action, gold included, return any of them until "
                "{limit} are left.",
                limit=_numbers(TOKEN_LIMIT),
            ),
        ),
        Ruling(
            NP_("noun", "Deal"),
            N_(
                "With {players} players there are {gems} gems of each colour and {nobles} nobles. There are "
                "always {gold_tokens} gold.",
                players=_numbers(*GEMS_OF_EACH),
                gems=_numbers(*GEMS_OF_EACH.values()),
                nobles=_numbers(*(GameOptions(players).nobles for players in GEMS_OF_EACH)),
                gold_tokens=_numbers(GOLD_TOKENS),
            ),
        ),
    )


def match_rulings(catalogue: Catalogue, rules: MatchRules | GameOptions) -> tuple[Ruling, ...]:
    """The rules of a match. Those that differ from the rulebook come last."""
    end = N_(
        "When a player reaches {target} points, the round is completed, so that all players have the same number of "
        "turns. If the round is already complete, the game ends immediately.",
        target=_numbers(rules.target),
    )
    unusual = [name for name in GAME_RULES[1:] if getattr(rules, name) != getattr(STANDARD, name)]
    return (
        Ruling(
            N_("Nobles"),
            N_(
                "At the end of your turn, a noble visits you if your bonuses alone meet its requirement. It "
                "brings {points} points, and you cannot refuse it. If several could visit, choose one; the "
                "others may visit on later turns.",
                points=_numbers(*(noble.points for noble in catalogue.nobles)),
            ),
        ),
        Ruling(NP_("noun", "End"), end),
        Ruling(
            N_("Winner"),
            N_(
                "Most points wins. A tie goes to the player with the fewest bought cards; a full tie is shared, "
                "unless agreed otherwise."
            ),
        ),
        Ruling(
            NP_("verb", "Pass"),
            N_(
                "You pass only if nothing else is possible, and then you must. A full round of passes, or "
                "{longest} actions, is a stalemate. All players may agree at any time to end the game.",
                longest=_numbers(LAST_ROUND_AT),
            ),
        ),
        Ruling(
            N_("Clock"),
            N_(
                "When the time for your turn runs out, your time bank starts to run; neither runs while the table "
                "is hidden. If both run out, or if you resign, you are out. With two players, the other one wins. "
                "With more, you rank last; your tokens go back to the bank, and your cards and nobles leave the "
                "game."
            ),
        ),
        *_promo_ruling(catalogue),
        *(Ruling(HOUSE_RULES[name].name, HOUSE_RULES[name].explain(getattr(rules, name))) for name in unusual),
    )


def disputed_rulings() -> tuple[Ruling, ...]:
    """The cases that other programs and groups rule differently, with the reasons: three of a turn, then three of a match."""
    return (
        Ruling(
            N_("Few colours"),
            N_(
                "If only two colours are left, you take one of each; if one is left, one gem. You cannot take fewer by "
                "choice: the action is to take {different}, and only empty piles make it smaller.",
                different=_numbers(DIFFERENT_TAKEN),
            ),
        ),
        Ruling(
            N_("Full hands"),
            N_(
                "With {limit} tokens you may still take gems or reserve, and return what you have just taken. The "
                "rulebook limits only what you hold at the end of a turn.",
                limit=_numbers(TOKEN_LIMIT),
            ),
        ),
        Ruling(
            N_("Gold or gem"),
            N_(
                "You may pay with gold and save a gem of the colour. The rulebook lets gold replace any gem, and does "
                "not ask whether you hold one."
            ),
        ),
        Ruling(
            N_("Two nobles"),
            N_(
                "If two nobles could visit, you choose one. The other may visit at the end of a later turn, even one "
                "without a purchase: the rulebook allows one visit per turn and does not tie it to buying."
            ),
        ),
        Ruling(
            N_("Only passes"),
            N_(
                "The rulebook does not say what happens if nobody can act. After a full round of passes nothing can "
                "change any more, so the game ends, and the points decide."
            ),
        ),
        Ruling(
            N_("Standstill"),
            N_(
                "Players may take and return gems forever: no rule forbids it, and none ends it. So nobody is forced to "
                "buy, but all may agree to end the game, and the round of action {longest} is the last.",
                longest=_numbers(LAST_ROUND_AT),
            ),
        ),
    )


def _promo_ruling(catalogue: Catalogue) -> Iterator[Ruling]:
    if promos := catalogue.promos:
        requirements = [
            N_("{noble} requires {requirement}", noble=noble, requirement=Tokens(noble.cost, 0)) for noble in promos
        ]
        text = N_(
            "With this house rule, these official promo tiles are shuffled with the nobles: {requirements}.",
            requirements=listed(requirements),
        )
        yield Ruling(N_("Promo nobles"), text)


def _numbers(*numbers: int) -> Message:
    """Join the distinct numbers with "or", in ascending order."""
    return either([str(number) for number in sorted(set(numbers))])
