"""The colours of the table: our own two themes, and variables added to every theme.

A gem is a chip with its own text and background colours, readable on any theme. The other variables come from the
theme, and are shifted towards black or white until text in them is readable (WCAG contrast 4.5).
"""

from collections.abc import Iterable
from typing import Final

from textual.color import Color
from textual.theme import Theme

from splendor_tui.rules.gems import Colour

READABLE: Final = 4.5

_DARK: Final = Theme(
    name="splendor-dark",
    primary="#E3B341",
    secondary="#B79CED",
    accent="#FFD166",
    warning="#F2A65A",
    error="#F2727F",
    success="#7FD99A",
    foreground="#E8E2D6",
    background="#15131B",
    surface="#1D1A26",
    panel="#282334",
    dark=True,
)
_LIGHT: Final = Theme(
    name="splendor-light",
    primary="#7A5200",
    secondary="#0B5F73",
    accent="#8A1F7A",
    warning="#8A4B00",
    error="#A61B34",
    success="#1B6B3A",
    foreground="#2A2430",
    background="#ECE5D6",
    surface="#F4EEE1",
    panel="#DDD3BD",
    dark=False,
)
THEMES: Final = (_DARK, _LIGHT)


def theme_names(available: Iterable[str]) -> list[str]:
    """The names of all themes, our own first."""
    own = [theme.name for theme in THEMES]
    return own + sorted(name for name in available if name not in own)


# Background and text colours of the chips W U G R K and gold. They depend on the theme: a white gem would vanish on
# light themes, a black one on dark themes.
_CHIP_NAMES: Final = (*(str(colour) for colour in Colour), "gold")
_DARK_CHIPS: Final = (
    ("#EFE9DC", "#1E1A16"),
    ("#2A62C9", "#FFFFFF"),
    ("#3DA765", "#06150B"),
    ("#C22F3D", "#FFFFFF"),
    ("#4A4456", "#FFFFFF"),
    ("#E3B341", "#1D1503"),
)
_LIGHT_CHIPS: Final = (
    ("#D3D7E2", "#1E1A16"),
    ("#2A62C9", "#FFFFFF"),
    ("#52B679", "#06150B"),
    ("#C22F3D", "#FFFFFF"),
    ("#2B2733", "#FFFFFF"),
    ("#E9BC4B", "#1D1503"),
)

_WHITE_CHIP: Final = ("#FFFFFF", "#1E1A16")
_MIN_CHIP_CONTRAST: Final = 1.15
"""The minimum contrast between a chip and its surroundings."""

CHIP_GROUNDS: Final = tuple(
    tuple(ground for ground, _text in chips) for chips in (_DARK_CHIPS, _LIGHT_CHIPS, (_WHITE_CHIP, *_LIGHT_CHIPS[1:]))
)
"""The possible backgrounds of the chips W U G R K and gold."""

# Inks: Textual style strings that use the theme's variables.
GEM_INKS: Final = tuple(f"bold $gem-{name}-text on $gem-{name}" for name in _CHIP_NAMES)
PLAIN: Final = ""
STRONG: Final = "bold"
QUIET: Final = "$table-quiet"
LINE: Final = "$table-line"
LEVEL_LINES: Final = (LINE, "$table-line-2", "$table-line-3")
"""The inks of card and deck frames, by level."""
_SIGNALS: Final = {"can": "success", "title": "primary", "mark": "secondary", "cursor": "accent", "alert": "error"}
"""Inks that are a readable shade of a colour of the theme."""
CAN: Final = "bold $table-can"
CURSOR: Final = "bold $table-cursor"
CHOSEN: Final = "bold reverse $table-cursor"
TURN: Final = "bold reverse $table-can"
TITLE: Final = "bold $table-title"
LINK: Final = "bold underline $table-title"
NEW: Final = "bold $table-mark"
MARK: Final = "bold underline $table-mark"
LIT: Final = "bold reverse $table-mark"
ALERT: Final = "bold reverse $table-alert"
BACK: Final = "bold $table-title on $table-back"


