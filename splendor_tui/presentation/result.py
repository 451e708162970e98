"""The result of a game, how to end one early, and who may start the next one."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from splendor_tui.bots.levels import names_in_this_language
from splendor_tui.match.log import Step
from splendor_tui.record import Record
from splendor_tui.rules.outcome import Ending, Outcome, Standing, outcome, standings
from splendor_tui.rules.state import State
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NN_, Message, listed


def ending_of(record: Record, state: State | View) -> Ending | None:
    """Why the game ended. An agreement is only in the record; all other endings follow from the state."""
    if record.result is not None:
        return record.result.ending
    ended = outcome(state)
    return ended.ending if ended else None


def standings_report(record: Record, state: State | View) -> Iterator[Message]:
    """Yield the ending and a line for each place. `state` is the last state of the record."""
    late = frozenset(ply.seat for ply in record.plies if ply.out_of_time)
    yield ending_sentence(ending_of(record, state))
    yield from describe_places(standings(state), names_in_this_language(record.header.players), late)


def describe_places(ended: Sequence[Standing], names: Sequence[str], late: Collection[int]) -> Iterator[Message]:
    """Yield a line for each place, with the reason for it. `late` are the seats that ran out of time."""
    for place in ended:
        yield N_(
            "{rank}. {name}: {points}, {cards}, {reason}.",
            rank=place.rank,
            name=names[place.seat],
            points=NN_("{count} point", "{count} points", place.points),
            cards=NN_("{count} card", "{count} cards", place.cards),
            reason=place_reason(place, ended, late),
        )


def ending_sentence(ending: Ending | None) -> Message:
    """Explain why the game ended, or state that it has not."""
    match ending:
        case None:
            return N_("The record ends before the game is over. The standings so far:")
        case Ending.TARGET:
            return N_("The game ended because the target was reached.")
        case Ending.STALEMATE:
            return N_("The game ended in a stalemate.")
        case Ending.FORFEIT:
            return N_("The game ended because only one player was left.")
        case Ending.AGREEMENT:
            return N_("The game ended by agreement.")


def winners_sentence(winners: Sequence[str]) -> Message:
    """Name the winners."""
    if len(winners) == 1:
        return N_("{name} wins", name=winners[0])
    return N_("{names} share the victory", names=listed(winners))


def place_reason(standing: Standing, ended: Sequence[Standing], late: Collection[int] = ()) -> Message:
    """Explain why a player has this place. `late` are the seats that ran out of time.

    Rulebook: most points, then fewest bought cards, else a shared place. House rule: one seat wins a full tie.
    """
    in_play = [other for other in ended if not other.forfeited]
    if standing.forfeited:
        return N_("ran out of time") if standing.seat in late else N_("resigned")
    if len(in_play) == 1:
        return N_("the only player left")
    level = [other for other in in_play if other != standing and other.points == standing.points]
    if level:
        return _tie_reason(standing, level)
    behind = max(other.points for other in in_play) - standing.points
    if behind:
        return NN_("{count} point behind", "{count} points behind", behind)
    return N_("most points")


def _tie_reason(standing: Standing, level: Sequence[Standing]) -> Message:
    """Explain the place of a player among those with the same points."""
    even = [other for other in level if other.cards == standing.cards]
    if any(other.rank < standing.rank for other in even):
        return N_("a full tie; loses, as agreed")
    if any(other.rank > standing.rank for other in even):
        return N_("a full tie; wins, as agreed")
    if even:
        return N_("shared: same points and cards")
    return N_("fewer cards") if any(other.rank > standing.rank for other in level) else N_("more cards")


def points_by_round(steps: Sequence[Step]) -> Mapping[int, Sequence[int]]:
    """All seats' points at the end of each round, including an unfinished last one."""
    return {step.before.round: [player.points for player in step.after.players] for step in steps}


# --- ending early and starting again ----------------------------------------------------------------------------------

AGREEMENT: Final = N_(
    "If you all agree, the game ends here, and the current points decide the winner. It is not rated. Computer players "
    "always agree."
)


NOBODY_TO_AGREE: Final = N_("No human is left in the game.")


def describe_resignation(names: Sequence[str]) -> Message:
    """Describe what happens if the first of the players who are still in the game resigns."""
    name, *others = names
    if len(others) == 1:
        return N_("If {name} resigns, {other} wins.", name=name, other=others[0])
    return N_(
        "If {name} resigns, they rank last: the tokens go back to the bank, and the cards and nobles leave the game. "
        "{others} play on.",
        name=name,
        others=listed(others),
    )


class Opening(NamedTuple):
    """The player who starts a rematch, or None for a random one. `label` is the short form of `sentence`."""

    seat: int | None
    label: Message
    sentence: Message


def openings(names: Sequence[str], ended: Outcome, *, random_first: bool) -> list[Opening]:
    """The possible openings, default first.

    The default is the next seat, or a random one if `random_first` is set.
    """
    following, last = 1 % len(names), ended.standings[-1].seat
    sentences = {
        following: N_("{name}, who moved second, starts the rematch.", name=names[following]),
        last: N_("{name}, who came last, starts the rematch.", name=names[last]),
        0: N_("{name}, who started this game, starts the rematch.", name=names[0]),
    }
    distinct = [Opening(seat, N_("starts: {name}", name=names[seat]), sentence) for seat, sentence in sentences.items()]
    lot = Opening(None, N_("starts: random"), N_("A random player starts the rematch."))
    return [lot, *distinct] if random_first else [*distinct, lot]
