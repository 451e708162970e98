"""Compiles the languages when the package is built or installed, as gettext reads `.mo` files."""

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LANGUAGES: Final = Path(__file__).parent / "splendor_tui" / "languages"
_NO_DATE: Final = datetime(2000, 1, 1, tzinfo=UTC)  # builds are reproducible


def compiled(text: str) -> bytes:
    """The `.mo` file of a `.po` file. Fuzzy entries, and those with the wrong number of forms or `%s`, stay English."""
    catalog = read_po(BytesIO(text.encode()), abort_invalid=True)
    catalog.creation_date = catalog.revision_date = _NO_DATE
    for message, _errors in list(catalog.check()):
        message.string = ""
    content = BytesIO()
    write_mo(content, catalog)
    return content.getvalue()


def compile_languages(folder: Path = LANGUAGES) -> None:
    """Compile the languages whose `.mo` file is missing or older than their `.po` file."""
    for source in folder.glob("*.po"):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns:
            whole = target.with_suffix(f".{datetime.now(UTC).timestamp()}")  # two processes may do this at once
            whole.write_bytes(compiled(source.read_text(encoding="utf-8")))
            whole.replace(target)


class CompiledLanguages(BuildHookInterface[Any]):
    """The hook that hatchling calls before building or installing."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling passes them
        """Compile the languages."""
        compile_languages()
