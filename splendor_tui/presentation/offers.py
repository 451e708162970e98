"""What can be done at the table, as the row of keys offers it."""

from collections.abc import Iterator

from splendor_tui.presentation.prompt import CLEAR, CONFIRM, HINT, RESERVE, Asked
from splendor_tui.presentation.selection import NOTHING
from splendor_tui.presentation.table_model import Offer
from splendor_tui.rules.actions import Buy, ChooseNoble, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.words import N_, NP_, Message


def offers(asked: Asked, *, can_undo: bool, can_redo: bool) -> tuple[Offer, ...]:
    """What can be done now, the most useful first."""
    confirmed = () if asked.ahead else _confirm_offers(asked)
    rest = always(can_undo=can_undo, can_redo=can_redo, hint=asked.hint)
    return (*confirmed, *_choice_offers(asked), *rest)


def always(*, can_undo: bool, can_redo: bool, hint: Message | None) -> tuple[Offer, ...]:
    """What can be done whatever is chosen; `hint` says what the key of the hint does, None where it does nothing."""
    offered = (
        (Offer("table.hint", hint or HINT), hint is not None),
        (Offer("table.undo", N_("undo")), can_undo),
        (Offer("table.redo", N_("redo")), can_redo),
        (Offer("app.help", N_("help")), True),
        (Offer("table.menu", N_("menu")), True),
        (Offer("table.log", NP_("noun", "log")), True),
        (Offer("table.inspect", N_("players")), True),
    )
    return tuple(offer for offer, wanted in offered if wanted)


def _confirm_offers(asked: Asked) -> Iterator[Offer]:
    match asked.proposal.action:
        case Buy():
            yield Offer(CONFIRM, NP_("verb", "buy"), primary=True)
        case Take():
            yield Offer(CONFIRM, NP_("verb", "take"), primary=True)
        case Return():
            yield Offer(CONFIRM, NP_("verb", "return"), primary=True)
        case ReserveTop() | Reserve():
            yield Offer(CONFIRM, NP_("verb", "reserve"), primary=True)
        case ChooseNoble():
            yield Offer(CONFIRM, NP_("verb", "choose"), primary=True)
        case Pass():
            yield Offer(CONFIRM, NP_("verb", "pass"), primary=True)
        case _:
            pass
    if asked.proposal.reserve is not None and asked.proposal.action != asked.proposal.reserve:
        yield Offer(RESERVE, NP_("verb", "reserve"), primary=True)


def _choice_offers(asked: Asked) -> Iterator[Offer]:
    if asked.proposal.payments > 1:
        yield Offer("table.payment", N_("other payment"), primary=True)
    if asked.selection != NOTHING:
        yield Offer(CLEAR, NP_("verb", "clear"))
    elif asked.hinted:
        yield Offer(CLEAR, N_("drop hint"))
