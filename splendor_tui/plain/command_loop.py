"""Reads commands from the console and runs them one at a time. The commands here are the same everywhere."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final, Generic, TypeVar

from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.inputs.match_options import HUMAN
from splendor_tui.inputs.settings import Settings, plain_settings, variable_of
from splendor_tui.match.services import Services
from splendor_tui.plain.console import Console
from splendor_tui.plain.typed_actions import seats_named
from splendor_tui.plain.typed_commands import (
    ALL,
    PLAY,
    find_verb,
    help_lines,
    is_all,
    is_command,
    is_named,
    only_tells,
    parse_command,
    split,
)
from splendor_tui.presentation import commands
from splendor_tui.presentation.challenges import scores_of_day
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.family_table import differing_tables, family_tables
from splendor_tui.presentation.player_statistics import player_accounts, rename_player, undo_rename
from splendor_tui.presentation.rulebook import disputed_rulings, match_rulings, rules_in_brief, turn_rulings
from splendor_tui.presentation.series import (
    Series,
    current_series,
    describe_series,
    ended_series,
    running_tournament,
    series_won,
)
from splendor_tui.presentation.tournaments import Tournament
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import StoreError
from splendor_tui.words import N_, NP_, Message, MessageError, enumerated, quoted
from splendor_tui.words.spelling import simplify
from splendor_tui.words.switch_language import switch_language

ResultT = TypeVar("ResultT")
YES: Final = NP_("answer", "yes")
_HALF: Final = 5
_SHORT: Final = NP_("word to type", "short")
_TABLE: Final = NP_("word to type", "table")


class CommandLoop(ABC, Generic[ResultT]):
    """Reads and runs commands until one returns a result.

    A subclass runs its own commands in `_run` and passes the others on. Any result except None ends the loop.
    """

    def __init__(self, services: Services, console: Console) -> None:
        self._services = services
        self._console = console
        self._possible: Sequence[Command] = ()
        console.has_numbers = lambda: services.settings.numbers

    async def _command(self, possible: Sequence[Command], prompt: Message | str) -> ResultT | None:
        """Read and run one command, or explain why that is impossible. Raises EndOfInputError."""
        self._possible = possible
        if self._console.editor is not None:
            self._console.editor.possible = [word for command in possible for word in command.words]
        words = self._words(await self._console.line(str(prompt), self._on_wait))
        if not words:
            self._ask_again()
            return None
        return await self._run_line(words)

    def _words(self, line: str) -> Sequence[str]:
        """The words of a line, after the command that it implies, if any."""
        words = split(line)
        verb = self._implied_by(" ".join(words)) if words else None
        return words if verb is None else [str(verb), *words]

    async def _run_line(self, words: Sequence[str]) -> ResultT | None:
        """Run the command with these words, or explain why that is impossible."""
        try:
            verb, rest = parse_command(words, self._possible)
            if verb in self._possible:
                return await self._run(verb, rest)
            self._console.say(self._why_not(verb))
        except MessageError as error:
            self._explain(error)
        return None

    async def _run(self, verb: Command, words: Sequence[str]) -> ResultT | None:
        """Run a command. Raises MessageError if it is impossible."""
        match verb:
            case commands.STATISTICS:
                is_family = is_named(words, _TABLE)
                self._console.say(*(_family(self._services) if is_family else _statistics(self._services, words)))
            case commands.AGAIN:
                self._console.repeat()
            case commands.SCORE:
                self._say_series()
            case commands.RENAME_PLAYER:
                self._console.say(*_rename(self._services, words))
            case commands.SETTINGS:
                self._console.say(*_settings(self._services, words))
            case commands.RULES:
                self._console.say(*_rules(words, self._services.catalogue, self._match_rules))
            case commands.HELP:
                self._console.say(*help_lines(words, self._possible))
            case _:
                raise ValueError(verb)
        return None

    def _say_series(self) -> None:
        """Describe what the players may continue, first with each game, then what was decided earlier this evening."""
        store, current = self._services.store, self._current_series()
        if store is None or not current:
            self._console.say(N_("No finished games yet."))
        with suppress(StoreError):
            if store is not None:
                for series in current:
                    told = describe_series(series) if series is current[0] else [series.sentence()]
                    self._console.say(*told, series_won(store, series, undecided=True))
                for series in ended_series(store, current):
                    self._console.say(N_("Earlier: {sentence}", sentence=series.sentence()), series_won(store, series))
            self._console.say(*scores_of_day(self._services))

    def _current_series(self) -> Sequence[Series | Tournament]:
        """As from `current_series`, but empty if the games cannot be read."""
        with suppress(StoreError):  # the list of unfinished games reports it
            return current_series(self._services.store) if self._services.store else ()
        return ()

    @property
    def _match_rules(self) -> MatchRules:
        """The rules of the match, if any, otherwise the standard ones."""
        return MatchRules()

    def _implied_by(self, line: str) -> Command | None:
        """The command that a line without one implies, such as a key, the number of a card, or `play` in a tournament."""
        is_next_table = commands.TOURNAMENT in self._possible and line and is_named([line], PLAY)
        return commands.TOURNAMENT if is_next_table and running_tournament(self._current_series()) else None

    def _explain(self, error: MessageError) -> None:
        """Print why a command is impossible."""
        self._console.say(error.message)

    async def _confirms(self, *meaning: Message) -> bool:
        """Ask the player to confirm."""
        return await self._says_yes(*meaning, N_("Type {yes} to confirm.", yes=YES))

    async def _says_yes(self, *question: Message) -> bool:
        answer = await self._answer(*question)
        while only_tells(words := self._words(answer)):
            if is_command(answer, commands.HELP):
                self._console.say(N_("Any answer other than {yes} changes nothing.", yes=YES))
            else:
                await self._run_line(words)
            has_repeated = is_command(answer, commands.AGAIN)
            answer = await self._answer(*(() if has_repeated else question))
        says_yes = simplify(answer) in (simplify(str(YES)), YES.template)
        self._console.say(None if says_yes else N_("Nothing changes, because the answer was not {yes}.", yes=YES))
        return says_yes

    async def _answer(self, *question: Message) -> str:
        self._console.say(*question)
        return (await self._console.line(str(N_("Answer")), self._on_wait)).strip()

    def _on_wait(self) -> None:
        """Called every second while the loop waits for a line."""

    @abstractmethod
    def _ask_again(self) -> None:
        """Repeat the question after an empty line."""

    def _why_not(self, verb: Command) -> Message:
        """Explain why a command is not available now."""
        return N_("{word} is not available now. Type {help} for the commands.", word=verb, help=commands.HELP)


def _statistics(services: Services, words: Sequence[str]) -> Iterator[Message]:
    """Describe the humans who have finished a game, or the named player. In full with `all`. Raises MessageError."""
    accounts = player_accounts(services.store, services.catalogue) if services.store is not None else []
    humans = [account for account in accounts if account.player.kind == HUMAN]
    if not accounts:
        yield N_("No finished games yet.")
    name, everything = [word for word in words if not is_all([word])], any(is_all([word]) for word in words)
    if accounts and name:
        named = [accounts[place] for place in seats_named(name, [account.player.name for account in accounts])]
    else:
        named = [*accounts] if everything else humans
    for account in named:
        shown = [*account.sentences()] if everything else [*account.summary()]
        yield from (N_("{sentence}.", sentence=str(sentence).removesuffix(".")) for sentence in shown)
    if accounts and name and not everything:
        yield N_("Type {line} for everything.", line=f"{commands.STATISTICS} {named[0].player.name} {ALL}")
    elif accounts and not everything:
        yield N_(
            "Type {all} for everything, {table} for who beat whom.",
            all=NP_("line to type", "stats all"),
            table=NP_("line to type", "stats table"),
        )


def _family(services: Services) -> Iterator[Message]:
    """Describe who beat whom in each period. Raises StoreError."""
    today = services.today()
    tables = family_tables(services.store, today, services.catalogue) if services.store is not None else {}
    if not tables:
        yield N_("No finished games yet.")
    for table in differing_tables(tables):
        yield N_("{sentence}.", sentence=table.title)
        yield table.describe_wins()
        yield from table.describe_duels()
        yield from table.sentences(today)
        yield from table.trend()


def _rename(services: Services, words: Sequence[str]) -> Iterator[Message]:
    """Rename the player before the equals sign, or undo the last rename. Raises MessageError."""
    old, sign, new = " ".join(words).partition("=")
    store = services.store
    if store is not None and len(words) == 1 and find_verb(words[0], ()) is commands.UNDO:
        yield undo_rename(store)
    elif store is not None and sign:
        yield rename_player(store, old.strip(), new)
        yield N_("Type {line} to undo that.", line=NP_("line to type", "rename undo"))
    else:
        yield N_("Type for example {line}.", line=commands.RENAME_PLAYER.line)


def _rules(words: Sequence[str], catalogue: Catalogue, rules: MatchRules) -> Iterator[Message]:
    """Name the sections of the rules. `short` gives half of the main ones, `all` everything, and a title that section."""
    turn, match = turn_rulings(open_reserves=rules.open_reserves), match_rulings(catalogue, rules)
    details = (*turn, *match, *disputed_rulings())
    word = simplify(" ".join(words))
    brief = rules_in_brief(rules.target)
    if is_all(words):
        yield from (*brief, *(one.text for one in details))
    elif is_named(words, _SHORT) and len(words) > 1:
        yield from brief[_HALF:]
    elif is_named(words, _SHORT):
        yield from brief[:_HALF]
        yield N_("Type {line} for the other half.", line=NP_("line to type", "rules short 2"))
    elif word and (
        found := [one.text for one in details if word in simplify(f"{one.title.translated()} {one.title.template}")]
    ):
        yield from found
    else:
        yield N_("The sections are: {titles}.", titles=enumerated([one.title for one in details]))
        yield N_(
            "Type {section} for one of them, {short} for ten sentences, {line} for everything.",
            section=NP_("line to type", "rules reserve"),
            short=NP_("line to type", "rules short"),
            line=NP_("line to type", "rules all"),
        )


def _settings(services: Services, words: Sequence[str]) -> Iterator[Message | str | None]:
    """List the changed settings, all, or the named one. A value after the name changes it. Raises SettingsError."""
    values = {name: value for name, value in plain_settings(services.settings).items() if variable_of(name)}
    name, *text = words or ("",)
    if name and name not in values and not is_all(words):
        yield N_("There is no setting {name}. Type {word} for all of them.", name=quoted(name), word=commands.SETTINGS)
        return
    if text:
        after = services.settings.with_text(name, " ".join(text))
        yield services.change_settings(after)
        if name == "language":
            yield switch_language(after.language, services.environ)
        values = plain_settings(after)
    usual = plain_settings(Settings())
    shown = {
        one: value if isinstance(value, str) else json.dumps(value)
        for one, value in values.items()
        if name == one or is_all(words) or (not words and value != usual[one])
    }
    yield from (f"{one} {value}" for one, value in shown.items())
    if text and name == "plain":
        yield N_("This applies from the next start.")
    if text and name.startswith("match."):
        yield N_("This applies to new games.")
    if not words and shown:
        yield N_("These differ from the usual ones.")
    if not words:
        yield N_(
            "Type {all} for all settings, and for example {line} to change one.",
            all=NP_("line to type", "settings all"),
            line=f"{commands.SETTINGS} match.target 21",
        )
