"""The end of a game: winners and reasons, the sources of the points, and the next steps."""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from splendor_tui.inputs.house_rules import HOUSE_RULES
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.lesson.first_game_coach import Coach
from splendor_tui.lesson.saved_lesson import LessonProgress, session_of
from splendor_tui.match.match_lifecycle import LiveMatch, begin, resume
from splendor_tui.match.services import Services
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.presentation.result import place_reason, points_by_round
from splendor_tui.rules.actions import Buy, Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import outcome
from splendor_tui.store import Help
from splendor_tui.tui.look.glyphs import TIERS, UNICODE
from splendor_tui.tui.look.paint import plain
from splendor_tui.tui.screens.copied_screen import CopiedScreen
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.log_screen import LogScreen
from splendor_tui.tui.screens.pause_screen import PauseScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.screens.review_screen import ReviewScreen
from splendor_tui.tui.screens.saved_games_screen import SavedGamesScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets.line_charts import points_chart
from splendor_tui.tui.widgets.plot_canvas import MIN_ROWS
from splendor_tui.words import N_, scored
from splendor_tui.words.languages import languages, set_language
from tests.match.tables import act
from tests.presentation.choosing import lively
from tests.presentation.test_series import play_series
from tests.tui.at_the_table import time_of, until
from tests.tui.opened_app import make_services, open_app


def finished(
    place: Services, players: str = "Ann,Bo,Cy,Dee", seed: int = 4, *, helped: bool = False, **rules: str
) -> LiveMatch:
    """A match played to its end."""
    live = begin(place, make_options(parse_players(players), seed=str(seed)).changed(rules))
    match, rng = live.controller, Random(seed)
    match.begin()
    if helped:
        match.note_help(Help.HINT)
    while match.outcome is None:
        act(match, lively(match.view_for(match.seat), rng))
    return live


def test_points_by_round_are_counted_at_the_end_of_each_round(catalogue: Catalogue) -> None:
    table = finished(make_services(catalogue)).controller
    plies = [(step.before, step.after) for step in table.steps]
    points = points_by_round(plies)
    last = plies[-1][0].round
    assert [*points] == [*range(1, last + 1)]
    assert [*points_by_round(ply for ply in plies if ply[0].round >= 3)] == [*range(3, last + 1)]
    assert points[last] == [player.points for player in table.view_for(None).players]
    for number in range(1, last):
        following = next(step for step in table.steps if step.before.round == number + 1)
        assert points[number] == [player.points for player in following.before.players]


def painted(points: Sequence[Sequence[int]], cells: int, rows: int, tier: str = "unicode") -> list[str]:
    """A chart to 15 points, from round 1."""
    return plain(points_chart(dict(enumerate(points, start=1)), 15, cells, rows, TIERS[tier])).splitlines()


def chart(points: Sequence[Sequence[int]], cells: int, rows: int, tier: str = "unicode") -> list[str]:
    """The rows of a chart without the axes."""
    return [row[4:] for row in painted(points, 4 + cells, rows, tier)[:-2]]


def columns_of(digit: str, rows: Sequence[str]) -> dict[int, int]:
    """The row of the digit, by column."""
    return {x: y for y, row in enumerate(rows) for x, character in enumerate(row) if character == digit}


def round_numbers(points: Sequence[Sequence[int]], cells: int) -> list[str]:
    """The words under a chart."""
    return painted(points, cells, 18)[-1].split()


def test_chart_plots_every_player_at_their_points() -> None:
    points = [(0, 0), (3, 0), (3, 4), (9, 10), (15, 12)]
    rows = chart(points, 20, 18)
    assert columns_of("1", rows) == {0: 15, 17: 0}
    assert columns_of("2", rows) == {2: 15, 17: 3}
    assert round_numbers(points, 24) == ["1", "round", "5"]
    assert round_numbers([*points, points[-1]], 44) == ["1", "5", "round"]


def test_title_of_a_chart_is_cut_before_the_last_marks_and_no_mark_is_in_it() -> None:
    points = [(0, 0), *[(2, 1)] * 6]
    for cells, title in ((37, " points in the tournament "), (24, " points in the… ")):
        drawn = points_chart(dict(enumerate(points)), 2, cells, 9, UNICODE, N_("points in the tournament"))
        first = plain(drawn).splitlines()[0]
        assert title in first
        assert first.count("1") == 1, "that of the last game"


