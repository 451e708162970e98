"""One person's place at the table: what they have chosen so far, and what they are told."""

from collections.abc import Mapping

from splendor_tui.match.flow import Flow
from splendor_tui.presentation.prompt import CONFIRM, Asked, always, offers, prompt
from splendor_tui.presentation.selection import NOTHING, Proposal, Selection, next_payment, pick, propose
from splendor_tui.presentation.table_model import (
    CardSlot,
    Choice,
    NobleSlot,
    Offer,
    Phrase,
    ReservedSlot,
    Slot,
    TableModel,
    card_at,
)
from splendor_tui.presentation.table_view import changes_since, choice_of, clock_text, keys_now, kind_name
from splendor_tui.rules.cards import Noble
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.gems import Tokens, missing, total
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NN_, NP_, Message


class PlayerSession:
    """Turns what a person points at into a half-made choice, and the match into the table's model.

    `labels` name the key of each place of the table. `said` stands in the prompt until the next key.
    """

    def __init__(self, flow: Flow, labels: Mapping[Slot, str], *, kept: bool) -> None:
        self.flow = flow
        self.controller = controller = flow.controller
        self.labels = labels
        self.selection = NOTHING
        self.said: Message | None = None
        self._kept = kept
        self._kinds = tuple(kind_name(player.kind) for player in controller.options.players)

    @property
    def view(self) -> View:
        """What the viewer may know."""
        return self.controller.view_for(self.flow.viewer)

    @property
    def proposal(self) -> Proposal:
        """What the choice so far stands for; only asked while the viewer is to move."""
        return propose(self.view, self.selection)

    @property
    def kinds(self) -> tuple[Message | None, ...]:
        """What plays each seat, empty for a human."""
        return self._kinds

    # --- choosing ------------------------------------------------------------------------------------------------------

    def pick(self, slot: Slot) -> None:
        """Take what lies there into the choice, or say why that cannot be."""
        self.said = None
        if not self.flow.to_move:
            return  # the prompt tells whom all wait for
        try:
            self.selection = self._picked(slot)
        except IllegalActionError as fault:
            self.refuse(fault)

    def refuse(self, fault: IllegalActionError) -> None:
        """Say why something is not possible."""
        self.said = fault.message

    def clear(self) -> None:
        """Drop the choice and what was said."""
        self.selection = NOTHING
        self.said = None

    def other_payment(self) -> None:
        """Go on to the next way to pay."""
        self.said = None
        if not self.flow.to_move or self.proposal.payments < 2:
            self.said = N_("There is only one way to pay for that.")
            return
        self.selection = next_payment(self.view, self.selection)

    def _picked(self, slot: Slot) -> Selection:
        view = self.view
        match slot:
            case NobleSlot(index) if view.phase is not Phase.CHOOSE_NOBLE:
                self.said = self._about_noble(view.nobles[index])
                return self.selection
            case CardSlot() | ReservedSlot() if card_at(view, slot) is None:
                self.said = N_("There is no card.")
                return self.selection
            case _:
                return pick(view, self.selection, slot)

    def _about_noble(self, noble: Noble) -> Message:
        away = missing(noble.cost, self.view.players[self.view.seat].bonuses)
        if not total(away):
            return NN_(
                "{noble}, {count} point: comes to you at the end of your turn.",
                "{noble}, {count} points: comes to you at the end of your turn.",
                noble.points,
                noble=noble,
            )
        return NN_(
            "{noble}, {count} point: you lack the bonuses {away}.",
            "{noble}, {count} points: you lack the bonuses {away}.",
            noble.points,
            noble=noble,
            away=Tokens(away, 0),
        )

    # --- what is shown -------------------------------------------------------------------------------------------------

    def model(self) -> TableModel:
        """The table as the viewer sees it now."""
        controller, view = self.controller, self.view
        asked = self._asked(view) if self.flow.to_move else None
        return TableModel(
            view=view,
            names=controller.names,
            kinds=self._kinds,
            changes=changes_since(controller.steps, self.flow.viewer, view),
            keys=keys_now(view, self.labels) if asked else {},
            choice=choice_of(view, self.selection, asked.proposal) if asked else Choice(),
            log=tuple(line.message for line in controller.log),
            prompt=self._prompt(asked),
            offers=self._offers(asked),
            clock=clock_text(controller.clock, controller.seat),
            banner=N_("NOT SAVED") if controller.not_saved or not self._kept else None,
            open_reserves=controller.options.open_reserves,
            over=controller.outcome is not None,
        )

    def _asked(self, view: View) -> Asked:
        return Asked(
            view,
            self.controller.names[view.seat],
            self.selection,
            propose(view, self.selection),
            self.labels,
            can_take_back=self.controller.options.undo == "free",
        )

    def _prompt(self, asked: Asked | None) -> tuple[Phrase, ...]:
        if self.said is not None:
            return (Phrase(self.said),)
        return prompt(asked) if asked is not None else self._waiting()

    def _waiting(self) -> tuple[Phrase, ...]:
        """What the prompt says while the viewer is asked nothing."""
        controller = self.controller
        if self.flow.drawn and self.flow.viewer is not None:
            card = self.view.players[self.flow.viewer].reserved[-1].card
            told = N_("You drew {card}. It is in your hand now.", card=card)
            return Phrase(told), Phrase(N_("Hand over"), CONFIRM)
        if controller.outcome is not None:
            return Phrase(N_("The game is over.")), Phrase(N_("Standings"), CONFIRM)
        name = controller.names[controller.seat]
        if controller.is_bot(controller.seat):
            return (Phrase(N_("{name} is thinking…", name=name)),)
        return (Phrase(N_("{name} is to move.", name=name)),)

    def _offers(self, asked: Asked | None) -> tuple[Offer, ...]:
        controller = self.controller
        can_undo, can_redo = controller.can_undo(self.flow.seat), controller.can_redo()
        if asked is not None:
            return offers(asked, can_undo=can_undo, can_redo=can_redo)
        rest = always(can_undo=can_undo, can_redo=can_redo, hint=False)
        if self.flow.drawn:
            return (Offer(CONFIRM, NP_("verb", "hand over"), primary=True), *rest)
        if controller.outcome is not None:
            return (Offer(CONFIRM, N_("standings"), primary=True), *rest)
        return rest
