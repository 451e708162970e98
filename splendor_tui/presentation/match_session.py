"""A match at the table: whose turn it is, the hint, the chances of winning, undo, pauses, and the pace of computers."""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum, auto
from functools import partial
from typing import Final, NamedTuple

from splendor_tui.bots.levels import why_unknown
from splendor_tui.bots.player import Advice
from splendor_tui.inputs.house_rules import OPEN_SERIES, MatchRules
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.inputs.settings import CHOICES
from splendor_tui.match.adviser import advise, chances_to_win, hint_seconds
from splendor_tui.match.clock import Clock
from splendor_tui.match.computer_turns import play_computer, ponder
from splendor_tui.match.controller import MatchError, MatchPausedError, TimeOutError
from splendor_tui.match.hot_seat import HotSeat, Next
from splendor_tui.match.log import LogLine, Step
from splendor_tui.match.match_lifecycle import LiveMatch
from splendor_tui.match.pause_reasons import INTERRUPTIONS, PauseReason
from splendor_tui.match.services import Services
from splendor_tui.match.thinking_time import Thinking, thinking_seconds, thinks_long
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Activity, Effect, Leave, Open, Proceed, Show, Think
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.hint import HintRequest, describe_hint, describe_limit, describe_thinking
from splendor_tui.presentation.prompt import Choice
from splendor_tui.presentation.result import Opening, describe_length, openings, why_only_afterwards
from splendor_tui.presentation.selection import slots_of
from splendor_tui.presentation.series import Series, offer_goal, read_series, save_agreement, with_current_names
from splendor_tui.presentation.table_model import Offer, Phrase, ShownClock, TableModel, shown_kinds
from splendor_tui.presentation.tournaments import Tournament
from splendor_tui.rules.actions import Action, Forfeit, Pass
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.outcome import rounds_played
from splendor_tui.rules.view import View
from splendor_tui.store import Help, StoreError
from splendor_tui.words import N_, NN_, Message, listed
from splendor_tui.words.percent import percent

HINT_COMES: Final = N_("The hint is on its way; then you can choose its best action.")
UNDO_AGAIN: Final = N_("again to confirm")
"""What follows the key of the command that answers the question."""


class Page(Enum):
    """What a match opens."""

    MENU = auto()
    """The menu of a pause, which hides the table. `RESUME` ends the pause."""
    HAND_OVER = auto()
    """The next player's name, with the table hidden. `READY` shows the table to this player."""
    STANDINGS = auto()
    REPLAY = auto()


class Chances(NamedTuple):
    """Each seat's chance of winning, estimated from this view."""

    view: View
    values: Sequence[float]


