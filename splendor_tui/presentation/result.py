"""The result of a game, how to end one early, and who may start the next one."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain, pairwise, takewhile
from statistics import median
from typing import Final, NamedTuple

from splendor_tui.bots.levels import names_in_this_language
from splendor_tui.inputs.match_options import HUMAN, SeriesOptions
from splendor_tui.match.log import LogKind
from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.dates import format_date
from splendor_tui.presentation.playback import Playback, playback
from splendor_tui.record import Record
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import Ending, Outcome, Standing, agreed_outcome, outcome, standings
from splendor_tui.rules.state import State
from splendor_tui.rules.view import View
from splendor_tui.store import SavedResult, Store
from splendor_tui.words import N_, NN_, NP_, Message, MessageError, enumerated, listed

_MINUTE: Final = 60


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


def points_by_round(plies: Iterable[tuple[View, View]]) -> Mapping[int, Sequence[int]]:
    """All seats' points at the end of each round, including an unfinished last one. Plies are views before and after."""
    return {before.round: [player.points for player in after.players] for before, after in plies}


# --- the length of a game ----------------------------------------------------------------------------------------------

_FEW_GAMES: Final = 3
"""With fewer games, an estimate would be a guess."""
_MANY_GAMES: Final = 20
"""Only the last ones count, because people play faster with time."""


def describe_length(rounds: int, names: Sequence[str], seconds: Sequence[float]) -> Message:
    """The number of rounds, and each player's time in minutes, unless it is unknown or less for everyone."""
    if not rounds:
        return N_("Nobody took a turn.")
    counted = NN_("{count} round", "{count} rounds", rounds)
    minutes = [*map(_rounded, seconds)]
    if not any(minutes):
        return N_("{sentence}.", sentence=counted)
    under = NP_("minutes", "under 1")
    numbers = [under if time and not number else number for time, number in zip(seconds, minutes, strict=True)]
    times = [
        N_("{name} {number}\xa0min", name=name, number=number) for name, number in zip(names, numbers, strict=True)
    ]
    return N_("{rounds}. Time: {players}.", rounds=counted, players=enumerated(times))


def usual_lengths(results: Iterable[SavedResult]) -> Mapping[tuple[int, int], Message]:
    """The usual length of a game, by the number of players and the target, from those that humans played to the end.

    Numbers and targets with few games are left out.
    """
    seconds = defaultdict[tuple[int, int], list[float]](list)
    for game in results:
        is_complete = game.result.ending is Ending.TARGET and any(player.kind == HUMAN for player in game.players)
        if game.started is not None and is_complete:
            passed = (game.finished - game.started).total_seconds()
            seconds[len(game.players), game.options.target].append(passed)
    # A game that was left and resumed seems long. The median ignores a few of them.
    return {
        kind: _usual_length(_rounded(median(lengths[-_MANY_GAMES:])))
        for kind, lengths in seconds.items()
        if len(lengths) >= _FEW_GAMES
    }


def _usual_length(minutes: int) -> Message:
    if not minutes:
        return N_("Your games like this take less than a minute.")
    return N_("Your games like this take about {time}.", time=_minutes(minutes))


def _rounded(seconds: float) -> int:
    return round(seconds / _MINUTE)


def _minutes(number: int) -> Message:
    return NN_("{count} minute", "{count} minutes", number)


# --- sharing a finished game -------------------------------------------------------------------------------------------


def why_only_afterwards(command: Command) -> Message:
    """Explain why a command of `AFTERWARDS` must wait."""
    if command == commands.COPY_RECORD:
        return N_("The record reveals the decks: copy it when the game is over.")
    return N_("There is no result yet: share the game when it is over.")


def shared_result(store: Store, game_id: str, catalogue: Catalogue) -> list[Message]:
    """Describe a saved game in at most five lines. Raises StoreError, RecordError, and MessageError if it is unfinished."""
    from splendor_tui.presentation.series import read_series

    game, played = store.load(game_id), playback(store.export_record(game_id), catalogue)
    series = read_series(store, SeriesOptions.from_json(game.options).first_game or game_id, game_id)
    score = series.sentence() if series and series.is_worth_telling else None
    return describe_result(played, None if game.imported else game.finished, store.time_used(game_id), score)


