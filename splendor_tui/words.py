"""Every word that a player reads passes through here: English is the source, other languages are gettext catalogues."""

import gettext
from pathlib import Path

_translation = gettext.translation("splendor_tui", Path(__file__).parent / "locale", fallback=True)

_ = _translation.gettext
ngettext = _translation.ngettext
