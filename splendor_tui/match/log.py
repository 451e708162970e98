"""The log of a match: what happened, as lines that every seat may read.

A line never names a card that was reserved from a deck: only its owner has seen it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from splendor_tui.match.steps import (
    AgreementPossible,
    Emptied,
    FinalRoundBegan,
    GameEnded,
    NobleArrived,
    Refilled,
    Step,
)
from splendor_tui.rules.actions import Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.gems import NO_GEMS, Tokens
from splendor_tui.rules.outcome import AGREEMENT_AFTER
from splendor_tui.rules.state import LAST_ROUND_AT
from splendor_tui.words import N_, NN_, Message


class LogKind(StrEnum):
    """What a line of the log tells."""

    TOOK = "took"
    RETURNED = "returned"
    BOUGHT = "bought"
    RESERVED = "reserved"
    NOBLE = "noble"
    PASSED = "passed"
    LEFT = "left"
    TIME_OUT = "time-out"
    FINAL_ROUND = "final-round"
    AGREEMENT_POSSIBLE = "agreement-possible"
    ENDED = "ended"
    AGREED = "agreed"
    TAKEN_BACK = "taken-back"
    PLAYED_AGAIN = "played-again"
    STAND_IN = "stand-in"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: after which ply, about which seat (None: about the match), what, and its sentence.

    The details of the sentence are cards, nobles, tokens, numbers and names; these have passed `player_name`.
    """

    ply: int
    seat: int | None
    kind: LogKind
    message: Message


def log_step(step: Step, names: Sequence[str], *, timed_out: bool = False) -> list[LogLine]:
    """The lines that tell of a step. `names` are the players' names by seat."""
    told = _told(step, names[step.seat], timed_out=timed_out)
    lines = [] if told is None else [LogLine(step.ply, step.seat, *told)]
    for event in step.events:
        match event:
            case NobleArrived(seat, noble):
                message = N_("{noble} came to {name}.", noble=noble, name=names[seat])
                lines.append(LogLine(step.ply, seat, LogKind.NOBLE, message))
            case FinalRoundBegan(seat):
                message = N_("{name} reached the target: this is the last round.", name=names[seat])
                lines.append(LogLine(step.ply, seat, LogKind.FINAL_ROUND, message))
            case AgreementPossible():
                lines.append(LogLine(step.ply, None, LogKind.AGREEMENT_POSSIBLE, _why_agree(step)))
            case GameEnded():
                lines.append(LogLine(step.ply, None, LogKind.ENDED, N_("The game is over.")))
            case Refilled() | Emptied():
                pass
            case _ as never:
                assert_never(never)
    return lines


def log_stand_in(ply: int, seat: int, name: str, reason: Message | None = None) -> LogLine:
    """The line about a computer player whose action was drawn by lot, with the reason if that is known."""
    if reason is None:
        message = N_("{name} gave no legal answer in time; a legal action was drawn by lot.", name=name)
    else:
        message = N_("{reason} A legal action was drawn by lot for {name}.", reason=reason, name=name)
    return LogLine(ply, seat, LogKind.STAND_IN, message)


def log_taken_back(ply: int, steps: Sequence[Step]) -> LogLine:
    """The line about steps that were taken back, down to this ply."""
    if any(step.reveals for step in steps):
        message = NN_(
            "{count} action is taken back; a card had been revealed.",
            "{count} actions are taken back; a card had been revealed.",
            len(steps),
        )
    else:
        message = NN_("{count} action is taken back.", "{count} actions are taken back.", len(steps))
    return LogLine(ply, None, LogKind.TAKEN_BACK, message)


def log_played_again(ply: int, number: int) -> LogLine:
    """The line that goes before those of so many steps that are played again from this ply on."""
    message = NN_("{count} action is played again.", "{count} actions are played again.", number)
    return LogLine(ply, None, LogKind.PLAYED_AGAIN, message)


def log_agreed(ply: int) -> LogLine:
    """The line about the end by agreement."""
    return LogLine(ply, None, LogKind.AGREED, N_("The players agreed to end the game."))


def _told(step: Step, name: str, *, timed_out: bool) -> tuple[LogKind, Message] | None:
    action = step.action
    gold_left = step.before.gold > 0
    match action:
        case Take(gems):
            return LogKind.TOOK, N_("{name} took {tokens}.", name=name, tokens=Tokens(gems, 0))
        case Return(gems, gold):
            return LogKind.RETURNED, N_("{name} returned {tokens}.", name=name, tokens=Tokens(gems, gold))
        case Buy(card, gems, gold):
            paid = Tokens(gems, gold)
            if paid == Tokens(NO_GEMS, 0):
                return LogKind.BOUGHT, N_("{name} bought {card} with bonuses alone.", name=name, card=card)
            return LogKind.BOUGHT, N_("{name} bought {card} for {tokens}.", name=name, card=card, tokens=paid)
        case Reserve(card) if gold_left:
            return LogKind.RESERVED, N_("{name} reserved {card} and took a gold.", name=name, card=card)
        case Reserve(card):
            return LogKind.RESERVED, N_("{name} reserved {card}; no gold was left.", name=name, card=card)
        case ReserveTop(level) if gold_left:
            return LogKind.RESERVED, N_(
                "{name} reserved a level {level} card from the deck and took a gold.", name=name, level=level
            )
        case ReserveTop(level):
            return LogKind.RESERVED, N_(
                "{name} reserved a level {level} card from the deck; no gold was left.", name=name, level=level
            )
        case ChooseNoble():
            return None  # the arrival is told by its own event
        case Pass():
            return LogKind.PASSED, N_("{name} had to pass.", name=name)
        case Forfeit() if timed_out:
            return LogKind.TIME_OUT, N_("{name} ran out of time and left the game.", name=name)
        case Forfeit():
            return LogKind.LEFT, N_("{name} left the game.", name=name)
        case _ as never:
            assert_never(never)


def _why_agree(step: Step) -> Message:
    if step.after.idle_turns >= AGREEMENT_AFTER:
        return N_(
            "Nobody has bought or reserved for {turns} turns: in the pause you can end the game by agreement.",
            turns=step.after.idle_turns,
        )
    return N_(
        "The game is {plies} actions long: in the pause you can end it by agreement. With {most} it ends by itself.",
        plies=step.ply,
        most=LAST_ROUND_AT,
    )
