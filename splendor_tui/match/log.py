"""The steps of a match and their log lines, which are safe to show to every seat.

A line never names a card that was reserved from a deck, because only its owner has seen it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice, takewhile
from typing import Final, NamedTuple, Self

from splendor_tui.bots.levels import names_in_this_language
from splendor_tui.record import Record
from splendor_tui.replay import replay
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card, CardLevel, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import LAST_ROUND_AT
from splendor_tui.rules.gems import NO_GEMS, Tokens
from splendor_tui.rules.outcome import MAX_IDLE_TURNS, is_deadlock, makes_no_progress, rounds_played
from splendor_tui.rules.state import Phase, State
from splendor_tui.rules.turn import Ply
from splendor_tui.rules.view import PlayerView, View, view
from splendor_tui.words import N_, NN_, Message

AGREEMENT_UNDONE: Final = N_("Undone: the agreement to end the game.")


class Step(NamedTuple):
    """One applied action, with an observer's views before and after it. It does not contain hidden cards."""

    action: Action
    before: View
    after: View

    @property
    def ply(self) -> int:
        """The number of actions applied so far, including this one."""
        return self.after.ply

    @property
    def seat(self) -> int:
        """The seat that acted."""
        return self.before.seat

    @property
    def nobles(self) -> tuple[Noble, ...]:
        """The nobles that visited the seat: one or none."""
        return self.after.players[self.seat].nobles[len(self.before.players[self.seat].nobles) :]

    @property
    def reveals(self) -> bool:
        """Whether a card left a deck, so that players have seen a card that undo would hide again."""
        return self.before.deck_counts != self.after.deck_counts


def make_step(before: State, action: Action, after: State) -> Step:
    """Create the step from one state to the next."""
    return Step(action, view(before, None), view(after, None))


class LogKind(StrEnum):
    """The kind of a log line."""

    TOOK = "took"
    RETURNED = "returned"
    BOUGHT = "bought"
    RESERVED = "reserved"
    NOBLE = "noble"
    PASSED = "passed"
    RESIGNED = "resigned"
    TIME_OUT = "time-out"
    FINAL_ROUND = "final-round"
    DEADLOCK = "deadlock"
    AGREEMENT_POSSIBLE = "agreement-possible"
    ENDED = "ended"
    AGREED = "agreed"
    UNDONE = "undone"
    REDONE = "redone"
    STAND_IN = "stand-in"


class LoggedCard(NamedTuple):
    """A card in a log line. It may have left the table since.

    `priced` shows the price too, for lines that do not give it otherwise.
    """

    card: Card
    priced: bool = False

    def describe(self) -> Message:
        """A short description of the card."""
        return self.card.describe()


class LogLine(NamedTuple):
    """One line, written after `ply` in `round`. `seat` is None for a line about the whole match.

    `brief` is a shorter message for narrow places, or None if `message` is short. It may omit the player's name if the
    previous line has it. The details of both are cards, nobles, tokens, numbers and names validated by `player_name`.
    `step` is the one that the line describes, if any.
    """

    ply: int
    round: int
    seat: int | None
    kind: LogKind
    message: Message
    brief: Message | None = None
    step: Step | None = None

    def renamed(self, names: Mapping[str, str]) -> Self:
        """The line with other names of players. `names` are the new ones, by old name."""
        return self._replace(message=self.message.renamed(names), brief=self.brief and self.brief.renamed(names))


def log_step(
    step: Step, names: Sequence[str], *, timed_out: bool = False, earlier: Iterable[Step] = ()
) -> list[LogLine]:
    """The log lines of a step. `names` are the players' names by seat. `earlier` are the steps before it, newest first."""
    seat, name, before, after = step.seat, names[step.seat], step.before, step.after
    lines: list[LogLine] = []

    def add(about: int | None, kind: LogKind, message: Message, brief: Message | None = None) -> None:
        lines.append(LogLine(step.ply, before.round, about, kind, message, brief, step))

    if described := _describe_action(step, name, timed_out=timed_out):
        add(seat, *described)
    for noble in step.nobles:
        add(seat, LogKind.NOBLE, N_("{noble} visited {name}.", noble=noble, name=name))
    if after.final_round and not before.final_round:
        add(seat, LogKind.FINAL_ROUND, *_target_reached(name, step))
    if _begins_deadlock(after, earlier):
        message = N_(
            "Deadlock: the position repeats, and nobody has bought or reserved for {turns} turns. You may agree to end the game.",
            turns=after.idle_turns,
        )
        brief = N_("Deadlock: nobody has bought or reserved for {turns} turns.", turns=after.idle_turns)
        add(None, LogKind.DEADLOCK, message, brief)
    if makes_no_progress(after) and not makes_no_progress(before):
        add(None, LogKind.AGREEMENT_POSSIBLE, _why_agree(step))
    if after.phase is Phase.OVER:
        add(None, LogKind.ENDED, N_("The game is over."))
    return lines


def log_stand_in(before: State, name: str, reason: Message | None = None) -> LogLine:
    """The log line of a random action, played in place of the computer whose turn it is.

    `reason` explains the error, if known.
    """
    if reason is None:
        message = N_("{name} did not give a legal answer in time; a random action was played.", name=name)
    else:
        message = N_("{reason} A random action was played for {name}.", reason=reason, name=name)
    return LogLine(before.ply, before.round, before.seat, LogKind.STAND_IN, message)


