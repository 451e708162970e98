"""The log of a match: what happened, as lines that every seat may read.

A line never names a card that was reserved from a deck: only its owner has seen it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, assert_never

from splendor_tui.match.steps import Step, describe_step
from splendor_tui.record import Record, first_state, replay
from splendor_tui.rules.actions import Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card, CardLevel
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import NO_GEMS, Tokens
from splendor_tui.rules.outcome import AGREEMENT_AFTER, may_agree
from splendor_tui.rules.state import LAST_ROUND_AT, Phase, State
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
class LoggedCard:
    """A card in a sentence of the log, which may be read when the card has left the table.

    `priced` tells that nothing else in the sentence says what it costs.
    """

    card: Card
    priced: bool = False

    def told(self) -> Message:
        """The card in a few words."""
        return self.card.told()


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: after which ply, in which round, about which seat (None: about the match), what, and its sentence.

    `brief` is a shorter sentence for where there is little room, None where the other is short; it may leave out the name of
    whom the line before is about. The details of sentences are cards, nobles, tokens, numbers and names; these have passed
    `player_name`.
    """

    ply: int
    round: int
    seat: int | None
    kind: LogKind
    message: Message
    brief: Message | None = None


def log_step(step: Step, names: Sequence[str], *, timed_out: bool = False) -> list[LogLine]:
    """The lines that tell of a step. `names` are the players' names by seat."""
    seat, name, before, after = step.seat, names[step.seat], step.before, step.after
    lines: list[LogLine] = []

    def add(about: int | None, kind: LogKind, message: Message, brief: Message | None = None) -> None:
        lines.append(LogLine(step.ply, before.round, about, kind, message, brief))

    if told := _told(step, name, timed_out=timed_out):
        add(seat, *told)
    for noble in step.nobles:
        message = N_("{noble} came to {name}.", noble=noble, name=name)
        add(seat, LogKind.NOBLE, message, N_("{noble} came.", noble=noble))
    if after.final_round and not before.final_round:
        add(seat, LogKind.FINAL_ROUND, *_target_reached(name, step))
    if may_agree(after) and not may_agree(before):
        add(None, LogKind.AGREEMENT_POSSIBLE, _why_agree(step))
    if after.phase is Phase.OVER:
        add(None, LogKind.ENDED, N_("The game is over."))
    return lines


def log_stand_in(before: State, name: str, reason: Message | None = None) -> LogLine:
    """The line about the computer player to move, whose action was drawn by lot, with the reason if that is known."""
    if reason is None:
        message = N_("{name} gave no legal answer in time; a legal action was drawn by lot.", name=name)
    else:
        message = N_("{reason} A legal action was drawn by lot for {name}.", reason=reason, name=name)
    return LogLine(before.ply, before.round, before.seat, LogKind.STAND_IN, message)


def log_taken_back(now: State, steps: Sequence[Step], names: Sequence[str]) -> LogLine:
    """The line about steps that were taken back, down to this position. `names` are the players' names by seat."""
    brief = NN_("Taken back: {count} action.", "Taken back: {count} actions.", len(steps))
    if any(step.reveals for step in steps):
        brief = NN_(
            "Taken back: {count} action; a card had been revealed.",
            "Taken back: {count} actions; a card had been revealed.",
            len(steps),
        )
    message = N_("Back to the turn of {name}. {taken_back}", name=names[now.seat], taken_back=brief)
    return LogLine(now.ply, now.round, None, LogKind.TAKEN_BACK, message, brief)


def log_played_again(before: State, number: int) -> LogLine:
    """The line that goes before those of so many steps that are played again from this position on."""
    message = NN_("Redone: {count} action.", "Redone: {count} actions.", number)
    return LogLine(before.ply, before.round, None, LogKind.PLAYED_AGAIN, message)


def in_force(log: Sequence[LogLine]) -> list[LogLine]:
    """The lines without what was taken back. That something was taken back is told."""
    kept: list[LogLine] = []
    for line in log:
        if line.kind is LogKind.TAKEN_BACK:
            kept = [earlier for earlier in kept if earlier.ply <= line.ply]
        kept.append(line)
    return kept


def log_agreed(now: State) -> LogLine:
    """The line about the end by agreement."""
    return LogLine(now.ply, now.round, None, LogKind.AGREED, N_("The players agreed to end the game."))


