"""What the prompt line says and which keys the last row names, for everything that a player can be asked."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from string import digits
from typing import assert_never

from textual.content import Content

from splendor_tui.presentation.selection import NOTHING, Proposal, Selection
from splendor_tui.presentation.table_model import PILES, TOP_DOWN, Hint
from splendor_tui.rules.actions import Buy, ChooseNoble, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Noble
from splendor_tui.rules.errors import Reason
from splendor_tui.rules.gems import NO_GEMS, Colour, Tokens, colours, count, total
from splendor_tui.rules.legality import PILE_FOR_TWO_ALIKE, nobles_due, tokens_held
from splendor_tui.rules.state import TOKEN_LIMIT, Phase
from splendor_tui.rules.view import PlayerView, View
from splendor_tui.tui.keys.table_commands import deck_id, pile_id
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import card_chip, fault_content, link, token_chips, told
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import cut
from splendor_tui.words import _, ngettext

LONGEST_NAME = 12


@dataclass(frozen=True, slots=True)
class Asked:
    """A player to move, and what they have chosen so far. `key` gives the label of an action's key by the action's id."""

    view: View
    name: str
    selection: Selection
    proposal: Proposal
    glyphs: Glyphs
    key: Callable[[str], str]

    @property
    def player(self) -> PlayerView:
        """What the player to move has."""
        return self.view.players[self.view.seat]


def prompt(asked: Asked) -> Content:
    """What is asked, and what the choice so far would do."""
    if asked.selection == NOTHING and asked.proposal.action is None:
        return _open_question(asked)
    match asked.proposal.action:
        case None:
            return _incomplete(asked)
        case Take():
            return _joined(
                link(_("Take"), "screen.confirm", theme.TITLE),
                token_chips(Tokens(asked.selection.gems, 0), asked.glyphs),
                _tokens_after(asked),
            )
        case Return(gems, gold):
            return _joined(
                link(_("Return"), "screen.confirm", theme.TITLE),
                token_chips(Tokens(gems, gold), asked.glyphs),
                _tokens_after(asked),
            )
        case Buy() as purchase:
            return _purchase(asked, purchase)
        case Reserve() | ReserveTop():
            return _deck(asked)
        case ChooseNoble(noble):
            return _joined(
                link(_("Choose"), "screen.confirm", theme.TITLE),
                told(_("{noble}, {points} points"), {"noble": noble, "points": noble.points}, asked.glyphs),
            )
        case Pass():
            return _joined(
                link(_("Pass"), "screen.confirm", theme.TITLE),
                Content(_("Nothing can be taken, reserved or bought, so the turn goes on to the next.")),
            )
        case _:
            raise AssertionError("no selection stands for a forfeit")


def hints(asked: Asked, *, can_undo: bool, can_redo: bool) -> tuple[Hint, ...]:
    """The keys that do something now, the most useful first."""
    return tuple(_choice_hints(asked)) + always(asked.key, can_undo=can_undo, can_redo=can_redo, hint=True)


def always(key: Callable[[str], str], *, can_undo: bool, can_redo: bool, hint: bool) -> tuple[Hint, ...]:
    """The keys that do something whatever is chosen."""
    offered = (
        ("table.hint", _("hint"), "screen.hint", hint),
        ("table.undo", _("undo"), "screen.undo", can_undo),
        ("table.redo", _("redo"), "screen.redo", can_redo),
        ("app.help", _("help"), "app.help", True),
        ("table.menu", _("menu"), "screen.menu", True),
        ("table.log", _("log"), "screen.log", True),
        ("table.inspect", _("inspect"), "screen.inspect", True),
    )
    return tuple(Hint(key(name), words, action) for name, words, action, wanted in offered if wanted)


def _choice_hints(asked: Asked) -> Iterator[Hint]:
    confirm, reserve = asked.key("table.confirm"), asked.key("table.reserve")
    match asked.proposal.action:
        case Buy():
            yield Hint(confirm, _("buy"), "screen.confirm", primary=True)
        case Take():
            yield Hint(confirm, _("take"), "screen.confirm", primary=True)
        case Return():
            yield Hint(confirm, _("return"), "screen.confirm", primary=True)
        case ReserveTop() | Reserve():
            yield Hint(confirm, _("reserve"), "screen.confirm", primary=True)
        case ChooseNoble():
            yield Hint(confirm, _("choose"), "screen.confirm", primary=True)
        case Pass():
            yield Hint(confirm, _("pass"), "screen.confirm", primary=True)
        case _:
            pass
    if asked.proposal.reserve is not None:
        yield Hint(reserve, _("reserve"), "screen.reserve", primary=True)
    if asked.proposal.payments > 1:
        yield Hint(asked.key("table.payment"), _("other payment"), "screen.payment", primary=True)
    if asked.selection != NOTHING:
        yield Hint(asked.key("table.clear"), _("clear"), "screen.clear")


def _joined(*parts: Content) -> Content:
    return Content("  ").join([part for part in parts if part])


def _open_question(asked: Asked) -> Content:
    """Nothing is chosen yet."""
    view, player = asked.view, asked.player
    match view.phase:
        case Phase.MAIN:
            template = _("{name}: pick gems {gems}, a card (its letter), or a deck {decks} to reserve.")
            details: dict[str, object] = {
                "name": cut(asked.name, LONGEST_NAME, asked.glyphs.ellipsis),
                "gems": asked.glyphs.write(_gem_keys(asked)),
                "decks": " ".join(asked.key(deck_id(level)) for level in TOP_DOWN),
            }
            return told(template, details, asked.glyphs)
        case Phase.RETURN_GEMS:
            held = tokens_held(player)
            return told(
                ngettext(
                    "You hold {held} tokens and may keep {limit}: pick {surplus} token to return.",
                    "You hold {held} tokens and may keep {limit}: pick {surplus} tokens to return.",
                    held - TOKEN_LIMIT,
                ),
                {"held": held, "limit": TOKEN_LIMIT, "surplus": held - TOKEN_LIMIT},
                asked.glyphs,
            )
        case Phase.CHOOSE_NOBLE:
            due = nobles_due(view, player)
            parts = [Content(_("Choose a noble:"))]
            parts += [_noble_choice(asked, place, noble) for place, noble in enumerate(due)]
            return _joined(*parts)
        case Phase.OVER:
            return Content(_("The game is over."))
        case _ as never:
            assert_never(never)


def _noble_choice(asked: Asked, place: int, noble: Noble) -> Content:
    key = asked.key(pile_id(PILES[place]))
    return link(f"{key} {noble.name}", f"screen.pile({place})", theme.TITLE)


def _gem_keys(asked: Asked) -> str:
    """The keys of the gems: `1–5`, or all of them where they do not lie in a row of digits."""
    keys = [asked.key(pile_id(colour)) for colour in Colour]
    in_a_row = "".join(keys) in digits
    return f"{keys[0]}–{keys[-1]}" if in_a_row else " ".join(keys)


def _incomplete(asked: Asked) -> Content:
    """Something is chosen that cannot be done as it is: why, and what can be done with it."""
    fault, picked = asked.proposal.fault, Tokens(asked.selection.gems, asked.selection.gold)
    if picked != Tokens(NO_GEMS, 0):
        word = _("Return") if asked.view.phase is Phase.RETURN_GEMS else _("Take")
        return _joined(Content.styled(word, theme.STRONG), token_chips(picked, asked.glyphs), _still_to_pick(asked))
    if fault is None:
        return Content()
    why = fault_content(fault, asked.glyphs)
    if asked.proposal.reserve is not None:
        return _joined(_too_dear(asked) or why, link(_("Reserve it?"), "screen.reserve", theme.TITLE))
    if asked.proposal.reserve_fault is not None:
        return _joined(_too_dear(asked) or why, Content(_("Nor can it be reserved: your hand is full.")))
    return why


def _too_dear(asked: Asked) -> Content | None:
    """What the chosen card lacks, in fewer words than the rules need."""
    card, fault = asked.selection.card, asked.proposal.fault
    if card is None or fault is None or fault.reason is not Reason.TOO_EXPENSIVE:
        return None
    return told(
        _("{card} is {short} short: you lack {missing}."),
        {"card": card, "short": fault.details["short"], "missing": fault.details["missing"]},
        asked.glyphs,
    )


def _still_to_pick(asked: Asked) -> Content:
    """How the picked gems become something that can be done."""
    if asked.view.phase is Phase.RETURN_GEMS:
        held = tokens_held(asked.player)
        left = held - TOKEN_LIMIT - total(asked.selection.gems) - asked.selection.gold
        return Content(ngettext("and {count} token more", "and {count} tokens more", left).format(count=left))
    fault = asked.proposal.fault
    if fault is None:
        return Content()
    if fault.reason is Reason.TAKE_THREE:
        allowed = fault.details["allowed"]
        assert isinstance(allowed, int)
        left = allowed - total(asked.selection.gems)
        sentence = ngettext("and {count} more of another colour", "and {count} more of other colours", left)
        more = sentence.format(count=left)
        (colour, *others) = colours(asked.selection.gems)
        if not others and count(asked.view.bank, colour) >= PILE_FOR_TWO_ALIKE:
            more += _(", or this colour again")
        return Content(more)
    return fault_content(fault, asked.glyphs)


def _tokens_after(asked: Asked) -> Content:
    """What becomes of the number of tokens."""
    held, then = tokens_held(asked.player), asked.proposal.tokens
    details: dict[str, object] = {
        "held": held,
        "becomes": asked.glyphs.becomes,
        "then": then,
        "limit": TOKEN_LIMIT,
        "surplus": then - TOKEN_LIMIT,
    }
    if then > TOKEN_LIMIT and asked.view.phase is Phase.MAIN:
        return told(_("{held} {becomes} {then} tokens; then you return {surplus}"), details, asked.glyphs)
    return told(_("{held} {becomes} {then}/{limit} tokens"), details, asked.glyphs)


def _purchase(asked: Asked, purchase: Buy) -> Content:
    paid = Tokens(purchase.gems, purchase.gold)
    free = paid == Tokens(NO_GEMS, 0)
    parts = [
        link(_("Buy"), "screen.confirm", theme.TITLE),
        card_chip(purchase.card, asked.glyphs),
        Content(_("for nothing")) if free else told(_("pay {tokens}"), {"tokens": paid}, asked.glyphs),
    ]
    if asked.proposal.nobles:
        parts.append(
            told(_("{noble} comes with it"), {"noble": asked.proposal.nobles[0]}, asked.glyphs)
            if len(asked.proposal.nobles) == 1
            else Content(_("nobles come with it"))
        )
    elif asked.proposal.reserve is not None:
        parts.append(link(_("or reserve it"), "screen.reserve"))
    return _joined(*parts)


def _deck(asked: Asked) -> Content:
    """The top of a deck is chosen."""
    level = asked.selection.level
    template = (
        _("the unseen top card of deck {level}, with a gold")
        if asked.view.gold
        else _("the unseen top card of deck {level}; no gold is left")
    )
    return _joined(
        link(_("Reserve"), "screen.confirm", theme.TITLE),
        told(template, {"level": level}, asked.glyphs),
        _tokens_after(asked) if asked.view.gold else Content(),
    )