def log_undo(now: State, steps: Sequence[Step], names: Sequence[str]) -> LogLine:
    """The log line of an undo that led to the state `now`. `names` are the players' names by seat.

    Without steps, only the agreement to end the game was undone.
    """
    brief = NN_("Undone: {count} action.", "Undone: {count} actions.", len(steps))
    if not steps:
        brief = AGREEMENT_UNDONE
    if any(step.reveals for step in steps):
        brief = NN_(
            "Undone: {count} action; a card had been revealed.",
            "Undone: {count} actions; a card had been revealed.",
            len(steps),
        )
    message = N_("Back to {name}'s turn. {undone}", name=names[now.seat], undone=brief)
    return LogLine(now.ply, now.round, None, LogKind.UNDONE, message, brief)


def log_redo(before: State, number: int) -> LogLine:
    """The log line of a redo of `number` steps, which precedes their lines."""
    message = NN_("Redone: {count} action.", "Redone: {count} actions.", number)
    return LogLine(before.ply, before.round, None, LogKind.REDONE, message)


def lines_in_effect(log: Sequence[LogLine]) -> list[LogLine]:
    """The log without the lines of undone actions and agreements. The lines about the undo itself remain."""
    lines: list[LogLine] = []
    for line in log:
        if line.kind is LogKind.UNDONE:
            lines = [one for one in lines if one.ply <= line.ply and one.kind is not LogKind.AGREED]
        lines.append(line)
    return lines


def changes_since(heard: int, log: Sequence[LogLine]) -> tuple[Sequence[LogLine], Sequence[LogLine]]:
    """The lines that were in effect after the first `heard` ones and no longer are, and those that are new in effect."""
    before, now = (
        [line for line in lines_in_effect(some) if line.kind not in (LogKind.UNDONE, LogKind.REDONE)]
        for some in (log[:heard], log)
    )
    same = sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))
    return before[same:], now[same:]


def news_for(seat: int, log: Sequence[LogLine]) -> Sequence[LogLine]:
    """The lines since the seat's last action, which its player has not seen yet."""
    seen = max((number for number, line in enumerate(log, start=1) if line.seat == seat), default=0)
    return log[seen:]


def timed_out_seats(log: Sequence[LogLine]) -> frozenset[int]:
    """The seats that ran out of time."""
    return frozenset(
        line.seat for line in lines_in_effect(log) if line.kind is LogKind.TIME_OUT and line.seat is not None
    )


def log_agreed(now: State, acted_in: Sequence[State | View]) -> LogLine:
    """The log line of the end by agreement, in the last round in which somebody acted. The others are as in `rounds_played`."""
    return LogLine(
        now.ply, rounds_played(acted_in) or now.round, None, LogKind.AGREED, N_("The players agreed to end the game.")
    )


def _describe_action(step: Step, name: str, *, timed_out: bool) -> tuple[LogKind, Message, Message | None] | None:
    """The kind, message and brief message of an action. None for the choice of a noble, whose visit has its own line."""
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
            return None
        case Pass():
            return LogKind.PASSED, N_("{name} had to pass.", name=name), None
        case Forfeit() if timed_out:
            return LogKind.TIME_OUT, N_("{name} ran out of time.", name=name), None
        case Forfeit():
            return LogKind.RESIGNED, N_("{name} resigned.", name=name), None


def _bought(name: str, card: Card, paid: Tokens, *, was_held: bool) -> Message:
    # Says whether the card was reserved, so that readers can follow what a player holds.
    if paid == Tokens(NO_GEMS, 0):
        logged = LoggedCard(card, priced=True)
        if was_held:
            return N_("{name} bought {card} from the reserve with bonuses alone.", name=name, card=logged)
        return N_("{name} bought {card} with bonuses alone.", name=name, card=logged)
    if was_held:
        return N_("{name} bought {card} from the reserve for {tokens}.", name=name, card=LoggedCard(card), tokens=paid)
    return N_("{name} bought {card} for {tokens}.", name=name, card=LoggedCard(card), tokens=paid)


def _target_reached(name: str, step: Step) -> tuple[Message, Message]:
    if step.after.phase is Phase.OVER:
        message = N_("{name} reached the target on the last turn of the round.", name=name)
        return message, N_("That was the last turn of the round.")
    return N_("{name} reached the target: this is the last round.", name=name), N_("This is the last round.")


def reservation_rounds(player: PlayerView, log: Sequence[LogLine]) -> Sequence[int | None]:
    """For each reserved card, the round in which it was reserved.

    None for a card that only its owner saw, or that was reserved before the log starts.
    """
    rounds = {line.step.action: line.round for line in log if line.step}  # the last one counts
    return [None if held.card is None or held.blind else rounds.get(Reserve(held.card)) for held in player.reserved]


def _begins_deadlock(after: View, earlier: Iterable[Step]) -> bool:
    if after.phase is not Phase.MAIN or not after.idle_turns:
        return False
    before = [step.after for step in islice(earlier, 3 * after.idle_turns) if step.after.phase is Phase.MAIN]
    return is_deadlock([after, *before]) and not is_deadlock(before)


def _why_agree(step: Step) -> Message:
    if step.after.idle_turns >= MAX_IDLE_TURNS:
        return N_(
            "{turns} turns without a purchase or reservation: consider ending the game by agreement.",
            turns=step.after.idle_turns,
        )
    return N_(
        "After {plies} actions, consider ending the game by agreement; it ends by itself after {most} actions.",
        plies=step.ply,
        most=LAST_ROUND_AT,
    )


def logged_plies(record: Record, catalogue: Catalogue) -> Iterator[tuple[Ply, list[LogLine]]]:
    """The plies of a record with their log lines. Raises RecordError when `replay` does."""
    names = names_in_this_language(record.header.players)
    steps: list[Step] = []
    for ply, played in zip(record.plies, replay(record, catalogue), strict=True):
        step = make_step(*played)
        yield played, log_step(step, names, timed_out=ply.out_of_time, earlier=reversed(steps))
        steps.append(step)
