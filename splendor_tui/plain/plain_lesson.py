"""The lesson as plain text, and the first real game after it."""

from collections.abc import Mapping, Sequence
from typing import Final

from splendor_tui.inputs.player_names import name_key
from splendor_tui.lesson.first_game_coach import FirstGameSession
from splendor_tui.lesson.lesson_file import LEARNER, RIVAL, Command
from splendor_tui.lesson.lesson_session import LessonSession, with_commands
from splendor_tui.lesson.turn_comments import warning_before_turn
from splendor_tui.match.pause_reasons import INTERRUPTIONS
from splendor_tui.match.services import Services
from splendor_tui.plain.console import Console
from splendor_tui.plain.plain_match import PlainMatch
from splendor_tui.plain.typed_actions import find_slot, typed_line
from splendor_tui.plain.typed_commands import LESSON, TypedCommand
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Leave, Proceed, Think
from splendor_tui.presentation.prompt import prompt
from splendor_tui.presentation.table_model import Slot, slot_of
from splendor_tui.rules.actions import Action
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.state import Phase
from splendor_tui.words import N_, Message

_COMMANDS: Final[Mapping[Command, commands.Command]] = {
    "players": commands.CAN,
    "hint": commands.HINT,
    "undo": commands.UNDO,
}


class PlainLesson(PlainMatch):
    """Plays the lesson at a console. An action that does not complete the task gets a reply and has no effect."""

    _session: LessonSession

    def __init__(self, lesson: LessonSession, services: Services, console: Console) -> None:
        super().__init__(lesson, services, console)
        self._printed: int | None = None
        """The number of the last step printed."""
        console.say(
            N_(
                "Type {table} for the table, {hint} for help, {undo} to go back a step.",
                table=commands.TABLE,
                hint=commands.HINT,
                undo=commands.UNDO,
            )
        )

    def _sit_down(self) -> None:
        super()._sit_down()
        self._announcer.skip_news()  # the log so far is already printed
        self._live, self._ply = self._session.live, self._controller.ply

    def _announce_start(self) -> None:
        """Print nothing: the first step introduces the game."""

    async def _step(self) -> TypedCommand | None:
        """Print the step and read a command, or let the rival move."""
        lesson = self._session
        self._announcer.print_news()  # before the lesson switches to another table
        effect = lesson.proceed()
        if lesson.live is not self._live:
            self._live.release()
            self._sit_down()
        if isinstance(effect, Leave):
            return commands.QUIT, ()
        self._controller.resume(*INTERRUPTIONS)
        self._announcer.print_news()
        self._announcer.announce_keys()
        if isinstance(effect, Think):
            await self._play_computer(effect)
            return None
        self._print_new_cards()
        self._print_step()
        return await self._command(LESSON, lesson.names[LEARNER])

    async def _run(self, verb: commands.Command, words: Sequence[str]) -> TypedCommand | None:
        lesson = self._session
        match verb:
            case commands.QUIT:
                return verb, words
            case commands.NEXT_STEP if lesson.step.only_reads:
                lesson.do(commands.CONFIRM)
            case commands.NEXT_STEP:
                self._print_task()
            case commands.UNDO:
                lesson.do(commands.UNDO)
            case commands.HINT:
                self._console.say(self._line_to_type())
            case _:
                await super()._run(verb, words)
                lesson.look_at(self._pointed_at(verb, words))
                if self._asks_about_rival(verb, words):
                    lesson.use("players")
        return None

    def _ask_again(self) -> None:
        self._print_task()

    async def _play(self, action: Action) -> None:
        check_action(self._session.view, action)
        if not isinstance(self._session.play(action), Proceed):
            self._console.say(self._session.reply)
            self._print_task()

    def _pointed_at(self, verb: commands.Command, words: Sequence[str]) -> Slot | None:
        """The slot that the command asks about, if any."""
        look, asked = self._session.step.look, words[-1:] if verb is commands.LOOK else ()
        if (isinstance(look, Card) and look.id in asked) or (isinstance(look, Noble) and verb is commands.NOBLES):
            return self._session.slot_to_inspect
        return find_slot(asked[0], self._keys) if asked else None

    def _asks_about_rival(self, verb: commands.Command, words: Sequence[str]) -> bool:
        """Whether the command asks about the rival's cards, tokens or affordable cards."""
        rival = name_key(self._session.names[RIVAL])
        return verb is commands.RIVALS or (
            verb is commands.CAN and bool(words) and rival.startswith(name_key(words[0]))
        )

    # --- printing ------------------------------------------------------------------------------------------------------

    def _print_new_cards(self) -> None:
        """Print the cards dealt since the learner's last move, once."""
        ply, table = self._controller.ply, self._table
        if ply != self._ply and table.view.phase is Phase.MAIN:
            self._announcer.announce_new_cards(table)
            self._ply = ply

    def _print_step(self) -> None:
        """Print the current step, once."""
        lesson = self._session
        if self._printed == lesson.number:
            return
        self._printed = lesson.number
        self._console.say(lesson.saving_report())
        idea = with_commands(lesson.spoken_idea, {command: str(verb) for command, verb in _COMMANDS.items()})
        self._say_with_keys(N_("{number} of {count}. {idea}", number=lesson.number, count=lesson.count, idea=idea))
        if self._session.view.phase is Phase.RETURN_GEMS:
            assert lesson.choice is not None
            self._console.say(*(phrase.message for phrase in prompt(lesson.choice)))
        self._print_task()

    def _print_task(self) -> None:
        """Print the task, with the keys of its cards, and the line to type."""
        if self._session.task is not None:
            self._say_with_keys(self._session.task)
        self._console.say(self._line_to_type())

    def _line_to_type(self) -> Message:
        """The line to type for the current step."""
        view = self._session.view
        match self._session.wanted:
            case Card() as card:
                line = f"{commands.LOOK} {self._keys[slot_of(view, card)]}"
            case Noble():
                line = str(commands.NOBLES)
            case commands.INSPECT:
                line = f"{commands.CAN} {self._session.names[RIVAL]}"
            case commands.Command():
                line = str(commands.NEXT_STEP)
            case action:
                line = typed_line(action, view, self._keys)
        return N_("Type {line}.", line=line)


class PlainFirstGame(PlainMatch):
    """A match with a comment on each of the learner's turns."""

    _session: FirstGameSession

    _comment: Message | None = None
    """The last comment."""
    _warning: Message | None = None
    """The last warning, while it holds."""

    async def _play_computer(self, effect: Think) -> None:
        await self._awaited(self._session.judge())
        before, self._comment = self._comment, self._session.coach.comment(self._session.steps)
        self._say_if_new(self._comment, before)
        await super()._play_computer(effect)

    def _announce_turn(self) -> None:
        before, self._warning = self._warning, warning_before_turn(self._session.view)
        self._say_if_new(self._warning, before)
        super()._announce_turn()

    def _closing_remark(self) -> Message:
        return N_("That was your first full game. Type {new} to choose players for the next one.", new=commands.NEW)

    def _say_if_new(self, word: Message | None, before: Message | None) -> None:
        if word is not None and word != before:
            self._say_with_keys(word)
