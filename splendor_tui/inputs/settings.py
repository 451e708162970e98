"""The settings, their allowed values, and the origin of each value.

The environment overrides the file, which overrides the default. Invalid values are reported and ignored, so that they
never prevent a game.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, get_args

from pydantic import AfterValidator, Field, ValidationError

from splendor_tui.inputs.choices import Value, choice, choices_of
from splendor_tui.inputs.engine_names import EngineSettings, Title
from splendor_tui.inputs.house_rules import GOAL, HOUSE_RULES, MatchRules
from splendor_tui.inputs.player_names import PlayerName
from splendor_tui.inputs.settings_toml import (
    Place,
    SettingsFile,
    SettingsFileError,
    SettingsNotSavedError,
    read_settings_file,
    write_settings_file,
)
from splendor_tui.inputs.strict_models import ProblemsError, Strict, allowing, between, describe, place_name, unknown
from splendor_tui.rules.constants import MAX_PLAYERS
from splendor_tui.words import N_, NP_, Message, enumerated
from splendor_tui.words.languages import (
    OF_THE_SYSTEM,
    PSEUDO,
    LanguageFileError,
    bare_name,
    language_in,
    languages,
    locale_of,
    names_language,
    translation_of,
)
from splendor_tui.words.switch_language import language_name

PLAIN_OPTION: Final = "--plain"
"""The option for playing line by line once. The setting `plain` does the same always."""
PLAIN_COMMAND: Final = f"splendor-tui {PLAIN_OPTION}"

_MATCH: Final = "match"
_KEYBOARD: Final = "keyboard"
_VARIABLE_PREFIX: Final = "SPLENDOR_TUI_"
_TABLES: Final = ("keys", "engines")
"""Settings whose entries have names chosen by the player. All entries of one setting share the origin of the last entry."""
_FILE_ONLY: Final = frozenset({*_TABLES, "names", "seats", "tie_seat", "goal"})
MAX_NAMES: Final = 8
"""The last humans that are remembered."""
_Keyboard: TypeAlias = Literal["qwerty", "azerty", "qwertz"]
_KEYBOARDS: Final[Sequence[str]] = get_args(_Keyboard)
"""The supported keyboard layouts."""
_AUTO: Final = "auto"
_USUAL_KEYBOARD: Final = NP_(
    "keyboard of most who speak this language (qwerty, azerty or qwertz), and others by region, like CH=qwertz",
    "qwerty",
)
_DEFAULT_THEME: Final = "splendor-dark"

BindingId: TypeAlias = Annotated[
    str,
    Field(pattern=r"^[a-z][a-z0-9_.-]{0,39}\Z"),
    allowing(N_("the id of a binding: lower-case letters, digits and . _ -, at most 40")),
]
Keys: TypeAlias = Annotated[
    str,
    Field(pattern=r"^[!-~\u00a1-\u024f]{1,40}\Z"),  # a key is named by its letter, such as é in Western Europe
    allowing(N_("a key name, or several separated by commas, like {one} or {two}", one="ctrl+r", two="f5,r")),
]


SeatKind: TypeAlias = Annotated[
    str,
    Field(pattern=r"^(human|[a-z]{1,20}|@.{1,40})\Z"),
    allowing(N_("human, a level, or @ and the title of an engine in the settings")),
]


def _check_language(language: str) -> str:
    if language not in (OF_THE_SYSTEM, PSEUDO, *languages()):
        raise ValueError(language)
    return language


def _describe_seconds(seconds: float) -> Value:
    return Value(N_("{seconds:g} s", seconds=seconds), typed=Message("{seconds:g}", {"seconds": seconds}))


_ON: Final = N_("on")
_OFF: Final = N_("off")


class SettingsError(ProblemsError):
    """Raised for invalid settings. The message has a line for each problem."""


class Settings(Strict):
    """The player's settings.

    The settings screen offers those with a `Choice`, in this order. The others:

    - `plain`: play line by line, without the table. `numbers`: name cards with their numbers there. `clock_on_demand`: the
      clock of a turn starts there when the player says so, so that listening costs no time.
    - `rules_pane`: show the rules beside a wide table.
    - `names`, `seats`, `tie_seat`, `match`: the players and rules of the last game, then the names of humans who played
      before. Tie seat 0 means a shared win. `goal`: that of the last series, if it is not the usual one in `match`.
    - `keys`: the player's keys by binding id. `engines`: the player's engines by title.
    """

    plain: bool = False
    numbers: bool = False
    clock_on_demand: bool = False
    language: Annotated[str, AfterValidator(_check_language), allowing(enumerated([OF_THE_SYSTEM, *languages()]))] = (
        choice(
            OF_THE_SYSTEM,
            N_("Language"),
            lambda code: Value(N_("automatic") if code == OF_THE_SYSTEM else language_name(code)),
            about=N_("The program's language. Games, records and notation are the same in every language."),
        )
    )
    theme: Annotated[
        str, Field(pattern=r"^[a-z0-9-]{1,40}\Z"), allowing(N_("a theme name, like {example}", example=_DEFAULT_THEME))
    ] = choice(
        _DEFAULT_THEME,
        N_("Theme"),
        Value,
        about=N_("The colours. Gems keep their own background, so they are readable in every theme."),
    )
    glyphs: Literal["auto", "unicode", "ascii"] = choice(
        "auto",
        N_("Symbols"),
        {
            "auto": Value(N_("automatic"), N_("The symbols that this terminal supports.")),
            "unicode": Value(N_("all symbols"), N_("Diamonds, stars and round corners.")),
            "ascii": Value(N_("plain"), N_("Only the symbols that every terminal supports.")),
        },
    )
    layout: Literal["auto", "compact", "wide"] = choice(
        "auto",
        N_("Table"),
        {
            "auto": Value(
                N_("automatic"),
                N_(
                    "The largest table layout that fits the window. For a screen reader, start {command}.",
                    command=PLAIN_COMMAND,
                ),
            ),
            "compact": Value(N_("compact"), N_("The table stays as small as in the smallest window.")),
            "wide": Value(N_("wide"), N_("Cards with a small jewel if they fit; never the largest cards.")),
        },
    )
    rules_pane: bool = True
    animations: bool = choice(
        True,
        N_("Animations"),
        {
            True: Value(_ON, N_("Cards and tokens are animated. Any key skips the animation, and still takes effect.")),
            False: Value(_OFF, N_("Nothing is animated.")),
        },
    )
    bell: bool = choice(
        False,
        N_("Bell"),
        {
            True: Value(
                _ON, N_("In games with a clock, the bell rings once when a human has less than ten seconds left.")
            ),
            False: Value(_OFF, N_("The bell never rings.")),
        },
    )
    bot_pace: Annotated[float, between(0, 10, N_("seconds from 0 to {most}"))] = choice(
        1.0,
        N_("Pace of play"),
        _describe_seconds,
        steps=(0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0),
        about=N_("The delay before a computer player's next action. You can also type a value and press Enter."),
    )
    thinking_seconds: Annotated[float, between(0.2, 30, N_("seconds from {least} to {most}"))] = choice(
        1.0,
        N_("Time to think"),
        _describe_seconds,
        steps=(0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 15.0, 20.0, 30.0),
        about=N_(
            "How long the Grandmaster or your own engine may think about an action. With a clock, it never "
            "uses more than half of its turn. You can also type a value and press Enter."
        ),
    )
    ponder: bool = choice(
        False,
        N_("Think on your turn"),
        {True: Value(_ON), False: Value(_OFF)},
        about=N_(
            "Whether the Grandmaster also thinks during your turn. It sees only what is visible to its seat. "
            "It plays better, and the computer works harder."
        ),
    )
    open_hands: bool = choice(
        True,
        N_("Watching"),
        {True: Value(N_("reserves shown")), False: Value(N_("reserves hidden"))},
        about=N_(
            "Whether to show reserved cards when it no longer matters: after the end, in the replay of "
            "a finished game, and while only computers play."
        ),
    )
    chances: bool = choice(
        False,
        N_("Chances of winning"),
        {True: Value(N_("shown")), False: Value(N_("hidden"))},
        about=N_("Each player's chance of winning, beside the name, given what the human at the keyboard knows."),
    )
    keyboard: Literal["auto", _Keyboard] = choice(
        "qwerty",
        N_("Keyboard"),
        {
            "qwerty": Value("qwerty", N_("The card keys are laid out on the keyboard like the cards on the table.")),
            "azerty": Value("azerty", N_("The same layout on a French keyboard.")),
            "qwertz": Value("qwertz", N_("The same layout on a German keyboard.")),
        },
    )
    names: Annotated[tuple[PlayerName, ...], Field(max_length=MAX_NAMES, strict=False)] = ()
    seats: Annotated[tuple[SeatKind, ...], Field(max_length=MAX_PLAYERS, strict=False)] = ()
    tie_seat: Annotated[int, between(0, MAX_PLAYERS, N_("a whole number from 0 to {most}"))] = 0
    goal: Annotated[str, Field(pattern=rf"{GOAL}|^\Z")] = ""
    keys: dict[BindingId, Keys] = Field(default_factory=dict)
    engines: dict[Title, EngineSettings] = Field(default_factory=dict)
    match: MatchRules = MatchRules()

    def changed(self, **values: object) -> "Settings":
        """These settings with some fields replaced. Raises SettingsError."""
        try:
            return Settings.model_validate(vars(self) | values)
        except ValidationError as error:
            raise SettingsError(describe(error)) from error

    def with_text(self, name: str, text: str, shown: Message | str | None = None) -> "Settings":
        """These settings with one setting parsed from text. Raises SettingsError, whose message calls it `shown`."""
        try:
            typed = CHOICES[name].read(text) if name in CHOICES else text
            value = _validate(_place(name), typed, as_text=True)
        except ValidationError as error:
            raise SettingsError(describe(error, lambda place: shown or place_name(place))) from error
        return self.with_value(name, value)

    def with_value(self, name: str, value: object) -> "Settings":
        """These settings with one setting replaced. Raises SettingsError."""
        top, *inner = _place(name)
        usual = {"goal": ""} if inner == ["series"] else {}
        return self.changed(**{top: self.match.model_copy(update={inner[0]: value}) if inner else value, **usual})

    def value_of(self, name: str) -> Any:
        """The value of one setting."""
        return _value_at(self, _place(name))


CHOICES: Final = {**choices_of(Settings), **{f"{_MATCH}.{name}": rule for name, rule in HOUSE_RULES.items()}}
"""How settings are offered on the screen, by name."""
SETTING_NAMES: Final = (
    *(name for name in Settings.model_fields if name != _MATCH),
    *(f"{_MATCH}.{name}" for name in HOUSE_RULES),
)
"""The names of all settings. Those of a new match have the form `match.target`."""


class Origin(StrEnum):
    """The source of a setting's value."""

    ENVIRONMENT = "environment"
    FILE = "file"
    DEFAULT = "default"


