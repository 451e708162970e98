"""One person's place at the table: what they have chosen so far, and what they are told."""

from collections.abc import Callable, Mapping

from textual.content import Content

from splendor_tui.match.flow import Flow
from splendor_tui.presentation.prompt import Asked, always, hints, prompt
from splendor_tui.presentation.selection import (
    NOTHING,
    Proposal,
    Selection,
    choose_card,
    choose_deck,
    choose_noble,
    next_payment,
    pick_gem,
    pick_gold,
    propose,
)
from splendor_tui.presentation.table_model import (
    CardSlot,
    Choice,
    DeckSlot,
    Hint,
    NobleSlot,
    PileSlot,
    PlayerSlot,
    ReservedSlot,
    Slot,
    TableModel,
)
from splendor_tui.presentation.table_view import changes_since, choice_of, clock_text, keys_now, kind_name
from splendor_tui.rules.cards import Noble
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.gems import Tokens, missing, total
from splendor_tui.rules.state import COLUMNS, Phase
from splendor_tui.rules.view import View
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import card_chip, drawn, fault_content, link, told
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.words import _


class PlayerSession:
    """Turns what a person points at into a half-made choice, and the match into the table's model.

    `said` stands in the prompt line until the next key.
    """

    def __init__(
        self,
        flow: Flow,
        glyphs: Glyphs,
        labels: Mapping[Slot, str],
        key: Callable[[str], str],
        *,
        kept: bool,
    ) -> None:
        self.flow = flow
        self.controller = controller = flow.controller
        self.glyphs = glyphs
        self.labels = labels
        self.key = key
        self.selection = NOTHING
        self.said: Content | None = None
        self._kept = kept
        self._kinds = tuple(kind_name(player.kind) for player in controller.options.players)
        self._log: list[Content] = []

    @property
    def view(self) -> View:
        """What the viewer may know."""
        return self.controller.view_for(self.flow.viewer)

    @property
    def proposal(self) -> Proposal:
        """What the choice so far stands for; only asked while the viewer is to move."""
        return propose(self.view, self.selection)

    @property
    def kinds(self) -> tuple[str, ...]:
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
        self.said = fault_content(fault, self.glyphs)

    def clear(self) -> None:
        """Drop the choice and what was said."""
        self.selection = NOTHING
        self.said = None

    def other_payment(self) -> None:
        """Go on to the next way to pay."""
        self.said = None
        if not self.flow.to_move or self.proposal.payments < 2:
            self.said = Content(_("There is only one way to pay for that."))
            return
        self.selection = next_payment(self.view, self.selection)

    def _picked(self, slot: Slot) -> Selection:
        view = self.view
        match slot:
            case CardSlot(level, column):
                card = view.grid[(level - 1) * COLUMNS + column]
            case ReservedSlot(index):
                held = view.players[view.seat].reserved
                card = held[index].card if index < len(held) else None
            case DeckSlot(level):
                return choose_deck(view, level)
            case PileSlot(colour):
                return pick_gold(view, self.selection) if colour is None else pick_gem(view, self.selection, colour)
            case NobleSlot(index) if view.phase is Phase.CHOOSE_NOBLE:
                return choose_noble(view, view.nobles[index])
            case NobleSlot(index):
                self.said = self._about_noble(view.nobles[index])
                return self.selection
            case PlayerSlot():
                return self.selection
        if card is None:
            self.said = Content(_("There is no card."))
            return self.selection
        return choose_card(view, card)

    def _about_noble(self, noble: Noble) -> Content:
        view = self.view
        away = missing(noble.cost, view.players[view.seat].bonuses)
        details: dict[str, object] = {"noble": noble, "points": noble.points, "away": Tokens(away, 0)}
        if not total(away):
            return told(_("{noble}, {points} points: comes to you at the end of your turn."), details, self.glyphs)
        return told(_("{noble}, {points} points: you lack the bonuses {away}."), details, self.glyphs)

    # --- what is shown -------------------------------------------------------------------------------------------------

    def model(self) -> TableModel:
        """The table as the viewer sees it now."""
        controller, view = self.controller, self.view
        asked = self._asked(view) if self.flow.to_move else None
        self._log += [drawn(line.message, self.glyphs) for line in controller.log[len(self._log) :]]
        return TableModel(
            view=view,
            names=controller.names,
            kinds=self._kinds,
            changes=changes_since(controller.steps, self.flow.viewer, view),
            glyphs=self.glyphs,
            keys=keys_now(view, self.labels) if asked else {},
            choice=choice_of(view, self.selection, asked.proposal) if asked else Choice(),
            log=tuple(self._log),
            prompt=self.said or (prompt(asked) if asked else self._waiting()),
            hints=self._hints(asked),
            clock=clock_text(controller.clock, controller.seat),
            banner=_("NOT SAVED") if controller.not_saved or not self._kept else "",
            open_reserves=controller.options.open_reserves,
            over=controller.outcome is not None,
        )

    def redraw_log(self) -> None:
        """Make the lines of the log anew, for other glyphs."""
        self._log.clear()

    def _asked(self, view: View) -> Asked:
        name = self.controller.names[view.seat]
        return Asked(view, name, self.selection, propose(view, self.selection), self.glyphs, self.key)

    def _waiting(self) -> Content:
        """What stands in the prompt line while the viewer is asked nothing."""
        if self.flow.drawn and self.flow.viewer is not None:
            card = self.view.players[self.flow.viewer].reserved[-1].card
            assert card is not None
            chip = card_chip(card, self.glyphs)
            return told(_("You drew {card}. It is in your hand now."), {"card": chip}, self.glyphs) + Content.assemble(
                "  ", link(_("Hand over"), "screen.confirm", theme.TITLE)
            )
        if self.controller.outcome is not None:
            return Content.assemble(_("The game is over."), "  ", link(_("Standings"), "screen.confirm", theme.TITLE))
        name = self.controller.names[self.controller.seat]
        template = _("{name} is thinking…") if self.controller.is_bot(self.controller.seat) else _("{name} is to move.")
        return told(template, {"name": name}, self.glyphs)

    def _hints(self, asked: Asked | None) -> tuple[Hint, ...]:
        controller = self.controller
        can_undo, can_redo = controller.can_undo(self.flow.seat), controller.can_redo()
        if asked is not None:
            return hints(asked, can_undo=can_undo, can_redo=can_redo)
        rest = always(self.key, can_undo=can_undo, can_redo=can_redo, hint=False)
        if self.flow.drawn:
            return (Hint(self.key("table.confirm"), _("hand over"), "screen.confirm", primary=True), *rest)
        if controller.outcome is not None:
            return (Hint(self.key("table.confirm"), _("standings"), "screen.confirm", primary=True), *rest)
        return rest
