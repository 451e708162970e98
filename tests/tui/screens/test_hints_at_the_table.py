"""Hints and chances at the table: requested, computed, hurried, dropped, and never shown to the wrong player."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from textual.pilot import Pilot

from splendor_tui.bots.player import Advice, AdvisedAction, Budget, Report, unheard
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.live_match import begin
from splendor_tui.match.services import Services
from splendor_tui.presentation.selection import NOTHING
from splendor_tui.presentation.table_model import CardSlot, PileSlot, PlayerSlot
from splendor_tui.rules.actions import Action, Reserve, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.view import View
from splendor_tui.tui.screens.hand_over_screen import HandOverScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets.board import Board
from splendor_tui.tui.widgets.hint_panel import HintPanel
from splendor_tui.tui.widgets.player_tableau import PlayerTableau
from splendor_tui.words import N_
from tests.match.advisers import Adviser
from tests.match.tables import Time
from tests.tui.at_the_table import prompt, table, until
from tests.tui.fingers import click_hint
from tests.tui.opened_app import make_services, open_app, screen_text


def sit(place: Services, adviser: Adviser, players: str = "Ann,Bo", **rules: object) -> TableScreen:
    plain = make_options(parse_players(players), seed="table")
    agreed = plain.changed({name: str(value) for name, value in rules.items()}) if rules else plain
    return TableScreen(replace(begin(place, agreed), adviser=adviser))


def panel(pilot: Pilot[int]) -> list[str]:
    """The rows of the hint; empty without one."""
    shown = table(pilot).query_one(HintPanel)
    return [row.rstrip() for row in shown.render().plain.split("\n")] if shown.display else []


class Hesitant(Adviser):
    """Suggests reserving a card, or drawing one from a deck."""

    def choices(self, view: View, worth: Sequence[float]) -> list[AdvisedAction]:
        card = next(card for card in view.grid if card is not None)
        first: tuple[Action, ...] = (Reserve(card), ReserveTop(3))
        return [AdvisedAction(one, chance, N_("Do it.")) for one, chance in zip(first, worth, strict=False)]


async def hint(pilot: Pilot[int]) -> None:
    """Request a hint and wait for it."""
    await pilot.press("n")
    await until(pilot, lambda: (asked := table(pilot).session.hint) is not None and asked.complete)


async def test_the_keys_beside_a_suggestion_and_enter_do_what_it_says(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    async with open_app(place, sit(place, Hesitant())) as pilot:
        await hint(pilot)
        reserve, deck = (row.split("  ")[0] for row in panel(pilot)[1:])
        assert reserve.endswith(" Space"), "Enter alone would buy the card, if it can be bought"
        assert deck == "t"
        await pilot.press(reserve.split()[0], "space", "enter")
        assert isinstance(table(pilot).session.controller.steps[0].action, Reserve)


async def test_a_hint_has_three_actions_with_keys_chances_and_reasons(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    async with open_app(place, sit(place, Adviser())) as pilot:
        await hint(pilot)
        assert panel(pilot) == [
            "The best first, each with your chance to win:",
            "1 2 3  62%  Number 1 of them.",
            "1 2 4  58%  Number 2 of them.",
            "1 2 5  40%  Number 3 of them.",
        ]
        assert table(pilot).session.controller.ply == 0
        assert table(pilot).query_one(HintPanel).region.bottom == 22, "it ends above the prompt"


async def test_a_hint_is_noted_with_the_game(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    assert place.store is not None
    async with open_app(place, TableScreen(begin(place, make_options(parse_players("Ann,Bo"))))) as pilot:
        await pilot.press("1", "2", "3", "enter")
        await until(pilot, lambda: table(pilot).session.controller.ply == 1)
        assert not place.store.games()[0].helped
        await pilot.press("n")
        assert place.store.games()[0].helped


async def test_a_click_on_a_suggestion_chooses_it(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    async with open_app(place, sit(place, Adviser())) as pilot:
        await hint(pilot)
        await pilot.click(HintPanel, offset=(20, 2))
        proposal = table(pilot).session.proposal
        assert str(proposal.action) == str(table(pilot).session.hint.advice.choices[1].action)  # type: ignore[union-attr]
        assert panel(pilot), "it stays until something is played"
        await pilot.press("enter")
        assert table(pilot).session.controller.ply == 1
        assert not panel(pilot)


async def test_while_it_is_thought_about_the_best_so_far_is_shown_and_the_answer_can_be_had_at_once(
    catalogue: Catalogue,
) -> None:
    place, adviser = make_services(catalogue), Adviser(patient=True)
    async with open_app(place, sit(place, adviser)) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: len(panel(pilot)) == 2)
        assert panel(pilot)[0] == "Hint so far, each with your chance to win: 0 of 5 s"
        assert "50%" in panel(pilot)[1]
        await until(pilot, lambda: "1>◇ 4<" in screen_text(pilot.app))
        assert "Enter choose the best" in screen_text(pilot.app)
        time = place.now
        assert isinstance(time, Time)
        time.seconds = 3
        await until(pilot, lambda: panel(pilot)[0] == "Hint so far, each with your chance to win: 3 of 5 s")
        await click_hint(pilot, "answer_now")
        await until(pilot, lambda: len(panel(pilot)) == 4)
        assert "62%" in panel(pilot)[1]
        assert adviser.asked[0].viewer == 0


async def test_dropping_a_hint_withdraws_the_question(catalogue: Catalogue) -> None:
    place, adviser = make_services(catalogue), Adviser(patient=True)
    async with open_app(place, sit(place, adviser)) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: len(panel(pilot)) == 2)
        await click_hint(pilot, "clear")
        await until(pilot, adviser.ended.is_set)
        assert not panel(pilot)
        assert adviser.budgets[0].cancelled()


async def test_enter_chooses_the_best_that_is_lit_up_and_the_same_key_goes_through_the_others(
    catalogue: Catalogue,
) -> None:
    place = make_services(catalogue)
    async with open_app(place, sit(place, Adviser())) as pilot:
        await hint(pilot)
        shown = table(pilot).query_one(Board).model
        assert shown is not None
        assert shown.lit == {PileSlot(Colour(pile)) for pile in range(3)}
        assert "1>◇ 4<   2>◆ 4<   3>▲ 4<" in screen_text(pilot.app)
        await pilot.press("enter")
        assert prompt(pilot) == "Enter Take 1◇ 1◆ 1▲  0 → 3/10 tokens"
        assert "1>◇" not in screen_text(pilot.app), "it is chosen, and need not be shown any more"
        for taken in ("1◇ 1◆ 1●", "1◇ 1◆ 1■", "1◇ 1◆ 1▲", "1◇ 1◆ 1●"):
            await pilot.press("n")
            assert prompt(pilot).startswith(f"Enter Take {taken}")
        await pilot.press("enter")
        assert table(pilot).session.controller.ply == 1


async def test_clearing_drops_first_the_choice_and_then_the_hint(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    async with open_app(place, sit(place, Adviser())) as pilot:
        await hint(pilot)
        await pilot.press("1", "backspace")
        assert len(panel(pilot)) == 4
        await pilot.press("backspace")
        assert not panel(pilot)


async def test_a_hint_asked_for_while_computers_move_comes_with_ones_turn(catalogue: Catalogue) -> None:
    place, adviser = make_services(catalogue, bot_pace=2.0), Adviser()
    async with open_app(place, sit(place, adviser, "Ann,=merchant")) as pilot:
        await pilot.press("1", "2", "3", "enter", "n")
        assert panel(pilot) == ["The hint appears on your turn."]
        assert not adviser.asked
        await until(pilot, lambda: len(panel(pilot)) == 4)
        assert adviser.asked[0].ply == 2


async def test_a_hint_that_one_waits_for_can_be_dropped(catalogue: Catalogue) -> None:
    place, adviser = make_services(catalogue, bot_pace=2.0), Adviser()
    async with open_app(place, sit(place, adviser, "Ann,=merchant")) as pilot:
        await pilot.press("1", "2", "3", "enter", "n", "n")
        assert not panel(pilot)
        await until(pilot, lambda: table(pilot).flow.to_move)
        assert not adviser.asked


async def test_a_hint_cannot_be_asked_for_where_another_person_moves_first(catalogue: Catalogue) -> None:
    place, adviser = make_services(catalogue, bot_pace=2.0), Adviser()
    async with open_app(place, sit(place, adviser, "Ann,=merchant,Bo", hand_over="always")) as pilot:
        await pilot.press("enter", "1", "2", "3", "enter", "n")
        assert "Only the player to move can get a hint." in screen_text(pilot.app)
        await until(pilot, lambda: isinstance(pilot.app.screen, HandOverScreen))
        await pilot.press("enter")
        assert table(pilot).flow.viewer == 2
        assert not panel(pilot)
        assert not adviser.asked


async def test_taking_back_drops_the_hint_for_the_position_that_is_gone(catalogue: Catalogue) -> None:
    place, adviser = make_services(catalogue), Adviser(patient=True)
    async with open_app(place, sit(place, adviser, hand_over="never")) as pilot:
        await pilot.press("1", "2", "3", "enter", "n")
        await until(pilot, adviser.reported.is_set)
        await pilot.press("u", "u")
        await until(pilot, adviser.ended.is_set)
        assert not panel(pilot)


async def test_with_a_clock_a_hint_takes_no_more_than_half_of_what_is_left(catalogue: Catalogue) -> None:
    place, adviser = make_services(catalogue), Adviser()
    async with open_app(place, sit(place, adviser, clock="6+60")) as pilot:
        await hint(pilot)
        assert adviser.budgets[0].seconds == 3


async def test_nothing_to_hurry_is_said(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    async with open_app(place, sit(place, Adviser())) as pilot:
        await pilot.press("y")
        assert "Nobody is thinking now." in screen_text(pilot.app)


class Silent(Adviser):
    """Has no suggestion until its time is up."""

    def advise(self, view: View, rng: Random, budget: Budget, report: Report = unheard) -> Advice:
        while not budget.cancelled():
            self.ended.wait(0.005)
        return super().advise(view, rng, budget, report)


class Wordy(Adviser):
    """Gives reasons too long for the log."""

    TIMES = 2

    def choices(self, view: View, worth: Sequence[float]) -> list[AdvisedAction]:
        words = N_("{words}", words="One thing, and then another one. " * self.TIMES)
        return [replace(choice, message=words) for choice in super().choices(view, worth)]


async def test_enter_before_the_first_suggestion_chooses_nothing_and_says_why(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    async with open_app(place, sit(place, Silent())) as pilot:
        await pilot.press("n", "enter")
        assert "The hint is on its way" in screen_text(pilot.app)
        assert table(pilot).session.selection == NOTHING
        await pilot.press("y")
        await until(pilot, lambda: len(panel(pilot)) == 4)
        assert "The hint is on its way" not in screen_text(pilot.app), "for it is there"
        await pilot.press("down", "enter")
        assert table(pilot).session.selection.card is not None, "who goes there means what is there"


async def test_a_long_hint_lies_over_places_without_a_card_rather_than_over_a_player(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    async with open_app(place, sit(place, Wordy(), "Ann,Bo,Cy,Dee")) as pilot:
        await hint(pilot)
        assert len(panel(pilot)) > 3
        board = table(pilot).board
        boxes = [region for slot, region in board.places().items() if isinstance(slot, PlayerSlot)]
        assert not [box for box in boxes if box.overlaps(pilot.app.screen.query_one(HintPanel).region)]


class Talkative(Wordy):
    """Gives reasons too long for the screen."""

    TIMES = 9


async def test_however_long_a_hint_is_the_bank_stays_in_sight(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    async with open_app(place, sit(place, Talkative(), "Ann,Bo")) as pilot:
        await hint(pilot)
        session = table(pilot).session
        session.message = N_("{words}", words="So long that one row is not enough for it. " * 3)
        table(pilot).show()
        await pilot.pause()
        await pilot.pause()
        board = table(pilot).board
        bank = [region for slot, region in board.places().items() if isinstance(slot, PileSlot)]
        assert bank
        assert not [pile for pile in bank if pile.overlaps(pilot.app.screen.query_one(HintPanel).region)]
        first, *_others, last = panel(pilot)
        assert first.startswith("1 2 3")
        assert last == "…"


class Numbered(Adviser):
    """Gives reasons so long that only two of three fit."""

    def choices(self, view: View, worth: Sequence[float]) -> list[AdvisedAction]:
        return [
            replace(choice, message=N_("{words}", words=f"Begin{place} {'and then another one ' * 6}End{place}"))
            for place, choice in enumerate(super().choices(view, worth))
        ]


async def test_the_chosen_suggestion_is_told_to_its_end_where_not_all_have_room(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    async with open_app(place, sit(place, Numbered())) as pilot:
        await hint(pilot)
        for chosen in range(3):
            await pilot.press("n")
            rows = panel(pilot)
            told = "".join(rows)
            assert f"Begin{chosen}" in told
            assert f"End{chosen}" in told
            assert not all(f"End{place}" in told for place in range(3))
            assert (rows[0] == "…") is (chosen > 0)
            assert (rows[-1] == "…") is (chosen < 2)


async def test_a_long_prompt_is_not_hidden_by_the_hint(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    async with open_app(place, sit(place, Adviser())) as pilot:
        await hint(pilot)
        await pilot.press("1", "2", "4", "enter", "n")
        await until(pilot, lambda: len(panel(pilot)) == 4)
        session = table(pilot).session
        session.message = N_("{words}", words="So long that one row is not enough for it. " * 3)
        table(pilot).show()
        await pilot.pause()
        await pilot.pause()
        rows = screen_text(pilot.app).splitlines()
        assert rows[-3].strip().startswith("So long")
        assert any("40%" in row for row in rows[:-3])


# --- computer players with long searches -------------------------------------------------------------------------------


def sit_with_grandmaster(place: Services, thinker: Adviser) -> TableScreen:
    live = begin(place, make_options(parse_players("Ann,=grandmaster"), seed="table"))
    return TableScreen(replace(live, bots={1: thinker}, adviser=Adviser()))


async def test_who_thinks_and_how_long_is_shown_and_a_key_ends_it(catalogue: Catalogue) -> None:
    place, thinker = make_services(catalogue, thinking_seconds=10.0), Adviser(patient=True)
    time = place.now
    assert isinstance(time, Time)
    async with open_app(place, sit_with_grandmaster(place, thinker)) as pilot:
        await pilot.press("1", "2", "3", "enter")
        await until(pilot, lambda: prompt(pilot) == "Grandmaster is thinking: 0 of 10 s")
        time.seconds += 4
        await until(pilot, lambda: prompt(pilot) == "Grandmaster is thinking: 4 of 10 s")
        assert thinker.budgets[0].seconds == 10
        await pilot.press("y")
        await until(pilot, lambda: table(pilot).flow.to_move)
        assert table(pilot).session.controller.ply == 2
        assert "y answer now" not in screen_text(pilot.app)


async def test_undo_while_it_thinks_withdraws_the_question(catalogue: Catalogue) -> None:
    place, thinker = make_services(catalogue, thinking_seconds=10.0), Adviser(patient=True)
    async with open_app(place, sit_with_grandmaster(place, thinker)) as pilot:
        await pilot.press("1", "2", "3", "enter")
        await until(pilot, thinker.reported.is_set)
        await pilot.press("u", "y")
        await until(pilot, thinker.ended.is_set)
        assert table(pilot).session.controller.ply == 0
        assert prompt(pilot) == "Nobody is thinking now."


async def test_leaving_while_it_thinks_withdraws_the_question(catalogue: Catalogue) -> None:
    place, thinker = make_services(catalogue, thinking_seconds=10.0), Adviser(patient=True)
    async with open_app(place, sit_with_grandmaster(place, thinker)) as pilot:
        await pilot.press("1", "2", "3", "enter")
        await until(pilot, thinker.reported.is_set)
        await pilot.press("o", "h")
        await until(pilot, thinker.ended.is_set)


# --- chances -----------------------------------------------------------------------------------------------------------


def shown_chances(pilot: Pilot[int]) -> list[str]:
    """The text beside each name."""
    heads = ["".join(text for text, _ink in box.picture.lines[0]) for box in table(pilot).query(PlayerTableau)]
    return [next((word for word in head.split() if word.endswith("%")), "") for head in heads]


async def test_chances_stand_beside_the_names_once_they_are_asked_for(catalogue: Catalogue) -> None:
    place, adviser = make_services(catalogue), Adviser()
    async with open_app(place, sit(place, adviser, hand_over="never")) as pilot:
        await pilot.pause(0.1)
        assert shown_chances(pilot) == ["", ""]
        assert not adviser.asked
        table(pilot).game.change_settings(place.settings.changed(chances=True))
        await until(pilot, lambda: shown_chances(pilot) == ["33%", "67%"])
        table(pilot).game.change_settings(place.settings.changed(chances=False))
        assert shown_chances(pilot) == ["", ""]


async def test_chances_of_a_position_that_is_gone_are_dropped(catalogue: Catalogue) -> None:
    place, adviser = make_services(catalogue, chances=True), Adviser()
    async with open_app(place, sit(place, adviser, hand_over="never")) as pilot:
        await until(pilot, lambda: shown_chances(pilot) == ["33%", "67%"])
        await pilot.press("1", "2", "3", "enter")
        await until(pilot, lambda: shown_chances(pilot) == ["33%", "67%"])
        assert [view.ply for view in adviser.asked] == [0, 1]


async def test_chances_are_judged_by_what_the_person_at_the_keyboard_may_know(catalogue: Catalogue) -> None:
    place, adviser = make_services(catalogue, chances=True, bot_pace=0.0), Adviser()
    async with open_app(place, sit(place, adviser, "Ann,=merchant,Bo", hand_over="always")) as pilot:
        await pilot.press("enter", "g", "enter", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, HandOverScreen))
        await pilot.press("enter")
        await until(pilot, lambda: shown_chances(pilot) == ["17%", "33%", "50%"])
        assert adviser.asked[-1].viewer == 2
        assert adviser.asked[-1].players[0].reserved[0].card is None, "what Ann drew is hidden from Bo"


async def test_a_cursor_move_does_not_ask_for_chances_again(catalogue: Catalogue) -> None:
    place, adviser = make_services(catalogue, chances=True), Adviser()
    async with open_app(place, sit(place, adviser)) as pilot:
        await until(pilot, lambda: any(shown_chances(pilot)))
        await pilot.press("down", "right", "1", "2", "backspace")
        assert len(adviser.asked) == 1
        assert table(pilot).board.cursor != CardSlot(3, 0)
