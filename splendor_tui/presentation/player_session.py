"""One person's place at the table: what they have chosen so far, and what they are told."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from splendor_tui.match.flow import Flow
from splendor_tui.match.thinking import Thinking
from splendor_tui.presentation.choosing_session import ChoosingSession
from splendor_tui.presentation.hint import percent, shown_hint, slots_of
from splendor_tui.presentation.offers import always, offers
from splendor_tui.presentation.pace import pace_offers
from splendor_tui.presentation.prompt import ANSWER_NOW, CLEAR, CONFIRM, HINT, Asked, prompt
from splendor_tui.presentation.selection import NOTHING, propose
from splendor_tui.presentation.table_model import Choice, Offer, Phrase, Slot, TableModel
from splendor_tui.presentation.table_view import (
    changes_since,
    choice_of,
    keys_now,
    kinds_beside,
    player_after,
    shown_clock,
)
from splendor_tui.presentation.waiting import waiting
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance of every seat to win, by what one could know who had this view."""

    view: View
    values: Sequence[float]


class PlayerSession(ChoosingSession):
    """A place at which choices are made, and what is shown there: the match and the choice as the table's model.

    `open_hands` tells whether reserved cards are shown that nobody is left to hide from. `thinking` is how long
    the computer player to move thinks, for one that thinks long. `chances` are shown as long as they belong to what the viewer
    sees. `engines` is what engines call themselves, by seat.
    """

    def __init__(
        self, flow: Flow, labels: Mapping[Slot, str], *, kept: bool, engines: Mapping[int, str] = MappingProxyType({})
    ) -> None:
        super().__init__(flow, labels)
        self.open_hands = True
        self.thinking: Thinking | None = None
        self.chances: Chances | None = None
        self._kept = kept
        kinds = [player.kind for player in self.controller.options.players]
        self._kinds = kinds_beside(self.controller.names, kinds, engines)

    @property
    def question(self) -> Thinking | None:
        """What somebody thinks about just now: the hint, or the next action of a computer player."""
        if self.hint is not None and self.hint.thinking is not None and not self.hint.complete:
            return self.hint.thinking
        return self.thinking

    @property
    def kinds(self) -> tuple[Message | None, ...]:
        """What plays each seat, for beside the names."""
        return self._kinds

    def model(self) -> TableModel:
        """The table as the viewer sees it now."""
        controller, view = self.controller, self.view
        asked = self._asked(self.position) if self.can_choose else None
        keys = keys_now(asked.view, self.labels) if asked else {}
        return TableModel(
            view=view,
            names=controller.names,
            kinds=self._kinds,
            changes=changes_since(controller.steps, self.flow.viewer, view),
            keys=keys,
            choice=choice_of(asked.view, self.selection, asked.proposal) if asked else Choice(),
            preview=player_after(asked.view, self.selection, asked.proposal) if asked else None,
            one_comes=asked.proposal.nobles if asked and len(asked.proposal.nobles) > 1 else (),
            log=controller.log,
            prompt=self._prompt(asked),
            offers=self._offers(asked),
            clock=None
            if self.flow.shows_drawn_card
            else shown_clock(controller.clock, view),  # it stands, and is the next player's
            banner=self._banner(),
            open_reserves=self._reserves_open,
            drawn=self.flow.shows_drawn_card,
            over=controller.outcome is not None,
            hint=shown_hint(self.hint, view, controller.names, keys, self.followed) if self.hint else None,
            lit=frozenset(slots_of(view, self.suggested[0]))
            if self.suggested and self.selection == NOTHING
            else frozenset(),
            chances=tuple(map(percent, self.chances.values)) if self.chances and self.chances.view == view else (),
        )

    @property
    def _reserves_open(self) -> bool:
        """Whether cards that all saw reserved lie open: by the house option, or because nobody is left to hide them from."""
        if self.flow.humans and self.controller.outcome is None:
            return self.controller.options.open_reserves
        return self.open_hands

    def _banner(self) -> Message | None:
        """What must not be forgotten."""
        if self.controller.not_saved or not self._kept:
            return N_("NOT SAVED")
        return N_("COMPUTERS WAIT") if self.flow.single_step and self.controller.outcome is None else None

    def _asked(self, view: View) -> Asked:
        return Asked(
            view,
            self.controller.names[view.seat],
            self.selection,
            propose(view, self.selection),
            self.labels,
            ahead=self.flow.moves_next,
            can_take_back=self.controller.options.undo == "free",
            hinted=self.hint is not None,
            hint=self._hint_words(),
        )

    def _hint_words(self) -> Message | None:
        """What the key of the hint does; None where the key to confirm, or to clear, is said to do the same."""
        if self.hint is None:
            return HINT
        if not self.suggested:
            return None if self.selection == NOTHING else N_("drop hint")
        if self.followed is not None:
            return N_("next suggestion")
        return None if self.confirming_follows else N_("choose the best")

    def _prompt(self, asked: Asked | None) -> tuple[Phrase, ...]:
        if self.said is not None:
            return (Phrase(self.said), *_to_confirm(asked))
        if asked is not None and not asked.ahead:
            return prompt(asked)
        return (*waiting(self.flow, self.view, self.thinking), *(prompt(asked) if asked else ()))

    def _offers(self, asked: Asked | None) -> tuple[Offer, ...]:
        pace = pace_offers(self.flow)
        if not self.flow.humans:
            return (*self._first_offers(), *pace, *self._other_offers(asked))
        return (*self._first_offers(), *self._other_offers(asked), *pace)

    def _first_offers(self) -> Iterator[Offer]:
        """What is most useful just now."""
        if self.question is not None:
            yield Offer(ANSWER_NOW, N_("answer now"), primary=True)
        if self.confirming_follows:
            yield Offer(CONFIRM, N_("choose the best"), primary=True)
        if self.flow.shows_drawn_card:
            yield Offer(CONFIRM, N_("pass the keyboard on"), primary=True)
        elif self.controller.outcome is not None:
            yield Offer(CONFIRM, N_("standings"), primary=True)
            yield Offer(CLEAR, N_("back"))

    def _other_offers(self, asked: Asked | None) -> tuple[Offer, ...]:
        controller = self.controller
        can_undo, can_redo = controller.can_undo(self.flow.seat), controller.can_redo()
        if asked is not None:
            return offers(asked, can_undo=can_undo, can_redo=can_redo)
        return always(can_undo=can_undo, can_redo=can_redo, hint=None)


def _to_confirm(asked: Asked | None) -> tuple[Phrase, ...]:
    """What the key that confirms does all the while something else is said."""
    if asked is None or asked.ahead:
        return ()
    return tuple(phrase for phrase in prompt(asked)[:1] if phrase.does == CONFIRM)
