"""The table on which a match is played."""

import asyncio
from collections.abc import Callable, Sequence
from math import inf
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.content import Content

from splendor_tui.match.asking import THINKING_SECONDS, Answer
from splendor_tui.match.flow import curtain_needed
from splendor_tui.match.live_match import LiveMatch
from splendor_tui.match.refusals import MatchError
from splendor_tui.match.standstill import Standstill
from splendor_tui.match.steps import Step
from splendor_tui.match.thinking import advice, answer
from splendor_tui.presentation.player_session import PlayerSession
from splendor_tui.presentation.table_model import CardSlot, DeckSlot, PileSlot, PlayerSlot, ReservedSlot, Slot
from splendor_tui.presentation.table_view import due_slots, news_for
from splendor_tui.rules.actions import Action, ReserveTop
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.state import Phase
from splendor_tui.tui.keys.key_commands import KeyCommands, bindings
from splendor_tui.tui.keys.keymap import slot_labels
from splendor_tui.tui.keys.table_commands import TABLE
from splendor_tui.tui.look.drawn_message import drawn
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.widgets.board import Board, Direction
from splendor_tui.tui.widgets.canvas import SlotPicked
from splendor_tui.tui.widgets.table import Table
from splendor_tui.words import N_, Message, _

if TYPE_CHECKING:
    from splendor_tui.tui.screens.game_over_screen import AfterGame
    from splendor_tui.tui.screens.pause_screen import PauseChoice