def gem_ink(colour: Colour | None) -> str:
    """The ink of a colour's chip. None means gold."""
    return GEM_INKS[-1 if colour is None else colour]


def gem_ground(colour: Colour) -> str:
    """An ink in the background colour of a chip."""
    return f"$gem-{_CHIP_NAMES[colour]}"


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two opaque colours, from 1 to 21, as defined by WCAG 2."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def linear(colour: Color) -> tuple[float, float, float]:
    """The amounts of red, green and blue light, from 0 to 1."""
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in colour.normalized
    )
    return red, green, blue


def _luminance(colour: Color) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def readable(colour: Color, *backgrounds: Color) -> Color:
    """Shift a colour towards white or black until it is readable on all of these backgrounds."""
    lightest = max(_luminance(background) for background in backgrounds)
    pole = Color(0, 0, 0) if lightest > 0.18 else Color(255, 255, 255)
    for step in range(21):
        moved = colour.blend(pole, step / 20)
        if all(contrast(moved, background) >= READABLE for background in backgrounds):
            return moved
    return pole


def table_variables(theme: Theme, *, coloured: bool = True) -> dict[str, str]:
    """The theme variables for the table's inks, for use in `App.get_theme_variable_defaults`.

    Without colours, highlighted text is as bright as plain text, as grey text would seem less important.
    """
    chips = _DARK_CHIPS if theme.dark else _light_chips(theme)
    variables = {}
    for name, (background, text) in zip(_CHIP_NAMES, chips, strict=True):
        variables[f"gem-{name}"] = background
        variables[f"gem-{name}-text"] = text
    inks = _terminal_inks() if theme.ansi else _theme_inks(theme)
    if not coloured:
        highlights = [f"table-{ink}" for ink in _SIGNALS if ink != "alert"]
        inks |= dict.fromkeys(highlights, theme.to_color_system().generate()["foreground"])
    return variables | inks


def _light_chips(theme: Theme) -> tuple[tuple[str, str], ...]:
    """The chips of a light theme. Diamonds are white unless the background is almost white."""
    if theme.ansi:
        return _LIGHT_CHIPS
    ground = Color.parse(theme.to_color_system().generate()["background"])
    white = contrast(Color.parse(_WHITE_CHIP[0]), ground) >= _MIN_CHIP_CONTRAST
    return (_WHITE_CHIP, *_LIGHT_CHIPS[1:]) if white else _LIGHT_CHIPS


def _theme_inks(theme: Theme) -> dict[str, str]:
    system = theme.to_color_system().generate()
    background, foreground = (Color.parse(system[name]) for name in ("background", "foreground"))
    panel = _ground(Color.parse(system["panel"]), background, foreground)
    glow = _ground(background.blend(readable(Color.parse(system["success"]), background), 0.12), background, foreground)
    grounds = (background, panel, glow)
    return {
        **{f"table-{ink}": readable(Color.parse(system[name]), *grounds).hex for ink, name in _SIGNALS.items()},
        "table-quiet": readable(foreground.blend(background, 0.45), *grounds).hex,
        "table-line": background.blend(foreground, 0.28).hex,
        "table-line-2": background.blend(foreground, 0.45).hex,
        "table-line-3": background.blend(Color.parse(system["primary"]), 0.6).hex,
        "table-glow": glow.hex,
        "table-back": panel.hex,
    }


def _ground(colour: Color, background: Color, text: Color) -> Color:
    """Shift a colour towards the background until plain text on it is readable."""
    moved = (colour.blend(background, step / 20) for step in range(21))
    return next((ground for ground in moved if contrast(text, ground) >= READABLE), background)


def _terminal_inks() -> dict[str, str]:
    """The inks for themes that use the terminal's own colours, which are unknown."""
    names = (*_SIGNALS, "quiet", "line", "line-2", "line-3", "glow", "back")
    return {f"table-{name}": "ansi_default" for name in names}
