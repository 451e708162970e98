"""How things look on their way over the table, and where each of them is at a moment."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from textual.geometry import Offset, Region

from splendor_tui.presentation.flights import Back, Flight, Thing, TokenStack
from splendor_tui.presentation.table_model import PlayerSlot, Slot
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Block, box, width
from splendor_tui.tui.widgets.canvas import Sprite
from splendor_tui.tui.widgets.card_parts import card_back

SECONDS: Final = 0.25
"""No longer than a position stands at the fastest pace at which things are shown on their way."""
FRAMES: Final = 8
_LIES_UNTIL: Final = 2
"""The frame up to which a card that turns up shows nothing but its back."""
_CARD: Final = (7, 3)
_MOST_SIGNS: Final = 3
"""A stack of tokens on its way shows no more of them."""
_APART: Final = 5
"""The cells from one thing to the next where several come to one player, or from one."""


class _Path(NamedTuple):
    block: Block
    start: Offset
    end: Offset


class Motion:
    """The flights between two pictures of the table, of which `before` and `after` tell what lay, and lies, where."""

    def __init__(
        self, flights: Sequence[Flight], before: Mapping[Slot, Region], after: Mapping[Slot, Region], glyphs: Glyphs
    ) -> None:
        self._glyphs = glyphs
        self._turning = [
            (flight.thing.level, after[flight.end])
            for flight in flights
            if flight.turns_up and isinstance(flight.thing, Back) and flight.end in after
        ]
        self._paths: list[_Path] = []
        free = [flight for flight in flights if not flight.turns_up]
        for place, flight in enumerate(free):
            if flight.start in before and flight.end in after:
                block, aside = _block(flight.thing, glyphs), _APART * (2 * place - len(free) + 1) // 2
                ends = ((flight.start, before[flight.start]), (flight.end, after[flight.end]))
                self._paths.append(_Path(block, *(_corner(slot, region, block, aside) for slot, region in ends)))

    def sprites(self, frame: int) -> tuple[Sprite, ...]:
        """What there is to see in a frame, from 0 on, on the screen; nothing from the last one on."""
        if frame >= FRAMES:
            return ()
        backs = chain.from_iterable(self._turned(level, region, frame) for level, region in self._turning)
        return (*backs, *(_on_its_way(path, frame) for path in self._paths))

    def _turned(self, level: int, region: Region, frame: int) -> Iterator[Sprite]:
        """A card of which the back is seen, and then row by row the face; each row by itself, as most stay what they are."""
        open_rows = max(0, frame - _LIES_UNTIL) * region.height // (FRAMES - _LIES_UNTIL)
        border, ink = self._glyphs.levels[level - 1], theme.LEVEL_LINES[level - 1]
        rows = card_back(level, region.width, region.height, self._glyphs, border, ink)
        for row, line in list(enumerate(rows))[open_rows:]:
            yield Sprite(Region(region.x, region.y + row, region.width, 1), (line,))


def _on_its_way(path: _Path, frame: int) -> Sprite:
    x, y = path.start.blend(path.end, frame / FRAMES)
    return Sprite(Region(x, y, width(path.block[0]), len(path.block)), path.block)


def _corner(slot: Slot, region: Region, block: Block, aside: int) -> Offset:
    """Where a thing lies in the middle of a place; in a player's box beside what comes or goes with it."""
    x = region.x + (region.width - width(block[0])) // 2 + (aside if isinstance(slot, PlayerSlot) else 0)
    return Offset(x, region.y + (region.height - len(block)) // 2)


def _block(thing: Thing, glyphs: Glyphs) -> Block:
    """The picture of a thing, small enough for the place where it comes from."""
    match thing:
        case Card():
            text = f"{thing.points or ' '} {glyphs.named(thing.bonus)}"
            border, ink = glyphs.levels[thing.level - 1], theme.LEVEL_LINES[thing.level - 1]
            return box([((f"{text:^{_CARD[0] - 2}}", theme.gem_ink(thing.bonus)),)], *_CARD, border, ink)
        case Back(level):
            return card_back(level, *_CARD, glyphs, glyphs.levels[level - 1], theme.LEVEL_LINES[level - 1])
        case Noble():
            return (((f" {glyphs.noble}{thing.points} ", theme.BACK),),)
        case TokenStack(colour, amount):
            signs = glyphs.gem(colour) * min(amount, _MOST_SIGNS)  # a figure would be read with what it passes over
            return (((f" {signs} ", theme.gem_ink(colour)),),)
