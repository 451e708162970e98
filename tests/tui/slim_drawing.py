"""Creates compact SVG screenshots for documents: Textual's own, row by row, without repetitions."""

import re
from collections import Counter
from typing import Final

WIDTH: Final = 12.2
HEIGHT: Final = 24.4
MARGIN: Final = 12
FONT: Final = "'DejaVu Sans Mono','Fira Code',Menlo,Consolas,monospace"

_STYLE = re.compile(r"\.[\w-]+-(r\d+) \{ ([^}]*) \}")
_GROUND = re.compile(r'<rect fill="(#\w+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"')
_TEXT = re.compile(
    r'<text [^>]*class="[\w-]+-(r\d+)" x="([\d.]+)" y="[\d.]+" textLength="([\d.]+)"[^>]*-line-(\d+)\)">([^<]*)'
)


def slim(drawing: str) -> str:
    """Compact an SVG screenshot by Textual."""
    page = _Page(drawing)
    ground = Counter(colour for row in page.grounds for colour, _x, _width in row).most_common(1)[0][0]
    styles = {style: f"s{number}" for number, style in enumerate(sorted({*page.styles.values()}))}
    rows = page.rows(ground, styles)
    css = [f"text{{font:20px {FONT};white-space:pre}}", *(f".{name}{{{style}}}" for style, name in styles.items())]
    width, height = page.width + 2 * MARGIN, len(rows) * HEIGHT + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"><style>{"".join(css)}</style>'
        f'<rect width="100%" height="100%" rx="10" fill="{ground}"/>'
        f'<g xml:space="preserve" transform="translate({MARGIN},{MARGIN})">\n' + "\n".join(rows) + "\n</g></svg>\n"
    )


class _Page:
    """The contents of a screenshot, sorted by row."""

    def __init__(self, drawing: str) -> None:
        matrix = drawing.index("clip-terminal)")
        self.styles = {name: style.replace(" ", "").rstrip(";") for name, style in _STYLE.findall(drawing)}
        self.grounds: list[list[tuple[str, float, float]]] = []
        self.texts: dict[int, list[tuple[str, float, float, str]]] = {}
        for colour, x, y, width in _GROUND.findall(drawing[matrix:]):
            row = round((float(y) - 1.5) / HEIGHT)
            while len(self.grounds) <= row:
                self.grounds.append([])
            self.grounds[row].append((colour, float(x), float(width)))
        for style, x, length, row, text in _TEXT.findall(drawing[matrix:]):
            self.texts.setdefault(int(row), []).append((style, float(x), float(length), text.replace("&#160;", " ")))
        self.width = max(x + width for row in self.grounds for _colour, x, width in row)

    def rows(self, ground: str, styles: dict[str, str]) -> list[str]:
        """The SVG elements of each row: backgrounds that differ from the common one, and texts."""
        return [self._grounds(number, ground) + self._texts(number, styles) for number in range(len(self.grounds))]

    def _grounds(self, number: int, common: str) -> str:
        joined: list[tuple[str, float, float]] = []
        for colour, x, width in self.grounds[number]:
            if joined and joined[-1][0] == colour:
                joined[-1] = colour, joined[-1][1], joined[-1][2] + width
            else:
                joined.append((colour, x, width))
        return "".join(
            f'<rect fill="{colour}" x="{x:g}" y="{number * HEIGHT:.1f}" width="{width:g}" height="24.6"'
            ' shape-rendering="crispEdges"/>'
            for colour, x, width in joined
            if colour != common
        )

    def _texts(self, number: int, styles: dict[str, str]) -> str:
        drawn = []
        for style, x, _length, text in self.texts.get(number, []):
            bare = text.strip()
            if not bare or bare == "\n":
                continue
            begin = x + WIDTH * (len(text) - len(text.lstrip()))
            length = _cells(bare) * WIDTH
            drawn.append(
                f'<text class="{styles[self.styles[style]]}" x="{begin:g}" y="{number * HEIGHT + 18.5:.1f}"'
                f' textLength="{length:g}">{bare}</text>'
            )
        return "".join(drawn)


def _cells(text: str) -> int:
    return len(re.sub(r"&#?\w+;", "x", text))
