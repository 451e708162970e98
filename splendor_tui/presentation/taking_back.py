"""What is asked before actions are taken back, and what is told afterwards."""

from collections.abc import Sequence

from splendor_tui.match.flow import Flow
from splendor_tui.match.log import Step
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


def told_afterwards(flow: Flow, before: Sequence[Step]) -> Message | None:
    """Whose actions were taken back, where it was more than the last one; `before` are the steps in force until then."""
    gone = before[flow.controller.ply :]
    if not flow.to_move or len(gone) <= 1:
        return None
    names = dict.fromkeys(flow.controller.names[step.seat] for step in gone)
    return N_("Taken back: what {names} did.", names=listed(list(names)))
