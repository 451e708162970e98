"""The rules of the game in sentences, as they are played here; every number comes from where it is in force."""

from collections.abc import Iterable
from typing import NamedTuple

from textual.content import Content

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import NO_GEMS, Colour, Tokens, of_each, single
from splendor_tui.rules.legality import DIFFERENT_TAKEN, PILE_FOR_TWO_ALIKE
from splendor_tui.rules.outcome import AGREEMENT_AFTER
from splendor_tui.rules.state import DEFAULT_TARGET, GEMS_OF_EACH, GOLD_TOKENS, HAND_LIMIT, TOKEN_LIMIT, nobles_shown
from splendor_tui.tui.look.drawn_message import told
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.words import _


class Ruling(NamedTuple):
    """One point of the rules: a word for it, and its sentences."""

    title: str
    text: Content


def turn_rulings(glyphs: Glyphs) -> list[Ruling]:
    """What a player does in a turn."""
    rulings = (
        (
            _("Turn"),
            _("Take, reserve or buy; return the surplus; then a noble may come."),
        ),
        (
            _("Take"),
            _(
                "{different} colours, as {three}, or {alike} alike, as {two}, from a pile of {pile} or more. "
                "Of fewer colours left, one of each. Never gold."
            ),
        ),
        (
            _("Reserve"),
            _(
                "A card of the table or, unseen by others, the top of a deck; hold {hand} at most, for good. "
                "You get {gold}, the gold *, while any is left. Others see its back, but for open reserves."
            ),
        ),
        (
            _("Buy"),
            _(
                "From the table or your hand. Bought cards are gems that stay: they lower every price. Gold replaces any "
                "gem, even one you hold. No change."
            ),
        ),
        (_("Refill"), _("At once, from the same deck; when that is empty, not at all.")),
        (
            _("Tokens"),
            _("Of more than {limit} after your action, gold counted, return the surplus, just taken or not."),
        ),
        (
            _("Deal"),
            _("{players} players: {gems} gems of a colour, {nobles} nobles; {gold_tokens} gold."),
        ),
    )
    examples = {
        "three": Tokens(of_each(1) - single(Colour.RED) - single(Colour.BLACK), 0),
        "two": Tokens(2 * single(Colour.RED), 0),
        "gold": Tokens(NO_GEMS, 1),
    }
    numbers = {
        "different": DIFFERENT_TAKEN,
        "alike": 2,
        "pile": PILE_FOR_TWO_ALIKE,
        "hand": HAND_LIMIT,
        "limit": TOKEN_LIMIT,
        "players": _each(GEMS_OF_EACH),
        "gems": _each(GEMS_OF_EACH.values()),
        "nobles": _each(map(nobles_shown, GEMS_OF_EACH)),
        "gold_tokens": GOLD_TOKENS,
    }
    return _rulings(rulings, _strong(numbers) | examples, glyphs)


def match_rulings(glyphs: Glyphs, catalogue: Catalogue) -> list[Ruling]:
    """What decides a match."""
    rulings = (
        (
            _("Nobles"),
            _(
                "After each turn one comes if your bonuses alone suffice: {points} points. None is refused; of several choose "
                "one, the rest may come on later turns."
            ),
        ),
        (
            _("End"),
            _(
                "At {target} points, or the agreed target, the round is played out for equal turns; if its last seat gets "
                "there, the game ends at once."
            ),
        ),
        (_("Winner"), _("Most points, then fewest bought cards, then a shared victory, unless agreed otherwise.")),
        (
            _("Pass"),
            _(
                "Only, and always, when nothing else is possible; a full round of passes ends the game: stalemate. After "
                "{idle} turns in a row with nothing bought or reserved all may agree to end."
            ),
        ),
        (
            _("Clock"),
            _(
                "Past a turn's time your reserve runs; never while the table is hidden. None left, or resigned: you are "
                "out. Of two, the other wins; of more, you rank last, your tokens go back, your cards and nobles do not."
            ),
        ),
    )
    numbers = {
        "points": _each(noble.points for noble in catalogue.nobles),
        "target": DEFAULT_TARGET,
        "idle": AGREEMENT_AFTER,
    }
    return _rulings(rulings, _strong(numbers), glyphs)


def _rulings(rulings: Iterable[tuple[str, str]], details: dict[str, object], glyphs: Glyphs) -> list[Ruling]:
    return [Ruling(title, told(text, details, glyphs)) for title, text in rulings]


def _strong(numbers: dict[str, object]) -> dict[str, object]:
    """Numbers as texts, which stand out in a sentence."""
    return {name: str(number) for name, number in numbers.items()}


def _each(numbers: Iterable[int]) -> str:
    """Different numbers, the smallest first."""
    return "/".join(map(str, sorted(set(numbers))))
