"""A record told again: each of its plies with what it changed and the lines of the log about it."""

from collections.abc import Iterator
from typing import NamedTuple

from splendor_tui.match.log import LogLine, log_step
from splendor_tui.match.steps import Step, describe_step
from splendor_tui.record import Record, first_state, replay
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import State


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
