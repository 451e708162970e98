"""Practice tasks: the player must improve a turn of a finished game.

The answer is judged by the search that reviewed the turn, with the same random draws and number of simulations. A task
contains only what the player knew, so it reveals nothing about the decks.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Final, Self

from pydantic import Field, PlainSerializer, PlainValidator, ValidationError, ValidationInfo

from splendor_tui.bots.player import TurnAdvisor
from splendor_tui.inputs.player_names import PlayerName
from splendor_tui.inputs.strict_models import Strict
from splendor_tui.review.turn_judgement import MAX_NODES, Chance, JudgedTurn, SavedAction, chance_after, maker_of
from splendor_tui.rules.actions import Action
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import MAX_PLAYERS, MIN_PLAYERS
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.position import format_position, parse_position
from splendor_tui.rules.state import Phase
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import View, known_state

_MAX_JSON: Final = 8_000
_MAX_ACTIONS: Final = 3
_FOR_THE_WHOLE_TURN: Final = "whole turn"
"""The maker of chances that were estimated before the turn, not before the decision to practise. They are recomputed."""


def _parse_view(value: object, info: ValidationInfo[Catalogue]) -> View:
    view = value if isinstance(value, View) else parse_position(str(value), info.context)
    if not isinstance(view, View) or view.viewer != view.seat or view.phase is Phase.OVER:
        raise ValueError(value)
    return view


class Practice(Strict):
    """A turn to improve: its seat's view, the actions `played`, a `better` first action, and the chances after each.

    `names` are those of all seats. `id` identifies the game and the turn. `maker` and `nodes` identify the search that
    estimated the chances. `number` is the task's number among the player's own puzzles, or 0 if it is not one of them.
    `open_reserves` is the house rule of its game, None if it was saved by a version that did not save it.
    """

    id: str = Field(default="", exclude=True)
    view: Annotated[View, PlainValidator(_parse_view), PlainSerializer(format_position)] = Field(alias="position")
    names: Annotated[tuple[PlayerName, ...], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]
    played: Annotated[tuple[SavedAction, ...], Field(min_length=1, max_length=_MAX_ACTIONS)]
    better: SavedAction
    chance_played: Chance
    chance_better: Chance
    maker: Annotated[str, Field(max_length=80)]
    nodes: Annotated[int, Field(ge=1, le=MAX_NODES)]
    number: Annotated[int, Field(ge=0)] = 0
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
            position=decision.view,
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
        return self.model_dump_json(by_alias=True)

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
        changes = {"maker": maker, "chance_played": played, "chance_better": max(played, better)}
        return self.model_copy(update=changes)


def read_practice(practice_id: str, text: str, catalogue: Catalogue) -> Practice | None:
    """Parse a saved task. None if it is damaged, or uses a different card set."""
    if len(text) > _MAX_JSON:
        return None
    try:
        found = Practice.model_validate_json(text, context=catalogue)
        check_action(found.view, found.better)
        state = known_state(found.view)
        for place, action in enumerate(found.played):
            if place and state.phase is Phase.MAIN:
                return None  # another turn
            state = apply_action(state, action)
    except (ValidationError, IllegalActionError):
        return None
    if len(found.names) != len(found.view.players) or found.better == found.played[0]:
        return None
    return found.model_copy(update={"id": practice_id})


def read_practices(saved: Mapping[str, str], catalogue: Catalogue) -> tuple[list[Practice], int]:
    """Parse the saved tasks. Returns the valid ones, and the number of unreadable ones."""
    found = [read_practice(practice_id, text, catalogue) for practice_id, text in saved.items()]
    return [one for one in found if one is not None], found.count(None)
