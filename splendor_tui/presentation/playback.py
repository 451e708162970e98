"""A recorded game to step through."""

from typing import NamedTuple

from splendor_tui.bots.levels import names_in_this_language
from splendor_tui.match.log import LogLine, logged_plies
from splendor_tui.record import Record, RecordError
from splendor_tui.replay import first_state, unknown_cards
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import rounds_played
from splendor_tui.rules.view import View, open_view, view, without
from splendor_tui.words import Message


class Playback(NamedTuple):
    """A recorded game. `views[n]` is the position after n plies, and `log[n]` describes the next one.

    The views are an observer's, with all known reserved cards visible once the game is `over`. `winners` are names. `problem`
    explains where the record violates the rules, or is None. The solution of a puzzle has a `task`, the solver's views
    and no `record`.
    """

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    views: tuple[View, ...]
    log: tuple[tuple[LogLine, ...], ...]
    over: bool
    winners: tuple[str, ...] = ()
    problem: Message | None = None
    record: Record | None = None
    task: Message | None = None

    @property
    def last(self) -> int:
        """The number of plies."""
        return len(self.log)

    @property
    def rounds(self) -> int:
        """The number of rounds in which somebody acted."""
        return rounds_played(self.views[:-1])

    def round_start(self, number: int) -> int:
        """The ply at which a round starts, at most the last ply."""
        return next((ply for ply, seen in enumerate(self.views) if seen.round >= number), self.last)


def playback(record: Record, catalogue: Catalogue) -> Playback:
    """Replay the valid part of a record. Raises RecordError if its start is invalid."""
    over = record.result is not None
    states = [first_state(record.header, catalogue)]
    log: list[tuple[LogLine, ...]] = []
    problem: Message | None = None
    try:
        for ply, lines in logged_plies(record, catalogue):
            states.append(ply.after)
            log.append(tuple(lines))
    except RecordError as error:
        problem = error.message
    names = names_in_this_language(record.header.players)
    ended = record.result.standings if record.result and problem is None else ()
    unknown = unknown_cards(record.header, catalogue)
    return Playback(
        names=names,
        kinds=tuple(player.kind for player in record.header.players),
        views=tuple(without(open_view(state), unknown) if over else view(state, None) for state in states),
        log=tuple(log),
        over=over,
        winners=tuple(names[standing.seat] for standing in ended if standing.rank == 1),
        problem=problem,
        record=record,
    )
