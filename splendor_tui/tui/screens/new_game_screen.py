"""The players and rules of a new game."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar, Final, Literal

from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.events import Key

from splendor_tui.bots.levels import LEARNED_TARGETS, STRONGEST_LEVEL, get_level
from splendor_tui.inputs.choices import next_value
from splendor_tui.inputs.house_rules import HOUSE_RULES, OWN_RULES, PRESETS, OptionError, Preset
from splendor_tui.inputs.match_options import HUMAN, MatchOptions
from splendor_tui.inputs.strict_models import shown
from splendor_tui.match.background import in_background
from splendor_tui.presentation.commands import (
    CHOOSE,
    DOWN,
    IN_NEW_GAME,
    SIT_EARLIER,
    SIT_LATER,
    START,
    TOURNAMENT_INSTEAD,
    UP,
    Commands,
)
from splendor_tui.presentation.match_draft import MatchDraft, Seat
from splendor_tui.presentation.result import usual_lengths
from splendor_tui.rules.constants import DEFAULT_TARGET, MAX_PLAYERS
from splendor_tui.rules.gems import Colour
from splendor_tui.store import Store, StoreError
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.keys.keyboard_presets import digits_by_character, key_label, keys_of
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import draw_message
from splendor_tui.tui.look.paint import Line
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.pages import row_hints, row_page
from splendor_tui.tui.widgets.base_widgets import Text
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row, Rows, choice_row
from splendor_tui.words import N_, NP_, Message, in_lines, listed

_SEAT: Final = "seat-"
_CHIPS: Final = (Colour.WHITE, Colour.BLUE, Colour.GREEN, Colour.RED) * 2
_TIE: Final = N_("Full tie")
_UNLEARNED: Final = N_(
    "Below {least} and above {most} points, there is no review, hints are weaker, and the two strongest levels play like "
    "the {level}.",
    least=LEARNED_TARGETS[0],
    most=LEARNED_TARGETS[-1],
    level=get_level("merchant").name,
)


class NewGameScreen(BaseScreen[MatchOptions | Literal["tournament"] | None]):
    """Edits a draft, and returns the options, or "tournament" instead. Enter on the first row starts the game."""

    ABOUT = N_("The players and the rules. The first row deals the cards.")
    KEY_COMMANDS: ClassVar[Commands] = IN_NEW_GAME
    CSS_PATH = "row_page.tcss"
    DEFAULT_CLASSES = "row-page"

    def __init__(self, draft: MatchDraft) -> None:
        super().__init__()
        self._draft = draft
        self._lengths: Mapping[tuple[int, int], Message] = {}
        """The usual length of a game, as in `usual_lengths`."""

    def compose(self) -> ComposeResult:
        """Compose the players and rules, and the meaning of the highlighted row."""
        self.list = ChoiceList(self._rows, lambda _row_id: self.action_start(), turned=self._turn, typed=self._type)
        yield from row_page(self, N_("New game"), self.list, self._about, self._hints)

    @work
    async def on_mount(self) -> None:
        """Read the finished games in a thread."""
        if self.services.store is not None:
            with suppress(StoreError):  # an estimate is not worth a message
                self._lengths = await in_background(partial(_read_lengths, self.services.store))
                self.query_one(Text).redraw()

    def on_key(self, event: Key) -> None:
        """Start typing if the character begins a text of the row. In a row with a name, no letter is a command."""
        self.list.take_key(event)

    # --- rows ----------------------------------------------------------------------------------------------------------

    def _rows(self) -> Rows:
        """All options, in groups."""
        draft = self._draft
        digits = digits_by_character(self.services.settings)
        tie = N_("shared win") if draft.tie is None else draft.tie.name
        return [
            Row(START.id, START.title, head=_chip(self.glyphs.gold, None)),
            None,
            Row("preset", N_("Rules"), self._preset.name, turns=True),
            Row("players", N_("Players"), str(len(draft.seats)), turns=True),
            *(self._seat_row(place) for place in range(len(draft.seats))),
            None,
            *(choice_row(name, rule, getattr(draft.rules, name), digits) for name, rule in HOUSE_RULES.items()),
            Row("tie", _TIE, tie, turns=True),
            Row("seed", N_("Seed"), draft.seed or NP_("seed", "random"), typed=draft.seed, opens_on_letters=True),
            *[None] * (MAX_PLAYERS - len(draft.seats)),  # keeps the height, so that the centred page does not move
        ]

    def _seat_row(self, place: int) -> Row:
        seat = self._draft.seats[place]
        kind = self._kind_name(seat)
        chip = _chip(str(place + 1), _CHIPS[place])
        return Row(
            f"{_SEAT}{place}",
            seat.name,
            kind,
            turns=True,
            typed=seat.name,
            opens_on_letters=True,
            edits_label=True,
            head=chip,
        )

    def _kind_name(self, seat: Seat) -> Message:
        if seat.kind == HUMAN:
            return N_("human")
        return get_level(seat.kind).name if self._draft.command(seat) is None else NP_("computer player", "Engine")

    @property
    def _preset(self) -> Preset:
        return PRESETS.get(self._draft.preset, OWN_RULES)

    def _about(self, row_id: str) -> Content:
        """Describe the highlighted row: a heading, its current meaning, and further commands."""
        heading, (sentence, *more) = self._explained(row_id)
        parts = [Content.styled(self.glyphs.write(heading), theme.TITLE), draw_message(sentence, self.glyphs)]
        parts += [Content.styled(self.glyphs.write(one), theme.QUIET) for one in more]
        return Content("\n\n").join(parts)

    def _explained(self, row_id: str) -> tuple[Message | str, Sequence[Message]]:
        draft = self._draft
        if row_id.startswith(_SEAT):
            seat = draft.seats[_place(row_id)]
            name, about = self._explained_seat(seat)
            naming = N_("Press Enter or click again to change the name.")
            return name, about if self.list.typing or seat.is_named_computer else [*about, naming]
        match row_id:
            case START.id:
                names = listed([seat.name for seat in draft.seats])
                sentence = N_("{names} play to {points} points.", names=names, points=draft.rules.target)
                length = self._lengths.get((len(draft.seats), draft.rules.target))
                return N_("Deal the cards"), [sentence, *([length] if length else []), *self._house_rules()]
            case "preset":
                return N_("{rule}: {value}", rule=N_("Rules"), value=self._preset.name), [self._preset.about]
            case "players":
                sentence = N_("Two to four players, humans or computers. You can also watch computers alone.")
                return N_("Players"), [sentence]
            case "tie":
                fewest = N_("Most points wins; a tie goes to the player with fewer cards.")
                sentence = N_("If still tied, the players share the victory.")
                if draft.tie is not None:
                    sentence = N_("If still tied, {name} wins alone.", name=draft.tie.name)
                return _TIE, [fewest, sentence]
            case "seed" if not draft.seed:
                typing = N_("Press Enter to type a seed.")
                return N_("Seed"), [N_("The cards are shuffled at random; nobody knows the seed."), typing]
            case "seed":
                sentence = N_("The same seed deals the same game: {seed}", seed=draft.seed)
                return N_("Seed"), [sentence, N_("Anyone who knows it can predict the cards.")]
            case _:
                rule = HOUSE_RULES[row_id]
                notes = [rule.explain(getattr(draft.rules, row_id)), *([rule.typing] if rule.typing else [])]
                if row_id == "target" and draft.rules.target != DEFAULT_TARGET:
                    notes.append(N_("Only games to {points} points are rated.", points=DEFAULT_TARGET))
                if row_id == "target" and draft.rules.target not in LEARNED_TARGETS:
                    notes.append(_UNLEARNED)
                return rule.name, notes

    def _house_rules(self) -> Sequence[Message]:
        """Name the rules that differ from the standard ones, and a fixed seed, one per line. The target is already named.

        If they are those that the players chose last in this form, say so.
        """
        draft, settings = self._draft, self.services.settings
        changed = draft.rules.unusual()
        is_repeated = changed and settings.seats and draft.rules == settings.match
        values = [texts for name, texts in changed.items() if name != "target"]
        tie = [] if draft.tie is None else [(_TIE, draft.tie.name)]
        seed = [(N_("Seed"), draft.seed)] if draft.seed else []
        rules = [N_("{rule}: {value}", rule=rule, value=value) for rule, value in (*values, *tie, *seed)]
        repeated = [N_("The rules are as last chosen here.")] if is_repeated else []
        return [*repeated, *([in_lines(rules)] if rules else [])]

    def _explained_seat(self, seat: Seat) -> tuple[str, Sequence[Message]]:
        """Describe the player in a seat, with the thinking time of a computer player."""
        if seat.kind == HUMAN:
            return seat.name, [N_("A human at this keyboard.")]
        named = []
        if seat.is_named_computer:
            named = [N_("{name} is a computer player here. The arrows choose a human instead.", name=seat.name)]
        seconds = self.services.settings.thinking_seconds
        own_time = N_("Thinks for up to {seconds:g} s per move; you can change this in the settings.", seconds=seconds)
        command = self._draft.command(seat)
        if command is not None:
            return seat.name, [*named, N_("An engine from your settings: {command}", command=shown(command)), own_time]
        level = get_level(seat.kind)
        if seat.kind == STRONGEST_LEVEL:
            time = own_time
        elif level.is_learned:
            time = N_("Thinks for up to {seconds:g} s per move.", seconds=level.seconds)
        else:
            time = N_("Answers immediately.")
        return seat.name, [*named, level.description, time]

    def _hints(self) -> tuple[Hint, ...]:
        """The current key hints. The command to start the game is always included."""
        keys = keys_of(self.services.settings, (START,))[START.id].split(",")
        free = [key for key in keys if len(key) > 1 or not self.list.row.opens_on_letters]
        label = self.glyphs.write(key_label([*free, *keys][0]))
        start, usual = self.hint(START, primary=True)._replace(key=label), row_hints(self, self.list)
        if self.list.typing:
            return usual
        if self.list.highlighted == START.id:
            enter = self.hint(CHOOSE, START.label, primary=True)
            return (enter, self.hint_of_pair(UP, DOWN, N_("seats and rules")), *self._instead(), *usual[1:])
        if self.list.highlighted.startswith(_SEAT):
            name, seat = self.hint(CHOOSE, N_("name")), self.hint_of_pair(SIT_EARLIER, SIT_LATER, N_("seat"))
            return (start, name, seat, *usual[1:])
        return (start, *usual)

    def _instead(self) -> Sequence[Hint]:
        """The hint of what players can plan instead of a game."""
        return (self.hint(TOURNAMENT_INSTEAD),)

    # --- actions ------------------------------------------------------------------------------------------------------

    def _turn(self, row_id: str, by: int) -> None:
        """Change the value of a row."""
        draft = self._draft
        if row_id.startswith(_SEAT):
            place = _place(row_id)
            draft.set_kind(place, next_value(draft.kinds, draft.seats[place].kind, by))
        elif row_id == "preset":
            draft.cycle_preset(by)
        elif row_id == "players":
            draft.cycle_players(by)
        elif row_id == "tie":
            draft.cycle_tie(by)
        else:
            draft.cycle_rule(row_id, by)

    def _type(self, row_id: str, text: str) -> None:
        """Set a name, number, clock or seed from text. Raises InvalidNameError and OptionError."""
        if row_id.startswith(_SEAT):
            self._draft.rename(_place(row_id), text)
        elif row_id == "seed":
            self._draft.set_seed(text)
        else:
            self._draft.change({row_id: text.strip()})
        self.show()

    def action_seat(self, by: int) -> None:
        """Move the highlighted player to an earlier or later seat."""
        row_id = self.list.highlighted
        if row_id.startswith(_SEAT) and self.list.close():
            place = self._draft.move(_place(row_id), by)
            self.show()
            self.list.highlighted = f"{_SEAT}{place}"

    def action_tournament(self) -> None:
        """Plan a tournament instead."""
        if self.list.close():
            self.dismiss("tournament")

    def action_start(self) -> None:
        """Start the game, and save the players and rules."""
        if not self.list.close():
            return
        try:
            options = self._draft.options()
        except OptionError as error:
            self.list.report(str(error))
            return
        self.program.change_settings(self._draft.as_last_match(self.services.settings))
        self.dismiss(options)


def _chip(symbol: str, stone: Colour | None) -> Line:
    return ((f" {symbol} ", theme.gem_ink(stone)), (" ", theme.PLAIN))


def _place(row_id: str) -> int:
    return int(row_id.removeprefix(_SEAT))


def _read_lengths(store: Store) -> Mapping[tuple[int, int], Message]:
    return usual_lengths(store.results())