class LoadedSettings(NamedTuple):
    """The current settings, the origin of each by name, and a message for each ignored value."""

    settings: Settings
    origins: Mapping[str, Origin]
    problems: tuple[Message, ...]


def variable_of(name: str) -> str | None:
    """The environment variable of a setting, like `SPLENDOR_TUI_MATCH_TARGET`. None if only the file can contain it."""
    return None if name in _FILE_ONLY else _VARIABLE_PREFIX + name.replace(".", "_").upper()


def load_settings(environ: Mapping[str, str], folder: Path | None) -> LoadedSettings:
    """Load the settings. `folder` contains the settings file; None means that no folder is known."""
    values: dict[str, Any] = {}
    origins = dict.fromkeys(SETTING_NAMES, Origin.DEFAULT)
    problems: list[Message] = []

    def take(origin: Origin, place: Place, value: object) -> list[Message]:
        """Use the value if it is valid. Returns its problems."""
        if problem := _unknown_setting(place):
            return [problem]
        try:
            valid = _validate(place, value, as_text=origin is Origin.ENVIRONMENT)
        except ValidationError as error:
            return describe(error)
        top, *inner = place
        if inner:
            values.setdefault(top, {})[inner[0]] = valid
        else:
            values[top] = valid
        name = ".".join(place)
        origins[name if name in SETTING_NAMES else top] = origin
        return []

    file = SettingsFile()
    try:
        if folder is not None:
            file = read_settings_file(folder)
    except SettingsFileError as error:
        problems.append(error.message)
    for place, value in _entries(file.data):
        if found := take(Origin.FILE, place, value):
            problems += _located(file.where(place), found)
    for name in SETTING_NAMES:
        variable = variable_of(name)
        if variable is not None and (text := environ.get(variable)):
            problems += _located(variable, take(Origin.ENVIRONMENT, _place(name), text))
    return LoadedSettings(Settings.model_validate(values), origins, tuple(problems))


