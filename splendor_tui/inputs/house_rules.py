"""The house rules of a match, each declared once with its texts, and named sets of rules."""

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Final, Literal, NamedTuple, Self

from pydantic import BeforeValidator, Field, PlainSerializer, ValidationError

from splendor_tui.inputs.choices import Value, choice, choices_of
from splendor_tui.inputs.strict_models import Place, ProblemsError, Strict, allowing, between, describe, place_name
from splendor_tui.rules.constants import DEFAULT_TARGET, MAX_TARGET
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.words import N_, NN_, NP_, Message
from splendor_tui.words.spelling import hyphenate

_CLOCK_OFF: Final = "off"
"""No clock, in files and on the command line."""
NO_CLOCK: Final = NP_("clock", "off")
"""No clock, on the screen. Players may type it, too."""
_CLOCK: Final = re.compile(r"([0-9]{1,5})\+([0-9]{1,5})")
_MIN_TURN: Final = 5
_MAX_TURN: Final = 3600
_MAX_RESERVE: Final = 7200
OPEN_SERIES: Final = "open"
_FIRST_TO: Final = "first"
_BEST_OF: Final = "best"
GOAL: Final = rf"^({OPEN_SERIES}|({_FIRST_TO}|{_BEST_OF})-[1-9][0-9]?)\Z"
"""The pattern of a goal of a series."""


class OptionError(ProblemsError):
    """Raised for impossible options. The message has a line for each problem."""


def option_name(place: Place) -> Message | str:
    """The name of an option on the command line."""
    match place:
        case ("players", int(seat), *_):
            return numbered_player(seat + 1)
        case ("players",):
            return N_("the list of players")
    return f"--{place_name(place).replace('_', '-')}" if place else ""


def numbered_player(number: int) -> Message:
    """The name of an unnamed player."""
    return N_("player {number}", number=number)


class ClockOptions(Strict):
    """The seconds for each turn, and those in each player's time bank, which runs once the turn time is used up."""

    turn_seconds: Annotated[int, between(_MIN_TURN, _MAX_TURN, N_("{least} to {most} seconds"))]
    reserve_seconds: Annotated[int, between(0, _MAX_RESERVE, N_("{least} to {most} seconds"))]


def clock_text(clock: ClockOptions | None) -> str:
    """Format a clock as on the command line: `60+300`, or `off`."""
    return f"{clock.turn_seconds}+{clock.reserve_seconds}" if clock else _CLOCK_OFF


def parse_clock(value: object) -> object:
    """Parse a clock if the value is text. Returns other values unchanged. Raises ValueError."""
    if not isinstance(value, str):
        return value
    if value in (_CLOCK_OFF, str(NO_CLOCK)):
        return None
    if not (parts := _CLOCK.fullmatch(value)):
        raise ValueError(value)
    return ClockOptions(turn_seconds=int(parts[1]), reserve_seconds=int(parts[2]))


_CLOCK_ALLOWED: Final = N_(
    "{off}, or the seconds per turn and in the time bank, like {example} ({least}–{most} and 0–{reserve})",
    off=NO_CLOCK,
    example="60+300",
    least=_MIN_TURN,
    most=_MAX_TURN,
    reserve=_MAX_RESERVE,
)


def _describe_clock(clock: ClockOptions | None) -> Value:
    if clock is None:
        return Value(NO_CLOCK, N_("No time limit."), NO_CLOCK)
    seconds = {"turn": clock.turn_seconds, "bank": clock.reserve_seconds}
    without_bank = N_("{turn} seconds per turn. When they run out, you forfeit.", turn=seconds["turn"])
    with_bank = N_(
        "{turn} seconds per turn, then a time bank of {bank} seconds for the game. When both run out, you forfeit.",
        **seconds,
    )
    return Value(N_("{turn} + {bank} s", **seconds), with_bank if seconds["bank"] else without_bank, clock_text(clock))


def _describe_target(target: int) -> Value:
    about = NN_(
        "The round in which a player reaches {count} point is the last.",
        "The round in which a player reaches {count} points is the last.",
        target,
    )
    return Value(NN_("{count} point", "{count} points", target), about, str(target))


_OPEN: Final = NP_("series", "open")
_TYPED_GOALS: Final = {
    _FIRST_TO: NP_("goal to type", "first-{count}"),
    _BEST_OF: NP_("goal to type", "best-{count}"),
}

_NUMBERS: Final = NP_("numbers to type, from 1 to 9", "one two three four five six seven eight nine")


def _typed_goal(goal: str) -> Message:
    """A goal with a number as players type it in this language. The English form counts in all languages."""
    kind, _sign, number = goal.partition("-")
    return _TYPED_GOALS[kind].filled_in(count=number)


