"""Everything on the screen is readable in every theme, without colour, and with few colours."""

from collections.abc import Iterator, Sequence
from itertools import chain

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip
from textual.theme import BUILTIN_THEMES, Theme

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.look.few_colours import EIGHT_BIT_COLOURS, SIXTEEN_COLOURS, system_colour, xterm_colour
from splendor_tui.tui.look.theme import READABLE, THEMES, contrast, readable, table_variables
from tests.tui.gallery import environment_of
from tests.tui.opened_app import Player
from tests.tui.scenes import SCENES, on_stage, strips

ALL_THEMES = [*BUILTIN_THEMES.values(), *THEMES]
CHIPS = ("white", "blue", "green", "red", "black", "gold")

SMALL = ("early", "little-time", "hint", "hand-over", "log", "review", "game-over", "settings", "palette", "toasts")
SHOWN = [*((scene, (80, 24)) for scene in SMALL), ("late", (120, 40)), ("last-round", (160, 50))]
"""Scenes with all inks and backgrounds, and the table in its larger layouts. Other screens use the same combinations."""


def on_all_that_is_shown(own: Sequence[Theme]) -> pytest.MarkDecorator:
    """Check every scene in the themes `own` and in a share of all themes, and in all of them only in a soak."""
    shares = [[*own, *ALL_THEMES[number :: len(SHOWN)]] for number in range(len(SHOWN))]
    return pytest.mark.parametrize(
        ("scene", "size", "themes"),
        [
            *(pytest.param(*shown, share, id=str(shown)) for shown, share in zip(SHOWN, shares, strict=True)),
            *(pytest.param(*shown, ALL_THEMES, id=f"{shown} in all", marks=pytest.mark.soak) for shown in SHOWN),
        ],
    )


in_all_themes = pytest.mark.parametrize("theme", ALL_THEMES, ids=lambda theme: theme.name)


def chips(theme: Theme) -> list[tuple[Color, Color]]:
    """The text colour and background of every chip."""
    variables = table_variables(theme)
    return [(Color.parse(variables[f"gem-{name}-text"]), Color.parse(variables[f"gem-{name}"])) for name in CHIPS]


def in_256_colours(text: Color, ground: Color, words: str = "2U") -> tuple[int, int]:
    """The numbers of a text's colour and of its background, on a terminal with 256 colours."""
    piece = EIGHT_BIT_COLOURS.apply([Segment(words, Style.from_color(text.rich_color, ground.rich_color))], ground)[0]
    assert piece.style is not None
    assert piece.style.color is not None
    assert piece.style.bgcolor is not None
    assert piece.style.color.number is not None
    assert piece.style.bgcolor.number is not None
    return piece.style.color.number, piece.style.bgcolor.number


def contrast_in_256_colours(text: Color, ground: Color) -> float:
    return contrast(*map(xterm_colour, in_256_colours(text, ground)))


def test_contrast_matches_wcag() -> None:
    assert contrast(Color.parse("#FFFFFF"), Color.parse("#000000")) == pytest.approx(21)
    assert contrast(Color.parse("#777777"), Color.parse("#FFFFFF")) == pytest.approx(4.48, abs=0.01)


@in_all_themes
def test_chips_stand_out_and_are_readable_in_true_colour_256_colours_and_greys(theme: Theme) -> None:
    screen = Color.parse(theme.to_color_system().generate()["background"])
    for text, background in chips(theme):
        assert theme.ansi or contrast(background, screen) >= 1.15
        assert contrast(text, background) >= READABLE
        assert contrast(text.monochrome, background.monochrome) >= READABLE
        assert contrast_in_256_colours(text, background) >= READABLE


NEAREST_HUES = {"splendor-dark": [255, 26, 35, 160, 238, 179], "splendor-light": [231, 26, 72, 160, 235, 179]}
"""The xterm colours of the chips: near-white, blue, green, red, dark grey and gold."""


@in_all_themes
def test_gems_keep_their_hues_among_256_colours(theme: Theme) -> None:
    grounds = [in_256_colours(text, ground)[1] for text, ground in chips(theme)]
    assert grounds == NEAREST_HUES.get(theme.name, grounds)
    white, *coloured, black, _gold = map(xterm_colour, grounds)
    assert white.hsl.s == black.hsl.s == 0, "neither pink nor blue"
    hues = [round(colour.hsl.h * 360) for colour in coloured]
    assert all(abs(hue - pure) <= 40 for hue, pure in zip(hues, (220, 140, 0), strict=True)), hues
    assert len({*grounds}) == 6
    for original, shown in zip(chips(theme), map(xterm_colour, grounds), strict=True):
        assert abs(original[1].brightness - shown.brightness) < 0.12


def test_dark_background_stays_neutral_among_256_colours() -> None:
    """The nearest colour by distance in RGB is a navy blue."""
    for theme, numbers in ((THEMES[0], {233, 235}), (THEMES[1], {254, 188})):
        variables = table_variables(theme) | theme.to_color_system().generate()
        text = Color.parse(variables["foreground"])
        assert {
            in_256_colours(text, Color.parse(variables[name]))[1] for name in ("background", "table-back")
        } == numbers


