"""A tournament: its plan, then its cross table and its next game."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.content import Content

from splendor_tui.inputs.house_rules import OptionError
from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import HELP, Command
from splendor_tui.presentation.series import shared_standings
from splendor_tui.presentation.tournaments import (
    RULES_OF_GAMES,
    SYSTEM_CHOICES,
    Tournament,
    TournamentDraft,
    TournamentRow,
    begin_tournament,
    current_tournament,
    other_tournament,
    read_tournament,
    replacement_notices,
)
from splendor_tui.store import Store
from splendor_tui.tui.keys.key_hint import Hint, other_key
from splendor_tui.tui.keys.keyboard_presets import digits_by_character
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import draw_message, unbroken_names, unbroken_numbers
from splendor_tui.tui.look.paint import Line, cut, cut_name
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.new_game_screen import NewGameScreen
from splendor_tui.tui.screens.pages import Panel, list_page, row_page
from splendor_tui.tui.widgets.base_widgets import Text
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row, Rows, choice_row
from splendor_tui.tui.widgets.long_list import Column, LongList
from splendor_tui.words import N_, Message, MessageError, enumerated, in_one_row

if TYPE_CHECKING:
    from splendor_tui.tui.app.app import SplendorApp

_SCORE: Final = 3


def open_tournament(program: "SplendorApp", tournament: Tournament | None = None) -> None:
    """Show this tournament or the current one, or plan the first one."""
    with program.reporting():
        store = program.services.store
        if store is not None and (shown := tournament or current_tournament(store)):
            program.push_screen(TournamentScreen(store, shown.id))
        else:
            plan_tournament(program)


def plan_tournament(program: "SplendorApp") -> None:
    """Plan a new tournament, then show it."""
    with program.reporting():
        services = program.services
        if services.store is None:
            raise MessageError(N_("A tournament needs a save folder."))
        program.push_screen(TournamentPlanScreen(TournamentDraft.after_last(services.last_match, services.store)))


class TournamentPlanScreen(NewGameScreen):
    """Edits a draft of a tournament. Enter on the first row begins it."""

    ABOUT = N_("The players, the system and the rules of a tournament. The first row begins it.")
    KEY_COMMANDS = commands.IN_TOURNAMENT_PLAN

    _draft: TournamentDraft
    _asked: bool = False
    """Whether the player knows that the tournament replaces another one."""

    def compose(self) -> ComposeResult:
        """Compose the rows, and the meaning of the highlighted one."""
        self.list = ChoiceList(self._rows, lambda _row_id: self.action_start(), turned=self._turn, typed=self._type)
        yield from row_page(self, N_("Tournament"), self.list, self._about, self._hints)

    def _rows(self) -> Rows:
        draft, digits = self._draft, digits_by_character(self.services.settings)
        system = (choice_row(name, one, getattr(draft.system, name), digits) for name, one in SYSTEM_CHOICES.items())
        rules = (choice_row(name, one, getattr(draft.rules, name), digits) for name, one in RULES_OF_GAMES.items())
        return [
            Row(commands.START.id, N_("Begin")),
            None,
            *system,
            Row("players", N_("Players"), str(len(draft.seats)), turns=True),
            *(self._seat_row(place) for place in range(len(draft.seats))),
            None,
            *rules,
        ]

    def _explained(self, row_id: str) -> tuple[Message | str, Sequence[Message]]:
        if row_id == commands.START.id:
            try:
                summary = [self._draft.plan(self.services.today()).summary()]
            except OptionError as error:
                summary = [*error.problems]
            return N_("Begin the tournament"), [*summary, N_("Lots decide who starts. You can leave at any time.")]
        if row_id in SYSTEM_CHOICES:
            rule = SYSTEM_CHOICES[row_id]
            return rule.name, [rule.explain(getattr(self._draft.system, row_id))]
        if row_id == "players":
            return N_("Players"), [N_("Three to eight players, humans or computers.")]
        return super()._explained(row_id)

    def _instead(self) -> Sequence[Hint]:
        return ()

    def action_start(self) -> None:
        """Begin the tournament, and show it."""
        store = self.services.store
        if not self.list.close() or store is None:
            return
        try:
            if not self._asked and (notices := replacement_notices(store)):
                self._asked = True
                self.list.report(str(in_one_row([*notices, N_("Begin again to confirm.")])))
                return
            tournament = begin_tournament(store, self._draft.plan(self.services.today()), self.services.rng)
        except MessageError as error:
            self.list.report(str(error))
            return
        self.program.home()
        self.app.push_screen(TournamentScreen(store, tournament.id))


class TournamentScreen(BaseScreen[None]):
    """The cross table of a tournament in the order of the standings, and its next table."""

    ABOUT = N_(
        "The tournament: who has how many points, against whom, and who plays next. You get a point for each rival whom you"
        " finish ahead of, and half a point for an equal place. Equal points are decided by Dir. (the points in the games"
        " between these players), then by Buch. (Buchholz, the points of all your rivals; Swiss only), then by S-B"
        " (Sonneborn-Berger, the points of the rivals you have beaten, and half of those you tied with)."
    )
    KEY_COMMANDS = commands.IN_TOURNAMENT
    CSS_PATH = "list_page.tcss"
    DEFAULT_CLASSES = "list-page"

    def __init__(self, store: Store, tournament_id: str) -> None:
        super().__init__()
        self._store = store
        self._tournament_id = tournament_id
        self._tournament: Tournament | None = None
        self._other: Tournament | None = None
        self._asked: Command | None = None
        """The command to confirm."""

    def compose(self) -> ComposeResult:
        """Compose the table and the panel."""
        self.list = LongList[TournamentRow](
            self._row, self._columns, lambda _row: self._play(), lambda: N_("There is no tournament.")
        )
        panel = Panel(Text(self._about, "about"), is_empty=lambda: self._tournament is None)
        yield from list_page(self, N_("Tournament"), self._beside_title, self.list, panel, self._hints)

    def on_screen_resume(self) -> None:
        """Reload the games."""
        self._reload()

    def _reload(self) -> None:
        with self.program.reporting():
            self._tournament = read_tournament(self._store, self._tournament_id)
            self._other = other_tournament(self._store, self._tournament_id)
        self.list.show(self._tournament.standings if self._tournament else (), self.list.highlighted)
        self.show()

    # --- display -------------------------------------------------------------------------------------------------------

    def _beside_title(self) -> Line:
        one = self._tournament
        if one is None:
            return ()
        note = one.plan.extent() if one.is_over else one.place()
        return ((self.glyphs.write(note), theme.QUIET),)

    def _columns(self) -> Sequence[Column]:
        """The place, the name, a column for the points against each player with a short name, the points, and the tie-breaks."""
        one = self._tournament
        if one is None:
            return (Column(N_("Player")),)
        longest = max((len(_points(score)) for row in one.standings for score in row.duels.values()), default=0)
        against = [
            Column(Message("{name}", {"name": name}), max(_SCORE, longest, cell_len(name)), right=True)
            for name in _short_names(one.names)
        ]
        last = [Column(N_("Points"), 6, right=True)]
        last += [Column(tie_break.label, 5, right=True) for tie_break in one.tie_breaks.values()]
        return Column(None, 3, right=True), Column(N_("Player")), *against, *last

    def _row(self, index: int, here: bool) -> Sequence[Line]:
        """The row of a player."""
        row, ink = self.list.items[index], theme.TITLE if here else theme.PLAIN
        name = self.glyphs.write(row.label)
        scores: list[Line] = []
        for other in self.list.items:
            score = row.duels.get(other.player)
            blank = self.glyphs.write("·") if other is row else ""
            scores.append(((blank if score is None else _points(score), theme.QUIET),))
        one = self._tournament
        usual, tie_breaks = (one.usual_tie_break, one.tie_breaks) if one else (0, {})
        ties = [row.tie_break if index == usual else row.decisive.get(index) for index in tie_breaks]
        return (
            ((f"{row.place}.", theme.QUIET),),
            ((name, ink),),
            *scores,
            ((_points(row.points), theme.STRONG),),
            *(((("" if value is None else _points(value)), theme.QUIET),) for value in ties),
        )

    def _about(self) -> Content:
        """The next tables or the winner, and the meaning of the tie-breaks. Or a question."""
        one = self._tournament
        if one is None:
            return Content()
        if self._asked is not None:
            return Content.styled(self.glyphs.write(self._question()), theme.CAN)
        sentences = (one.sentence(),) if one.is_over else one.next_sentences()
        first, *others = map(unbroken_names, sentences)
        if byes := [row.name for row in one.standings if row.bye_points]:
            others.append(N_("Wins by sitting out: {names}.", names=enumerated(byes)))
        quiet = [" ".join(map(self.glyphs.write, others))] if others else []
        quiet += [self.glyphs.write(tie_break.sentence()) for tie_break in one.tie_breaks.values()]
        rows = [draw_message(first, self.glyphs, theme.STRONG), *(Content.styled(text, theme.QUIET) for text in quiet)]
        return unbroken_numbers(Content("\n").join(rows))

    def _question(self) -> Message:
        row = self.list.here
        if self._asked == commands.END_TOURNAMENT or row is None:
            return N_("End the tournament now, with these standings?")
        return N_("Is {name} back?", name=row.name) if row.is_out else N_("Does {name} withdraw?", name=row.name)

    def _hints(self) -> Sequence[Hint]:
        """The current key hints."""
        if self._asked is not None:
            return self.confirming_hint(self._asked, N_("yes")), other_key(N_("no"))
        other = (commands.OTHER_TOURNAMENT,) if self._other else ()
        rest = (*other, commands.NEW_TOURNAMENT, commands.COPY_STANDINGS, commands.BACK, HELP)
        usual = [*map(self.hint, rest)]
        if self._tournament is None or self._tournament.is_over:
            return usual
        play = self.hint(commands.PLAY_TABLE, primary=True)
        return (play, self.hint(commands.WITHDRAW), self.hint(commands.END_TOURNAMENT), *usual)

    def unavailable_commands(self) -> Collection[Command]:
        """The command that shows another tournament if there is none."""
        return () if self._other else (commands.OTHER_TOURNAMENT,)

    # --- actions -------------------------------------------------------------------------------------------------------

    def deletion_to_confirm(self) -> Command | None:
        """The command to confirm, while the player is asked."""
        return self._asked

    def cancel_deletion(self) -> None:
        """Stop asking."""
        self._ask(None)

    def _ask(self, command: Command | None) -> None:
        self._asked = command
        self.show()

    def _is_confirmed(self, command: Command) -> bool:
        """Whether the command was given twice. The first time, ask."""
        if self._tournament is None or self._tournament.is_over:
            self.show_message(N_("The tournament is over."))
            return False
        confirmed = self._asked == command
        self._ask(None if confirmed else command)
        return confirmed

    def _play(self) -> None:
        """Play the next game."""
        if self._tournament is not None and not self._tournament.is_over:
            with self.program.reporting():
                self.program.matches.play_table(self._tournament)

    def action_withdraw(self) -> None:
        """Withdraw the highlighted player, or bring them back."""
        row = self.list.here
        if self._is_confirmed(commands.WITHDRAW) and self._tournament is not None and row is not None:
            with self.program.reporting():
                self.program.say(self._tournament.withdraw(self._store, row.name))
            self._reload()

    def action_end(self) -> None:
        """End the tournament."""
        if self._is_confirmed(commands.END_TOURNAMENT) and self._tournament is not None:
            with self.program.reporting():
                self._tournament.end(self._store)
            self._reload()

    def action_share(self) -> None:
        """Copy the standings."""
        from splendor_tui.tui.screens.copied_screen import copied_standings

        if self._tournament is not None:
            self.app.push_screen(copied_standings(shared_standings(self._tournament)))

    def action_new(self) -> None:
        """Plan a new tournament."""
        plan_tournament(self.program)

    def action_other(self) -> None:
        """Show the other unfinished tournament."""
        if self._other is not None:
            self._tournament_id = self._other.id
            self._reload()


def _short_names(names: Sequence[str]) -> Sequence[str]:
    """The beginning of each name. If others begin alike, its initials or the beginning with the end, or else all numbers."""
    forms: list[Sequence[str]] = [
        [cut_name(name, _SCORE, "") for name in names],
        [cut("".join(word[0] for word in name.replace("-", " ").split()), _SCORE, "") for name in names],
        [cut(name, _SCORE - 1, "") + name[-1] for name in names],
        [cut(name, _SCORE - 2, "") + name[-2:] for name in names],
    ]
    found = [next((form[place] for form in forms if form.count(form[place]) == 1), "") for place in range(len(names))]
    return found if all(found) and len({*found}) == len(names) else [str(place) for place in range(1, len(names) + 1)]


def _points(points: float) -> str:
    return str(Message("{points:g}", {"points": points}))
