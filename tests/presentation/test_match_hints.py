"""The hint and the chances of winning in a match: requested, searched, hurried, dropped, and only for the viewer."""

import asyncio
from unittest.mock import patch

import pytest

from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Effect, Open, Proceed, Show, Think
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.match_session import MatchSession, Page
from splendor_tui.rules.actions import Action, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.store import Help
from tests.match.advisers import Adviser, until
from tests.match.tables import Time, act, options, sit_down
from tests.presentation.choosing import asked, session_at


def advised(
    catalogue: Catalogue, adviser: Adviser, agreed: MatchOptions | None = None, **settings: object
) -> MatchSession:
    """The session of a new match with this adviser."""
    session = session_at(sit_down(catalogue, agreed))
    session.live.adviser = adviser
    session.services.settings = session.services.settings.changed(**settings)
    return proceeded(session)


def proceeded(session: MatchSession) -> MatchSession:
    """The session after the next player has taken the keyboard."""
    if session.proceed() == Open(Page.HAND_OVER):
        session.do(commands.READY)
    return session


def some_action(session: MatchSession) -> Action:
    return legal_actions(session.controller.view_for(session.controller.seat))[0]


def begin(session: MatchSession, command: Command = commands.HINT) -> asyncio.Task[Effect]:
    """Run a command, and begin its work."""
    effect = session.do(command)
    assert isinstance(effect, Think)
    return asyncio.create_task(effect.work())


def heading(session: MatchSession) -> str:
    hint = session.model().hint
    return "" if hint is None else str(hint.heading)


async def test_hint_is_recorded_and_has_the_best_action_first(catalogue: Catalogue) -> None:
    session = advised(catalogue, Adviser())
    with patch.object(session.controller, "note_help") as note:
        assert await begin(session) == Show()
    note.assert_called_once_with(Help.HINT)
    assert heading(session) == "Best first, each with your chance of winning:"
    assert session.suggested == tuple(legal_actions(session.view)[:3])
    session.do(commands.HINT)
    assert session.selection == session.suggested[0]
    assert session.do(commands.CONFIRM) == Proceed()
    assert proceeded(session).hint is None


async def test_best_action_so_far_is_shown_and_the_search_can_be_hurried(catalogue: Catalogue) -> None:
    session = advised(catalogue, adviser := Adviser(patient=True), options(clock=(6, 60)))
    session.services.change_settings(session.services.settings.changed(thinking_seconds=5))
    changes: list[bool] = []
    session.changed = lambda: changes.append(True)
    search = begin(session)
    assert session.do(commands.HINT) == Show()
    assert "The hint is on its way" in asked(session), "after a double click"
    await until(lambda: changes)
    assert heading(session) == "Hint so far (0 of 3 s), with your chances of winning:", "half of the turn at most"
    assert len(session.suggested) == 1
    assert "The hint is on its way" not in asked(session)
    assert isinstance(session.services.now, Time)
    session.services.now.seconds += 2
    assert "2 of 3 s" in heading(session)
    session.do(commands.ANSWER_NOW)
    await search
    assert len(session.suggested) == 3
    assert adviser.asked[0].viewer == 0
    session.do(commands.ANSWER_NOW)
    assert asked(session).startswith("Nobody is thinking now.")


@pytest.mark.parametrize("command", [commands.CLEAR, commands.UNDO])
async def test_dropped_or_outdated_hint_ends_its_search_and_never_appears(
    catalogue: Catalogue, command: Command
) -> None:
    session = advised(catalogue, adviser := Adviser(patient=True), options(bots=(1,)))
    for _ply in range(2):
        act(session.controller, some_action(session))
    search = begin(proceeded(session))
    await until(lambda: session.suggested)
    for _press in range(3):
        if session.hint is not None and session.do(command) == Proceed():
            proceeded(session)
    await asyncio.wait_for(search, 10)
    assert adviser.budgets[0].cancelled()
    assert session.model().hint is None


async def test_hint_requested_ahead_comes_on_the_viewers_turn_unless_cancelled(catalogue: Catalogue) -> None:
    for requests in (1, 2):
        session = advised(catalogue, adviser := Adviser(), options(2, bots=(1,)))
        act(session.controller, some_action(session))
        assert isinstance(session.proceed(), Think)
        for _time in range(requests):
            assert session.do(commands.HINT) == Show()
        assert heading(session) == ("The hint will appear on your turn." if requests == 1 else "")
        assert not [*session.background()]
        act(session.controller, some_action(session))
        assert session.proceed() == Show()
        searches = [*session.background()]
        assert [work.group for work in searches] == ["hint"][: 2 - requests]
        for work in searches:
            await work.work()
        assert len(session.suggested) == 3 * (2 - requests)
        assert len(adviser.asked) == 2 - requests


def test_hint_requested_ahead_ends_with_the_game(catalogue: Catalogue) -> None:
    session = advised(catalogue, Adviser(), options(2, bots=(1,)))
    act(session.controller, some_action(session))
    session.proceed()
    session.do(commands.HINT)
    session.controller.agree(session.controller.ply)
    session.proceed()
    assert session.model().hint is None


def test_nobody_gets_a_hint_before_another_humans_turn(catalogue: Catalogue) -> None:
    session = advised(catalogue, Adviser(), options(3, bots=(1,)))
    act(session.controller, some_action(session))
    session.proceed()
    assert session.do(commands.HINT) == Show()
    assert "Only the player to move can get a hint." in asked(session)
    assert session.hint is None


async def test_chances_are_estimated_once_a_position_from_what_the_viewer_sees(catalogue: Catalogue) -> None:
    session = advised(catalogue, adviser := Adviser(), options(3, bots=(1,), hand_over="always"), chances=True)

    async def shown() -> tuple[str, ...]:
        for work in session.background():
            await work.work()
        return tuple(map(str, session.model().chances))

    assert await shown() == await shown() == ("17%", "33%", "50%")
    assert len(adviser.asked) == 1
    act(session.controller, ReserveTop(1))
    session.do(commands.CONFIRM)
    session.proceed()
    assert await shown() == (), "a computer's would not be shown"
    act(session.controller, some_action(session))
    proceeded(session)
    assert await shown() == ("17%", "33%", "50%")
    assert [view.viewer for view in adviser.asked] == [0, 2]
    assert adviser.asked[-1].players[0].reserved[0].card is None, "what Ann drew is hidden from Cy"
    session.services.settings = session.services.settings.changed(chances=False)
    assert await shown() == ()


def test_computers_ponder_once_a_position_and_only_while_a_human_is_to_move(catalogue: Catalogue) -> None:
    session = advised(catalogue, Adviser(), options(2, bots=(1,)), ponder=True)
    assert [work.group for work in session.background()] == ["pondering"]
    assert not [*session.background()]
    act(session.controller, some_action(session))
    session.proceed()
    assert not [*session.background()]
    act(session.controller, some_action(session))
    session.do(commands.AGREE)
    session.proceed()
    assert not [*session.background()], "it would never end"