class MatchSession(Activity):
    """A match, as the player at the keyboard sees it.

    `hint` is the one that the viewer asked for. While `holds_rows()` is true, interim suggestions do not change it.
    `thinking` is set during a computer's long search. `chances` are shown if they match the viewer's view. Unless
    `is_paced`, computers move immediately. `openings` are the possible first players of a rematch, the current choice
    first. `series` is the series or tournament of a saved match, if it belongs to one or is over. `length` describes how long
    a match took.
    """

    def __init__(self, live: LiveMatch, services: Services) -> None:
        super().__init__()
        self.services = services
        self.join(live)
        self.hint: HintRequest | None = None
        self.holds_rows: Callable[[], bool] = lambda: False
        self.thinking: Thinking | None = None
        self.chances: Chances | None = None
        self._estimated: View | None = None
        """The view for which the chances of winning were last requested."""
        self._pondered = -1
        """The last ply in which a computer began to ponder."""
        self.is_paced = True
        self._paces: dict[float, float] = {}
        """The pace of this match instead of the one in the settings."""
        self._before_undo: Sequence[Step] = ()
        """The steps before an undo that has not been reported yet."""
        self._was_at_risk = False
        self.openings: deque[Opening] = deque()
        self.length: Message | None = None

    def join(self, live: LiveMatch) -> None:
        """Sit down at the table of a match."""
        self.live = live
        self.controller = live.controller
        self.hot_seat = HotSeat(live.controller)
        kinds = [player.kind for player in self.controller.options.players]
        self.kinds = shown_kinds(self.controller.names, kinds, live.engine_names())
        """Each seat's kind, shown beside the name. None if there is nothing to show."""
        self.series: Series | Tournament | None = self._series_in_play()

    @property
    def is_saved(self) -> bool:
        """Whether the match is saved, apart from the last actions."""
        return self.live.game_id is not None

    @property
    def is_over(self) -> bool:
        """Whether the match has a result."""
        return self.controller.outcome is not None

    @property
    def can_be_reviewed(self) -> bool:
        """Whether the match is saved, and its rules are known to the nets."""
        return self.is_saved and self.why_not_reviewed is None

    @property
    def why_not_reviewed(self) -> Message | None:
        """Why the rules of the match do not allow a review, if they do not."""
        fault = why_unknown(self.controller.options.game_options())
        return fault and N_("{fault} So this game cannot be reviewed.", fault=fault)

    def saving_report(self) -> Message | None:
        """Why the last actions are not saved, or that they are again, once."""
        risk = self.live.at_risk if self.controller.not_saved else None
        was_at_risk, self._was_at_risk = self._was_at_risk, risk is not None
        if was_at_risk == self._was_at_risk:
            return None
        return risk or N_("Everything is saved again.")

    @property
    def farewell(self) -> Message | None:
        """Advice at the end of the game."""
        return None

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
    def log(self) -> Sequence[LogLine]:
        """The log of the match."""
        return self.controller.log

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

    def model(self) -> TableModel:
        """The table with the choice, the prompt and the commands on offer."""
        model, controller, hot_seat = super().model(), self.controller, self.hot_seat
        view, hint, chances, nothing_chosen = model.view, self.hint, self.chances, self.selection is None
        return replace(
            model,
            kinds=self.kinds,
            # While a drawn card is shown, the clock is paused and already shows the next player's time.
            clock=ShownClock.of(self.clock, view) if self.clock and not hot_seat.shows_drawn_card else None,
            banner=self._banner,
            open_reserves=self._are_reserves_open,
            drawn=hot_seat.shows_drawn_card,
            over=controller.outcome is not None,
            series=self.series_to_tell,
            hint=describe_hint(hint, view, model.names, model.keys, self.chosen_suggestion) if hint else None,
            lit=frozenset(slots_of(view, self.suggested[0]) if self.suggested and nothing_chosen else ()),
            chances=tuple(map(percent, chances.values)) if chances and chances.view == view else (),
        )

    @property
    def _are_reserves_open(self) -> bool:
        """Whether face-up reservations stay visible: by the house rule while humans play, otherwise by the setting."""
        if self.hot_seat.humans and self.controller.outcome is None:
            return self.reserves_rule
        return self.services.settings.open_hands

    @property
    def _banner(self) -> Message | None:
        """The warning to show until its cause is gone, if any."""
        if self.controller.not_saved or not self.is_saved:
            return N_("NOT SAVED")
        return N_("COMPUTERS PAUSED") if self.hot_seat.single_step and self.controller.outcome is None else None

    def _prompt(self, choice: Choice | None) -> tuple[Phrase, ...]:
        usual = super()._prompt(choice)
        if self.message is not None:
            asked = (Phrase(UNDO_AGAIN, commands.UNDO),) if self.message == self.undo_question() else ()
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
            return Phrase(drew), Phrase(on, commands.CONFIRM)
        if controller.outcome is not None:
            return Phrase(N_("The game is over.")), Phrase(N_("Standings"), commands.CONFIRM)
        if hot_seat.waits_for_step:
            return (
                Phrase(N_("{name} waits.", name=name)),
                Phrase(N_("step"), commands.STEP),
                Phrase(N_("resume"), commands.HOLD),
            )
        if controller.bot_to_move:
            thinking = self.thinking
            return (Phrase(describe_thinking(name, thinking) if thinking else N_("{name} is thinking…", name=name)),)
        return (Phrase(N_("It is {name}'s turn.", name=name)),)

    def _offers(self, choice: Choice | None) -> Iterator[Offer]:
        """Yield the most useful commands first. If only computers play, the pace commands precede the lasting ones."""
        controller, hot_seat = self.controller, self.hot_seat
        if self.current_search is not None:
            yield Offer(commands.ANSWER_NOW, primary=True)
        if self.confirm_chooses_suggestion:
            yield Offer(commands.CONFIRM, N_("choose the best"), primary=True)
        if hot_seat.shows_drawn_card:
            yield Offer(
                commands.CONFIRM, N_("continue") if controller.bot_to_move else N_("pass the keyboard"), primary=True
            )
        elif controller.outcome is not None:
            yield Offer(commands.CONFIRM, N_("standings"), primary=True)
            yield Offer(commands.CLEAR, N_("back"))
        if not hot_seat.humans:
            yield from self._pace_offers()
        if choice is not None:
            yield from super()._offers(choice)
            if self.hint is not None and choice.selection is None:
                yield Offer(commands.CLEAR, N_("clear hint"))
            yield from self._hint_offer()
        if controller.can_undo(hot_seat.seat):
            yield Offer(commands.UNDO)
        if controller.can_redo():
            yield Offer(commands.REDO)
        yield from map(Offer, (commands.HELP, commands.MENU, commands.LOG, commands.INSPECT))
        if hot_seat.humans:
            yield from self._pace_offers()

    def _pace_offers(self) -> Iterator[Offer]:
        """Yield the pace commands on a computer's turn. On a human's turn, only paused computers can be resumed."""
        controller, is_held = self.controller, self.hot_seat.single_step
        if controller.outcome is None and controller.bot_to_move:
            yield Offer(commands.HOLD, N_("resume") if is_held else N_("pause"))
            yield from map(Offer, (commands.STEP, commands.SLOWER, commands.FASTER))
        elif controller.outcome is None and is_held:
            yield Offer(commands.HOLD, N_("resume computers"))

    def _hint_offer(self) -> Iterator[Offer]:
        """Yield the hint command, unless confirming or clearing has the same effect."""
        if self.hint is None:
            yield Offer(commands.HINT)
        elif self.chosen_suggestion is not None:
            yield Offer(commands.HINT, N_("next suggestion"))
        elif self.suggested and not self.confirm_chooses_suggestion:
            yield Offer(commands.HINT, N_("choose the best"))

    # --- commands ------------------------------------------------------------------------------------------------------

    def do(self, command: Command) -> Effect:
        """Run a command. If it is impossible, the message explains why."""
        return self._attempt(partial(self._run, command))

    def play(self, action: Action) -> Effect:
        """Play an action. If it is impossible, the message explains why."""
        return self._attempt(partial(self._submit, action))

    def undo(self) -> Effect:
        """Undo the last human action and the computers' replies, without a question."""
        return self._attempt(self._undo)

    def _attempt(self, change: Callable[[], Effect]) -> Effect:
        try:
            return change()
        except TimeOutError as late:
            return Proceed(late.message, interrupts=True)
        except MatchPausedError:
            return Show() if self.controller.interruption is None else Open(Page.MENU)
        except (IllegalActionError, MatchError) as error:
            self.message = error.message
            return Show()

    def _run(self, command: Command) -> Effect:
        hot_seat, is_over = self.hot_seat, self.is_over
        match command:
            case commands.CONFIRM | commands.READY if hot_seat.shows_drawn_card:
                hot_seat.hide_drawn_card()
            case commands.READY:
                hot_seat.seat_next_player()
                self.adapt()
                return Show()
            case commands.CONFIRM if is_over:
                return Open(Page.STANDINGS)
            case commands.PAYMENT if is_over and self.is_saved:
                return Open(Page.REPLAY)
            case _ if command in commands.AFTERWARDS and is_over and self.is_saved:
                return Open(command)
            case _ if command in commands.AFTERWARDS and not is_over:
                self.message = why_only_afterwards(command)
                return Show()
            case _ if is_over and command in self.unavailable:
                self.message = self.why_not_choose()
                return Show()
            case _ if command in commands.PACE and not hot_seat.has_computers:
                self.message = N_("No computer plays in this game.")
                return Show()
            case commands.CLEAR:
                return self._clear_something()
            case commands.UNDO if PauseReason.HAND_OVER in self.controller.pauses:
                hot_seat.undo_unseen()
            case commands.UNDO:
                return self._undo_if_sure()
            case commands.REDO:
                self.controller.redo()
            case commands.AGREE:
                self._resume()
                self.controller.agree(self.controller.ply)
            case commands.RESIGN:
                self._resume()
                return self._submit(Forfeit())
            case commands.GO_ON:
                self._resume()
                return Show()
            case commands.LEAVE_MATCH:
                return Leave()
            case commands.MENU:
                self.controller.pause(PauseReason.MENU)
                return Open(Page.MENU)
            case commands.HINT:
                return self._request_hint()
            case commands.ANSWER_NOW:
                return self._hurry()
            case commands.HOLD:
                hot_seat.set_single_step(on=not hot_seat.single_step)
                return self._report_waiting()
            case commands.STEP:
                hot_seat.step()
                return self._report_waiting()
            case commands.SLOWER | commands.FASTER:
                return self._change_pace(1 if command == commands.SLOWER else -1)
            case _:
                return super().do(command)
        self.clear()
        return Proceed()

    def _submit(self, action: Action) -> Effect:
        self.controller.submit(self.controller.seat, action, self.controller.ply)
        self.clear()
        return Proceed()

    def _resume(self) -> None:
        self.controller.resume(PauseReason.CHOSEN, *INTERRUPTIONS)

    def _clear_something(self) -> Effect:
        """Clear the choice, or the advice if nothing is chosen. After the game, return to the result.

        If there is nothing to clear, say which key opens the menu, as a player may expect it to be this one.
        """
        is_asked = self.message is not None and self.message == self.undo_question()
        if self.controller.outcome is not None and not is_asked:
            return Open(Page.STANDINGS)
        if self.selection is None and self.message is None and self.model().hint is None:
            self.message = N_("Nothing is chosen; {key} opens the menu.", key=self.key(commands.MENU))
            return Show()
        if self.selection is None:
            self.drop_advice()
        self.clear()
        return Show()

    @property
    def unavailable(self) -> Collection[Command]:
        """During a game, copying and sharing it. After it, the commands that can do nothing more."""
        if self.controller.outcome is None:
            return commands.AFTERWARDS
        return commands.TO_PLAY if self.is_saved else (*commands.TO_PLAY, commands.PAYMENT, *commands.AFTERWARDS)

    def tick(self) -> Effect | None:
        """Charge the elapsed time. Call it about once a second. Returns the effect of a timeout or an interruption, if any."""
        if self.controller.tick() is not None:
            return Proceed(interrupts=True)
        return None if self.controller.interruption is None else Open(Page.MENU)

    def why_not_choose(self) -> Message | None:
        """Name the player to move and the next human. After the game, say how to leave the table."""
        controller, following = self.controller, self.hot_seat.next_human
        if controller.outcome is not None:
            key = self.key(commands.CONFIRM)
            return N_("Nothing can be played after the game; {key} shows the standings.", key=key)
        if not controller.bot_to_move or self.hot_seat.shows_drawn_card:
            return None
        name = controller.names[controller.seat]
        if following is None:
            left = N_("You are watching: only computers are left.")
            return left if self.hot_seat.humans else N_("You are watching: only computers play.")
        return N_("{name} is to move, then {next}.", name=name, next=controller.names[following])

    # --- whose turn it is ----------------------------------------------------------------------------------------------

    @property
    def turn(self) -> object:
        """Changes with the player at the keyboard, with the hand-over screen, and at the end."""
        hands_over = PauseReason.HAND_OVER in self.controller.pauses
        return self.hot_seat.viewer, hands_over and self.controller.seat, self.controller.outcome is not None

    def proceed(self) -> Effect:
        """Let the next player move: a computer, the viewer, or another human after the hand-over screen."""
        self.thinking = None
        coming = self.hot_seat.proceed()
        self.adapt()
        before, self._before_undo = self._before_undo, ()
        match coming:
            case Next.COMPUTER:
                return self._ask_computer()
            case Next.HAND_OVER:
                return Open(Page.HAND_OVER)
            case Next.END:
                controller, outcome = self.controller, self.controller.outcome
                assert outcome is not None
                options = controller.options
                first = None if options.random_first else options.next_first
                self.openings = deque(openings(controller.names, outcome, first))
                self.series = self._read_series()
                rounds = rounds_played([step.before for step in controller.steps])
                self.length = describe_length(rounds, controller.names, self._time_used())
                return Open(Page.STANDINGS)
        self.message = self._undo_report(before) or self.message
        return Show()

    def _time_used(self) -> Sequence[float]:
        if self.services.store is not None and self.live.game_id is not None:
            with suppress(StoreError):  # best effort, as for the series
                return self.services.store.time_used(self.live.game_id)
        return ()

    def _series_in_play(self) -> Series | Tournament | None:
        """The series or tournament of an unfinished game. An open series begins with the first rematch."""
        is_part = self.rules.series != OPEN_SERIES or self.controller.options.first_game
        return self._read_series() if is_part else None

    def _read_series(self) -> Series | Tournament | None:
        if self.services.store is None or self.live.game_id is None:
            return None
        with suppress(StoreError):  # best effort; the table says if the game is not saved
            game_id = self.live.game_id
            return read_series(self.services.store, self.controller.options.first_game or game_id, game_id)
        return None

    def change_goal(self, goal: str | None = None) -> None:
        """Change the goal of the series. Its first game begins with it.

        None means the next one that leaves the series undecided, or the one of this game, even if it has decided the series.
        """
        series = self.series or self._read_series()
        if isinstance(series, Series):
            before = series.goal
            self.series = replace(series, goal=goal or series.next_goal(self.rules.series))
            self._agree(series=self.series.goal)
            if not self.is_over:
                self.controller.options = self.controller.options.model_copy(update={"series": self.series.goal})
            if goal or self.rules.series != OPEN_SERIES:
                offer_goal(self.services, self.series, before)

    def change_opening(self) -> None:
        """Switch to the next opening for a rematch."""
        self.openings.rotate(-1)
        first = self.openings[0].seat
        self._agree(random_first=first is None, **({} if first is None else {"next_first": first}))

    def _agree(self, **options: object) -> None:
        """Save options of the rematch with this game."""
        if self.services.store is not None and self.live.game_id is not None:
            with suppress(StoreError):  # best effort; the rematch has them anyway
                save_agreement(self.services.store, self.live.game_id, **options)

    @property
    def series_to_tell(self) -> Series | Tournament | None:
        """The series or tournament, unless it has only this game and no goal."""
        return None if self.is_over and self.series and not self.series.is_worth_telling else self.series

    @property
    def score(self) -> Message | None:
        """The score of that series."""
        return self.series_to_tell.sentence() if self.series_to_tell else None

    @property
    def tournament(self) -> Tournament | None:
        """The tournament of this game, if any."""
        return self.series if isinstance(self.series, Tournament) else None

    def rematch(self) -> MatchOptions:
        """The options of the next game of the series, or of the first game of a new one if it is decided."""
        options, first = self.controller.options, self.openings[0].seat
        if self.series is None or self.services.store is None:
            return options.rematch(first)
        options = options.rematch(first, self.series.next_id).model_copy(update={"series": self.series.goal})
        with suppress(StoreError):  # best effort, as for the series
            options = with_current_names(self.services.store, options)
        return options

    def adapt(self) -> None:
        """Adapt the choice and the hint to a new position. A hint requested ahead waits for the viewer's turn."""
        super().adapt()
        hint, hot_seat = self.hint, self.hot_seat
        if hint is not None and (self.is_over or hint.thinking or (hot_seat.to_move and hint.seat != hot_seat.viewer)):
            self._drop_hint()

    def _ask_computer(self) -> Think:
        """Let the computer move whose turn it is."""
        controller, services = self.controller, self.services
        thinking = Thinking(thinking_seconds(controller, services.settings), services.now)
        is_long = thinks_long(controller)
        self.thinking = thinking if is_long else None

        async def play() -> Effect:
            try:
                await play_computer(controller, self.live.bots, services.rng, thinking, self._delay)
            except TimeOutError as late:
                return Proceed(late.message, interrupts=True)
            return Proceed()

        return Think(play, "computer", describe_limit(thinking) if is_long else None)

    def background(self) -> Iterator[Think]:
        """The hint requested ahead, the chances of winning, and the computer that ponders on a human's turn."""
        controller, settings = self.controller, self.services.settings
        if self.hint is not None and self.hint.thinking is None and self.hot_seat.to_move:
            yield self._begin_hint()
        view = self.view
        if not settings.chances:
            self.chances = self._estimated = None
        elif view.viewer == view.seat and view != self._estimated and controller.outcome is None:
            self._estimated = view
            yield Think(partial(self._estimate_chances, view), "chances")
        waits = not controller.bot_to_move or self.hot_seat.shows_drawn_card
        if settings.ponder and waits and controller.outcome is None and controller.ply != self._pondered:
            self._pondered = controller.ply
            yield Think(self._ponder, "pondering")

    async def _estimate_chances(self, view: View) -> Effect:
        values = await chances_to_win(self.live.adviser, view, self.services.rng)
        self.chances = Chances(view, values)
        return Show()

    async def _ponder(self) -> Effect:
        await ponder(self.controller, self.live.bots, self.services.rng)
        return Show()

    # --- the pace of computers -----------------------------------------------------------------------------------------

    @property
    def pace(self) -> float:
        """The delay before a computer's move in this match, until the settings change it."""
        usual = self.services.settings.bot_pace
        return self._paces.get(usual, usual)

    def _delay(self) -> float:
        """The delay before the next move. A single step has none."""
        return self.pace if self.is_paced and not self.hot_seat.single_step else 0.0

    def _change_pace(self, by: int) -> Effect:
        """Make computers slower or faster in this match."""
        seconds = CHOICES["bot_pace"].next(self.pace, by)
        self._paces = {self.services.settings.bot_pace: seconds}
        self.message = N_("In this game, computers move immediately.")
        if seconds:
            self.message = N_("In this game, computers move after {seconds:g} s.", seconds=seconds)
        return Show()

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
        is_busy = self.hot_seat.shows_drawn_card or self.controller.outcome is not None
        return not is_busy and super().picks_at_cursor

    # --- the hint ------------------------------------------------------------------------------------------------------

    def _request_hint(self) -> Effect:
        """Request a hint, step through its suggestions, or cancel a request for the player's next turn."""
        self.message = None
        if self.suggested:
            self.choose_next_suggestion()
        elif self.hint is not None and self.hint.search is not None:
            self.message = HINT_COMES
        elif self.hint is not None:
            self._drop_hint()
        elif self.hot_seat.to_move:
            return self._begin_hint()
        elif self.hot_seat.moves_next:
            self.hint = HintRequest(self.hot_seat.seat)
        else:
            self.message = N_("Only the player to move can get a hint.")
        return Show()

    def _begin_hint(self) -> Think:
        services = self.services
        thinking = Thinking(hint_seconds(self.clock, services.settings), services.now)
        self.controller.note_help(Help.HINT)
        asked = self.hint = HintRequest(self.hot_seat.seat, thinking)

        def consider(advice: Advice) -> None:
            # The player may be about to click on a suggestion.
            is_held = bool(self.suggested) and self.holds_rows()
            if self.hint is not None and self.hint.search is thinking and not is_held:
                self.update_hint(self.hint.with_interim(advice))
                self.changed()

        async def search() -> Effect:
            advice = await advise(self.live.adviser, self.view, services.rng, thinking, consider)
            if self.hint is not None and self.hint.thinking is thinking:  # otherwise it was dropped meanwhile
                self.update_hint(asked._replace(advice=advice, complete=True))
            return Show()

        return Think(search, "hint", describe_limit(thinking))

    def drop_advice(self) -> None:
        """Drop the hint at the player's request."""
        self._drop_hint()

    def _drop_hint(self) -> None:
        """Drop the hint, and stop its search."""
        if self.hint is not None and self.hint.search is not None:
            self.hint.search.hurry()
        self.hint = None

    @property
    def suggested(self) -> tuple[Action, ...]:
        """The actions that the hint suggests so far, best first. Empty unless the viewer is to move."""
        return self.hint.actions if self.hint and self.hot_seat.to_move else ()

    def update_hint(self, hint: HintRequest) -> None:
        """Update the hint. A chosen suggestion stays in it."""
        self.hint = self.hint.replaced_by(hint, self.selection) if self.hint else hint
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

    def _undo_if_sure(self) -> Effect:
        """Undo. Ask once before undoing another player's action, and before reopening a finished game."""
        question = self.undo_question()
        if question is None or self.message == question:
            self._before_undo = self.steps
            return self._undo()
        self.clear()  # so that only the undo key appears to answer the question
        self.message = question
        return Show()

    def _undo(self) -> Effect:
        was_over = self.controller.outcome is not None
        self.hot_seat.undo()
        if was_over:
            self.series = self._series_in_play()  # this game does not count yet
        self.clear()
        return Proceed()

    def undo_question(self) -> Message | None:
        """The question to ask before an undo that needs one."""
        controller, steps = self.controller, self.hot_seat.others_steps_to_undo
        if not steps:
            if controller.outcome is None or not controller.can_undo(self.hot_seat.seat):
                return None
            if controller.is_agreed:
                return N_("The game ended by agreement. Undo that?")
            return N_("The game is over. Undo the last turn?")
        names = list(dict.fromkeys(controller.names[step.seat] for step in steps))
        if isinstance(steps[0].action, Forfeit):
            return N_("{name} resigned. Undo that?", name=names[0])
        return NN_("Undo {names}'s last move?", "Undo the last moves of {names}?", len(names), names=listed(names))

    def _undo_report(self, before: Sequence[Step]) -> Message | None:
        """Name the players whose actions were undone. None for one action. `before` are the steps before the undo."""
        gone = before[self.controller.ply :]
        if not self.hot_seat.to_move or len(gone) <= 1:
            return None
        names = dict.fromkeys(self.controller.names[step.seat] for step in gone)
        return N_("Undid the moves of {names}.", names=listed(list(names)))
