"""A challenge: win game after game against a Guildmaster whose head start grows."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final, Self

from splendor_tui.bots.levels import create_bot, get_level, level_shortcoming
from splendor_tui.bots.player import Bot, Budget
from splendor_tui.match.background import cancelled_on_exit, in_background
from splendor_tui.match.log import LogKind
from splendor_tui.match.services import Services
from splendor_tui.presentation.activity import Effect, Show
from splendor_tui.presentation.challenge_session import GameSession
from splendor_tui.presentation.dates import local_time
from splendor_tui.rules.actions import Action
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import MIN_PLAYERS
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import Phase, State, new_game
from splendor_tui.rules.view import view
from splendor_tui.words import N_, NN_, Message

_LEVEL: Final = "guildmaster"
_SEAT: Final = 0
"""The seat of the human, who always starts."""
_SECONDS: Final = 10.0
"""The level's search ends after its simulations, long before this, so that it plays the same on every machine."""


def describe_wins(number: int) -> Message:
    """The number of games won, which is the score."""
    return NN_("{count} win", "{count} wins", number)


def deal(catalogue: Catalogue, day: object, wins: int) -> State:
    """The game after this many wins. For each of them, the rival starts with a card from the top of the level 1 deck."""
    state = new_game(catalogue, GameOptions(MIN_PLAYERS), f"survival {day} {wins}")
    rival, cards = state.players[1 - _SEAT], state.deck(1)[:wins]
    state.deck_counts[0] -= len(cards)
    for card in cards:
        rival.cards += (card,)
        rival.bonuses += card.bonus_gem
        rival.points += card.points
    return state


class SurvivalSession(GameSession):
    """Games against one level, until the first one that is not won. A shared victory is a win."""

    waiting = N_("{name} is thinking…", name=get_level(_LEVEL).name)

    def __init__(self, catalogue: Catalogue, day: object, rival: Bot) -> None:
        super().__init__()
        self._catalogue = catalogue
        self._day = day
        self._rival = rival
        self._has_played = False
        """Whether the rival has played a turn."""
        self._begin(0)

    @classmethod
    def of_today(cls, services: Services) -> Self:
        """The games of this day, the same for everyone."""
        return cls(services.catalogue, local_time(services.today()).date(), create_bot(_LEVEL))

    def _begin(self, wins: int) -> None:
        """Deal the game after this many wins. The moves are this number and the actions of the game."""
        self._wins = wins
        self.deal(deal(self._catalogue, self._day, wins))
        self.moves = [str(wins)]

    def restore(self, moves: Sequence[str]) -> None:
        """Continue the last game. Raises ValueError."""
        wins, *actions = moves
        self._begin(int(wins))
        for action in actions:
            self.apply(parse_action(action, self._catalogue))

    # --- the table -----------------------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """The player's name, and the level."""
        return self.player, str(get_level(_LEVEL).name)

    @property
    def turn(self) -> object:
        """Changes with each action and each game."""
        return self._wins, self._state.ply

    @property
    def can_choose(self) -> bool:
        """Whether the player is to move."""
        return self._state.seat == _SEAT and super().can_choose

    # --- the attempt ---------------------------------------------------------------------------------------------------

    @property
    def _has_won(self) -> bool:
        ended = outcome(self._state)
        return ended is not None and _SEAT in ended.winners

    @property
    def over(self) -> bool:
        """Whether a game has not been won."""
        return self._state.phase is Phase.OVER and not self._has_won

    @property
    def score(self) -> int | None:
        """The games won so far. None before the first game is over."""
        return self._wins + self._has_won if self._wins or self._state.phase is Phase.OVER else None

    @property
    def banner(self) -> Message:
        """The number of the game."""
        return N_("SURVIVAL: game {number}", number=self._wins + 1)

    @property
    def task(self) -> Message:
        """What to do, the wins so far, and the head start."""
        if not self._wins:
            return N_("Win against the Guildmaster.")
        return NN_(
            "{count} win so far. Win against the Guildmaster, which starts with {count} card.",
            "{count} wins so far. Win against the Guildmaster, which starts with {count} cards.",
            self._wins,
        )

    @property
    def standing(self) -> Message:
        """The wins so far."""
        return N_("{wins} so far.", wins=describe_wins(self.score or 0))

    @property
    def news(self) -> Sequence[Message]:
        """The rival's last turn."""
        own = max((line.ply for line in self._log if line.seat == _SEAT), default=0)
        return [line.message for line in self._log if line.ply > own and line.kind is not LogKind.ENDED]

    @property
    def report(self) -> Sequence[Message]:
        """The result after the game."""
        if self._state.phase is not Phase.OVER:
            return ()
        points = [player.points for player in self._state.players]
        result = N_("The game ends {points} to {others}.", points=points[_SEAT], others=points[1 - _SEAT])
        if self._has_won:
            return [result, N_("You survive: {score}.", score=describe_wins(self._wins + 1))]
        return [result, N_("The end: {score}.", score=describe_wins(self._wins))]

    @property
    def next_label(self) -> Message | None:
        """The effect of the confirm key after a game."""
        return N_("next game") if self._has_won else super().next_label

    def go_on(self) -> Effect:
        """Begin the next game, or leave after the last one."""
        if self.over:
            return super().go_on()
        self._begin(self._wins + 1)
        self.clear()
        return Show()

    # --- playing -------------------------------------------------------------------------------------------------------

    def play(self, action: Action) -> Effect:
        """Play an action. Raises IllegalActionError."""
        return self._proceed(self.apply(action))

    def proceed(self) -> Effect:
        """Let the rival move, if it is its turn."""
        return self._proceed(None)

    def _proceed(self, problem: Message | None) -> Effect:
        if self._state.phase is Phase.OVER or self._state.seat == _SEAT:
            return Show(problem)
        return self._think(partial(self._answer, problem))

    async def _answer(self, problem: Message | None) -> Effect:
        """Play the rival's turn. `problem` is the reason why an action of the player is not saved.

        The first turn reports why the rival plays below its level, if it does.
        """
        while self._state.phase is not Phase.OVER and self._state.seat != _SEAT:
            with cancelled_on_exit() as cancelled:
                rng = Random(f"survival {self._day} {self.turn}")
                seen = view(self._state, self._state.seat)
                budget = Budget(_SECONDS, cancelled.is_set)
                action = await in_background(partial(self._rival.choose, seen, rng, budget))
            problem = self.apply(action) or problem
        if not self._has_played:
            self._has_played, options = True, self._state.options
            why_weaker = await in_background(partial(level_shortcoming, _LEVEL, options, self._catalogue))
            problem = problem or why_weaker
        return Show(problem)
