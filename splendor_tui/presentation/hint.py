"""Hints: the adviser's suggestions, as the table shows them."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from splendor_tui.bots.heuristic_evaluation import Rival, finishers
from splendor_tui.bots.levels import get_level
from splendor_tui.bots.player import Advice, AdvisedAction
from splendor_tui.bots.reasons import reason, why
from splendor_tui.match.adviser import ADVISER
from splendor_tui.match.thinking_time import Thinking
from splendor_tui.presentation.message_details import with_keys, with_names
from splendor_tui.presentation.selection import slots_of
from splendor_tui.presentation.table_model import ShownHint, Slot, Suggestion
from splendor_tui.rules.actions import Action
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NP_, Message, in_one_row
from splendor_tui.words.percent import percent

_SHORT_SECONDS: Final = 1.0
"""Thinking that ends before its announcement has been read aloud."""


class HintRequest(NamedTuple):
    """A hint requested by `seat`.

    `thinking` is None until that seat is to move. `advice` is the best so far, and final if `complete`.
    """

    seat: int
    thinking: Thinking | None = None
    advice: Advice | None = None
    complete: bool = False

    @property
    def search(self) -> Thinking | None:
        """The search, while it is running."""
        return None if self.complete else self.thinking

    @property
    def is_hurried(self) -> bool:
        """Whether the search was cut short."""
        return self.thinking is not None and self.thinking.hurried

    @property
    def choices(self) -> Sequence[AdvisedAction]:
        """The suggestions so far, best first."""
        return self.advice.choices if self.advice else ()

    @property
    def actions(self) -> tuple[Action, ...]:
        """The suggested actions so far, best first."""
        return tuple(choice.action for choice in self.choices)

    def with_interim(self, advice: Advice) -> "HintRequest":
        """The hint with interim advice. The same suggestions keep their order, as the player may be about to choose one."""
        shown = self.actions
        if {*shown} == {choice.action for choice in advice.choices}:
            advice = advice._replace(choices=sorted(advice.choices, key=lambda choice: shown.index(choice.action)))
        return self._replace(advice=advice)

    def replaced_by(self, later: "HintRequest", chosen: Action | None) -> "HintRequest":
        """The `later` state of the hint. If it omits the chosen suggestion, that one gets the last place."""
        kept = next((choice for choice in self.choices if choice.action == chosen), None)
        if kept is None or later.advice is None or chosen in later.actions:
            return later
        others = later.choices[: max(1, len(later.choices) - 1)]
        return later._replace(advice=later.advice._replace(choices=(*others, kept)))


def describe_hint(
    request: HintRequest, view: View, names: Sequence[str], keys: Mapping[Slot, str], chosen: int | None = None
) -> ShownHint:
    """Describe the hint for the seat to move in `view`. `keys` maps slots to key labels.

    `chosen` is the index of the suggestion that matches the current choice, if any.
    """
    if request.thinking is None:
        return ShownHint(N_("The hint will appear on your turn."))
    chances = _format_chances(request.choices)
    if not request.complete:
        heading: Message | None = _search_heading(request.thinking, with_chances=any(chances))
    elif not any(chances):
        heading = None
    elif request.thinking.hurried:
        heading = N_("Cut short, so less sure. Your chance of winning:")
    else:
        heading = N_("Best first, each with your chance of winning:")
    warnings = [describe_warning(rival, names) for rival in finishers(view)]
    suggestions = tuple(
        Suggestion(
            keys=tuple(keys[slot] for slot in slots_of(view, action) if slot in keys),
            chance=chance,
            sentence=with_keys(with_names(reason(view, action), names), view, keys),
            action=action,
            why=with_keys(with_names(why(view, action), names), view, keys),
            chosen=place == chosen,
        )
        for place, (action, chance) in enumerate(zip(request.actions, chances, strict=True))
    )
    return ShownHint(heading, suggestions, in_one_row(warnings) if warnings else None)


def describe_warning(rival: Rival, names: Sequence[str]) -> Message:
    """Warn that a rival can reach the target next turn."""
    return N_("Watch out: {name} can reach the target next turn.", name=names[rival.seat])


def _format_chances(choices: Sequence[AdvisedAction]) -> Sequence[Message | None]:
    """Format the chance of each choice, None if unknown.

    A later choice never shows a higher chance than an earlier one. The search examined it less, so a higher value would
    be unreliable.
    """
    least = accumulate((1.0 if choice.chance is None else choice.chance for choice in choices), min)
    return [None if choice.chance is None else percent(chance) for choice, chance in zip(choices, least, strict=True)]


def adviser_name() -> Message:
    """The adviser's name for the beginning of a sentence."""
    return NP_("beginning of a sentence", "The {level}", level=get_level(ADVISER).name)


def _search_heading(thinking: Thinking, *, with_chances: bool) -> Message:
    """Describe how long the adviser has thought. Mentions the hint, so that the adviser does not look like a player."""
    if thinking.passed is None:
        return describe_thinking(adviser_name(), thinking)
    time = {"passed": thinking.passed, "seconds": round(thinking.seconds, 1)}
    if with_chances:
        return N_("Hint so far ({passed} of {seconds:g} s), with your chances of winning:", **time)
    return N_("Hint by the {level}: {passed} of {seconds:g} s", level=get_level(ADVISER).name, **time)


def describe_thinking(name: Message | str, thinking: Thinking) -> Message:
    """Describe who is thinking, a player or the adviser, and for how long so far."""
    if thinking.passed is None:
        return N_("{name} is getting ready…", name=name)
    seconds = round(thinking.seconds, 1)  # a share of a clock's time has many decimals
    return N_("{name} is thinking: {passed} of {seconds:g} s", name=name, passed=thinking.passed, seconds=seconds)


def describe_limit(thinking: Thinking) -> Message | None:
    """Describe for how long a player or the adviser will think at most, unless the answer comes first."""
    if thinking.seconds <= _SHORT_SECONDS:
        return None
    return N_("Thinking for up to {seconds:g} seconds.", seconds=thinking.seconds)
