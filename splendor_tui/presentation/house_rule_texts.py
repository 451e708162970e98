"""Messages about the rules of a match: names, values and presets."""

from typing import Final, NamedTuple

from splendor_tui.inputs.match_options import NO_CLOCK, PRESETS, HandOver, MatchRules, Undo
from splendor_tui.presentation.match_draft import OWN
from splendor_tui.words import N_, NN_, NP_, Message, enumerated


class RuleText(NamedTuple):
    """A rule's value in short form, and its explanation."""

    value: Message
    about: Message


PRESET_NAMES: Final = {
    OWN: N_("your own"),
    "standard": N_("standard"),
    "long": NP_("match", "long"),
    "deathmatch": N_("deathmatch"),
}
PRESET_ABOUTS: Final = {OWN: N_("The rules as set below."), **{name: preset.about for name, preset in PRESETS.items()}}
RULE_NAMES: Final = {
    "target": N_("Play to"),
    "random_first": N_("First player"),
    "clock": N_("Clock"),
    "hand_over": N_("Hand-over"),
    "undo": NP_("rule", "Undo"),
    "open_reserves": N_("Reserved cards"),
    "promo_nobles": N_("Promo nobles"),
}
_HAND_OVERS: Final[dict[HandOver, RuleText]] = {
    "always": RuleText(N_("always"), N_("A hand-over screen hides the table before each turn of another human.")),
    "hidden": RuleText(N_("when needed"), N_("A hand-over screen hides the table while someone holds a secret card.")),
    "never": RuleText(N_("never"), N_("Nothing is hidden between turns.")),
}
_UNDOS: Final[dict[Undo, RuleText]] = {
    "free": RuleText(
        NP_("undo", "free"), N_("Everything can be undone; the log notes whether a card had been revealed.")
    ),
    "own-turn": RuleText(N_("own action"), N_("You can only undo your own action, before anyone else acts.")),
    "off": RuleText(NP_("undo", "off"), N_("Nothing can be undone.")),
}


def changed_rules(rules: MatchRules) -> list[str]:
    """The names of the MatchRules fields that differ from the standard rules."""
    standard = MatchRules()
    return [name for name in RULE_NAMES if getattr(rules, name) != getattr(standard, name)]


def as_in_the_last_game(rules: MatchRules) -> tuple[Message, ...]:
    """A sentence that names the rules that differ from the standard ones, if any do."""
    named = [
        NP_("a rule in a list", "{rule} {value}", rule=RULE_NAMES[name], value=describe_rule(rules, name).value)
        for name in changed_rules(rules)
    ]
    return (N_("As in the last game: {rules}.", rules=enumerated(named)),) if named else ()


def describe_rule(rules: MatchRules, name: str) -> RuleText:
    """Describe the value of the MatchRules field `name`."""
    match name:
        case "target":
            about = NN_(
                "The round in which a player reaches {count} point is the last.",
                "The round in which a player reaches {count} points is the last.",
                rules.target,
            )
            return RuleText(NN_("{count} point", "{count} points", rules.target), about)
        case "random_first" if rules.random_first:
            return RuleText(N_("random"), N_("A random player starts; the seating order stays the same."))
        case "random_first":
            return RuleText(N_("as seated"), N_("The player in seat 1 starts."))
        case "promo_nobles" if rules.promo_nobles:
            return RuleText(NP_("promo nobles", "in play"), N_("Two more nobles, official promo tiles, may be dealt."))
        case "promo_nobles":
            return RuleText(NP_("promo nobles", "left out"), N_("Only the nobles of the rulebook are dealt."))
        case "clock":
            if rules.clock is None:
                return RuleText(NO_CLOCK, N_("No time limit."))
            seconds = {"turn": rules.clock.turn_seconds, "bank": rules.clock.reserve_seconds}
            without_bank = N_("{turn} seconds per turn. When they run out, you forfeit.", turn=seconds["turn"])
            with_bank = N_(
                "{turn} seconds per turn, then a time bank of {bank} seconds for the game. When both run out, you "
                "forfeit.",
                **seconds,
            )
            return RuleText(N_("{turn} + {bank} s", **seconds), with_bank if seconds["bank"] else without_bank)
        case "hand_over":
            return _HAND_OVERS[rules.hand_over]
        case "undo":
            return _UNDOS[rules.undo]
        case _ if rules.open_reserves:
            return RuleText(NP_("reserved cards", "open"), N_("Cards reserved face up stay visible to all."))
        case _:
            about = N_("Only their owner sees reserved cards, as in the rulebook.")
            return RuleText(NP_("reserved cards", "hidden"), about)
