"""Messages drawn with chips for cards, tokens and gems. Nothing is parsed as markup."""

import re
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.style import Style

from splendor_tui.match.log import LoggedCard
from splendor_tui.presentation.table_model import PILES
from splendor_tui.rules.cards import ROMAN, Card, CardLevel, Noble
from splendor_tui.rules.errors import Pile
from splendor_tui.rules.gems import Tokens, unpack
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import cut_name
from splendor_tui.words import N_, NP_, Describable, Message

_TOGETHER: Final = "\xa0"
"""Prevents a line break between two words."""
_BEFORE_NUMBER: Final = re.compile(r" (?=\d)")


def draw_message(message: Message, glyphs: Glyphs, ink: str = theme.PLAIN, *, max_name: int | None = None) -> Content:
    """Draw a translated sentence: cards and tokens as chips, names and keys in bold.

    `ink` is the style of the text. `max_name` is the maximum width of the detail `name`, a player's name. No line break
    falls inside this name.
    """
    parts: list[Content] = []
    for words, name, detail in message.pieces():
        parts.append(Content.styled(glyphs.write(words), ink))
        if name == "name" and isinstance(detail, str):
            whole = detail if max_name is None else cut_name(detail, max_name, glyphs.ellipsis)
            parts.append(_draw_detail(unbroken(whole), glyphs, ink))
        elif name:
            parts.append(_draw_detail(detail, glyphs, ink))
    return Content.assemble(*parts)


def card_chip(card: Card, glyphs: Glyphs) -> Content:
    """Draw a card as a chip: its bonus, and its points if any."""
    points = glyphs.write(f"{_TOGETHER}{N_('{points}p', points=card.points)}") if card.points else ""
    return Content.styled(f"{glyphs.gem(card.bonus)}{points}", theme.gem_ink(card.bonus))


def _logged_card(logged: LoggedCard, glyphs: Glyphs, ink: str) -> Content:
    """Draw a card that may have left the table: level, bonus, points, and the price if `priced`."""
    card, level = logged.card, ROMAN[logged.card.level]
    if not logged.priced:
        return draw_message(N_("the level {level} {card}", level=level, card=card), glyphs, ink)
    return draw_message(
        N_("the level {level} {card} ({price})", level=level, card=card, price=Tokens(card.cost, 0)), glyphs, ink
    )


def token_chips(tokens: Tokens, glyphs: Glyphs) -> Content:
    """Draw tokens as chips, like `2◆ 1★`."""
    counts = zip(PILES, (*unpack(tokens.gems), tokens.gold), strict=True)
    chips = [
        Content.styled(f"{amount}{glyphs.gem(colour)}", theme.gem_ink(colour)) for colour, amount in counts if amount
    ]
    return Content(" ").join(chips or [Content(str(NP_("tokens", "nothing")))])


def draw_players(players: Sequence[str], won: Sequence[bool], glyphs: Glyphs) -> Content:
    """Draw the players of a finished game in a row. The winners stand out."""
    drawn = [
        Content.styled(f"{player} {glyphs.gold}", theme.TITLE) if is_winner else Content.styled(player, theme.STRONG)
        for player, is_winner in zip(players, won, strict=True)
    ]
    return Content(glyphs.write(" · ")).join(drawn)


def wrap_text(text: Content, cells: int) -> list[Content]:
    """Wrap the text to `cells`, or to one cell if the window is just opening or resizing and has no width."""
    return text.wrap(max(1, cells))


def whole_clauses(rows: Sequence[Content], marks: str = ";") -> list[Content]:
    """End these rows after the last clause before one of the marks. Empty if they contain none."""
    for number, row in reversed(list(enumerate(rows))):
        if end := max(map(row.plain.rfind, marks)) + 1:
            return [*rows[:number], row[: end - 1].rstrip() + "."]
    return []


def cut_rows(rows: Sequence[Content], cells: int, ellipsis: str) -> Sequence[Content]:
    """End these rows after the last whole clause, or if there is none, with an ellipsis."""
    return whole_clauses(rows) or [*rows[:-1], rows[-1].rstrip().truncate(cells - cell_len(ellipsis)) + ellipsis]


def hanging(label: Content, text: Content, cells: int) -> list[Content]:
    """Wrap the text beside a label, so that both fit into `cells`."""
    first, *rest = wrap_text(text, cells - label.cell_length)
    return [label + first, *(row.pad_left(label.cell_length) for row in rest)]


def balanced(text: Content, cells: int) -> Content:
    """Wrap each paragraph to rows of similar length, at most `cells`, to avoid a single word in the last row."""
    rows: list[Content] = []
    for paragraph in unbroken_numbers(text).split("\n", allow_blank=True):
        needed = len(wrap_text(paragraph, cells))
        rows += next(
            wrapped
            for width in range(max(1, paragraph.cell_length // needed), max(1, cells) + 1)
            if len(wrapped := wrap_text(paragraph, width)) == needed
        )
    return Content("\n").join(rows)


def unbroken(words: str) -> str:
    """Prevent line breaks between these words."""
    return words.replace(" ", _TOGETHER)


def unbroken_names(sentence: Message) -> Message:
    """Prevent line breaks within the names in a sentence."""
    return sentence.with_details(lambda detail: unbroken(detail) if isinstance(detail, str) else detail)


def write_scores(sentence: Message, glyphs: Glyphs) -> str:
    """Write a sentence whose names and scores stay together when it is wrapped."""
    return _BEFORE_NUMBER.sub(_TOGETHER, glyphs.write(unbroken_names(sentence)))


def unbroken_numbers(text: Content) -> Content:
    """Prevent line breaks before numbers, so that a name and its score stay together."""
    return Content(_BEFORE_NUMBER.sub(_TOGETHER, text.plain), spans=[*text.spans])


def link(words: str, action: str, ink: str) -> Content:
    """Draw clickable words. `action` is a Textual action string."""
    return clickable(Content.styled(words, ink), action)


def clickable(content: Content, action: str) -> Content:
    """Make a text run a Textual action on a click."""
    return content.stylize(Style.from_meta({"@click": action}))


def _draw_detail(value: object, glyphs: Glyphs, ink: str) -> Content:
    match value:
        case Message():
            return draw_message(value, glyphs, ink)
        case str():
            return Content.styled(glyphs.write(value), ink if ink == theme.LINK else theme.STRONG)
        case CardLevel(number):
            return Content.styled(ROMAN[number], theme.STRONG)
        case LoggedCard():
            return _logged_card(value, glyphs, ink)
        case Card():
            return card_chip(value, glyphs)
        case Pile(colour):
            return Content.styled(glyphs.gem(colour), theme.gem_ink(colour))
        case Tokens():
            return token_chips(value, glyphs)
        case Noble():
            return Content.styled(value.shown_name, theme.TITLE)
        case Describable():
            return draw_message(value.describe(), glyphs, ink)
        case _:
            return Content.styled(str(value), ink)
