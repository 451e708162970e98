"""Practice tasks: the player must improve a turn of a finished game.

The answer is judged by the search that reviewed the turn, with the same random draws and number of simulations. A task
contains only what the player knew, so it reveals nothing about the decks.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Final, Self

from pydantic import Field, ValidationError

from splendor_tui.bots.player import TurnAdvisor
from splendor_tui.inputs.player_names import PlayerName
from splendor_tui.inputs.strict_models import Strict
from splendor_tui.review.turn_judgement import MAX_NODES, Chance, JudgedTurn, chance_after, maker_of
from splendor_tui.rules.actions import Action
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import MAX_PLAYERS, MIN_PLAYERS
from splendor_tui.rules.errors import IllegalActionError, InvalidActionError, PositionError
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.notation import MAX_LINE, format_action, parse_action
from splendor_tui.rules.position import MAX_TEXT, format_position, parse_position
from splendor_tui.rules.state import Phase
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import View, known_state

_MAX_JSON: Final = 8_000
_MAX_ACTIONS: Final = 3
_FOR_THE_WHOLE_TURN: Final = "whole turn"
"""The maker of chances that were estimated before the turn, not before the decision to practise. They are recomputed."""


class PracticeRow(Strict):
    """A saved task. `maker` and `nodes` identify the search that estimated the chances."""

    position: Annotated[str, Field(max_length=MAX_TEXT)]
    names: Annotated[tuple[PlayerName, ...], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS, strict=False)]
    played: Annotated[
        tuple[Annotated[str, Field(max_length=MAX_LINE)], ...],
        Field(min_length=1, max_length=_MAX_ACTIONS, strict=False),
    ]
    better: Annotated[str, Field(max_length=MAX_LINE)]
    chance_played: Chance
    chance_better: Chance
    maker: Annotated[str, Field(max_length=80)]
    nodes: Annotated[int, Field(ge=1, le=MAX_NODES)]
    number: Annotated[int, Field(ge=0)] = 0
    open_reserves: bool | None = None


_PARSED: Final = {"position", "played", "better"}
"""The fields of a saved task that are parsed. A task has the others as they are."""


@dataclass(frozen=True, slots=True)
class Practice:
    """A turn to improve: its seat's view, the actions `played`, a `better` first action, and the chances after each.

    `names` are those of all seats. `id` identifies the game and the turn. `number` is the task's number among the
    player's own puzzles, or 0 if it is not one of them. `open_reserves` is the house rule of its game, None if it was saved by a
    version that did not save it.
    """

    id: str
    view: View
    names: tuple[str, ...]
    played: tuple[Action, ...]
    better: Action
    chance_played: float
    chance_better: float
    maker: str
    nodes: int
    number: int = field(default=0, compare=False)
    open_reserves: bool | None = None

    @classmethod
    def of(
        cls, game_id: str, names: tuple[str, ...], judged: JudgedTurn, *, open_reserves: bool | None = None
    ) -> Self | None:
        """Create a task from a judged turn. None if the review found nothing better."""
        turn, judgement = judged
        decision, chance = judged.better, judgement.other_chance
        if decision is None or chance is None or chance <= judgement.played:
            return None
        return cls(
            id=f"own-{game_id}-{turn.ply}",
            view=decision.view,
            names=names,
            played=decision.played,
            better=decision.better,
            chance_played=judgement.played,
            chance_better=chance,
            maker=judgement.maker if decision.view is turn.view else _FOR_THE_WHOLE_TURN,
            nodes=judgement.nodes,
            open_reserves=open_reserves,
        )

    def as_text(self) -> str:
        """Serialize the task, for `read_practice`."""
        row = {name: getattr(self, name) for name in PracticeRow.model_fields.keys() - _PARSED}
        position, better = format_position(self.view), format_action(self.better)
        played = tuple(map(format_action, self.played))
        return PracticeRow(position=position, played=played, better=better, **row).model_dump_json()

    def chance(self, adviser: TurnAdvisor, action: Action, cancelled: Callable[[], bool]) -> float:
        """The chance of winning after a turn that starts with this legal action. Raises the same errors as `chance_after`."""
        return chance_after(adviser, self.view, [action], self.view.ply + 1, self.nodes, cancelled)

    def judged_by(self, adviser: TurnAdvisor, cancelled: Callable[[], bool]) -> "Practice":
        """The task with the chances estimated by this version of the search, for a fair comparison.

        Returns itself if this version already estimated them. Raises the same errors as `chance_after`.
        """
        maker = maker_of(len(self.names))
        if maker == self.maker:
            return self
        ply = self.view.ply + 1
        played = chance_after(adviser, self.view, self.played, ply, self.nodes, cancelled)
        better = self.chance(adviser, self.better, cancelled)
        return replace(self, maker=maker, chance_played=played, chance_better=max(played, better))


def read_practice(practice_id: str, text: str, catalogue: Catalogue) -> Practice | None:
    """Parse a saved task. None if it is damaged, or uses a different card set."""
    if len(text) > _MAX_JSON:
        return None
    try:
        row = PracticeRow.model_validate_json(text)
        view = parse_position(row.position, catalogue)
        if not isinstance(view, View) or view.viewer != view.seat or view.phase is Phase.OVER:
            return None
        played = tuple(parse_action(action, catalogue) for action in row.played)
        better = parse_action(row.better, catalogue)
        check_action(view, better)
        state = known_state(view)
        for place, action in enumerate(played):
            if place and state.phase is Phase.MAIN:
                return None  # another turn
            state = apply_action(state, action)
    except (ValidationError, PositionError, InvalidActionError, IllegalActionError):
        return None
    if len(row.names) != len(view.players) or better == played[0]:
        return None
    return Practice(id=practice_id, view=view, played=played, better=better, **row.model_dump(exclude=_PARSED))


def read_practices(saved: Mapping[str, str], catalogue: Catalogue) -> tuple[list[Practice], int]:
    """Parse the saved tasks. Returns the valid ones, and the number of unreadable ones."""
    found = [read_practice(practice_id, text, catalogue) for practice_id, text in saved.items()]
    return [one for one in found if one is not None], found.count(None)
