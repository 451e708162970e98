"""The log of a match: what happened, as lines that every seat may read.

A line never names a card that was reserved from a deck: only its owner has seen it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import assert_never

from splendor_tui.match.steps import FinalRoundBegan, GameEnded, NobleArrived, Step
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.gems import NO_GEMS, Tokens
from splendor_tui.words import _, ngettext


class LogKind(StrEnum):
    """What a line of the log tells."""

    TOOK = "took"
    RETURNED = "returned"
    BOUGHT = "bought"
    BOUGHT_FREE = "bought-free"
    RESERVED = "reserved"
    RESERVED_WITH_GOLD = "reserved-with-gold"
    RESERVED_TOP = "reserved-top"
    RESERVED_TOP_WITH_GOLD = "reserved-top-with-gold"
    NOBLE = "noble"
    PASSED = "passed"
    LEFT = "left"
    TIME_OUT = "time-out"
    FINAL_ROUND = "final-round"
    ENDED = "ended"
    AGREED = "agreed"
    TAKEN_BACK = "taken-back"
    TAKEN_BACK_REVEALED = "taken-back-revealed"
    PLAYED_AGAIN = "played-again"
    STAND_IN = "stand-in"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: after which ply, about which seat (None: about the match), what, and the details that its sentence names."""

    ply: int
    seat: int | None
    kind: LogKind
    details: Mapping[str, object] = field(default_factory=dict)


def log_step(step: Step, *, timed_out: bool = False) -> list[LogLine]:
    """The lines that tell of a step."""
    kind, details = _told(step.action, step.before.gold > 0)
    if timed_out:
        kind = LogKind.TIME_OUT
    lines = [] if kind is None else [LogLine(step.ply, step.seat, kind, details)]
    for event in step.events:
        match event:
            case NobleArrived():
                lines.append(LogLine(step.ply, event.seat, LogKind.NOBLE, {"noble": event.noble}))
            case FinalRoundBegan():
                lines.append(LogLine(step.ply, event.seat, LogKind.FINAL_ROUND))
            case GameEnded():
                lines.append(LogLine(step.ply, None, LogKind.ENDED))
            case _:
                pass
    return lines


def _told(action: Action, gold_left: bool) -> tuple[LogKind | None, dict[str, object]]:
    match action:
        case Take():
            return LogKind.TOOK, {"tokens": Tokens(action.gems, 0)}
        case Return():
            return LogKind.RETURNED, {"tokens": Tokens(action.gems, action.gold)}
        case Buy():
            paid = Tokens(action.gems, action.gold)
            kind = LogKind.BOUGHT if paid != Tokens(NO_GEMS, 0) else LogKind.BOUGHT_FREE
            return kind, {"card": action.card, "tokens": paid}
        case Reserve():
            return LogKind.RESERVED_WITH_GOLD if gold_left else LogKind.RESERVED, {"card": action.card}
        case ReserveTop():
            return LogKind.RESERVED_TOP_WITH_GOLD if gold_left else LogKind.RESERVED_TOP, {"level": action.level}
        case ChooseNoble():
            return None, {}  # the arrival is told by its own event
        case Pass():
            return LogKind.PASSED, {}
        case Forfeit():
            return LogKind.LEFT, {}
        case _ as never:
            assert_never(never)


def sentence(line: LogLine, names: Sequence[str]) -> str:
    """The line in words. `names` are the players' names by seat; they must have passed `player_name`."""
    template, details = template_of(line, names)
    return template.format_map({key: _words(value) for key, value in details.items()})


def template_of(line: LogLine, names: Sequence[str]) -> tuple[str, dict[str, object]]:
    """The sentence of the line in two parts, for a screen that draws cards and tokens: a template and its details."""
    details = dict(line.details)
    if line.seat is not None:
        details["name"] = names[line.seat]
    if line.kind in (LogKind.TAKEN_BACK, LogKind.TAKEN_BACK_REVEALED, LogKind.PLAYED_AGAIN):
        return _counted(line), details
    return _templates()[line.kind], details


def _counted(line: LogLine) -> str:
    number = line.details["count"]
    if not isinstance(number, int):
        raise TypeError(f"a count is a whole number, not {number!r}")
    if line.kind is LogKind.PLAYED_AGAIN:
        return ngettext("{count} action is played again.", "{count} actions are played again.", number)
    if line.kind is LogKind.TAKEN_BACK:
        return ngettext("{count} action is taken back.", "{count} actions are taken back.", number)
    return ngettext(
        "{count} action is taken back; a card had been revealed.",
        "{count} actions are taken back; a card had been revealed.",
        number,
    )


def _templates() -> dict[LogKind, str]:
    return {
        LogKind.TOOK: _("{name} took {tokens}."),
        LogKind.RETURNED: _("{name} returned {tokens}."),
        LogKind.BOUGHT: _("{name} bought {card} for {tokens}."),
        LogKind.BOUGHT_FREE: _("{name} bought {card} with bonuses alone."),
        LogKind.RESERVED: _("{name} reserved {card}; no gold was left."),
        LogKind.RESERVED_WITH_GOLD: _("{name} reserved {card} and took a gold."),
        LogKind.RESERVED_TOP: _("{name} reserved a level {level} card from the deck; no gold was left."),
        LogKind.RESERVED_TOP_WITH_GOLD: _("{name} reserved a level {level} card from the deck and took a gold."),
        LogKind.NOBLE: _("{noble} came to {name}."),
        LogKind.PASSED: _("{name} had to pass."),
        LogKind.LEFT: _("{name} left the game."),
        LogKind.TIME_OUT: _("{name} ran out of time and left the game."),
        LogKind.FINAL_ROUND: _("{name} reached the target: this is the last round."),
        LogKind.ENDED: _("The game is over."),
        LogKind.AGREED: _("The players agreed to end the game."),
        LogKind.STAND_IN: _("{name} gave no legal answer in time; a legal action was drawn by lot."),
    }


def card_words(card: Card) -> str:
    """A card in a few words, like `the blue card 2-07 (1 point)`."""
    if not card.points:
        return _("the {colour} card {id}").format(colour=_(str(card.bonus)), id=card.id)
    template = ngettext(
        "the {colour} card {id} ({points} point)", "the {colour} card {id} ({points} points)", card.points
    )
    return template.format(colour=_(str(card.bonus)), id=card.id, points=card.points)


def _words(value: object) -> object:
    if isinstance(value, Card):
        return card_words(value)
    return value.name if isinstance(value, Noble) else value
