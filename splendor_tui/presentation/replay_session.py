"""A recorded game, or the solution of a puzzle, to step through at a table."""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from splendor_tui.match.services import Services
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Activity, Effect, Leave, Open, Show, Think
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.playback import Playback
from splendor_tui.presentation.prompt import Choice
from splendor_tui.presentation.result import why_only_afterwards, winners_sentence
from splendor_tui.presentation.table_model import Changes, Offer, Phrase, ShownHint, TableModel, shown_kinds
from splendor_tui.replay import state_after
from splendor_tui.rules.legality import Position
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NP_, Message

_INTERVALS: Final = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds for which each position is shown while the replay runs."""


class ReplaySession(Activity):
    """A game as an observer saw it, `at` this number of plies. Typed digits form a round number.

    `here` describes the first position shown, in place of the last action.
    """

    can_choose = False
    turn = None

    def __init__(self, game: Playback, services: Services, at: int = 0, here: Message | None = None) -> None:
        super().__init__()
        self.game = game
        self.at = self._opened_at = at
        self._services = services
        self._here = here
        self._kinds = shown_kinds(game.names, game.kinds)
        self._open_hands: bool | None = None
        """The choice for this replay. None follows the setting."""
        self._typed = ""
        self._interval = _INTERVALS.index(1.0)
        self._is_running = False

    # --- the table -----------------------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """The current position."""
        return self.game.views[self.at]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, in seat order."""
        return self.game.names

    @property
    def exact_position(self) -> Position:
        """The current position, including hidden cards if the game is over."""
        if not self.game.over or self.game.record is None:
            return self.view
        return state_after(self.game.record, self.at, self._services.catalogue)

    @property
    def reserves_rule(self) -> bool | None:
        """The house rule `open_reserves` of the game."""
        return self.game.record.header.options.open_reserves if self.game.record else None

    @property
    def pace(self) -> float:
        """The seconds for which each position is shown."""
        return _INTERVALS[self._interval]

    @property
    def unavailable(self) -> Collection[Command]:
        """Copying and sharing an unfinished game."""
        return () if self.game.over else commands.AFTERWARDS

    @property
    def _hands_shown(self) -> bool:
        """Whether reserved cards are shown: in a puzzle, or after the game if the player wants to see them."""
        wanted = self._services.settings.open_hands if self._open_hands is None else self._open_hands
        return self.game.task is not None or (self.game.over and wanted)

    def model(self) -> TableModel:
        """The table at this position."""
        game = self.game
        return replace(
            super().model(),
            kinds=self._kinds,
            changes=Changes.between(game.views[max(0, self.at - 1)], self.view),
            log=tuple(chain.from_iterable(game.log[: self.at])),
            banner=N_("SOLUTION") if game.task else N_("REPLAY"),
            open_reserves=self._hands_shown,
            hint=ShownHint(game.task) if game.task else None,
        )

    def _prompt(self, choice: Choice | None) -> tuple[Phrase, ...]:
        game = self.game
        if self.message is not None:
            return super()._prompt(choice)
        if self._typed:
            question = N_("Go to round {number} of {rounds}?", number=self._typed, rounds=game.rounds)
            return Phrase(question), Phrase(N_("go there"), commands.PLAY)
        # The caption counts rounds, so a count of actions would be confusing.
        if self._here is not None and self.at == self._opened_at:
            return Phrase(self._here), Phrase(self._run_label, commands.PLAY)
        place = N_("action {at} of {last}", at=str(self.at), last=game.last)
        return Phrase(place), *map(Phrase, self._describe_last_event()), Phrase(self._run_label, commands.PLAY)

    def _describe_last_event(self) -> Sequence[Message]:
        game, at = self.game, self.at
        if game.task:
            events = [line.brief or line.message for line in game.log[at - 1]] if at else [N_("This is the start.")]
            return [N_("This is the solution."), *events] if at == game.last else events
        if at == game.last:
            end = N_("The end: {winners}.", winners=winners_sentence(game.winners)) if game.winners else None
            return (game.problem or end or N_("This is the end of the record."),)
        if at == 0:
            return (N_("The cards are dealt."),)
        return [line.message for line in game.log[at - 1]]

    def _offers(self, choice: Choice | None) -> Iterator[Offer]:  # noqa: ARG002 - nothing is chosen
        game = self.game
        yield Offer(commands.NEXT, NP_("in a game", "step"), primary=True, opposite=commands.PREVIOUS)
        yield Offer(commands.PLAY, self._run_label)
        if self._is_running:
            yield Offer(commands.FASTER_REPLAY, N_("{seconds:g} s", seconds=self.pace), opposite=commands.SLOWER_REPLAY)
        if game.winners and self.at == game.last:
            yield Offer(commands.STANDINGS, primary=True)
        yield Offer(commands.LEAVE_REPLAY, NP_("verb", "clear") if self._typed else N_("leave"))
        yield Offer(commands.HELP)
        yield Offer(commands.NEXT_ROUND, NP_("in a game", "round"), opposite=commands.PREVIOUS_ROUND)
        if game.over:
            yield Offer(commands.OPEN_HANDS, N_("hide reserves") if self._hands_shown else N_("show reserves"))

    @property
    def _run_label(self) -> Message:
        """The current effect of the play key."""
        return NP_("verb", "stop") if self._is_running else NP_("verb", "play")

    # --- commands ------------------------------------------------------------------------------------------------------

    def proceed(self) -> Effect:
        """Report where the record violates the rules, if it does."""
        return Show(self.game.problem)

    def do(self, command: Command) -> Effect:
        """Run a command of the replay."""
        game, here, self.message = self.game, self.view.round, None
        match command:
            case commands.NEXT:
                self._go_to(self.at + 1)
            case commands.PREVIOUS:
                self._go_to(self.at - 1)
            case commands.NEXT_ROUND:
                self._go_to(game.round_start(here + 1))
            case commands.PREVIOUS_ROUND:  # in mid-round, it stops at the start of the current round
                start = game.round_start(here)
                self._go_to(start if self.at > start else game.round_start(here - 1))
            case commands.START_OF_GAME:
                self._go_to(0)
            case commands.END_OF_GAME:
                self._go_to(game.last)
            case _ if command in commands.DIGITS:
                self._typed = str(min(int(f"{self._typed}{commands.DIGITS.index(command)}"), game.rounds))
            case commands.LEAVE_REPLAY if not self._typed:
                return Leave()
            case commands.LEAVE_REPLAY:
                self._typed = ""
            case commands.PLAY if self._typed:
                self._go_to(game.round_start(int(self._typed)))
            case commands.PLAY:
                return self._run_or_stop()
            case commands.FASTER_REPLAY | commands.SLOWER_REPLAY:
                by = 1 if command == commands.SLOWER_REPLAY else -1
                self._interval = max(0, min(self._interval + by, len(_INTERVALS) - 1))
                return self._run() if self._is_running else Show()
            case commands.OPEN_HANDS if game.over:
                self._open_hands = not self._hands_shown
            case commands.OPEN_HANDS:
                self.message = N_("This game is not over: the players' reserved cards are still secret.")
            case commands.STANDINGS if game.winners:
                return Open(commands.STANDINGS)
            case commands.STANDINGS:
                self.message = N_("This record stops before the end, so there are no standings.")
            case _ if command in commands.AFTERWARDS and game.over and game.record is not None:
                return Open(command)
            case _ if command in commands.AFTERWARDS:
                self.message = why_only_afterwards(command)
        return Show()

    def _go_to(self, ply: int) -> None:
        self._typed = ""
        self.at = max(0, min(ply, self.game.last))
        self._is_running = self._is_running and self.at < self.game.last

    def _run_or_stop(self) -> Effect:
        """Stop, or run from here. At the end, run from the start."""
        if self._is_running:
            self._is_running = False
            return Show()
        if self.at == self.game.last:
            self.at = 0
        return self._run()

    def _run(self) -> Think:
        self._is_running = True
        return Think(self._run_on, "replay")

    async def _run_on(self) -> Effect:
        """Wait, then take the next step, unless the replay was stopped meanwhile."""
        await asyncio.sleep(self.pace)
        if self._is_running:
            self._go_to(self.at + 1)
        return self._run() if self._is_running else Show()
