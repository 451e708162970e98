"""Words that are translated where they are made. They are being replaced by messages, module by module."""

from splendor_tui.words.languages import translation


def _(text: str) -> str:
    return translation().gettext(text)


def ngettext(one: str, many: str, number: int) -> str:
    """The form for a number."""
    return translation().ngettext(one, many, number)
