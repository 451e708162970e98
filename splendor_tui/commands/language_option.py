"""The choice of the language: `--lang`, the environment, the settings or the system, in this order."""

from collections.abc import Mapping, Sequence
from typing import Final

from splendor_tui.commands.argument_parser import CommandError
from splendor_tui.words import N_, Message, enumerated, quoted
from splendor_tui.words.languages import OF_THE_SYSTEM, UnknownLanguageError, languages
from splendor_tui.words.switch_language import switch_language

OPTION: Final = "--lang"
_VARIABLE: Final = "SPLENDOR_TUI_LANGUAGE"


def choose_language(arguments: Sequence[str], environ: Mapping[str, str]) -> tuple[list[str], Message | None]:
    """Choose the language. Returns the other arguments, and a problem with the language's file, if any.

    Raises CommandError for an unknown language.
    """
    rest, language = _split_option(arguments)
    if language is None:
        return rest, _choose_default(environ)
    try:
        return rest, switch_language(language, environ)
    except UnknownLanguageError:
        _choose_default(environ)
        sentence = N_(
            "There is no language {name}; there are: {known}.", name=quoted(language), known=known_languages()
        )
        raise CommandError(sentence) from None


def known_languages() -> Message:
    """The allowed values of the option, for a message."""
    return enumerated([OF_THE_SYSTEM, *languages()])


def _choose_default(environ: Mapping[str, str]) -> Message | None:
    """Choose the language if the option is missing. Returns a problem with the language's file, if any."""
    if language := environ.get(_VARIABLE):
        try:
            return switch_language(language, environ)
        except UnknownLanguageError:
            return N_(
                "{variable} is {found}; allowed: {known}. The program continues in English.",
                variable=_VARIABLE,
                found=quoted(language),
                known=known_languages(),
            )
    try:
        return switch_language(_read_setting(environ), environ)
    except UnknownLanguageError:  # loading the settings reports it
        return None


def _read_setting(environ: Mapping[str, str]) -> str:
    """The language in the settings file. It is read before the other settings, so that their problems use this language."""
    from splendor_tui.inputs.locations import NoPlaceError, config_dir
    from splendor_tui.inputs.settings_toml import SettingsFileError, read_settings_file

    try:
        language = read_settings_file(config_dir(environ)).data.get("language")
    except (NoPlaceError, SettingsFileError):
        return OF_THE_SYSTEM
    return language if isinstance(language, str) else OF_THE_SYSTEM


def _split_option(arguments: Sequence[str]) -> tuple[list[str], str | None]:
    """Separate the language from the other arguments. The option may be anywhere before `--`; the last one counts."""
    rest: list[str] = []
    language = None
    remaining = iter(arguments)
    for argument in remaining:
        if argument == "--":
            return [*rest, argument, *remaining], language
        if argument == OPTION:
            language = next(remaining, None)
            if language is None:
                raise CommandError(N_("{option} needs a language: {known}.", option=OPTION, known=known_languages()))
        elif argument.startswith(f"{OPTION}="):
            language = argument.removeprefix(f"{OPTION}=")
        else:
            rest.append(argument)
    return rest, language
