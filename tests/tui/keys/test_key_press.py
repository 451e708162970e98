"""A key has the same effect however it arrives: with an escape, from the number pad, from another alphabet or in full width."""

import pytest

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.screens.help_screen import HelpScreen
from splendor_tui.tui.screens.inspect_screen import InspectScreen
from tests.presentation.choosing import chosen_card
from tests.tui.at_the_table import seated

ESCAPE = "\x1b"
CYRILLIC_A, CYRILLIC_Q = "\x1b[1092:1060:97;1;1092u", "\x1b[1081::113;5u"
"""In kitty's protocol, the key in the place of A, and ctrl with the key in the place of Q."""


async def test_escape_and_a_key_that_arrive_together_are_two_keys(catalogue: Catalogue) -> None:
    """GNU screen and tmux hold the escape key back until the next key."""

    async def drawings(together: str) -> list[str]:
        drawn = []
        async with seated(catalogue) as pilot:
            for key in ("4", "b", "f", "-", "é", "\r", "\x7f", "\x1b[A", "\x1b[1;5C", "?"):
                for written in ("1", together + key) if together else ("1", ESCAPE, key):
                    await pilot.send(written)
                drawn.append(pilot.text)
        return drawn

    assert await drawings(ESCAPE) == await drawings("")


async def test_alt_with_an_arrow_is_escape_and_the_arrow(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.send("1\x1b[1;3A")  # as tmux sends it
        assert pilot.table.session.selection is None
        assert pilot.table.session.cursor_moved


async def test_alt_with_a_key_can_have_a_command(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.change(keys={"table.inspect": "alt+4", "app.help": "alt+shift+x"})
        await pilot.send("1\x1b4")
        pilot.shows(InspectScreen)
        assert pilot.table.session.selection is not None
        await pilot.send("\x1bX")
        pilot.shows(HelpScreen)


@pytest.mark.parametrize("key", ["a", "A", CYRILLIC_A, "ａ", "Ａ"])
async def test_letters_of_other_alphabets_count_by_their_place_on_the_keyboard(catalogue: Catalogue, key: str) -> None:
    async with seated(catalogue) as pilot:
        await pilot.send(key)
        assert chosen_card(pilot.table.session) is pilot.table.session.view.grid[4]


async def test_key_of_the_number_pad_can_have_its_own_command(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.change(keys={"table.inspect": "add"})
        await pilot.send("\x1b[57413;1;43u")
        pilot.shows(InspectScreen)


async def test_quit_key_counts_in_other_alphabets(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.send("123\r")
        await pilot.send(CYRILLIC_Q)
        pilot.shows("again to quit")


@pytest.mark.parametrize("key", ["1", "１", "\x1b[57400;1;49u", "\x1b[57400;129u", "\x1bOq"])
async def test_digits_of_the_number_pad_and_in_full_width_pick_gems(catalogue: Catalogue, key: str) -> None:
    async with seated(catalogue) as pilot:
        await pilot.send(key)
        assert pilot.table.session.selection is not None


@pytest.mark.parametrize("pad", ["\x1b[57413;1;43u", "\x1b[57413u", "\x1bOk", "＋"])
async def test_plus_and_minus_of_the_number_pad_change_the_pace(catalogue: Catalogue, pad: str) -> None:
    minus = {"\x1b[57413;1;43u": "\x1b[57412;1;45u", "\x1b[57413u": "\x1b[57412u", "\x1bOk": "\x1bOm", "＋": "－"}[pad]
    async with seated(catalogue, "Ann,=merchant") as pilot:
        await pilot.send(pad)
        assert pilot.table.session.pace < 1
        await pilot.send(minus)
        assert pilot.table.session.pace == 1
