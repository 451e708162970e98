"""The language: from `--lang`, the environment, the settings or the system, in this order."""

from collections.abc import Mapping, Sequence
from typing import Final

from splendor_tui.commands.parser import CommandError
from splendor_tui.words import N_, Message, enumerated, quoted
from splendor_tui.words.choose_language import put_in_force
from splendor_tui.words.current_language import OF_THE_SYSTEM, UnknownLanguageError, languages

OPTION: Final = "--lang"
_VARIABLE: Final = "SPLENDOR_TUI_LANGUAGE"


def choose_language(arguments: Sequence[str], environ: Mapping[str, str]) -> tuple[list[str], Message | None]:
    """Choose the language; return the other arguments, and a problem with the language's file.

    Raises CommandError for an unknown language.
    """
    rest, asked = _without_option(arguments)
    if asked is None:
        return rest, _speak_usual(environ)
    try:
        return rest, put_in_force(asked, environ)
    except UnknownLanguageError:
        _speak_usual(environ)
        sentence = N_("There is no language {name}; there are: {known}.", name=quoted(asked), known=known_languages())
        raise CommandError(sentence) from None


def known_languages() -> Message:
    """The values of the option."""
    return enumerated([OF_THE_SYSTEM, *languages()])


def _speak_usual(environ: Mapping[str, str]) -> Message | None:
    """Choose the language without the option."""
    if language := environ.get(_VARIABLE):
        try:
            return put_in_force(language, environ)
        except UnknownLanguageError:
            return N_(
                "{variable} is {found}; allowed: {known}. The program continues in English.",
                variable=_VARIABLE,
                found=quoted(language),
                known=known_languages(),
            )
    try:
        return put_in_force(_set_in_file(environ), environ)
    except UnknownLanguageError:  # the settings report it
        return None


def _set_in_file(environ: Mapping[str, str]) -> str:
    """The language in the settings file, read before the settings so that their problems are in that language."""
    from splendor_tui.inputs.locations import NoPlaceError, config_dir
    from splendor_tui.inputs.settings_file import SettingsFileError, read_settings_file

    try:
        language = read_settings_file(config_dir(environ)).data.get("language")
    except (NoPlaceError, SettingsFileError):
        return OF_THE_SYSTEM
    return language if isinstance(language, str) else OF_THE_SYSTEM


def _without_option(arguments: Sequence[str]) -> tuple[list[str], str | None]:
    """Split off the option, which may be anywhere before `--`; the last one counts."""
    rest: list[str] = []
    asked = None
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--":
            return [*rest, argument, *waiting], asked
        if argument == OPTION:
            asked = next(waiting, None)
            if asked is None:
                raise CommandError(N_("{option} needs a language: {known}.", option=OPTION, known=known_languages()))
        elif argument.startswith(f"{OPTION}="):
            asked = argument.removeprefix(f"{OPTION}=")
        else:
            rest.append(argument)
    return rest, asked
