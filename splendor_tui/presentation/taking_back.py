"""What is asked before actions are taken back, and what is told afterwards."""

from splendor_tui.match.flow import Flow
from splendor_tui.rules.actions import Forfeit
from splendor_tui.words import N_, Message
from splendor_tui.words.lists import listed


def asked_before(flow: Flow, key: str) -> Message | None:
    """What is asked before the viewer takes back, if anything; `key` is the label of the key that means yes."""
    controller, steps = flow.controller, flow.undone_of_another
    if not steps:
        if controller.outcome is None or not controller.can_undo(flow.seat):
            return None
        return N_("The game is over. Take the last turn back? {key} again: yes", key=key)
    names = list(dict.fromkeys(controller.names[step.seat] for step in steps))
    if isinstance(steps[0].action, Forfeit):
        return N_("{name} left the game. Take that back? {key} again: yes", name=names[0], key=key)
    return N_("Take back what {names} did? {key} again: yes", names=listed(names), key=key)


def told_afterwards(flow: Flow, ply: int) -> Message | None:
    """That more was taken back than the last action, where the viewer may not have thought of it; `ply` is the one before."""
    if not flow.to_move or ply - flow.controller.ply <= 1:
        return None
    return flow.controller.log[-1].message
