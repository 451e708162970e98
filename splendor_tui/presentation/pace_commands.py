"""The commands that change the pace of computer players. `computer_turns` waits."""

from splendor_tui.match.hot_seat import HotSeat
from splendor_tui.presentation import commands
from splendor_tui.presentation.table_model import Offer
from splendor_tui.words import N_, Message


def describe_pace(seconds: float) -> Message:
    """Describe the pace of one match in a sentence."""
    if not seconds:
        return N_("In this game, computers move immediately.")
    return N_("In this game, computers move after {seconds:g} s.", seconds=seconds)


def pace_offers(hot_seat: HotSeat) -> tuple[Offer, ...]:
    """The pace commands on a computer's turn. On a human's turn, only paused computers can be resumed."""
    controller = hot_seat.controller
    if controller.outcome is not None:
        return ()
    if not controller.bot_to_move:
        return (Offer(commands.HOLD, N_("resume computers")),) if hot_seat.single_step else ()
    return (
        Offer(commands.HOLD, N_("resume") if hot_seat.single_step else N_("pause")),
        *map(Offer, (commands.STEP, commands.SLOWER, commands.FASTER)),
    )