def choose_keyboard(loaded: LoadedSettings, environ: Mapping[str, str]) -> Settings | None:
    """The settings with the usual keyboard of the system's locale. None if the player has set a keyboard."""
    settings = loaded.settings
    if loaded.origins[_KEYBOARD] is not Origin.DEFAULT and settings.keyboard != _AUTO:
        return None
    return settings.changed(keyboard=_usual_keyboard(locale_of(environ)))


def _usual_keyboard(locale: str) -> str:
    """The keyboard of a locale. Without a locale, the current language decides."""
    usual = _KEYBOARDS[0]
    if not names_language(locale):
        usual = str(_USUAL_KEYBOARD)
    elif (language := language_in(locale)) is not None:
        with suppress(LanguageFileError):
            usual = _USUAL_KEYBOARD.translated(translation_of(language))
    everywhere, *regions = usual.split() or _KEYBOARDS
    region = bare_name(locale).partition("_")[2]
    keyboard = next((one.partition("=")[2] for one in regions if one.startswith(f"{region}=")), everywhere)
    return keyboard if keyboard in _KEYBOARDS else _KEYBOARDS[0]


def save_settings(folder: Path | None, before: Settings, after: Settings) -> None:
    """Write the changed settings to the file in this folder, and keep its other contents. Raises SettingsNotSavedError."""
    old, new = (dict(_entries(settings.model_dump(mode="json"))) for settings in (before, after))
    changes = {place: new.get(place) for place in old | new if old.get(place) != new.get(place)}
    if changes and folder is None:
        raise SettingsNotSavedError(N_("Your settings apply until you quit: there is no folder to save them in."))
    if changes and folder is not None:
        write_settings_file(folder, changes)