class TableScreen(GameScreen[None]):
    """Plays one match: takes keys and clicks to the sitting, the sitting's actions to the controller, and shows the answer."""

    ABOUT = N_(
        "You are at the table. Build up a choice - gems, a card, or a deck - read in the prompt line what it would do, "
        "and confirm it."
    )
    KEY_COMMANDS: ClassVar[KeyCommands] = TABLE
    BINDINGS: ClassVar[list[BindingType]] = bindings(TABLE)

    def __init__(self, live: LiveMatch) -> None:
        super().__init__()
        self._live = live
        self._controller = live.controller
        self._shown = asyncio.Event()
        self._warned = False

    def compose(self) -> ComposeResult:
        """The rows of the table, from the top."""
        settings = self.services.settings
        self.sitting = PlayerSession(
            self._controller,
            self.glyphs,
            slot_labels(settings, TABLE),
            self.game.key_of(TABLE),
            kept=self._live.game_id is not None,
        )
        yield Table(self.sitting.model())

    def on_mount(self) -> None:
        """Begin, or go on, with whoever is to move."""
        self._controller.begin()
        self.set_interval(1, self.mind_time)
        self.app.app_suspend_signal.subscribe(self, self._stopped, immediate=True)
        self._go_on()

    def on_unmount(self) -> None:
        """Let others play the match."""
        self.app.app_suspend_signal.unsubscribe(self)  # it would keep the screen, and the match with it, for ever
        self._controller.stand_still(Standstill.HIDDEN)
        self._live.release()

    def reason_to_stay(self) -> Message | None:
        """What is not saved would be lost."""
        problem = self._controller.not_saved
        if problem:
            return N_("The last actions are not saved. {reason}", reason=problem)
        if self._live.game_id is None and self._controller.outcome is None and self._controller.ply:
            return N_("This game is not kept, and would be lost.")
        return None

    def settings_changed(self) -> None:
        """Draw with the glyphs and keys of now."""
        self.sitting.glyphs = self.glyphs
        self.sitting.labels = slot_labels(self.services.settings, TABLE)
        self.sitting.key = self.game.key_of(TABLE)
        self.sitting.redraw_log()
        self._show()

    # --- showing -------------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the match as it is now."""
        self._table.model = self.sitting.model()
        self._warn_if_not_saved()

    def _tell(self, sentence: str) -> None:
        """Say something in the prompt line, until the next key."""
        self.sitting.said = Content(self.glyphs.write(sentence))
        self._show()

    @property
    def _table(self) -> Table:
        return self.query_one(Table)

    @property
    def _board(self) -> Board:
        return self._table.board

    # --- whose turn it is ----------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Ask whoever is to move: a computer, the person at the keyboard, or the next one after a curtain."""
        controller, sitting = self._controller, self.sitting
        self.workers.cancel_group(self, "hint")  # whatever it would say is about another position
        sitting.clear()
        if controller.outcome is not None:
            self._end()
        elif controller.is_bot(controller.seat):
            self._show()
            self._play_bots()
        elif controller.seat == sitting.viewer:
            self._show()
        elif curtain_needed(controller, sitting.viewer):
            self._draw_curtain()
        else:
            self._seat_viewer()

    def _draw_curtain(self) -> None:
        from splendor_tui.tui.screens.hand_over_screen import HandOverScreen

        self.game.close_above(self)  # a close look at a hand, opened while computers moved, is not for the next player
        controller = self._controller
        lines = news_for(controller.seat, controller.log)
        news = [drawn(line.message, self.glyphs) for line in lines]
        self.app.push_screen(HandOverScreen(controller.names[controller.seat], news, self._seat_viewer))

    def _seat_viewer(self) -> None:
        """Let the person who is to move look at the table."""
        self.sitting.viewer = self._controller.seat
        self._show()

    def _after(self, step: Step) -> None:
        """Show what a step changed, and go on."""
        sitting = self.sitting
        sitting.clear()
        someone_else = self._controller.seat != sitting.viewer and not self._controller.is_bot(self._controller.seat)
        if step.seat == sitting.viewer and isinstance(step.action, ReserveTop) and someone_else:
            sitting.drawn = self._controller.outcome is None
        if sitting.drawn:
            self._controller.stand_still(Standstill.DRAWN_CARD)  # the next player's time does not run yet
            self._show()
        else:
            self._go_on()

    def _warn_if_not_saved(self) -> None:
        """Tell once why something is not saved; the banner stands as long as it is so."""
        problem = self._controller.not_saved
        if not self._warned and problem and (reason := self.reason_to_stay()):
            self.game.say(reason, wrong=True)
        self._warned = bool(problem)

    # --- computer players ----------------------------------------------------------------------------------------------

    @work(exclusive=True, group="bots")
    async def _play_bots(self) -> None:
        """Play for the computers until a person is to move, one move after another at the pace of the settings."""
        controller = self._controller
        while controller.outcome is None and controller.is_bot(controller.seat):
            seat, ply = controller.seat, controller.ply
            answered, _waited = await asyncio.gather(self._ask(seat), asyncio.sleep(self._pace))
            await self._shown.wait()
            controller.submit(seat, answered.action, ply, stand_in=answered.stand_in)
            if controller.outcome is None and controller.is_bot(controller.seat):
                self._show()
        self._go_on()

    @property
    def _turn_seconds(self) -> float:
        """How long a turn may take before somebody's reserve runs."""
        clock = self._controller.options.clock
        return clock.turn_seconds if clock else inf

    @property
    def _pace(self) -> float:
        """For how long the position stands before a computer moves, without costing it its time."""
        return min(self.services.settings.bot_pace, self._turn_seconds / 4)

    async def _ask(self, seat: int) -> Answer:
        seconds = min(THINKING_SECONDS, self._turn_seconds / 2)
        return await answer(self._live.bots[seat], self._controller.view_for(seat), self.services.rng, seconds)

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Say what a merchant would do."""
        sitting, ply = self.sitting, self._controller.ply
        if not sitting.to_move:
            self._tell(_("A hint is for the player who is to move."))
            return
        reason = await advice(sitting.view, self.services.rng)
        if ply == self._controller.ply and sitting.to_move:
            sitting.said = drawn(reason.message, self.glyphs)
            self._show()

    # --- choosing ------------------------------------------------------------------------------------------------------

    def _pick(self, slot: Slot) -> None:
        if isinstance(slot, PlayerSlot):
            self._inspect(slot.seat)
            return
        self.sitting.pick(slot)
        self._show()
        if slot in self._board.places():
            self._board.cursor = slot

    def on_slot_picked(self, message: SlotPicked) -> None:
        """A click chooses."""
        self._pick(message.slot)

    def on_slot_confirmed(self) -> None:
        """A second click on the same thing confirms."""
        self.action_confirm()

    def action_card(self, level: int, column: int) -> None:
        """Choose a card of the grid."""
        self._pick(CardSlot(level, column))

    def action_deck(self, level: int) -> None:
        """Choose the top of a deck."""
        self._pick(DeckSlot(level))

    def action_pile(self, place: int) -> None:
        """Pick a gem; while nobles are to be chosen, the noble of that number."""
        view = self.sitting.view
        if self.sitting.to_move and view.phase is Phase.CHOOSE_NOBLE:
            due = due_slots(view)
            if place < len(due):
                self._pick(due[place])
            return
        self._pick(PileSlot(Colour(place)))

    def action_gold(self) -> None:
        """Pick a gold."""
        self._pick(PileSlot(None))

    def action_reserved(self, index: int) -> None:
        """Choose a reserved card."""
        self._pick(ReservedSlot(index))

    def action_move(self, direction: str) -> None:
        """Move the cursor; a card that was chosen is not any more when the cursor leaves it."""
        board, sitting = self._board, self.sitting
        before = board.cursor
        board.move(Direction(direction))
        chosen = sitting.selection.card or sitting.selection.level or sitting.selection.noble
        if board.cursor != before and (chosen or sitting.said):
            if chosen:
                sitting.clear()
            sitting.said = None
            self._show()

    def action_clear(self) -> None:
        """Drop what is chosen so far."""
        self.sitting.clear()
        self._show()

    def action_payment(self) -> None:
        """Show the next way to pay."""
        self.sitting.other_payment()
        self._show()

    def action_confirm(self) -> None:
        """Do what the prompt line says; with nothing to do yet, choose what the cursor is on."""
        sitting = self.sitting
        if sitting.drawn:
            sitting.drawn = False
            self._controller.go_on(Standstill.DRAWN_CARD)
            self._go_on()
        elif self._controller.outcome is not None:
            self._end()
        elif sitting.to_move and (action := sitting.proposal.action) is not None:
            self._submit(action)
        else:
            self._pick(self._board.cursor)

    def action_reserve(self) -> None:
        """Reserve the chosen card; with nothing chosen, choose what the cursor is on."""
        sitting = self.sitting
        proposal = sitting.proposal if sitting.to_move else None
        if proposal is None or (sitting.selection.card is None and sitting.selection.level is None):
            self._pick(self._board.cursor)
        elif isinstance(proposal.action, ReserveTop):
            self._submit(proposal.action)
        elif proposal.reserve is not None:
            self._submit(proposal.reserve)
        elif proposal.reserve_fault is not None:
            sitting.refuse(proposal.reserve_fault)
            self._show()
        else:
            self._tell(_("This card is reserved already."))

    def _submit(self, action: Action) -> None:
        controller = self._controller
        try:
            step = controller.submit(controller.seat, action, controller.ply)
        except IllegalActionError as fault:
            self.sitting.refuse(fault)
            self._show()
        except MatchError as error:
            self._tell(str(error))
        else:
            self._after(step)

    # --- taking back ---------------------------------------------------------------------------------------------------

    def action_undo(self) -> None:
        """Take back the last action of a person, and what computers did after it."""
        self._change_line(lambda: self._controller.undo(self.sitting.seat))

    def action_redo(self) -> None:
        """Play again what was taken back."""
        self._change_line(self._controller.redo)

    def _change_line(self, change: Callable[[], Sequence[Step]]) -> None:
        try:
            steps = change()
        except MatchError as error:
            self._tell(str(error))
            return
        self.workers.cancel_group(self, "bots")
        self.sitting.drawn = False
        self._controller.go_on(Standstill.DRAWN_CARD)
        self._mind_clock()
        drawn = any(isinstance(step.action, ReserveTop) for step in steps)  # only one person may see that card again
        if drawn and not self._controller.is_bot(self._controller.seat) and self._hands_change():
            self.sitting.clear()
            self._draw_curtain()
        else:
            self._go_on()

    def _hands_change(self) -> bool:
        """Whether somebody else than the viewer is to move now, and the players want a curtain at all."""
        controller = self._controller
        return controller.seat != self.sitting.viewer and controller.options.hand_over != "never"

    # --- other screens -------------------------------------------------------------------------------------------------

    def action_log(self) -> None:
        """Read everything that has happened."""
        from splendor_tui.tui.screens.log_screen import LogScreen

        self.app.push_screen(LogScreen(self.sitting.model().log))

    def action_inspect(self) -> None:
        """Look at a player closely: the one under the cursor, else the one to move."""
        cursor = self._board.cursor
        self._inspect(cursor.seat if isinstance(cursor, PlayerSlot) else self._controller.seat)

    def _inspect(self, seat: int) -> None:
        from splendor_tui.tui.screens.inspect_screen import InspectScreen

        controller = self._controller
        self.app.push_screen(
            InspectScreen(
                self.sitting.view, controller.names, self.sitting.kinds, seat, controller.options.open_reserves
            )
        )

    def action_menu(self) -> None:
        """Pause."""
        self._pause(N_("The table is hidden, and the clock stands still."))

    def _pause(self, reason: Message) -> None:
        from splendor_tui.tui.screens.pause_screen import PauseChoice, PauseScreen

        self._shown.clear()
        offers = [PauseChoice.GO_ON]
        if self.sitting.to_move:
            offers.append(PauseChoice.RESIGN)
            if self._controller.agreement_offered:
                offers.append(PauseChoice.AGREE)
        offers += [PauseChoice.SETTINGS, PauseChoice.RULES, PauseChoice.HOME]
        self.app.push_screen(PauseScreen(reason, tuple(offers), self._in_play()), self._paused)

    def _in_play(self) -> tuple[str, ...]:
        """The names of those still in play, the one to move first."""
        controller = self._controller
        players = controller.view_for(None).players
        seats = sorted(range(len(players)), key=lambda seat: (seat != controller.seat, seat))
        return tuple(controller.names[seat] for seat in seats if not players[seat].forfeited)

    def _paused(self, choice: "PauseChoice | None") -> None:
        from splendor_tui.tui.screens.pause_screen import PauseChoice

        controller = self._controller
        match choice:
            case PauseChoice.RESIGN:
                controller.go_on(Standstill.HIDDEN)
                self._after(controller.resign(controller.seat, controller.ply))
            case PauseChoice.AGREE:
                controller.go_on(Standstill.HIDDEN)
                controller.agree(controller.ply)
                self._go_on()
            case PauseChoice.HOME:
                self.leave()
            case _:
                pass

    # --- the end -------------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        """Show the table to everybody, and above it how the match ended."""
        from splendor_tui.presentation.points_by_round import points_by_round
        from splendor_tui.tui.screens.game_over_screen import GameOverScreen

        controller = self._controller
        outcome = controller.outcome
        assert outcome is not None
        self.game.close_above(self)
        self.sitting.viewer = None
        self._show()
        self.app.push_screen(
            GameOverScreen(
                outcome,
                controller.view_for(None),
                controller.names,
                self.sitting.kinds,
                points_by_round(controller.steps),
                self.sitting.model().log,
                self._live.game_id,
            ),
            self._ended,
        )

    def _ended(self, choice: "AfterGame | None") -> None:
        from splendor_tui.tui.screens.game_over_screen import AfterGame

        match choice:
            case AfterGame.REMATCH:
                self.game.start(self._controller.options.model_copy(update={"seed": None}))
            case AfterGame.HOME:
                self.leave()
            case _:
                pass

    @property
    def game_id(self) -> str | None:
        """Under which the match is kept; None when it is not."""
        return self._live.game_id

    def leave(self) -> None:
        """Go home; the match can be gone on with at once."""
        self.workers.cancel_group(self, "bots")
        self._controller.stand_still(Standstill.HIDDEN)
        self._live.release()
        self.game.home()

    # --- time ----------------------------------------------------------------------------------------------------------

    def on_screen_resume(self) -> None:
        """Time runs while the table can be seen."""
        self._mind_clock()

    def on_screen_suspend(self) -> None:
        """Time stands still while the table is hidden."""
        self._mind_clock()

    def _stopped(self, _app: App[object]) -> None:
        """The program is being stopped: whoever lets it go on finds the table hidden, and no time gone."""
        if not self._hidden:
            self._pause(N_("The program was stopped for a while; that time is not counted."))
        self._mind_clock()

    @property
    def _hidden(self) -> bool:
        """Whether a screen above hides the table; not one where one may look while one thinks."""
        stack = self.app.screen_stack
        above = stack[stack.index(self) + 1 :] if self in stack else ()
        return self not in stack or any(isinstance(screen, GameScreen) and screen.STOPS_CLOCK for screen in above)

    def _mind_clock(self) -> None:
        """Let the clock run unless a screen above hides the table or the next player is not there yet."""
        hidden = self._hidden
        if hidden:
            self._shown.clear()
        else:
            self._shown.set()
        if hidden:
            self._controller.stand_still(Standstill.HIDDEN)
        else:
            self._controller.go_on(Standstill.HIDDEN, Standstill.SLEPT)

    def mind_time(self) -> None:
        """Charge the time that has passed, and show it; called once a second."""
        self._mind_clock()
        step = self._controller.tick()
        if step is not None:
            self.workers.cancel_group(self, "bots")
            self.game.close_above(self)
            self._after(step)
        elif Standstill.SLEPT in self._controller.standing_still:
            self._pause(N_("The machine slept for a while; that time is not counted."))
        else:
            self._table.show_status(self.sitting.model())
            self._warn_if_not_saved()