# --- real screens ------------------------------------------------------------------------------------------------------


async def put_on(pilot: Player, theme: Theme) -> None:
    """Apply a theme. A change of the setting would draw the screen twice."""
    pilot.app.theme = theme.name
    await pilot.finish_drawing()
    assert pilot.app.theme_variables["table-can"] == table_variables(theme)["table-can"]


def rows_on_top(app: SplendorApp) -> list[Strip]:
    """The rows of the screen. For a palette, without the screen around it."""
    if not app.screen.query("#palette-box"):
        return strips(app)
    region = app.screen.query_one("#palette-box").region
    return [row.crop(region.x, region.right) for row in strips(app)[region.y : region.bottom]]


def words(rows: Sequence[Strip]) -> Iterator[Segment]:
    """The words on the screen: no borders, card backs or empty cells."""
    for piece in chain.from_iterable(rows):
        if any(not character.isspace() and not "\u2500" <= character <= "\u259f" for character in piece.text):
            yield piece


def seen_colours(piece: Segment) -> tuple[Color, Color]:
    """The displayed colours of text and background."""
    style = piece.style
    assert style is not None
    assert style.color is not None
    assert style.bgcolor is not None
    colours = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
    return colours[::-1] if style.reverse else colours


@on_all_that_is_shown(THEMES)
async def test_every_screen_is_readable_in_every_theme_and_256_colours(
    catalogue: Catalogue, scene: str, size: tuple[int, int], themes: Sequence[Theme]
) -> None:
    async with on_stage(catalogue, SCENES[scene], size) as pilot:
        faint = set()
        for theme in (theme for theme in themes if not theme.ansi):
            await put_on(pilot, theme)
            for piece in words(rows_on_top(pilot.app)):
                colour, ground = seen_colours(piece)
                if contrast(colour, ground) < READABLE or (piece.style and piece.style.dim):
                    faint.add((theme.name, piece.text.strip(), colour.hex, ground.hex))
                if theme in THEMES and contrast_in_256_colours(colour, ground) < READABLE:
                    faint.add((f"{theme.name} in 256 colours", piece.text.strip(), colour.hex, ground.hex))
        assert not faint
        for theme in (theme for theme in themes if theme.ansi):  # these leave all colours to the terminal
            await put_on(pilot, theme)
            for piece in words(rows_on_top(pilot.app)):
                style = piece.style
                assert style is not None
                assert not [colour for colour in (style.color, style.bgcolor) if colour and colour.triplet], piece


# --- with sixteen colours ----------------------------------------------------------------------------------------------


def in_sixteen_colours(text: Color, ground: Color) -> tuple[int | None, int | None]:
    """The numbers of a text's colour and of its background, in sixteen colours."""
    style = Style.from_color(text.rich_color, ground.rich_color)
    piece = SIXTEEN_COLOURS.apply([Segment("2U", style)], ground)[0]
    assert piece.style is not None
    assert piece.style.color is not None
    assert piece.style.bgcolor is not None
    return piece.style.color.number, piece.style.bgcolor.number


@in_all_themes
def test_each_gem_has_its_own_colour_among_sixteen(theme: Theme) -> None:
    grounds = [in_sixteen_colours(text, ground)[1] for text, ground in chips(theme)]
    assert grounds == [15, 4, 2, 1, 8, 11]  # white, blue, green, red, dark grey, yellow


def system_colours(piece: Segment) -> tuple[Color, Color] | None:
    """The colours of text and background. None if the terminal determines them."""
    style = piece.style
    assert style is not None
    numbers = [colour.number if colour else None for colour in (style.color, style.bgcolor)]
    assert not [colour for colour in (style.color, style.bgcolor) if colour and colour.triplet], piece
    if numbers[0] is None or numbers[1] is None:
        return None
    return system_colour(numbers[0]), system_colour(numbers[1])


@on_all_that_is_shown(THEMES[:1])
async def test_words_and_frames_are_visible_in_sixteen_colours(
    catalogue: Catalogue, scene: str, size: tuple[int, int], themes: Sequence[Theme]
) -> None:
    with environment_of("16-colours"):
        async with on_stage(catalogue, SCENES[scene], size) as pilot:
            assert pilot.app.console.color_system == "standard"
            faint = set()
            for theme in themes:
                await put_on(pilot, theme)
                rows = rows_on_top(pilot.app)
                frames = [piece for row in rows for piece in row if set(piece.text) & set("─│╭╰━═")]
                for pieces, least in ((words(rows), READABLE), (frames, 2)):
                    for piece in pieces:
                        colours = system_colours(piece)
                        if colours and contrast(*colours) < least:
                            faint.add((theme.name, piece.text.strip(), *colours))
            assert not faint


def test_colour_is_changed_only_until_it_is_readable() -> None:
    gold = Color.parse("#E3B341")
    assert readable(gold, Color.parse("#15131B")) == gold
    for grey in range(0, 256, 5):
        ground = Color(grey, grey, grey)
        assert contrast(readable(ground, ground), ground) >= READABLE