def _told(step: Step, name: str, *, timed_out: bool) -> tuple[LogKind, Message, Message | None] | None:
    """What the action was, its sentence, and a shorter one if there is any."""
    action = step.action
    gold_left = step.before.gold > 0
    match action:
        case Take(gems):
            return LogKind.TOOK, N_("{name} took {tokens}.", name=name, tokens=Tokens(gems, 0)), None
        case Return(gems, gold):
            surplus = Tokens(gems, gold)
            brief = N_("Returned {tokens}.", tokens=surplus)
            return LogKind.RETURNED, N_("{name} returned {tokens}.", name=name, tokens=surplus), brief
        case Buy(card, gems, gold):
            message = _bought(name, card, Tokens(gems, gold), was_held=card not in step.before.grid)
            return LogKind.BOUGHT, message, N_("{name} bought {card}.", name=name, card=card)
        case Reserve(card):
            brief = N_("{name} reserved {card}.", name=name, card=card)
            logged = LoggedCard(card, priced=True)
            if gold_left:
                return LogKind.RESERVED, N_("{name} reserved {card} and took a gold.", name=name, card=logged), brief
            return LogKind.RESERVED, N_("{name} reserved {card}; no gold was left.", name=name, card=logged), brief
        case ReserveTop():
            level = CardLevel(action.level)
            brief = N_("{name} reserved a level {level} card.", name=name, level=level)
            if gold_left:
                message = N_(
                    "{name} reserved a level {level} card from the deck and took a gold.", name=name, level=level
                )
            else:
                message = N_(
                    "{name} reserved a level {level} card from the deck; no gold was left.", name=name, level=level
                )
            return LogKind.RESERVED, message, brief
        case ChooseNoble():
            return None  # the visit has a line of its own
        case Pass():
            return LogKind.PASSED, N_("{name} had to pass.", name=name), None
        case Forfeit() if timed_out:
            return LogKind.TIME_OUT, N_("{name} ran out of time and left the game.", name=name), None
        case Forfeit():
            return LogKind.LEFT, N_("{name} left the game.", name=name), None
        case _ as never:
            assert_never(never)


def _bought(name: str, card: Card, paid: Tokens, *, was_held: bool) -> Message:
    """From where it came is told, so that whoever looks for what somebody still holds need not remember all that they bought."""
    if paid == Tokens(NO_GEMS, 0):
        logged = LoggedCard(card, priced=True)
        if was_held:
            return N_("{name} bought {card} from the reserve with bonuses alone.", name=name, card=logged)
        return N_("{name} bought {card} with bonuses alone.", name=name, card=logged)
    if was_held:
        return N_("{name} bought {card} from the reserve for {tokens}.", name=name, card=LoggedCard(card), tokens=paid)
    return N_("{name} bought {card} for {tokens}.", name=name, card=LoggedCard(card), tokens=paid)


def _target_reached(name: str, step: Step) -> tuple[Message, Message]:
    """Who reached the target, and that the round is played to its end; or why no turn follows."""
    if step.after.phase is Phase.OVER:
        message = N_("{name} reached the target on the last turn of the round, so no turn follows.", name=name)
        return message, N_("That was the last turn of the round.")
    return N_("{name} reached the target: this is the last round.", name=name), N_("This is the last round.")


def _why_agree(step: Step) -> Message:
    if step.after.idle_turns >= AGREEMENT_AFTER:
        return N_(
            "Nobody has bought or reserved for {turns} turns: in the pause you can end the game by agreement.",
            turns=step.after.idle_turns,
        )
    return N_(
        "The game is {plies} actions long: in the pause you can end it by agreement. At {most} it ends by itself.",
        plies=step.ply,
        most=LAST_ROUND_AT,
    )


class Retold(NamedTuple):
    """One ply of a record, and the state after it."""

    state: State
    step: Step
    lines: list[LogLine]


def retell(record: Record, catalogue: Catalogue) -> Iterator[Retold]:
    """Tell the record again, as far as the rules confirm it. Raises RecordError where they do not, having told all before."""
    names = tuple(player.name for player in record.header.players)
    state = first_state(record.header, catalogue)
    for ply, played in zip(record.plies, replay(record, catalogue), strict=True):
        step = describe_step(state, played.action, played.state)
        yield Retold(played.state, step, log_step(step, names, timed_out=ply.out_of_time))
        state = played.state
