"""When the table has to be hidden between two people."""

from splendor_tui.match.controller import Controller


def curtain_needed(controller: Controller, viewer: int | None) -> bool:
    """Whether the person to move may only look after a curtain. `viewer` is whoever looks now; None is everybody.

    `hidden` draws it as soon as somebody at the keyboard holds a card that not all have seen.
    """
    persons = _persons(controller)
    if len(persons) < 2 or viewer == controller.seat:
        return False
    match controller.options.hand_over:
        case "always":
            return True
        case "never":
            return False
        case "hidden":
            return somebody_hides(controller)


def somebody_hides(controller: Controller) -> bool:
    """Whether somebody at the keyboard holds a card that not all have seen."""
    players = controller.view_for(None).players
    return any(held.blind for seat in _persons(controller) for held in players[seat].reserved)


def _persons(controller: Controller) -> list[int]:
    return [seat for seat in range(len(controller.names)) if not controller.is_bot(seat)]
