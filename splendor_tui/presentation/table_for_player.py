"""The table as a player sees it, with the prompt and the commands for their choice."""

from collections.abc import Iterator

from splendor_tui.presentation.hint import describe_hint, describe_thinking
from splendor_tui.presentation.pace_commands import HOLD, STEP, pace_offers
from splendor_tui.presentation.player_session import PlayerSession
from splendor_tui.presentation.prompt import ANSWER_NOW, CLEAR, CONFIRM, UNDO, Choice, choice_offers, prompt, reminder
from splendor_tui.presentation.selection import keys_now, picked_slot, player_after, slots_of
from splendor_tui.presentation.table_model import Changes, Offer, Phrase, ShownClock, TableModel
from splendor_tui.words import N_, Message
from splendor_tui.words.percent import percent


def table_of(session: PlayerSession) -> TableModel:
    """The table as the session's viewer sees it."""
    controller, hot_seat, view = session.controller, session.hot_seat, session.view
    choice = _choice(session) if session.can_choose else None
    keys = keys_now(choice.view, session.labels) if choice else {}
    hint, chances, nothing_chosen = session.hint, session.chances, session.selection is None
    return TableModel(
        view=view,
        names=controller.names,
        kinds=session.kinds,
        changes=Changes.since(controller.steps, hot_seat.viewer, view),
        keys=keys,
        chosen=picked_slot(choice.view, session.selection) if choice else None,
        preview=player_after(choice.view, session.selection, choice.proposal) if choice else None,
        nobles_to_choose=choice.proposal.nobles if choice and len(choice.proposal.nobles) > 1 else (),
        log=controller.log,
        prompt=_prompt(session, choice),
        offers=tuple(_offers(session, choice)),
        # While a drawn card is shown, the clock is paused and already shows the next player's time.
        clock=ShownClock.of(controller.clock, view) if controller.clock and not hot_seat.shows_drawn_card else None,
        banner=_banner(session),
        open_reserves=_are_reserves_open(session),
        drawn=hot_seat.shows_drawn_card,
        over=controller.outcome is not None,
        hint=describe_hint(hint, view, controller.names, keys, session.chosen_suggestion) if hint else None,
        lit=frozenset(slots_of(view, session.suggested[0]) if session.suggested and nothing_chosen else ()),
        chances=tuple(map(percent, chances.values)) if chances and chances.view == view else (),
    )


def _choice(session: PlayerSession) -> Choice:
    view = session.position
    return Choice(
        view,
        session.controller.names[view.seat],
        session.selection,
        session.proposal,
        session.labels,
        ahead=session.hot_seat.moves_next,
        undo_is_free=session.controller.options.undo == "free",
        hinted=session.hint is not None,
    )


def _are_reserves_open(session: PlayerSession) -> bool:
    """Whether face-up reservations stay visible: by the house rule while humans play, otherwise by `open_hands`."""
    if session.hot_seat.humans and session.controller.outcome is None:
        return session.controller.options.open_reserves
    return session.open_hands


def _banner(session: PlayerSession) -> Message | None:
    """The warning to show until its cause is gone, if any."""
    if session.controller.not_saved or not session.is_saved:
        return N_("NOT SAVED")
    return N_("COMPUTERS PAUSED") if session.hot_seat.single_step and session.controller.outcome is None else None


# --- the prompt --------------------------------------------------------------------------------------------------------


def _prompt(session: PlayerSession, choice: Choice | None) -> tuple[Phrase, ...]:
    if session.message is not None:
        drawn = _waiting_prompt(session) if session.hot_seat.shows_drawn_card else ()
        asked = (Phrase(N_("again to confirm"), UNDO),) if session.message == session.undo_question() else ()
        return (Phrase(session.message), *asked, *_beside_message(choice), *drawn)
    if choice is not None and not choice.ahead:
        return prompt(choice)
    return (*_waiting_prompt(session), *(prompt(choice) if choice else ()))


def _beside_message(choice: Choice | None) -> tuple[Phrase, ...]:
    """The phrases beside a message: the effect of the confirm key, or else the tokens to return."""
    if choice is None or choice.ahead:
        return ()
    first = prompt(choice)[0]
    return (first,) if first.does == CONFIRM else tuple(reminder(choice))


def _waiting_prompt(session: PlayerSession) -> tuple[Phrase, ...]:
    """The prompt while it is not the viewer's turn."""
    hot_seat, controller = session.hot_seat, session.controller
    name = controller.names[controller.seat]
    if hot_seat.shows_drawn_card and hot_seat.viewer is not None:
        card = session.view.players[hot_seat.viewer].reserved[-1].card
        drew = N_("{name}, you drew {card}; it is in your reserve.", name=controller.names[hot_seat.viewer], card=card)
        on = N_("continue") if controller.bot_to_move else N_("pass to {name}", name=name)
        return Phrase(drew), Phrase(on, CONFIRM)
    if controller.outcome is not None:
        return Phrase(N_("The game is over.")), Phrase(N_("Standings"), CONFIRM)
    if hot_seat.waits_for_step:
        return Phrase(N_("{name} waits.", name=name)), Phrase(N_("step"), STEP), Phrase(N_("resume"), HOLD)
    if controller.bot_to_move:
        thinking = session.thinking
        return (Phrase(describe_thinking(name, thinking) if thinking else N_("{name} is thinking…", name=name)),)
    return (Phrase(N_("It is {name}'s turn.", name=name)),)


# --- the row of keys ---------------------------------------------------------------------------------------------------


def _offers(session: PlayerSession, choice: Choice | None) -> Iterator[Offer]:
    """Yield the most useful commands first. If only computers play, the pace commands precede the lasting ones."""
    controller, hot_seat = session.controller, session.hot_seat
    if session.current_search is not None:
        yield Offer(ANSWER_NOW, primary=True)
    if session.confirm_chooses_suggestion:
        yield Offer(CONFIRM, N_("choose the best"), primary=True)
    if hot_seat.shows_drawn_card:
        yield Offer(CONFIRM, N_("continue") if controller.bot_to_move else N_("pass the keyboard"), primary=True)
    elif controller.outcome is not None:
        yield Offer(CONFIRM, N_("standings"), primary=True)
        yield Offer(CLEAR, N_("back"))
    if not hot_seat.humans:
        yield from pace_offers(hot_seat)
    if choice is not None:
        yield from choice_offers(choice)
        yield from _hint_offer(session)
    if controller.can_undo(hot_seat.seat):
        yield Offer(UNDO)
    if controller.can_redo():
        yield Offer("table.redo")
    yield from map(Offer, ("app.help", "table.menu", "table.log", "table.inspect"))
    if hot_seat.humans:
        yield from pace_offers(hot_seat)


def _hint_offer(session: PlayerSession) -> Iterator[Offer]:
    """Yield the hint command, unless confirming or clearing has the same effect."""
    if session.hint is None:
        yield Offer("table.hint")
    elif session.chosen_suggestion is not None:
        yield Offer("table.hint", N_("next suggestion"))
    elif session.suggested and not session.confirm_chooses_suggestion:
        yield Offer("table.hint", N_("choose the best"))
