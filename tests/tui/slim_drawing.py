"""Drawings of the terminal as a document keeps them: Textual's own, row by row, with nothing said twice.

One frame gives a picture. Several give a film, in which a row that stands still is drawn once.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Frame:
    """A drawing of the screen by Textual, and for how many seconds it stands."""

    drawing: str
    seconds: float = 1.0


def slim(frames: Sequence[Frame]) -> str:
    """One drawing of all frames, which follow each other for ever; the screen has the same size in all of them."""
    pages = [_Page(frame.drawing) for frame in frames]
    ground = Counter(colour for page in pages for row in page.grounds for colour, _x, _width in row).most_common(1)[0][
        0
    ]
    styles = {
        style: f"s{number}" for number, style in enumerate(sorted({s for page in pages for s in page.styles.values()}))
    }
    rows = [page.rows(ground, styles) for page in pages]
    css = [f"text{{font:20px {FONT};white-space:pre}}", *(f".{name}{{{style}}}" for style, name in styles.items())]
    body: list[str] = []
    for number in range(len(rows[0])):
        versions = _versions([page[number] for page in rows])
        for version, (drawn, stands) in enumerate(versions):
            name = f"r{number}v{version}"
            if len(versions) > 1:
                css += _film(name, stands, [frame.seconds for frame in frames])
            body.append(f'<g id="{name}">{drawn}</g>' if len(versions) > 1 else drawn)
    width, height = pages[0].width + 2 * MARGIN, len(rows[0]) * HEIGHT + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"><style>{"".join(css)}</style>'
        f'<rect width="100%" height="100%" rx="10" fill="{ground}"/>'
        f'<g xml:space="preserve" transform="translate({MARGIN},{MARGIN})">\n' + "\n".join(body) + "\n</g></svg>\n"
    )


class _Page:
    """What a drawing of Textual says, sorted by row."""

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
        """Each row as elements of a drawing: coloured grounds where they are not the common one, and texts."""
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


def _versions(rows: Sequence[str]) -> list[tuple[str, set[int]]]:
    """What a row looks like at any time, and in which frames."""
    stands: dict[str, set[int]] = {}
    for frame, row in enumerate(rows):
        stands.setdefault(row, set()).add(frame)
    return list(stands.items())


def _film(name: str, stands: set[int], seconds: Sequence[float]) -> list[str]:
    """The style that shows an element in some of the frames."""
    length, begin, steps = sum(seconds), 0.0, []
    for frame, stood in enumerate(seconds):
        if (frame in stands) != (frame - 1 in stands) or not frame:
            steps.append(f"{100 * begin / length:.3f}%{{opacity:{int(frame in stands)}}}")
        begin += stood
    steps.append(f"100%{{opacity:{int(len(seconds) - 1 in stands)}}}")
    return [f"@keyframes {name}{{{''.join(steps)}}}", f"#{name}{{animation:{name} {length:g}s step-end infinite}}"]
