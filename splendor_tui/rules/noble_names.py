"""What the nobles of the printed game are called in the language in force."""

from typing import Final

from splendor_tui.words import NP_

_NAMES: Final = {
    name.template: name
    for name in (
        NP_("noble", "Henry VIII"),
        NP_("noble", "Mary Stuart"),
        NP_("noble", "Suleiman the Magnificent"),
        NP_("noble", "Isabella of Castile"),
        NP_("noble", "Machiavelli"),
        NP_("noble", "Francis I of France"),
        NP_("noble", "Catherine de' Medici"),
        NP_("noble", "Charles V"),
        NP_("noble", "Elisabeth of Austria"),
        NP_("noble", "Anne of Brittany"),
    )
}


def shown_name(name: str) -> str:
    """The name that players read; one that the program does not know, of a set of cards of one's own, stays as it is."""
    known = _NAMES.get(name)
    return name if known is None else known.translated()
