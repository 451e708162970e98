"""Everything on the table can be read in every theme, without colour, and with few colours."""

import pytest
from rich.color import ColorSystem
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from splendor_tui.tui.theme import READABLE, THEMES, contrast, readable, table_variables

ALL_THEMES = [*BUILTIN_THEMES.values(), *THEMES]
COLOURED_THEMES = [theme for theme in ALL_THEMES if not theme.ansi]
CHIPS = ("white", "blue", "green", "red", "black", "gold")
TEXT_INKS = ("can", "quiet", "cursor", "title", "mark", "alert")

in_all_themes = pytest.mark.parametrize("theme", ALL_THEMES, ids=lambda theme: theme.name)
in_coloured_themes = pytest.mark.parametrize("theme", COLOURED_THEMES, ids=lambda theme: theme.name)


def chips(theme: Theme) -> list[tuple[Color, Color]]:
    """Text and background of every chip."""
    variables = table_variables(theme)
    return [(Color.parse(variables[f"gem-{name}-text"]), Color.parse(variables[f"gem-{name}"])) for name in CHIPS]


def in_256_colours(colour: Color) -> Color:
    """The colour that a terminal of 256 colours shows."""
    return Color.from_rich_color(colour.rich_color.downgrade(ColorSystem.EIGHT_BIT))


def test_contrast_is_that_of_wcag() -> None:
    assert contrast(Color.parse("#FFFFFF"), Color.parse("#000000")) == pytest.approx(21)
    assert contrast(Color.parse("#777777"), Color.parse("#FFFFFF")) == pytest.approx(4.48, abs=0.01)


@in_all_themes
def test_a_chip_can_be_read(theme: Theme) -> None:
    for text, background in chips(theme):
        assert contrast(text, background) >= READABLE


@in_all_themes
def test_a_chip_can_be_read_without_colour(theme: Theme) -> None:
    for text, background in chips(theme):
        assert contrast(text.monochrome, background.monochrome) >= READABLE


@in_all_themes
def test_a_chip_can_be_read_in_256_colours(theme: Theme) -> None:
    for text, background in chips(theme):
        assert contrast(in_256_colours(text), in_256_colours(background)) >= READABLE


@in_coloured_themes
def test_text_can_be_read_on_every_ground_it_stands_on(theme: Theme) -> None:
    variables = table_variables(theme)
    system = theme.to_color_system().generate()
    grounds = [Color.parse(system["background"]), Color.parse(system["panel"]), Color.parse(variables["table-glow"])]
    for name in TEXT_INKS:
        for ground in grounds:
            assert contrast(Color.parse(variables[f"table-{name}"]), ground) >= READABLE, (name, ground.hex)


@in_coloured_themes
def test_a_chip_stands_out_from_the_ground(theme: Theme) -> None:
    ground = Color.parse(theme.to_color_system().generate()["background"])
    for _, background in chips(theme):
        assert contrast(background, ground) >= 1.15


def test_a_colour_that_can_be_read_stays_as_it_is() -> None:
    gold = Color.parse("#E3B341")
    assert readable(gold, Color.parse("#15131B")) == gold
