"""What the rules of a match are called on the screen, value by value, and what each means."""

from typing import Final

from splendor_tui.inputs.match_options import PRESETS, ClockOptions, HandOver, MatchRules, Undo
from splendor_tui.presentation.match_draft import OWN
from splendor_tui.words import N_, NN_, NP_, Message

PRESET_NAMES: Final = {
    OWN: N_("your own"),
    "standard": N_("standard"),
    "long": NP_("match", "long"),
    "deathmatch": N_("deathmatch"),
}
PRESET_TITLES: Final = {
    OWN: N_("Your own"),
    "standard": N_("Standard"),
    "long": NP_("match", "Long"),
    "deathmatch": N_("Deathmatch"),
}
PRESET_ABOUTS: Final = {
    OWN: N_("The rules as you have set them below."),
    **{name: preset.about for name, preset in PRESETS.items()},
}
_HAND_OVERS: Final[dict[HandOver, tuple[Message, Message]]] = {
    "always": (N_("always"), N_("A screen hides the table whenever another person is to move.")),
    "hidden": (
        N_("when needed"),
        N_("A screen hides the table between two people once one of them has reserved a card unseen."),
    ),
    "never": (N_("never"), N_("The table stays open, and nothing on it is hidden between two turns.")),
}
_UNDOS: Final[dict[Undo, tuple[Message, Message]]] = {
    "free": (NP_("undo", "free"), N_("Everything can be taken back; if a card had been revealed, the log says so.")),
    "own-turn": (N_("own action"), N_("Only one's own action can be taken back, before anybody else has acted.")),
    "off": (NP_("undo", "off"), N_("Nothing can be taken back.")),
}
RULE_NAMES: Final = {
    "target": N_("Play to"),
    "random_first": N_("First player"),
    "clock": N_("Clock"),
    "hand_over": N_("Hand over"),
    "undo": NP_("rule", "Undo"),
    "open_reserves": N_("Reserved cards"),
}


def rule_value(rules: MatchRules, name: str) -> Message:
    """How the value of a rule is written."""
    match name:
        case "target":
            return NN_("{count} point", "{count} points", rules.target)
        case "random_first":
            return N_("by lot") if rules.random_first else N_("as seated")
        case "clock":
            return _clock_words(rules.clock)
        case "hand_over":
            return _HAND_OVERS[rules.hand_over][0]
        case "undo":
            return _UNDOS[rules.undo][0]
        case _:
            return NP_("reserved cards", "open") if rules.open_reserves else NP_("reserved cards", "hidden")


def rule_about(rules: MatchRules, name: str) -> Message:
    """What the value of a rule means."""
    match name:
        case "target":
            return NN_(
                "The round in which somebody has {count} point is the last.",
                "The round in which somebody has {count} points is the last.",
                rules.target,
            )
        case "random_first":
            return (
                N_("Who begins is drawn by lot; the order round the table stays.")
                if rules.random_first
                else N_("Whoever sits first begins.")
            )
        case "clock":
            return _clock_about(rules.clock)
        case "hand_over":
            return _HAND_OVERS[rules.hand_over][1]
        case "undo":
            return _UNDOS[rules.undo][1]
        case _:
            return (
                N_("Cards that were reserved face up stay open for all.")
                if rules.open_reserves
                else N_("Reserved cards are seen by their owner alone, as the rulebook has it.")
            )


def _clock_words(clock: ClockOptions | None) -> Message:
    if clock is None:
        return NP_("clock", "off")
    return N_("{turn} + {reserve} s", turn=clock.turn_seconds, reserve=clock.reserve_seconds)


def _clock_about(clock: ClockOptions | None) -> Message:
    if clock is None:
        return N_("Everybody takes their time.")
    return N_(
        "{turn} seconds for each turn; past them a reserve of {reserve} seconds runs, for the whole game. "
        "Whoever has used it up leaves the game.",
        turn=clock.turn_seconds,
        reserve=clock.reserve_seconds,
    )