def describe_result(
    game: Playback, day: datetime | None, seconds: Sequence[float] = (), score: Message | None = None
) -> list[Message]:
    """Describe a finished game in at most five lines. `day` is when it ended, and `seconds` each player's time, if known.

    The time of the game is the sum of the minutes that the result shows. The `score` of its series takes the line of the
    nobles, which then follow the cards. If only one player was left, the first line says why, and no line says who led.

    Raises MessageError if it is unfinished.
    """
    if not game.over or game.problem is not None:
        raise MessageError(game.problem or why_only_afterwards(commands.SHARE))
    last, ended = game.views[-1], standings(game.views[-1])
    minutes = sum(map(_rounded, seconds))
    time = _minutes(minutes) if minutes else None
    ending = None if game.record is None else ending_of(game.record, last)
    result = _describe_victory(game, ending, time)

    def by_player(numbers: Sequence[int]) -> Message:
        return enumerated([N_("{name} {number}", name=game.names[one.seat], number=numbers[one.seat]) for one in ended])

    points = NN_("to {count} point", "to {count} points", last.options.target)
    cards = N_("Cards: {players}", players=by_player([len(player.cards) for player in last.players]))
    nobles = N_("Nobles: {players}", players=by_player([len(player.nobles) for player in last.players]))
    return [
        N_("Splendor {to_target}: {result}.", to_target=points, result=result)
        if day is None
        else N_("Splendor {to_target}, {day}: {result}.", to_target=points, day=format_date(day), result=result),
        N_("Points: {players}", players=by_player([player.points for player in last.players])),
        *([cards, nobles] if score is None else [N_("{cards}. {nobles}", cards=cards, nobles=nobles)]),
        *([] if ending is Ending.FORFEIT else [_describe_decision(game, ended)]),
        *([] if score is None else [score]),
    ]


def _describe_victory(game: Playback, ending: Ending | None, time: Message | None) -> Message:
    """Name the winners with the length of the game, or with the round and the reason of an early end."""
    rounds = NN_("{count} round", "{count} rounds", game.rounds)
    out = [ply for ply in game.record.plies if ply.action == "forfeit"] if game.record else []
    if ending is Ending.FORFEIT and len(game.names) == 2 and out:
        gone = {"name": game.winners[0], "other": game.names[out[-1].seat], "round": game.rounds}
        result = N_("{name} won because {other} resigned in round {round}", **gone)
        if out[-1].out_of_time:
            result = N_("{name} won because {other} ran out of time in round {round}", **gone)
        return N_("{result}, after {time}", result=result, time=time) if time else result
    if time:
        rounds = N_("{rounds} and {time}", rounds=rounds, time=time)
    if ending is Ending.FORFEIT:
        return N_("{name} won as the only player left after {rounds}", name=game.winners[0], rounds=rounds)
    if ending is Ending.AGREEMENT:
        return _describe_agreed_end(game, time)
    if len(game.winners) == 1:
        return N_("{name} won in {rounds}", name=game.winners[0], rounds=rounds)
    return N_("{names} shared the victory after {rounds}", names=listed(game.winners), rounds=rounds)


def _describe_agreed_end(game: Playback, time: Message | None) -> Message:
    """Name the winners and the round of an agreed end."""
    won = N_("{names} shared the victory", names=listed(game.winners))
    if len(game.winners) == 1:
        won = N_("{name} won", name=game.winners[0])
    if not game.rounds:
        return N_("{winners}; the players agreed to end the game before the first turn", winners=won)
    result = N_("{winners}; the players agreed to end the game in round {round}", winners=won, round=game.rounds)
    return N_("{result}, after {time}", result=result, time=time) if time else result