def plain_settings(settings: Settings) -> dict[str, object]:
    """The value of each setting by name, in the form used in the file."""
    plain = settings.model_dump(mode="json")
    return {name: _value_at(plain, _place(name)) for name in SETTING_NAMES}


def _validate(place: Place, value: object, *, as_text: bool) -> object:
    """The validated value. If `as_text`, strings are also parsed as values of other types. Raises ValidationError."""
    for step in reversed(place):
        value = {step: value}
    return _value_at(Settings.model_validate(value, strict=False if as_text else None), place)


def _value_at(values: object, place: Place) -> object:
    for step in place:
        values = values[step] if isinstance(values, dict) else getattr(values, step)
    return values


def _located(where: Message | str, problems: list[Message]) -> Iterator[Message]:
    return (N_("{place}: {sentence}", place=where, sentence=problem) for problem in problems)


def _unknown_setting(place: Place) -> Message | None:
    """The problem if this path does not belong to a setting, else None."""
    table, name = place if len(place) > 1 else ("", place[0])
    known = {"": Settings.model_fields, _MATCH: MatchRules.model_fields}.get(table)
    if known is None or name in known:
        return None
    return unknown(place_name(place), list(known))


def _entries(data: Mapping[str, Any]) -> Iterator[tuple[Place, object]]:
    """Yield each value of a file separately, so that an invalid value does not affect the others."""
    for name, value in data.items():
        if name in {_MATCH, *_TABLES} and isinstance(value, dict):
            yield from (((name, inner), inner_value) for inner, inner_value in value.items())
        else:
            yield (name,), value


def _place(name: str) -> Place:
    return tuple(name.split(".", 1))