def test_chart_begins_and_ends_with_round_numbers_and_omits_those_that_do_not_fit() -> None:
    assert round_numbers([(1, 0)] * 3, 24) == ["1", "round", "3"], "the last number shows the length of a short game"
    from_position = {number: (number, 0) for number in range(7, 11)}
    assert plain(points_chart(from_position, 15, 28, 18, UNICODE)).splitlines()[-1].split() == ["7", "round", "10"]
    shown = round_numbers([(1, 0)] * 100, 20)
    assert {*shown} <= {"round", "1", *map(str, range(5, 101, 5))}
    assert shown[-1] != "10", "the beginning of 100"


def test_chart_lines_are_continuous_and_differ_without_colour() -> None:
    rounds = 9
    patterns = []
    for seat in range(4):
        points = [tuple(number if other == seat else 0 for other in range(4)) for number in range(rounds)]
        rows = chart(points, 44, 18)
        patterns.append([character for row in rows[:-1] for character in row if character > "\u2800"])
    assert len({tuple(pattern) for pattern in patterns}) == 4
    solid = chart([(number,) for number in range(rounds)], 44, 18)
    assert all(
        any(character not in " ─" for character in column) for column in zip(*(row[:41] for row in solid), strict=True)
    )


@pytest.mark.parametrize("rows", [MIN_ROWS, 6, 9, 25])
@pytest.mark.parametrize("most", [14, 15, 16, 22])
def test_only_players_at_the_target_are_plotted_on_or_above_its_line(rows: int, most: int) -> None:
    for number in range(most + 1):
        text = painted([(number, most)], 12, rows)[:-2]
        line = next(y for y, row in enumerate(text) if row.startswith(" 15"))
        (y,) = (y for y, row in enumerate(text) if "1" in row[4:])
        assert (y <= line) == (number >= 15)


def test_game_without_points_has_no_chart() -> None:
    assert painted([(0, 0, 0), (0, 0, 0)], 50, 18) == []
    assert painted([], 50, 18) == []


