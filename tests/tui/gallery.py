"""A gallery for looking at the table: `python -m tests.tui.gallery --size 80x24 --position late --svg late.svg`.

Draws a position that is reached by random play. `rsvg-convert -o late.png late.svg` makes a PNG of it. With `--pictures` it
writes the pictures anew to which the tests compare the table; look at what has changed before you keep them.
"""

import argparse
import asyncio
import re
from pathlib import Path
from typing import Final

from textual.app import App, ComposeResult
from textual.strip import Strip

import splendor_tui
from splendor_tui.match.assets import load_catalogue
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.glyphs import TIERS
from splendor_tui.tui.table_model import Slot, TableModel
from splendor_tui.tui.theme import THEMES, table_variables
from splendor_tui.tui.widgets.board import Board
from splendor_tui.tui.widgets.key_hints import KeyHints
from splendor_tui.tui.widgets.prompt_line import PromptLine
from splendor_tui.tui.widgets.status_line import StatusLine
from tests.tui.positions import POSITIONS, table_model

FONT: Final = "DejaVu Sans Mono"
PICTURES: Final = Path(__file__).parent / "pictures"
COMPARED: Final = (
    *(
        (position, size, "unicode")
        for position in ("early", "late", "return", "noble", "last-round")
        for size in ("80x24", "120x40")
    ),
    ("middle", "80x24", "ascii"),
    ("middle", "100x30", "unicode"),
    ("middle", "120x40", "ascii"),
)


class TableApp(App[None]):
    """The table and nothing else: no keys, no game."""

    CSS_PATH = Path(splendor_tui.__file__).parent / "tui" / "widgets" / "table.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012  Textual declares it so
    VERTICAL_BREAKPOINTS = [(0, "-low"), (40, "-tall")]  # noqa: RUF012

    def __init__(self, model: TableModel, *, theme: str = "splendor-dark") -> None:
        super().__init__()
        self.model = model
        for own in THEMES:
            self.register_theme(own)
        self.theme = theme

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """What the table's inks need."""
        return table_variables(self.current_theme)

    def compose(self) -> ComposeResult:
        """The rows of a table, from the top."""
        yield StatusLine(self.model)
        yield Board(self.model)
        yield PromptLine(self.model)
        yield KeyHints(self.model)

    def show(self, model: TableModel) -> None:
        """Show another position."""
        with self.batch_update():
            self.query_one(StatusLine).model = model
            self.query_one(Board).model = model
            self.query_one(PromptLine).model = model
            self.query_one(KeyHints).model = model

    def strips(self) -> list[Strip]:
        """The rows of the screen with their styles."""
        return self.screen._compositor.render_strips()  # noqa: SLF001  Textual has no public way to them


def rows(model: TableModel, size: str, cursor: Slot | None = None) -> list[Strip]:
    """The rows of the screen that shows a model at a size like `80x24`."""

    async def run() -> list[Strip]:
        app = TableApp(model)
        async with app.run_test(size=_cells(size)) as pilot:
            _place(app, cursor)
            await pilot.pause()
            return app.strips()

    return asyncio.run(run())


def text(model: TableModel, size: str, cursor: Slot | None = None) -> str:
    """The same as plain text."""
    return "\n".join(strip.text.rstrip() for strip in rows(model, size, cursor)) + "\n"


def svg(model: TableModel, size: str, theme: str, cursor: Slot | None = None) -> str:
    """The same as SVG, in a font that has all the signs."""

    async def run() -> str:
        app = TableApp(model, theme=theme)
        async with app.run_test(size=_cells(size)) as pilot:
            _place(app, cursor)
            await pilot.pause()
            return app.export_screenshot(title="")

    bare = re.sub(r"@font-face \{.*?\}", "", asyncio.run(run()), flags=re.DOTALL)
    return bare.replace("Fira Code", FONT).replace("<text ", '<text xml:space="preserve" ')


def _place(app: TableApp, cursor: Slot | None) -> None:
    if cursor is not None:
        app.query_one(Board).cursor = cursor


def _cells(size: str) -> tuple[int, int]:
    width, height = map(int, size.split("x"))
    return width, height


def compared_model(catalogue: Catalogue, position: str, glyphs: str) -> TableModel:
    """The model of a position to which the tests compare the table."""
    return table_model(POSITIONS[position](catalogue), glyphs=TIERS[glyphs])


def picture_path(position: str, size: str, glyphs: str) -> Path:
    """Where the picture of a position is kept."""
    return PICTURES / f"{position}-{size}-{glyphs}.txt"


def main() -> None:
    """Write what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", default="80x24", help="columns x rows")
    parser.add_argument("--theme", default="splendor-dark")
    parser.add_argument("--position", choices=POSITIONS, default="middle")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=4)
    parser.add_argument("--glyphs", choices=TIERS, default="unicode")
    parser.add_argument("--svg", type=Path, help="where to write the drawing")
    parser.add_argument("--pictures", action="store_true", help="write the pictures of the tests anew")
    asked = parser.parse_args()
    catalogue = load_catalogue()
    if asked.svg:
        model = table_model(POSITIONS[asked.position](catalogue, asked.players), glyphs=TIERS[asked.glyphs])
        asked.svg.write_text(svg(model, asked.size, asked.theme, model.choice.chosen))
    if asked.pictures:
        PICTURES.mkdir(exist_ok=True)
        for position, size, glyphs in COMPARED:
            model = compared_model(catalogue, position, glyphs)
            picture_path(position, size, glyphs).write_text(text(model, size, model.choice.chosen))


if __name__ == "__main__":
    main()
