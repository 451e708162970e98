"""What a person is told while others move, while they look at a card that they drew, and when the game is over."""

from splendor_tui.match.flow import Flow
from splendor_tui.match.thinking import Thinking
from splendor_tui.presentation.hint import thinking_words
from splendor_tui.presentation.pace import HOLD, STEP
from splendor_tui.presentation.prompt import CONFIRM
from splendor_tui.presentation.table_model import Phrase
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message


def waiting(flow: Flow, view: View, thinking: Thinking | None) -> tuple[Phrase, ...]:
    """What the prompt says while the viewer is asked nothing; `view` is theirs.

    `thinking` is how long the computer player to move thinks, for one that thinks long.
    """
    controller, name = flow.controller, flow.controller.names[flow.controller.seat]
    if flow.shows_drawn_card and flow.viewer is not None:
        card = view.players[flow.viewer].reserved[-1].card
        told = N_("{name}, you drew {card}; it is in your reserve.", name=controller.names[flow.viewer], card=card)
        return Phrase(told), Phrase(N_("pass to {name}", name=name), CONFIRM)
    if controller.outcome is not None:
        return Phrase(N_("The game is over.")), Phrase(N_("Standings"), CONFIRM)
    if flow.waits_for_step:
        return Phrase(N_("{name} waits.", name=name)), Phrase(N_("step"), STEP), Phrase(N_("go on"), HOLD)
    if controller.is_bot(controller.seat):
        words = thinking_words(name, thinking) if thinking else N_("{name} is thinking…", name=name)
        return (Phrase(words),)
    return (Phrase(N_("{name} is to move.", name=name)),)


def why_not_yet(flow: Flow) -> Message | None:
    """What is said to somebody who chooses before another person has moved; None where the prompt says it already."""
    controller, following = flow.controller, flow.next_human
    if controller.outcome is not None or not controller.is_bot(controller.seat):
        return None
    name = controller.names[controller.seat]
    if following is None:
        return N_("You are watching: only computer players move now.")
    return N_("{name} is to move, and then it is the turn of {next}.", name=name, next=controller.names[following])
