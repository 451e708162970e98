"""Animations of the table: moving cards, tokens and nobles, and a noble's visit."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from textual.geometry import Offset, Region

from splendor_tui.presentation.moved_pieces import Back, Flight, Thing, TokenStack
from splendor_tui.presentation.table_model import PlayerSlot, Slot, TableModel
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Block, Line, box, cut_name, gap, width, wrapped
from splendor_tui.tui.widgets.card_faces import card_back
from splendor_tui.tui.widgets.model_widget import Look
from splendor_tui.tui.widgets.table_section import Sprite
from splendor_tui.words import N_, NN_

SECONDS: Final = 0.25
"""Duration of an animation: at most the delay at the fastest animated pace."""
VISIT_SECONDS: Final = 2.5
"""A noble's visit is announced for this long, unless a key ends it."""
_VISIT_ROWS: Final = 2
"""Maximum number of rows of the sentence in the announcement."""
FRAMES: Final = 8
_FACE_DOWN_FRAMES: Final = 2
"""Until this frame, a revealed card shows only its back."""
_CARD: Final = (7, 3)
_MAX_SYMBOLS: Final = 3
"""Maximum number of tokens drawn for a moving stack."""
_SPACING: Final = 5
"""Distance between several things that move from or to the same player."""


class _Path(NamedTuple):
    block: Block
    start: Offset
    end: Offset


class Motion:
    """The animation of several movements. `before` and `after` map the table's slots to regions."""

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
                block, aside = _block(flight.thing, glyphs), _SPACING * (2 * place - len(free) + 1) // 2
                ends = ((flight.start, before[flight.start]), (flight.end, after[flight.end]))
                self._paths.append(_Path(block, *(_corner(slot, region, block, aside) for slot, region in ends)))

    def sprites(self, frame: int) -> tuple[Sprite, ...]:
        """The sprites of the frame with this number, counted from 0, in screen coordinates.

        Empty from the last frame on.
        """
        if frame >= FRAMES:
            return ()
        sprites = [row for level, region in self._turning for row in self._turned(level, region, frame)]
        for block, start, end in self._paths:
            x, y = start.blend(end, frame / FRAMES)
            sprites.append(Sprite(Region(x, y, width(block[0]), len(block)), block))
        return tuple(sprites)

    def _turned(self, level: int, region: Region, frame: int) -> Iterator[Sprite]:
        """Draw a card that is being turned face up, row by row.

        Each row is a sprite, because most rows do not change.
        """
        open_rows = max(0, frame - _FACE_DOWN_FRAMES) * region.height // (FRAMES - _FACE_DOWN_FRAMES)
        border, ink = self._glyphs.levels[level - 1], theme.LEVEL_LINES[level - 1]
        rows = card_back(level, region.width, region.height, self._glyphs, border, ink)
        for row, line in list(enumerate(rows))[open_rows:]:
            yield Sprite(Region(region.x, region.y + row, region.width, 1), (line,))


def visit_sprite(model: TableModel, look: Look, seat: int, noble: Noble, box_of_owner: Region) -> Sprite:
    """Announce a noble over the box of its new owner."""
    cells, glyphs = box_of_owner.width, look.glyphs
    name = cut_name(model.names[seat], cells - 4, glyphs.ellipsis)
    sentence = N_("{noble} visits {name}.", noble=noble.shown_name, name=name)
    points = NN_("+{count} point", "+{count} points", noble.points)
    text = wrapped(str(sentence), cells - 4, theme.TITLE)
    if len(text) > _VISIT_ROWS:
        text = wrapped(str(noble.shown_name), cells - 4, theme.TITLE)[:_VISIT_ROWS]
    words = [*text, ((str(points), theme.CAN),)]
    rows = len(words) + 2
    lines = [(*gap((cells - 2 - width(line)) // 2), *line) for line in words]
    head: Line = ((f" {glyphs.noble} ", theme.CHOSEN),)
    block = box(lines, cells, rows, glyphs.heavy, theme.CURSOR, head=head)
    return Sprite(Region(box_of_owner.x, box_of_owner.y + (box_of_owner.height - rows) // 2, cells, rows), block)


def _corner(slot: Slot, region: Region, block: Block, aside: int) -> Offset:
    """The corner of a block centred in a region. In a player's box, it is shifted by `aside` cells."""
    x = region.x + (region.width - width(block[0])) // 2 + (aside if isinstance(slot, PlayerSlot) else 0)
    return Offset(x, region.y + (region.height - len(block)) // 2)


def _block(thing: Thing, glyphs: Glyphs) -> Block:
    """Draw a small picture of a moving thing."""
    match thing:
        case Card():
            text = f"{thing.points or ' '} {glyphs.gem(thing.bonus)}"
            border, ink = glyphs.levels[thing.level - 1], theme.LEVEL_LINES[thing.level - 1]
            return box([((f"{text:^{_CARD[0] - 2}}", theme.gem_ink(thing.bonus)),)], *_CARD, border, ink)
        case Back(level):
            return card_back(level, *_CARD, glyphs, glyphs.levels[level - 1], theme.LEVEL_LINES[level - 1])
        case Noble():
            return (((f" {glyphs.noble}{thing.points} ", theme.BACK),),)
        case TokenStack(colour, amount):
            symbols = glyphs.gem(colour) * min(amount, _MAX_SYMBOLS)  # a digit would merge with numbers below it
            return (((f" {symbols} ", theme.gem_ink(colour)),),)
