"""The session of a human at the table of a match: the hint, the chances of winning, and undo."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from splendor_tui.inputs.match_options import MatchRules
from splendor_tui.match.clock import Clock
from splendor_tui.match.hot_seat import HotSeat
from splendor_tui.match.log import Step
from splendor_tui.match.thinking_time import Thinking
from splendor_tui.presentation.activity import Activity, Effect, Proceed, Show
from splendor_tui.presentation.commands import CommandId
from splendor_tui.presentation.hint import HintRequest, describe_hint, describe_thinking
from splendor_tui.presentation.pace_commands import pace_offers
from splendor_tui.presentation.prompt import Choice
from splendor_tui.presentation.selection import slots_of
from splendor_tui.presentation.table_model import Offer, Phrase, ShownClock, Slot, TableModel, shown_kinds
from splendor_tui.rules.actions import Action, Forfeit, Pass
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message, listed
from splendor_tui.words.percent import percent

HINT_COMES: Final = N_("The hint is on its way; then you can choose its best action.")


class Chances(NamedTuple):
    """Each seat's chance of winning, estimated from this view."""

    view: View
    values: Sequence[float]


class MatchSession(Activity):
    """The viewer's choice and table in a match.

    `engines` are the names that engines report, by seat. `hint` is the one the player asked for; the screen drops or renews
    it. `open_hands` shows reserved cards if no human could gain by seeing them. `thinking` is set during a computer's long
    search. `chances` are shown if they match the viewer's view.
    """

    def __init__(
        self,
        hot_seat: HotSeat,
        labels: Mapping[Slot, str],
        *,
        is_saved: bool,
        engines: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(labels)
        self.join(hot_seat, engines)
        self.hint: HintRequest | None = None
        self.open_hands = True
        self.thinking: Thinking | None = None
        self.chances: Chances | None = None
        self.is_saved = is_saved

    def join(self, hot_seat: HotSeat, engines: Mapping[int, str] = MappingProxyType({})) -> None:
        """Sit down at the table of a match."""
        self.hot_seat = hot_seat
        self.controller = hot_seat.controller
        kinds = [player.kind for player in self.controller.options.players]
        self.kinds = shown_kinds(self.controller.names, kinds, engines)
        """Each seat's kind, shown beside the name. None if there is nothing to show."""

    # --- the table -----------------------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """The table as the viewer sees it."""
        return self.controller.view_for(self.hot_seat.viewer)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, in seat order."""
        return self.controller.names

    @property
    def steps(self) -> Sequence[Step]:
        """All actions so far, with an observer's views before and after them."""
        return self.controller.steps

    @property
    def clock(self) -> Clock | None:
        """The clock of the match, if any."""
        return self.controller.clock

    @property
    def can_choose(self) -> bool:
        """Whether the viewer may choose, on their turn or ahead of it."""
        return self.hot_seat.to_move or self.hot_seat.moves_next

    @property
    def chooses_ahead(self) -> bool:
        """Whether the viewer chooses before computers have moved."""
        return self.hot_seat.moves_next

    @property
    def rules(self) -> MatchRules:
        """The rules of the match."""
        return self.controller.options

    @property
    def reserves_rule(self) -> bool:
        """The house rule `open_reserves`."""
        return self.rules.open_reserves

    @property
    def undo_is_free(self) -> bool:
        """Whether an action that reveals a card can be undone without a mark."""
        return self.rules.undo == "free"

    @property
    def _is_hinted(self) -> bool:
        return self.hint is not None

    def model(self) -> TableModel:
        """The table with the choice, the prompt and the commands on offer."""
        model, controller, hot_seat = super().model(), self.controller, self.hot_seat
        view, hint, chances, nothing_chosen = model.view, self.hint, self.chances, self.selection is None
        return replace(
            model,
            kinds=self.kinds,
            log=controller.log,
            # While a drawn card is shown, the clock is paused and already shows the next player's time.
            clock=ShownClock.of(self.clock, view) if self.clock and not hot_seat.shows_drawn_card else None,
            banner=self._banner,
            open_reserves=self._are_reserves_open,
            drawn=hot_seat.shows_drawn_card,
            over=controller.outcome is not None,
            hint=describe_hint(hint, view, model.names, model.keys, self.chosen_suggestion) if hint else None,
            lit=frozenset(slots_of(view, self.suggested[0]) if self.suggested and nothing_chosen else ()),
            chances=tuple(map(percent, chances.values)) if chances and chances.view == view else (),
        )

    @property
    def _are_reserves_open(self) -> bool:
        """Whether face-up reservations stay visible: by the house rule while humans play, otherwise by `open_hands`."""
        if self.hot_seat.humans and self.controller.outcome is None:
            return self.reserves_rule
        return self.open_hands

    @property
    def _banner(self) -> Message | None:
        """The warning to show until its cause is gone, if any."""
        if self.controller.not_saved or not self.is_saved:
            return N_("NOT SAVED")
        return N_("COMPUTERS PAUSED") if self.hot_seat.single_step and self.controller.outcome is None else None

    def _prompt(self, choice: Choice | None) -> tuple[Phrase, ...]:
        usual = super()._prompt(choice)
        if self.message is not None:
            asked = (Phrase(N_("again to confirm"), CommandId.UNDO),) if self.message == self.undo_question() else ()
            return (*usual[:1], *asked, *usual[1:], *(self._waiting_prompt() if self.hot_seat.shows_drawn_card else ()))
        return usual if choice is not None and not choice.ahead else (*self._waiting_prompt(), *usual)

    def _waiting_prompt(self) -> tuple[Phrase, ...]:
        """The prompt while it is not the viewer's turn."""
        hot_seat, controller = self.hot_seat, self.controller
        name = controller.names[controller.seat]
        if hot_seat.shows_drawn_card and hot_seat.viewer is not None:
            card = self.view.players[hot_seat.viewer].reserved[-1].card
            drew = N_(
                "{name}, you drew {card}; it is in your reserve.", name=controller.names[hot_seat.viewer], card=card
            )
            on = N_("continue") if controller.bot_to_move else N_("pass to {name}", name=name)
            return Phrase(drew), Phrase(on, CommandId.CONFIRM)
        if controller.outcome is not None:
            return Phrase(N_("The game is over.")), Phrase(N_("Standings"), CommandId.CONFIRM)
        if hot_seat.waits_for_step:
            return (
                Phrase(N_("{name} waits.", name=name)),
                Phrase(N_("step"), CommandId.STEP),
                Phrase(N_("resume"), CommandId.HOLD),
            )
        if controller.bot_to_move:
            thinking = self.thinking
            return (Phrase(describe_thinking(name, thinking) if thinking else N_("{name} is thinking…", name=name)),)
        return (Phrase(N_("It is {name}'s turn.", name=name)),)

    def _offers(self, choice: Choice | None) -> Iterator[Offer]:
        """Yield the most useful commands first. If only computers play, the pace commands precede the lasting ones."""
        controller, hot_seat = self.controller, self.hot_seat
        if self.current_search is not None:
            yield Offer(CommandId.ANSWER_NOW, primary=True)
        if self.confirm_chooses_suggestion:
            yield Offer(CommandId.CONFIRM, N_("choose the best"), primary=True)
        if hot_seat.shows_drawn_card:
            yield Offer(
                CommandId.CONFIRM, N_("continue") if controller.bot_to_move else N_("pass the keyboard"), primary=True
            )
        elif controller.outcome is not None:
            yield Offer(CommandId.CONFIRM, N_("standings"), primary=True)
            yield Offer(CommandId.CLEAR, N_("back"))
        if not hot_seat.humans:
            yield from pace_offers(hot_seat)
        if choice is not None:
            yield from super()._offers(choice)
            yield from self._hint_offer()
        if controller.can_undo(hot_seat.seat):
            yield Offer(CommandId.UNDO)
        if controller.can_redo():
            yield Offer(CommandId.REDO)
        yield from map(Offer, (CommandId.HELP, CommandId.MENU, CommandId.LOG, CommandId.INSPECT))
        if hot_seat.humans:
            yield from pace_offers(hot_seat)

    def _hint_offer(self) -> Iterator[Offer]:
        """Yield the hint command, unless confirming or clearing has the same effect."""
        if self.hint is None:
            yield Offer(CommandId.HINT)
        elif self.chosen_suggestion is not None:
            yield Offer(CommandId.HINT, N_("next suggestion"))
        elif self.suggested and not self.confirm_chooses_suggestion:
            yield Offer(CommandId.HINT, N_("choose the best"))

    def _describe_wait(self) -> Message | None:
        """Name the player to move and the next human."""
        controller, following = self.controller, self.hot_seat.next_human
        if controller.outcome is not None or not controller.bot_to_move or self.hot_seat.shows_drawn_card:
            return None
        name = controller.names[controller.seat]
        if following is None:
            left = N_("You are watching: only computers are left.")
            return left if self.hot_seat.humans else N_("You are watching: only computers play.")
        return N_("{name} is to move, then {next}.", name=name, next=controller.names[following])

    # --- commands ------------------------------------------------------------------------------------------------------

    def do(self, command: str) -> Effect:
        """Run a command. Raises IllegalActionError and MatchError."""
        match command:
            case CommandId.CONFIRM if self.hot_seat.shows_drawn_card:
                self.hot_seat.hide_drawn_card()
            case CommandId.UNDO if self._asks_before_undo():
                return Show()
            case CommandId.UNDO:
                self.hot_seat.undo()
            case CommandId.REDO:
                self.controller.redo()
            case CommandId.HOLD:
                self.hot_seat.set_single_step(on=not self.hot_seat.single_step)
                return self._report_waiting()
            case CommandId.STEP:
                self.hot_seat.step()
                return self._report_waiting()
            case CommandId.ANSWER_NOW:
                return self._hurry()
            case _:
                return super().do(command)
        self.clear()
        return Proceed()

    def play(self, action: Action) -> Effect:
        """Play an action. Raises IllegalActionError and MatchError."""
        self.controller.submit(self.controller.seat, action, self.controller.ply)
        self.clear()
        return Proceed()

    def _asks_before_undo(self) -> bool:
        """Ask once before undoing another player's action, and before reopening a finished game."""
        question = self.undo_question()
        if question is None or self.message == question:
            return False
        self.clear()  # so that only the undo key appears to answer the question
        self.message = question
        return True

    def _report_waiting(self) -> Effect:
        """Report that computers will wait. On a computer's turn, the prompt already says so."""
        waits = self.hot_seat.single_step and self.controller.seat in self.hot_seat.humans
        self.message = N_("Computer players will wait before each move.") if waits else None
        return Show()

    def _hurry(self) -> Effect:
        """Make the player or adviser that is thinking answer now."""
        if self.current_search is None:
            self.message = N_("Nobody is thinking now.")
        else:
            self.current_search.hurry()
        return Show()

    @property
    def picks_at_cursor(self) -> bool:
        """Whether confirming picks the slot under the cursor."""
        return not self.hot_seat.shows_drawn_card and super().picks_at_cursor

    # --- the hint ------------------------------------------------------------------------------------------------------

    @property
    def suggested(self) -> tuple[Action, ...]:
        """The actions that the hint suggests so far, best first. Empty unless the viewer is to move."""
        return tuple(choice.action for choice in self.hint.choices) if self.hint and self.hot_seat.to_move else ()

    def update_hint(self, hint: HintRequest) -> None:
        """Update the hint. If the new hint omits the chosen suggestion, keep it in last place."""
        place = self.chosen_suggestion
        chosen = self.hint.choices[place] if self.hint and place is not None else None
        self.hint = hint
        if chosen is not None and self.chosen_suggestion is None and hint.advice:
            others = hint.choices[: max(1, len(hint.choices) - 1)]
            self.hint = hint._replace(advice=hint.advice._replace(choices=(*others, chosen)))
        if self.message == HINT_COMES:
            self.message = None

    def choose_suggestion(self, place: int) -> None:
        """Choose the suggestion at this index."""
        self.message, self.cursor_moved = None, False
        if place < len(self.suggested):
            action = self.suggested[place]
            self.select(None if action == Pass() else action)

    def choose_next_suggestion(self) -> None:
        """Choose the suggestion after the current choice, or the best one."""
        here = self.chosen_suggestion
        self.choose_suggestion(0 if here is None else (here + 1) % len(self.suggested))

    @property
    def chosen_suggestion(self) -> int | None:
        """The index of the suggestion that matches the current choice, if any."""
        return self.suggested.index(self.selection) if self.selection in self.suggested else None

    @property
    def confirm_chooses_suggestion(self) -> bool:
        """Whether confirming chooses the best suggestion. A forced pass is played at once."""
        chosen = self.selection is not None or self.cursor_moved
        return bool(self.suggested) and not chosen and self.proposal.action is None

    @property
    def current_search(self) -> Thinking | None:
        """The search that is running: for the hint, or for a computer's next action."""
        return (self.hint and self.hint.search) or self.thinking

    @property
    def _picks_first(self) -> bool:
        # Ahead of the viewer's turn, the key was probably meant to skip a computer's move.
        return super()._picks_first and self.hint is None and not self.chooses_ahead

    def _confirm_nothing(self) -> None:
        if self.confirm_chooses_suggestion:
            self.choose_suggestion(0)
        elif self.hint is not None:
            self.message = HINT_COMES
        else:
            super()._confirm_nothing()

    # --- undo ----------------------------------------------------------------------------------------------------------

    def undo_question(self) -> Message | None:
        """The question to ask before an undo that needs one."""
        controller, steps = self.controller, self.hot_seat.others_steps_to_undo
        if not steps:
            if controller.outcome is None or not controller.can_undo(self.hot_seat.seat):
                return None
            return N_("The game is over. Undo the last turn?")
        names = list(dict.fromkeys(controller.names[step.seat] for step in steps))
        if isinstance(steps[0].action, Forfeit):
            return N_("{name} resigned. Undo that?", name=names[0])
        return N_("Undo the moves of {names}?", names=listed(names))

    def undo_report(self, before: Sequence[Step]) -> Message | None:
        """Name the players whose actions were undone. None for one action. `before` are the steps before the undo."""
        gone = before[self.controller.ply :]
        if not self.hot_seat.to_move or len(gone) <= 1:
            return None
        names = dict.fromkeys(self.controller.names[step.seat] for step in gone)
        return N_("Undid the moves of {names}.", names=listed(list(names)))
