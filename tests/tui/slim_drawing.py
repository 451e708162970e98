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
_TEXT = re.compile(r'<text [^>]*class="[\w-]+-(r\d+)" x="([\d.]+)" y="[\d.]+"[^>]*-line-(\d+)\)">([^<]*)')


def slim(drawing: str) -> str:
    """Compact an SVG screenshot by Textual."""
    styles = {name: style.replace(" ", "").rstrip(";") for name, style in _STYLE.findall(drawing)}
    names = {style: f"s{number}" for number, style in enumerate(sorted({*styles.values()}))}
    matrix = drawing[drawing.index("clip-terminal)") :]
    grounds: dict[int, list[tuple[str, float, float]]] = {}
    painted = _GROUND.findall(matrix)
    for colour, x, y, width in painted:
        _extend(grounds.setdefault(round((float(y) - 1.5) / HEIGHT), []), colour, float(x), float(width))
    texts: dict[int, str] = dict.fromkeys(grounds, "")
    for style, x, row, text in _TEXT.findall(matrix):
        texts[int(row)] += _text(names[styles[style]], float(x), int(row), text.replace("&#160;", " "))
    common = Counter(colour for colour, *_place in painted).most_common(1)[0][0]
    rows = [_grounds(grounds[row], row, common) + texts[row] for row in sorted(grounds)]
    css = [f"text{{font:20px {FONT};white-space:pre}}", *(f".{name}{{{style}}}" for style, name in names.items())]
    right = max(x + width for row in grounds.values() for _colour, x, width in row)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right + 2 * MARGIN:g} {len(rows) * HEIGHT + 2 * MARGIN:g}">'
        f'<style>{"".join(css)}</style><rect width="100%" height="100%" rx="10" fill="{common}"/>'
        f'<g xml:space="preserve" transform="translate({MARGIN},{MARGIN})">\n' + "\n".join(rows) + "\n</g></svg>\n"
    )


def _extend(row: list[tuple[str, float, float]], colour: str, x: float, width: float) -> None:
    """Append a background to a row, or widen the last one if it has the same colour."""
    if row and row[-1][0] == colour:
        row[-1] = colour, row[-1][1], row[-1][2] + width
    else:
        row.append((colour, x, width))


def _grounds(row: list[tuple[str, float, float]], number: int, common: str) -> str:
    return "".join(
        f'<rect fill="{colour}" x="{x:g}" y="{number * HEIGHT:.1f}" width="{width:g}" height="24.6"'
        ' shape-rendering="crispEdges"/>'
        for colour, x, width in row
        if colour != common
    )


def _text(style: str, x: float, number: int, text: str) -> str:
    if not (bare := text.strip()):
        return ""
    begin = x + WIDTH * (len(text) - len(text.lstrip()))
    cells = len(re.sub(r"&#?\w+;", "x", bare))
    place = f'x="{begin:g}" y="{number * HEIGHT + 18.5:.1f}" textLength="{cells * WIDTH:g}"'
    return f'<text class="{style}" {place}>{bare}</text>'
