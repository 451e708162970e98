"""The lesson as plain text, and the first real game after it."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from splendor_tui.inputs.player_names import name_key
from splendor_tui.lesson.first_game_coach import Coach, warning_before_turn
from splendor_tui.lesson.lesson_file import LEARNER, RIVAL, Command
from splendor_tui.lesson.lesson_session import LessonSession, with_commands
from splendor_tui.match.hot_seat import Next
from splendor_tui.match.match_lifecycle import LiveMatch
from splendor_tui.match.pause_reasons import INTERRUPTIONS
from splendor_tui.match.services import Services
from splendor_tui.plain.console import Console
from splendor_tui.plain.plain_match import PlainMatch
from splendor_tui.plain.typed_actions import find_slot, typed_line
from splendor_tui.plain.typed_commands import LESSON, TypedCommand, Verb
from splendor_tui.presentation.activity import Proceed
from splendor_tui.presentation.table_model import Slot, slot_of
from splendor_tui.rules.actions import Action
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.state import Phase
from splendor_tui.words import N_, Message

_COMMANDS: Final[Mapping[Command, Verb]] = {"players": Verb.CAN, "hint": Verb.HINT, "undo": Verb.UNDO}


class PlainLesson(PlainMatch):
    """Plays the lesson at a console. An action that does not complete the task gets a reply and has no effect."""

    def __init__(self, lesson: LessonSession, services: Services, console: Console) -> None:
        super().__init__(lesson.live, services, console)
        self._lesson = lesson
        self._printed: int | None = None
        """The number of the last step printed."""
        self._problem: Message | None = None
        """The last save error printed."""
        console.say(
            N_(
                "Type {table} for the table, {hint} for help, {undo} to go back a step.",
                table=Verb.TABLE,
                hint=Verb.HINT,
                undo=Verb.UNDO,
            )
        )

    def _set_match(self, live: LiveMatch) -> None:
        super()._set_match(live)
        self._skip_news()  # the log so far is already printed
        self._ply = live.controller.ply

    def _announce_start(self) -> None:
        """Print nothing: the first step introduces the game."""

    async def _step(self) -> TypedCommand | None:
        """Print the step and read a command, or let the rival move."""
        lesson = self._lesson
        self._announcer.print_news()  # before the lesson switches to another table
        lesson.catch_up()
        if lesson.live is not self._live:
            self._live.release()
            self._set_match(lesson.live)
        if lesson.finished:
            return Verb.QUIT, ()
        self._controller.resume(*INTERRUPTIONS)
        next_one = self.hot_seat.proceed()
        self._announcer.print_news()
        self._announcer.announce_keys(self._keys)
        if next_one is Next.COMPUTER:
            await self._play_computer()
            return None
        self._print_new_cards()
        self._print_step()
        return await self._command(LESSON, lesson.names[LEARNER])

    async def _run(self, verb: Verb, words: Sequence[str]) -> TypedCommand | None:
        lesson = self._lesson
        match verb:
            case Verb.QUIT:
                return verb, words
            case Verb.NEXT if lesson.step.only_reads:
                lesson.advance()
            case Verb.NEXT:
                self._print_task()
            case Verb.UNDO:
                lesson.go_back()
            case Verb.HINT:
                self._console.say(self._line_to_type())
            case _:
                await super()._run(verb, words)
                lesson.look_at(self._pointed_at(verb, words))
                if self._asks_about_rival(verb, words):
                    lesson.use("players")
        return None

    def _ask_again(self) -> None:
        self._print_task()

    def _play(self, action: Action) -> None:
        check_action(self._session.view, action)
        if not isinstance(self._lesson.play(action), Proceed):
            self._console.say(self._lesson.reply)
            self._print_task()

    def _pointed_at(self, verb: Verb, words: Sequence[str]) -> Slot | None:
        """The slot that the command asks about, if any."""
        look, asked = self._lesson.step.look, words[-1:] if verb is Verb.LOOK else ()
        if (isinstance(look, Card) and look.id in asked) or (isinstance(look, Noble) and verb is Verb.NOBLES):
            return self._lesson.slot_to_inspect
        return find_slot(asked[0], self._keys) if asked else None

    def _asks_about_rival(self, verb: Verb, words: Sequence[str]) -> bool:
        """Whether the command asks about the rival's cards, tokens or affordable cards."""
        rival = name_key(self._lesson.names[RIVAL])
        return verb is Verb.RIVALS or (verb is Verb.CAN and bool(words) and rival.startswith(name_key(words[0])))

    # --- printing ------------------------------------------------------------------------------------------------------

    def _print_new_cards(self) -> None:
        """Print the cards dealt since the learner's last move, once."""
        ply, table = self._controller.ply, self._table
        if ply != self._ply and table.view.phase is Phase.MAIN:
            self._console.say(*table.new_cards())
            self._ply = ply

    def _print_step(self) -> None:
        """Print the current step, once."""
        lesson = self._lesson
        if self._printed == lesson.number:
            return
        self._printed = lesson.number
        if lesson.progress.problem != self._problem:
            self._problem = lesson.progress.problem
            self._console.say(self._problem)
        idea = with_commands(lesson.spoken_idea, {command: str(verb) for command, verb in _COMMANDS.items()})
        self._say_with_keys(N_("{number} of {count}. {idea}", number=lesson.number, count=lesson.count, idea=idea))
        if self._session.view.phase is Phase.RETURN_GEMS:
            self._console.say(*(phrase.message for phrase in self._table.model.prompt))
        self._print_task()

    def _print_task(self) -> None:
        """Print the task, with the keys of its cards, and the line to type."""
        if self._lesson.task is not None:
            self._say_with_keys(self._lesson.task)
        self._console.say(self._line_to_type())

    def _line_to_type(self) -> Message:
        """The line to type for the current step."""
        step, view, action = self._lesson.step, self._session.view, self._lesson.expected
        if isinstance(step.look, Card):
            line = f"{Verb.LOOK} {self._keys[slot_of(view, step.look)]}"
        elif step.look is not None:
            line = str(Verb.NOBLES)
        elif step.use is not None:
            line = f"{Verb.CAN} {self._lesson.names[RIVAL]}"
        elif action is not None:
            line = typed_line(action, view, self._keys)
        else:
            line = str(Verb.NEXT)
        return N_("Type {line}.", line=line)


class PlainFirstGame(PlainMatch):
    """A match with a comment on each of the learner's turns."""

    _commented = 0
    """The ply of the last comment or warning."""

    @cached_property
    def _coach(self) -> Coach:
        return Coach(self._services.reviewer(), self.hot_seat.humans[0], self._controller.names)

    async def _play_computer(self) -> None:
        await self._awaited(self._coach.judge(self._controller.steps))
        self._comment(self._coach.comment(self._controller.steps))
        await super()._play_computer()

    def _announce_turn(self) -> None:
        view = self._session.view
        self._coach.look(view)
        self._comment(warning_before_turn(view))
        super()._announce_turn()

    def _closing_remark(self) -> Message:
        return N_("That was your first full game. Type {new} to choose players for the next one.", new=Verb.NEW)

    def _comment(self, word: Message | None) -> None:
        """Print a comment, with the keys of its cards, at most once per ply."""
        if word is not None and self._commented != self._controller.ply:
            self._commented = self._controller.ply
            self._say_with_keys(word)