def _describe_decision(game: Playback, ended: Sequence[Standing]) -> Message:
    """Describe the turn from which the winner led for good, for readers who know no letters and numbers of cards."""
    from splendor_tui.presentation.speech import in_writing

    winner, name = ended[0], game.names[ended[0].seat]
    turns = [(view.round, view.seat) for view in game.views[:-1]]
    ends = [0, *(ply for ply, (one, other) in enumerate(pairwise(turns), start=1) if one != other), game.last]
    leading = list(takewhile(lambda ply: _leads(game.views[ply], winner.seat), reversed(ends)))
    if len(game.winners) > 1:
        return N_("Nobody led for good: it was a tie.")
    if not leading:
        return N_("Level on points; {name}: {reason}.", name=name, reason=place_reason(winner, ended))
    if not (first := leading[-1]):
        return N_("{name} led from the start.", name=name)
    before = ends[ends.index(first) - 1]
    lines = [line for line in chain(*game.log[before:first]) if line.seat is not None]
    noble = next((line.message for line in lines if line.kind is LogKind.NOBLE), None)
    details = {"name": name, "round": game.views[before].round, "turn": in_writing(lines[0].message)}
    if noble is None or noble == lines[0].message:
        return N_("{name} led for good from round {round}: {turn}", **details)
    return N_("{name} led for good from round {round}: {turn} {noble}", **details, noble=noble)


def _leads(view: View, seat: int) -> bool:
    """Whether the seat has more points than every other player in play."""
    rivals = [player.points for other, player in enumerate(view.players) if other != seat and not player.forfeited]
    return all(view.players[seat].points > points for points in rivals)


# --- ending early and starting again ----------------------------------------------------------------------------------

NOBODY_TO_AGREE: Final = N_("No human is left in the game.")


def describe_agreement(view: View, names: Sequence[str], *, with_computers: bool) -> Message:
    """Describe what happens if the players agree to end the game, with the points of those in it and who would win."""
    points = [
        N_("{name} {number}", name=name, number=player.points)
        for name, player in zip(names, view.players, strict=True)
        if not player.forfeited
    ]
    agreed = agreed_outcome(view)
    winners = [names[seat] for seat in agreed.winners]
    won = N_("{names} would share the victory.", names=listed(winners))
    if len(winners) == 1:
        reason = place_reason(agreed.standings[0], agreed.standings)
        won = N_("{name} would win ({reason}).", name=winners[0], reason=reason)
    meaning = N_(
        "If you all agree, the game ends here, and the current points decide the winner: {points}. {winner} The game is "
        "not rated.",
        points=enumerated(points),
        winner=won,
    )
    return N_("{sentences} Computer players always agree.", sentences=meaning) if with_computers else meaning


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


def openings(names: Sequence[str], ended: Outcome, first: int | None = 1) -> list[Opening]:
    """The possible openings, starting with that of the seat `first`, or with a random one if it is None."""
    following, last = 1 % len(names), ended.standings[-1].seat
    sentences = {
        following: N_("{name}, who moved second, starts the rematch.", name=names[following]),
        last: _last_starts(names[last], ended),
        0: N_("{name}, who started this game, starts the rematch.", name=names[0]),
    }
    distinct = [Opening(seat, N_("starts: {name}", name=names[seat]), sentence) for seat, sentence in sentences.items()]
    lot = Opening(None, N_("starts: random"), N_("A random player starts the rematch."))
    offered = [*distinct, lot]
    place = next((place for place, one in enumerate(offered) if one.seat == first), 0)
    return [*offered[place:], *offered[:place]]


def _last_starts(name: str, ended: Outcome) -> Message:
    *_, other, last = (place.rank for place in ended.standings)
    if last == 1:  # all share the victory, in the order of their seats
        return N_("{name}, who moved last, starts the rematch.", name=name)
    if other == last:
        return N_("{name}, one of the last, starts the rematch.", name=name)
    return N_("{name}, who came last, starts the rematch.", name=name)
