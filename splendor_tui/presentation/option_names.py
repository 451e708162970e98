"""What the rules of a match are called on the screen, value by value, and what each means."""

from typing import Final

from splendor_tui.inputs.match_options import PRESETS, ClockOptions, HandOver, MatchRules, Undo
from splendor_tui.presentation.match_draft import OWN
from splendor_tui.words import _

PRESET_NAMES: Final = {
    OWN: _("your own"),
    "standard": _("standard"),
    "long": _("long"),
    "deathmatch": _("deathmatch"),
}
PRESET_ABOUTS: Final = {
    OWN: _("The rules as you have set them below."),
    **{name: str(preset.about) for name, preset in PRESETS.items()},
}
_HAND_OVERS: Final[dict[HandOver, tuple[str, str]]] = {
    "always": (_("always"), _("A screen hides the table whenever another person is to move.")),
    "hidden": (
        _("when needed"),
        _("A screen hides the table between two people once one of them has reserved a card unseen."),
    ),
    "never": (_("never"), _("The table stays open, and nothing on it is hidden between two turns.")),
}
_UNDOS: Final[dict[Undo, tuple[str, str]]] = {
    "free": (_("free"), _("Everything can be taken back; the log marks what had shown a card.")),
    "own-turn": (_("own action"), _("Only one's own action can be taken back, before anybody else has acted.")),
    "off": (_("off"), _("Nothing can be taken back.")),
}
RULE_NAMES: Final = {
    "target": _("Play to"),
    "random_first": _("First player"),
    "clock": _("Clock"),
    "hand_over": _("Hand over"),
    "undo": _("Undo"),
    "open_reserves": _("Reserved cards"),
}


def rule_value(rules: MatchRules, name: str) -> str:
    """How the value of a rule is written."""
    match name:
        case "target":
            return _("{points} points").format(points=rules.target)
        case "random_first":
            return _("by lot") if rules.random_first else _("as seated")
        case "clock":
            return _clock_words(rules.clock)
        case "hand_over":
            return _HAND_OVERS[rules.hand_over][0]
        case "undo":
            return _UNDOS[rules.undo][0]
        case _:
            return _("open") if rules.open_reserves else _("hidden")


def rule_about(rules: MatchRules, name: str) -> str:
    """What the value of a rule means."""
    match name:
        case "target":
            return _("The round in which somebody has {points} points is the last.").format(points=rules.target)
        case "random_first":
            return (
                _("Who begins is drawn by lot; the order round the table stays.")
                if rules.random_first
                else _("Whoever sits first begins.")
            )
        case "clock":
            return _clock_about(rules.clock)
        case "hand_over":
            return _HAND_OVERS[rules.hand_over][1]
        case "undo":
            return _UNDOS[rules.undo][1]
        case _:
            return (
                _("Cards that were reserved face up stay open for all.")
                if rules.open_reserves
                else _("Reserved cards are seen by their owner alone, as the rulebook has it.")
            )


def _clock_words(clock: ClockOptions | None) -> str:
    return f"{clock.turn_seconds} + {clock.reserve_seconds} s" if clock else _("off")


def _clock_about(clock: ClockOptions | None) -> str:
    if clock is None:
        return _("Everybody takes their time.")
    return _(
        "{turn} seconds for each turn; past them a reserve of {reserve} seconds runs, for the whole match. "
        "Whoever has used it up leaves the match."
    ).format(turn=clock.turn_seconds, reserve=clock.reserve_seconds)