def goal_numbers(goal: str) -> tuple[int, int] | None:
    """The wins that decide a series between two players, and its most games or 0. None for an open series."""
    kind, _sign, number = goal.partition("-")
    if not number:
        return None
    return (int(number), 0) if kind == _FIRST_TO else (int(number) // 2 + 1, int(number))


def parse_goal(value: object) -> object:
    """The goal that this text means, also in the words of the screen. Returns other values unchanged."""
    words = hyphenate(value).split("-") if isinstance(value, str) else []
    numbers = [names.split() for names in (str(_NUMBERS), _NUMBERS.template)]
    text = "-".join(next((str(1 + one.index(word)) for one in numbers if word in one), word) for word in words)
    text = text.replace(f"{_FIRST_TO}-to-", f"{_FIRST_TO}-").replace(f"{_BEST_OF}-of-", f"{_BEST_OF}-")
    if re.match(GOAL, text):
        return text  # the usual one, because the words of all goals are slow
    goals = [OPEN_SERIES, *(f"{kind}-{number}" for kind in _TYPED_GOALS for number in range(1, 100))]
    return next((goal for goal in goals if text in map(hyphenate, _texts_of(goal))), value)


def _texts_of(goal: str) -> tuple[str, str]:
    """A goal as shown, and as typed in this language."""
    value = _describe_goal(goal)
    return str(value.name), str(value.typed)


def _describe_goal(goal: str) -> Value:
    numbers = goal_numbers(goal)
    if numbers is None:
        return Value(_OPEN, N_("Rematches are counted for as long as you like."), _OPEN)
    wins, games = numbers
    typed = _typed_goal(goal)
    if games:
        about = NN_(
            "The rematches end after {count} game, or once nobody can catch up.",
            "The rematches end after {count} games, or once nobody can catch up.",
            games,
        )
        return Value(N_("best of {count}", count=games), about, typed)
    about = NN_("The first with {count} win wins the series.", "The first with {count} wins wins the series.", wins)
    return Value(NN_("first to {count}", "first to {count}", wins), about, typed)


GOAL_EXAMPLES: Final = {"open": _OPEN, "first": _typed_goal("first-3"), "best": _typed_goal("best-5")}
_GOAL_ALLOWED: Final = N_("{open}, or a goal like {first} or {best}, up to 99", **GOAL_EXAMPLES)


class MatchRules(Strict):
    """The rules of a match, without its players: all house rules, in the order in which they are offered.

    By default, everything can be undone, because friends at a table can agree among themselves, and the log marks revealed
    cards.
    """

    target: Annotated[int, between(1, MAX_TARGET, N_("a whole number from 1 to {most}"))] = choice(
        DEFAULT_TARGET,
        N_("Play to"),
        _describe_target,
        steps=range(1, MAX_TARGET + 1),
        typing=N_("You can also type a value and press Enter."),
        option=N_("points that end the game, {least} to {most}", least=1, most=MAX_TARGET),
        metavar=NP_("argument", "POINTS"),
        question=N_("Play to how many points? Default: {offered}."),
        answers=N_(
            "Reaching this target starts the last round. From 1 to {most}; the rulebook says {usual}.",
            most=MAX_TARGET,
            usual=DEFAULT_TARGET,
        ),
    )
    random_first: bool = choice(
        False,
        N_("First player"),
        {
            False: Value(N_("as seated"), N_("The player in seat 1 starts.")),
            True: Value(N_("random"), N_("A random player starts; the seating order stays the same.")),
        },
        option=N_("choose the first player at random"),
    )
    clock: Annotated[
        ClockOptions | None, BeforeValidator(parse_clock), PlainSerializer(clock_text), allowing(_CLOCK_ALLOWED)
    ] = choice(
        None,
        N_("Clock"),
        _describe_clock,
        steps=(None, *map(parse_clock, ("30+120", "60+300", "120+600"))),
        typing=N_("You can also type seconds, like {example}, and press Enter.", example="60+300"),
        option=N_("seconds per turn and in the time bank, like {example}, or {off}", example="60+300", off=_CLOCK_OFF),
        metavar=NP_("argument", "TURN+RESERVE"),
        question=N_(
            "A clock? Seconds per turn and in the time bank, like {example}, or {off}. Default: {offered}.",
            example="60+300",
            off=NO_CLOCK,
        ),
    )
    hand_over: Literal["always", "hidden", "never"] = choice(
        "hidden",
        N_("Hand-over"),
        {
            "always": Value(N_("always"), N_("A hand-over screen hides the table before each turn of another human.")),
            "hidden": Value(
                N_("when needed"), N_("A hand-over screen hides the table while someone holds a secret card.")
            ),
            "never": Value(N_("never"), N_("Nothing is hidden between turns.")),
        },
        option=N_("when to hide the table between human turns: {choices}"),
        metavar=NP_("argument", "WHEN"),
        question=N_("Hide the table between turns: always, when needed or never? Default: {offered}."),
        answers=N_("When needed, the table is hidden only while someone holds a secret card."),
    )
    undo: Literal["free", "own-turn", "off"] = choice(
        "free",
        NP_("rule", "Undo"),
        {
            "free": Value(
                NP_("undo", "free"), N_("Everything can be undone; the log notes whether a card had been revealed.")
            ),
            "own-turn": Value(N_("own action"), N_("You can only undo your own action, before anyone else acts.")),
            "off": Value(NP_("undo", "off"), N_("Nothing can be undone.")),
        },
        option=N_("what can be undone: {choices}"),
        metavar=NP_("argument", "WHAT"),
    )
    open_reserves: bool = choice(
        False,
        N_("Reserved cards"),
        {
            False: Value(
                NP_("reserved cards", "hidden"), N_("Only their owner sees reserved cards, as in the rulebook.")
            ),
            True: Value(NP_("reserved cards", "open"), N_("Cards reserved face up stay visible to all.")),
        },
        option=N_("cards reserved face up stay visible to all"),
    )
    promo_nobles: bool = choice(
        False,
        N_("Promo nobles"),
        {
            False: Value(NP_("promo nobles", "left out"), N_("Only the nobles of the rulebook are dealt.")),
            True: Value(NP_("promo nobles", "in play"), N_("Two more nobles, official promo tiles, may be dealt.")),
        },
        option=N_("the two promo nobles may be dealt"),
    )
    series: Annotated[str, BeforeValidator(parse_goal), Field(pattern=GOAL), allowing(_GOAL_ALLOWED)] = choice(
        OPEN_SERIES,
        N_("Series"),
        _describe_goal,
        steps=(OPEN_SERIES, "first-2", "first-3", "first-5", "best-3", "best-5", "best-7"),
        typing=N_(
            "You can also type {first} or {best} with another number.",
            first=_typed_goal("first-4"),
            best=_typed_goal("best-9"),
        ),
        option=N_("the goal of the rematches, like {first} or {best}, or {open}", **GOAL_EXAMPLES),
        metavar=NP_("argument", "GOAL"),
    )

    def changed(self, texts: Mapping[str, str], name_of: Callable[[Place], Message | str] = option_name) -> Self:
        """These rules with some fields set from text. Raises OptionError, whose messages call the fields `name_of`."""
        try:
            parsed = MatchRules.model_validate(texts, strict=False)  # not strict, so that numbers are parsed from text
        except ValidationError as error:
            raise OptionError(describe(error, name_of)) from error
        return self.model_copy(update={name: getattr(parsed, name) for name in texts})

    def stepped(self, name: str, by: int) -> Self:
        """These rules with the value of one rule that an arrow selects."""
        return self.model_copy(update={name: HOUSE_RULES[name].next(getattr(self, name), by)})

    def unusual(self) -> Mapping[str, tuple[Message, Message | str]]:
        """The rules that differ from the standard ones: by name, each with the names of the rule and its value."""
        return {
            name: (rule.name, rule.describe(getattr(self, name)).name)
            for name, rule in HOUSE_RULES.items()
            if getattr(self, name) != getattr(STANDARD, name)
        }


HOUSE_RULES: Final = choices_of(MatchRules)
"""The declarations of all house rules by name."""
STANDARD: Final = MatchRules()
"""The rules of the rulebook."""
GAME_RULES: Final = tuple(name for name in HOUSE_RULES if name in GameOptions.__dataclass_fields__)
"""The names of those that change the game itself. A position sets them."""


class Preset(NamedTuple):
    """A named set of rules for this number of `players`, or for any number if it is None.

    If `host_wins_tie` is true, the host wins a full tie.
    """

    name: Message
    about: Message
    rules: MatchRules
    players: int | None = None
    host_wins_tie: bool = False

    def tie_seat(self, players: int) -> int | None:
        """The seat that wins a full tie, if any. Raises OptionError for a number of players that does not fit."""
        if self.players not in {None, players}:
            sentence = N_("This preset is for {needed} players; you have {found}.", needed=self.players, found=players)
            raise OptionError([sentence])
        return 0 if self.host_wins_tie else None


OWN_RULES: Final = Preset(N_("your own"), N_("The rules as set below."), STANDARD)
"""Describes rules that do not match any preset."""
PRESETS: Final[Mapping[str, Preset]] = {
    "standard": Preset(N_("standard"), N_("The rulebook's game to 15 points."), STANDARD),
    "long": Preset(NP_("match", "long"), N_("The same game to 21 points."), MatchRules(target=21)),
    "deathmatch": Preset(
        N_("deathmatch"),
        N_(
            "Two players against the clock: 60 seconds a turn, a time bank of 300, no undo. The "
            "player in seat 1 wins a full tie."
        ),
        MatchRules(undo="off", clock=ClockOptions(turn_seconds=60, reserve_seconds=300)),
        players=2,
        host_wins_tie=True,
    ),
}
