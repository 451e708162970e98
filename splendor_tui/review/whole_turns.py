"""The turns of a record: what is judged is a whole turn, whatever it took to play it."""

from collections.abc import Iterator
from dataclasses import dataclass

from splendor_tui.record import Record, first_state, replay
from splendor_tui.rules.actions import Action, Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.state import Phase, State
from splendor_tui.rules.view import View, view


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat's turn: its first ply, what the seat knew before it, its actions, and the digest of the position after it.

    `draws` tells that a card came off a deck.
    """

    ply: int
    view: View
    actions: tuple[Action, ...]
    digest: str
    draws: bool

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.view.seat

    @property
    def plies(self) -> range:
        """Its plies."""
        return range(self.ply, self.ply + len(self.actions))

    @property
    def can_be_judged(self) -> bool:
        """Whether it was played to its end; whoever leaves the game has chosen nothing."""
        return not any(isinstance(action, Forfeit) for action in self.actions)


def turns_of(record: Record, catalogue: Catalogue) -> tuple[Turn, ...]:
    """All turns of the record. Raises RecordError where it does not keep to the rules."""
    return tuple(_turns(record, catalogue))


def _turns(record: Record, catalogue: Catalogue) -> Iterator[Turn]:
    before = first_state(record.header, catalogue)
    after = before
    actions: list[Action] = []
    for action, state in replay(record, catalogue):
        if actions and after.phase is Phase.MAIN:
            yield _turn(before, actions, after)
            before, actions = after, []
        actions.append(action)
        after = state
    if actions:
        yield _turn(before, actions, after)


def _turn(before: State, actions: list[Action], after: State) -> Turn:
    return Turn(
        ply=before.ply + 1,
        view=view(before, before.seat),
        actions=tuple(actions),
        digest=digest(after),
        draws=before.deck_counts != after.deck_counts,
    )