@pytest.mark.parametrize("rounds", [1, 2, 49, 50, 200])
@pytest.mark.parametrize("tier", TIERS)
def test_chart_of_any_length_fits_and_ends_with_the_last_round(rounds: int, tier: str) -> None:
    points = [(number // 5, 1 + number // 4, 0, number // 3) for number in range(rounds)]
    lines = painted(points, 50, 8, tier)
    assert len(lines) == 8
    assert {cell_len(line) for line in lines} == {50}
    assert rounds < 49 or "4" in "".join(line[4:] for line in lines[:2])


async def test_four_long_names_and_their_reasons_fit_uncut(place: Services) -> None:
    live = finished(place, ",".join(name * 20 for name in "ABCD"))
    ended, names = outcome(live.controller.view_for(None)), live.controller.names
    assert ended is not None
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        for size in ((80, 24), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.finish_drawing()
            keys = next(row for row in pilot.text.splitlines() if "r rematch" in row)
            assert UNICODE.ellipsis not in pilot.text.replace(keys, "" if size == (80, 24) else keys)
            pilot.shows(f"{names[ended.winners[0]]} wins", "t table", "p replay ? help", "Esc leave")
            for standing in ended.standings:
                assert f" {names[standing.seat]}  ─{standing.seat + 1}─ " in pilot.text
                assert str(place_reason(standing, ended.standings)) in pilot.text


@pytest.mark.parametrize(
    ("players", "cells", "headline"),
    [
        ("Ann,Bo", 80, "◇ ◆ ▲ ● ■ ★ Ann and Bo share the victory ★ ■ ● ▲ ◆ ◇"),
        ("Zoé,Anne-Catherine,Player 3,Priya", 80, "◇ ◆ Zoé, Anne-Catherine, Player 3 and Priya share the victory ◆ ◇"),
        (
            "Zoé,Anne-Catherine,Player 3,Maximiliane Anna",
            80,
            "◇ ◆ Zoé, Anne-Cathe…, Player 3 and Maximilian… share the victory ◆ ◇",
        ),
        (
            "Zoé,Anne-Catherine,Player 3,Priya",
            100,
            "◇ ◆ ▲ ● ■ Zoé, Anne-Catherine, Player 3 and Priya share the victory ■ ● ▲ ◆ ◇",
        ),
    ],
)
async def test_headline_of_a_shared_victory_is_whole(place: Services, players: str, cells: int, headline: str) -> None:
    live = begin(place, make_options(parse_players(players)))
    live.controller.begin()
    live.controller.agree(0)
    async with open_app(place, TableScreen(session_of(live, place)), size=(cells, 24)) as pilot:
        pilot.shows(headline)


async def test_each_key_is_named_once_and_the_round_is_not_repeated_below_the_sentence_about_the_end(
    place: Services,
) -> None:
    live = finished(place, "Ann,Bo", target="5")
    async with open_app(place, TableScreen(session_of(live, place)), size=(120, 40)) as pilot:
        await until(pilot, lambda: "Not rated" in pilot.text)
        assert re.search(r"reached the target in round \d", pilot.text)
        assert not re.search(r"\d rounds\.", pilot.text)
        assert [pilot.words.count(key) for key in (" g series goal", " ctrl+t ", " ctrl+g ")] == [1, 1, 1]
        assert "g sets the series goal" not in pilot.words
        await pilot.resize_terminal(80, 24)
        await pilot.finish_drawing()
        pilot.shows("g sets the series goal · ctrl+t copies the result · ctrl+g saves a picture")


async def test_first_game_ends_with_advice_and_the_reason_why_it_is_not_rated(place: Services) -> None:
    live = finished(place, helped=True)
    assert live.controller.outcome is not None
    assert live.controller.outcome.winners == (1,)
    winner = Coach(place.reviewer(), 1, live.controller.names)
    LessonProgress(place.store).begin_game(str(live.game_id))
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        await pilot.settle()
        pilot.shows("go for points", "new game", "Not rated: a hint was used.")
    assert "Well played!" in str(winner.farewell((1,)))


async def test_undone_action_is_not_the_last_and_levels_are_translated(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    live = begin(place, make_options(parse_players("Ann,=merchant")))
    match = live.controller
    match.begin()
    act(match, lively(match.view_for(0), Random(1)))
    match.undo(0)
    act(match, Forfeit())
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        pilot.shows(GameOverScreen)
        pilot.shows("Last action: Ann resigned.")
        set_language("fr")
        pilot.app.home()
        await until(pilot, lambda: "Dernière partie" in pilot.words)
        pilot.shows("Marchand (0)")


async def test_target_reached_before_an_undo_is_not_the_reason_for_the_end(place: Services) -> None:
    live = begin(place, make_options(parse_players("Ann,Bo"), seed="4").changed({"target": "5"}))
    match, rng = live.controller, Random(4)
    match.begin()
    while not match.view_for(None).final_round:
        act(match, lively(match.view_for(match.seat), rng))
    undone = match.undo(match.steps[-1].seat)[-1]
    while match.outcome is None:
        buys = match.seat == undone.seat
        actions = [one for one in match.legal_actions(match.seat) if not (buys and isinstance(one, Buy))]
        act(match, rng.choice(actions) if buys else lively(match.view_for(match.seat), rng))
    reached = next(step for step in match.steps if step.after.final_round)
    assert (reached.before.round, reached.seat) != (undone.before.round, undone.seat)
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        pilot.shows(f"{match.names[reached.seat]} reached the target in round {reached.before.round}.")


async def test_last_action_includes_the_returned_tokens(place: Services) -> None:
    live = finished(place, "Ann,Bo", seed=1, target="5")
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        assert re.search(r"Last action: Bo took \S+ \S+ \S+\. Returned ", pilot.words)


@pytest.mark.usefixtures("pauses")
async def test_keys_meant_for_the_table_are_ignored_at_the_end_but_not_those_after_a_pause(place: Services) -> None:
    async with open_app(place, TableScreen(session_of(finished(place, "Ann,Bo"), place))) as pilot:
        await pilot.type("t", TableScreen)
        await pilot.type("enter", GameOverScreen)  # the result again
        await pilot.type("t", TableScreen)
        pilot.table.run(pilot.table.session.undo())
        pilot.table.action_do("table.redo")
        await pilot.pause()
        screen = pilot.screen(GameOverScreen)
        await pilot.type("enter r h t m p e escape", hides="to this new file")
        assert pilot.app.screen is screen
        time_of(pilot).seconds += 0.9
        await pilot.press("r", "g")
        assert pilot.app.screen is screen
        time_of(pilot).seconds += 0.35
        await pilot.press("r")
        assert pilot.app.screen is not screen


async def test_rematch_has_the_same_players_new_cards_and_the_chosen_starter(place: Services) -> None:
    live = finished(place, "Ann,Bo")
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        assert "r rematch  s starts: Bo" in pilot.text
        await pilot.type("s t enter", "s starts: Ann")  # the choice survives a look at the table
        await pilot.press("s", "s", "r")
        match = pilot.screen(TableScreen).session.controller
        assert match is not live.controller
        assert (match.names, match.ply) == (("Bo", "Ann"), 0)
        assert match.view_for(None).grid != live.controller.steps[0].before.grid


@pytest.mark.parametrize("language", languages())
async def test_starter_of_a_rematch_is_named_in_the_smallest_window(place: Services, language: str) -> None:
    async with open_app(place, TableScreen(session_of(finished(place, "Chloé,Marc"), place))) as pilot:
        await pilot.change(language=language)
        label = pilot.table.session.openings[0].label
        pilot.shows(f"s {label} v")


@pytest.mark.parametrize("language", languages())
async def test_long_name_of_the_starter_is_shortened(place: Services, language: str) -> None:
    async with open_app(place, TableScreen(session_of(finished(place, "Marc,Anna-Katharina"), place))) as pilot:
        await pilot.change(language=language)
        pilot.shows({"en": "s starts: Anna-Kat… v", "fr": "s début : Ann… v"}[language])


async def test_undo_key_after_an_agreed_end_names_the_agreement(place: Services) -> None:
    live = begin(place, make_options(parse_players("Ann,Bo")))
    live.controller.begin()
    live.controller.agree(0)
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        await pilot.type("u", GameOverScreen, "where u undoes the agreement.")


async def test_undo_key_says_where_an_undo_is_possible(place: Services) -> None:
    for undo, players, said in (
        ("free", "Ann,Bo", "t shows the table, where F8 undoes the last action."),
        ("off", "Ann,Bo", "This game is played without undo."),
        ("own-turn", "Ann,=merchant", "You can only undo your own action"),
    ):
        live = finished(place, players, undo=undo)
        async with open_app(place, TableScreen(session_of(live, place))) as pilot:
            await pilot.change(keys={"table.undo": "f8"})
            await pilot.type("f8", said)
            await pilot.type("x", "x does nothing here", hides=said)
            await pilot.type("f8", said)  # a playing key is explained once, this one each time


async def test_help_of_the_result_says_where_an_undo_is_possible(place: Services) -> None:
    async with open_app(place, TableScreen(session_of(finished(place, "Ann,Bo"), place))) as pilot:
        await pilot.type("question_mark", "where the last action can be undone if the rules allow it.")


async def test_screens_after_a_game_open_and_close_and_playing_keys_say_how_to_leave_the_table(place: Services) -> None:
    async with open_app(place, TableScreen(session_of(finished(place, "Ann,=merchant"), place))) as pilot:
        for key, screen in (("m", LogScreen), ("p", ReplayScreen), ("v", ReviewScreen)):
            await pilot.type(key, screen)
            await pilot.type("escape", GameOverScreen)
        await pilot.press("t")
        table = pilot.screen(TableScreen)
        for key in ("z", "1", "space", "right", "n", "y", "comma", "plus", "f7"):
            table.session.message = None
            await pilot.type(key, "Nothing can be played after the game; Enter shows the standings.")
        await pilot.type("question_mark", hides="Move the cursor.")  # the help omits them
        await pilot.type("question_mark z backspace t", TableScreen)  # the message was not in the way
        model = table.model()
        assert model.player is model.view.players[0], "a single human sits at their own place"
        await pilot.type("p", ReplayScreen)  # the key means the same at the table
        await pilot.type("escape enter", GameOverScreen)
        await pilot.type("h", HomeScreen)


async def test_export_never_overwrites_a_file_and_its_report_ends_with_the_screen(
    place: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    live = finished(place, "Ann,Bo")
    file = tmp_path / f"splendor-{live.game_id}.jsonl"
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        await pilot.type("e enter", "Written to")
        written = file.read_text()
        await pilot.type("e", f"splendor-{live.game_id}-2.jsonl")  # the next free name
        await pilot.press("ctrl+u", *file.name, "enter")
        assert "cannot be written" in pilot.text
        assert file.read_text() == written
        await pilot.type("2 enter", "Written to")  # another name can be tried in place
        assert file.with_name(f"{file.name}2").read_text() == written
        await pilot.type("p escape", GameOverScreen, hides="Written to")


async def test_picture_of_the_result_is_also_saved_from_its_copy(
    place: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    live = finished(place, "Ann,Bo")
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        await pilot.type("ctrl+t", CopiedScreen, "ctrl+g save picture")
        await pilot.type("ctrl+g", GameOverScreen, "Written to")
        picture = (tmp_path / f"splendor-{live.game_id}.svg").read_text()
        assert ["wins" in picture, "clipboard" in picture] == [True, False]


async def test_unsaved_game_offers_neither_replay_nor_export(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    async with open_app(place, TableScreen(session_of(finished(place, "Ann,Bo"), place))) as pilot:
        shown = pilot.text.splitlines()[-1]
        assert "rematch" in shown
        assert "replay" not in shown
        assert "export" not in shown
        for key in ("v", "p", "e"):
            pilot.app.clear_notifications()
            await pilot.type(key, "Only a saved game can be watched, reviewed or exported.")


@pytest.mark.parametrize("target", ["4", "5"])
async def test_review_is_offered_only_if_the_nets_know_the_target(place: Services, target: str) -> None:
    live, can = finished(place, "Ann,Bo", target=target), target == "5"
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        assert ("v review" in pilot.words) is can
        await pilot.type("v", ReviewScreen if can else "So this game cannot be reviewed.")
    async with open_app(place, SavedGamesScreen()) as pilot:
        pilot.shows("e export")
        assert ("v review" in pilot.words) is can
    async with open_app(place, size=(120, 40)) as pilot:
        await until(pilot, lambda: "Last game" in pilot.text)
        assert next(row for row in pilot.text.splitlines() if "Last game" in row).endswith("v" if can else "g")


async def test_key_of_the_goal_stays_in_one_row_after_each_explanation(place: Services) -> None:
    async with open_app(place, TableScreen(session_of(finished(place, "Ann,Bo"), place))) as pilot:
        await pilot.type("g")
        for explained in (HOUSE_RULES["series"].explain(goal) for goal in ("first-2", "first-3", "first-5", "best-3")):
            await pilot.type("g", str(explained))
            assert "g sets the series goal" in pilot.text, explained


@pytest.mark.parametrize(
    ("goal", "offered"),
    [
        ("open", "open first-3 first-5 best-5 best-7"),
        ("first-2", "first-2 first-3 first-5 best-5 best-7 open"),
        ("first-1", "first-1 open first-2 first-3 first-5 best-3 best-5 best-7"),
    ],
)
async def test_no_goal_on_offer_decides_the_series_unless_the_game_began_with_it(
    place: Services, goal: str, offered: str
) -> None:
    options, losers = make_options(parse_players("Ann,Bo")).changed({"series": goal}), ("Bo", "Ann", "Bo")
    session = play_series(place, options, *(losers[:1] if goal == "first-1" else losers))
    session.proceed()
    goals = []
    while session.series is not None and session.series.goal not in goals:
        goals.append(session.series.goal)
        session.change_goal()
    assert goals == offered.split()
    assert session.series is not None
    assert session.series.goal == goal


async def test_first_press_of_the_key_of_the_goal_only_says_what_another_one_does(place: Services) -> None:
    session = play_series(place, make_options(parse_players("Ann,Bo")).changed({"series": "first-2"}), "Bo")
    live = resume(place, session.live.game_id or "")
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        question = "Press g again to change the goal of the series."
        await pilot.type("g", question, "Series, first to 2, after 1 game")
        await pilot.click_on(question)
        pilot.shows("The first with 3 wins wins the series.", "Series, first to 3, after 1 game")


async def test_escape_cancels_the_question_about_the_goal_before_it_leaves(
    place: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    question = "Press g again to change the goal of the series."
    async with open_app(place, TableScreen(session_of(finished(place, "Ann,Bo"), place))) as pilot:
        await pilot.type("g", question, "g series goal  Esc cancel  ? help", hides="Esc leave")
        await pilot.type("escape", GameOverScreen, "ctrl+t copies the result", "Esc leave", hides=question)
        await pilot.type("g", question)
        await pilot.type("ctrl+g", "Written to")
        await pilot.type("ctrl+t", CopiedScreen)
        await pilot.type("escape", GameOverScreen, hides=question)
        await pilot.type("g", question)  # it was not forgotten, so it asks again
        await pilot.type("escape escape", HomeScreen)


async def test_goal_of_a_decided_series_changes_only_after_a_question(place: Services) -> None:
    session = play_series(place, make_options(parse_players("Ann,Bo")).changed({"series": "first-2"}), "Bo", "Bo")
    live = resume(place, session.live.game_id or "")
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        pilot.shows("Ann wins the series")
        pilot.shows("r new series")
        await pilot.type("g", "The series is decided. Press g again to change its goal.", "Ann wins the series")
        await pilot.type("g", "The first with 3 wins wins the series.", "after 2 games: Ann 2, Bo 0", "r rematch")


async def test_result_of_a_series_counts_those_of_the_same_players(place: Services) -> None:
    rules = {"series": "first-2"}
    for names, losers in (("Ann,Cy", "Cy Cy"), ("Ann,Bo", "Ann Ann"), ("Bo,Ann", "Bo Bo"), ("Ann,Bo", "Bo Ann Bo")):
        session = play_series(place, make_options(parse_players(names)).changed(rules), *losers.split())
    live = resume(place, session.live.game_id or "")
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        await pilot.finish_work()
        won = "Ann wins the series, first to 2: Ann 2, Bo 1. Series won: Ann 2, Bo 1."
        pilot.shows(won)
        await pilot.type("g g", "Series, first to 3, after 3 games: Ann 2, Bo 1.")
        await pilot.finish_work()
        pilot.shows("Series won: Ann 1, Bo 1.")  # an undecided series counts for nobody
        await pilot.type("g g g g g")
        await pilot.finish_work()
        pilot.shows(won)


async def test_name_and_its_score_are_in_one_row_of_the_result(
    place: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app(place, TableScreen(session_of(finished(place, "Ann,Bo"), place))) as pilot:
        for letters in range(2, 18):
            names = ["A" * letters, "Oma Jo", "Papa Jo", "Annemarie Jo"]
            score = N_(
                "{names} wins the tournament: {score}.", names=names[0], score=scored([(name, 1.5) for name in names])
            )
            monkeypatch.setattr(MatchSession, "score", score)
            pilot.screen(GameOverScreen).show()
            await pilot.finish_drawing()
            pilot.shows(f"{names[0]} wins the tournament", f"{names[3]} 1.5.")
            assert not [row for row in pilot.text.splitlines() if re.match(r" *(\d\.\d|Jo)", row)]


async def test_player_keeps_the_line_of_the_first_game_of_the_series(place: Services) -> None:
    session = play_series(place, make_options(parse_players("Ann,Bo")), "Ann", "Bo")
    live = resume(place, session.live.game_id or "")
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        assert session.names == ("Bo", "Ann")
        pilot.shows("Bo ─2─", "Ann ─1─")


async def test_series_has_one_score_on_the_result_at_home_and_in_the_list_which_opens_to_its_games(
    place: Services,
) -> None:
    session = play_series(
        place, make_options(parse_players("Ann,Bo")).changed({"series": "first-3"}), "Ann", "Bo", "Ann"
    )
    live = resume(place, session.live.game_id or "")
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        assert "Series, first to 3, after 3 games: Ann 1, Bo 2." in pilot.text
        assert "─ wins" in pilot.text
        pilot.shows("ctrl+t copies the result · ctrl+g saves a picture")
        picture = pilot.app.picture()
        assert ["wins" in picture, "copies" in picture, "rematch" in picture] == [True, False, False], "without keys"
        await pilot.click_on("sets the series goal")
        await pilot.click_on("Press g again")
        pilot.shows("The first with 5 wins wins the series. g sets the series goal")
        await pilot.type("escape", HomeScreen)
        await until(pilot, lambda: "Series          Ann ━──── 1   Bo ━━─── 2 · first to 5" in pilot.text)
        await pilot.type("g", "Ann 1 · Bo 2")
        await pilot.type("ctrl+t escape", "Ann 1 · Bo 2")
        assert pilot.app.clipboard.startswith(
            "2026-05-01. Series, first to 5, after 3 games: Ann 1, Bo 2.\nGame 1: Ann (0), Bo (0), "
        )
        await pilot.type("enter", "1 of 3")
        await pilot.type("escape", "1 of 1")
        await pilot.type("escape m", TableScreen)
        assert pilot.controller.names == ("Bo", "Ann")
        assert pilot.controller.options.first_game == live.controller.options.first_game
        assert "Series, first to 5: Ann 1, Bo 2" in pilot.text.splitlines()[0]
        await pilot.type("o", PauseScreen, "Series, first to 5, after 3 games: Ann 1, Bo 2.")
