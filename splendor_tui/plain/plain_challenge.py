"""A challenge as plain text."""

from collections.abc import Iterator, Sequence

from splendor_tui.match.services import Services
from splendor_tui.plain.announcer import GameAnnouncer
from splendor_tui.plain.console import Console
from splendor_tui.plain.table_loop import TableLoop
from splendor_tui.plain.typed_commands import CHALLENGE_DECIDED, CHALLENGE_OPEN, CHALLENGE_OVER
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Effect, Leave, Think
from splendor_tui.presentation.challenge_session import ChallengeSession, GameSession
from splendor_tui.presentation.challenges import Challenge, begin, scores_of, shared_score
from splendor_tui.presentation.commands import Command
from splendor_tui.rules.state import Phase
from splendor_tui.words import N_, Message


class PlainChallenge(TableLoop[bool]):
    """Plays any challenge until it is over or the player quits. A command that returns True quits."""

    def __init__(self, challenge: Challenge, services: Services, console: Console, name: str) -> None:
        """Begin the challenge. Raises MessageError."""
        super().__init__(services, console)
        self._challenge = challenge
        self._name = name
        self._session = begin(challenge, services, name)
        self._session.labels = self._keys
        self._over = self._has_begun = False
        self._sit_down()
        self._told: object = None
        """What the last output was about."""
        self._banner: Message | None = None
        """The banner that was printed last."""

    async def play(self) -> Message | None:
        """Play until the challenge is over, and return its line to send to others, or quit. Raises EndOfInputError."""
        await self._carry_out(self._session.proceed())
        while not self._over:
            decided = CHALLENGE_OVER if self._session.over else CHALLENGE_DECIDED
            possible = CHALLENGE_OPEN if self._session.next_label is None else decided
            if await self._command(possible, self._session.player):
                self._console.say(*scores_of(self._challenge, self._services, self._name).sentences())
                break
        return self._line_to_send() if self._session.over else None

    def _line_to_send(self) -> Message:
        return shared_score(self._challenge, self._services, self._session)

    def _tell(self) -> None:
        """Print the news and the verdict, or the task and the player's situation, or the turn, once."""
        session = self._session
        if self._told == session.turn:
            return
        self._told = session.turn
        if session.next_label is None and not (session.steps and self._has_begun):
            self._sit_down()
            self._banner = session.banner
            is_known = self._has_begun and not isinstance(session, GameSession)  # the task of the positions before
            self._announcer.ask(N_("{sentence}.", sentence=self._banner), *(() if is_known else [session.task]))
            self._console.say(*self._table.holdings())
            self._has_begun = True
        self._announcer.print_news()
        self._console.say(*session.report, session.comparison)
        if session.next_label is not None:
            self._announcer.ask(self._way_on)
            return
        self._say_banner()
        self._announcer.announce_keys()
        self._announcer.announce_turn(self._table)

    @property
    def _way_on(self) -> Message:
        """What to type after a verdict."""
        if self._session.over:
            return N_(
                "Type {word} to finish, or type {share} for a line to send to others.",
                word=commands.NEXT_STEP,
                share=commands.SHARE,
            )
        return N_("Type {word} to continue.", word=commands.NEXT_STEP)

    def _why_not(self, verb: Command) -> Message:
        is_late = verb in commands.ACTIONS and self._session.next_label is not None
        return self._way_on if is_late else super()._why_not(verb)

    def _sit_down(self) -> None:
        """Announce the events of a new game or position from now on."""
        session = self._session
        self._announcer = GameAnnouncer(session, [session.view.seat], self._console, lambda: self._keys)

    def _say_banner(self) -> None:
        """Name the challenge and the number of its position, turn or game, once."""
        if self._banner != self._session.banner:
            self._banner = self._session.banner
            self._console.say(N_("{sentence}.", sentence=self._banner))

    def _ask_again(self) -> None:
        if self._session.next_label is None and self._session.view.phase is Phase.MAIN:
            self._console.say(self._session.task)
        else:
            self._announcer.ask_again()

    @property
    def _activity(self) -> ChallengeSession:
        return self._session

    async def _run(self, verb: Command, words: Sequence[str]) -> bool | None:
        match verb:
            case commands.QUIT:
                return True
            case commands.TASK:
                self._console.say(self._session.task)
            case commands.SCORE:
                self._console.say(*self._score())
            case commands.SHARE:
                self._console.say(self._line_to_send())
            case commands.NEXT_STEP:
                await self._carry_out(self._session.do(commands.CONFIRM))
            case _:
                return await super()._run(verb, words)
        return None

    def _score(self) -> Iterator[Message | None]:
        """Describe the score so far, the points in this game, and the scores to beat; at the end, the result."""
        session = self._session
        if session.over:
            yield from session.report
            yield session.comparison
            yield scores_of(self._challenge, self._services, self._name).best_today
            return
        yield session.standing
        if isinstance(session, GameSession):
            yield from self._table.answer(commands.SCORE, ())
        yield from session.targets

    async def _finish(self, effect: Effect) -> Effect:
        """Do the slow work of an effect, after the news of the player's own action."""
        if self._has_begun and isinstance(effect, Think):
            self._announcer.print_news()
        return await super()._finish(effect)

    async def _carry_out(self, effect: Effect) -> Effect:
        """Do the slow work of an effect, and print the verdict or the next task."""
        effect = await super()._carry_out(effect)
        self._over = isinstance(effect, Leave)
        if not self._over:
            self._tell()
        return effect
