"""A series of rematches: its score, its goal, and its next game."""

from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest

from splendor_tui.inputs.house_rules import MatchRules, OptionError
from splendor_tui.inputs.match_options import MatchOptions, make_options, parse_players, parse_seats
from splendor_tui.match.match_lifecycle import LiveMatch, begin
from splendor_tui.match.services import Services
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.presentation.player_statistics import rename_player, undo_rename
from splendor_tui.presentation.result import shared_result
from splendor_tui.presentation.series import (
    Series,
    can_rematch,
    current_series,
    describe_series,
    ended_series,
    kind_of,
    next_game,
    outcomes_of,
    shared_standings,
)
from splendor_tui.presentation.tournaments import TournamentSystem, begin_tournament, make_plan, recent_tournaments
from splendor_tui.rules.actions import Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from splendor_tui.words.languages import ENGLISH, set_language
from tests.match.tables import act
from tests.ratings.rated_games import game, save_game
from tests.store.stored import NOON
from tests.tui.opened_app import make_services, store_of

TWO = make_options(parse_players("Ann,merchant"))


@pytest.fixture
def place(catalogue: Catalogue, tmp_path: Path) -> Services:
    """Services with a store."""
    return make_services(catalogue, tmp_path)


def finish(place: Services, options: MatchOptions, loser: str) -> MatchSession:
    """A saved game of two, which this player resigns."""
    session = MatchSession(begin(place, options), place)
    table = session.controller
    table.begin()
    while table.names[table.seat] != loser:
        act(table, table.legal_actions(table.seat)[0])
    act(table, Forfeit())
    session.proceed()
    session.live.release()
    return session


def play_series(place: Services, options: MatchOptions, *losers: str) -> MatchSession:
    """Play a game and its rematches."""
    for loser in losers:
        session = finish(place, options, loser)
        options = session.rematch()
    return session


def test_rematches_are_one_series_and_the_start_moves_on_by_one_seat(place: Services) -> None:
    session = play_series(place, TWO, "Merchant", "Merchant", "Ann")
    assert session.series is not None
    assert [game.names for game in session.series.games] == [
        ("Ann", "Merchant"),
        ("Merchant", "Ann"),
        ("Ann", "Merchant"),
    ]
    assert str(session.series.sentence()) == "Series, open, after 3 games: Ann 2, Merchant 1."
    assert dict(session.series.wins_by_game(("Ann", "Merchant"))) == {0: [0, 0], 1: [1, 0], 2: [2, 0], 3: [2, 1]}
    assert str([*describe_series(session.series)][2]) == "Game 2: Merchant (0), Ann (0), Ann won."


def test_series_continues_after_the_program_has_ended(place: Services) -> None:
    played = play_series(place, TWO, "Merchant", "Ann")
    series = Series.of(store_of(place).games())
    assert series is not None
    options = next_game(store_of(place), series)
    assert (options.first_game, options.players[0].name) == (played.rematch().first_game, "Ann")
    assert options.first_game == store_of(place).games()[-1].id


def test_series_continues_under_the_current_names_until_a_rename_is_undone(place: Services) -> None:
    store = store_of(place)
    play_series(place, make_options(parse_players("Benoé,Anna")).changed({"series": "first-3"}), "Anna")
    rename_player(store, "Benoé", "Ben")
    [series] = current_series(store)
    assert isinstance(series, Series)
    session = finish(place, next_game(store, series), "Anna")
    assert session.controller.names == ("Anna", "Ben")
    assert [seat.name for seat in session.rematch().players] == ["Ben", "Anna"]
    [series] = current_series(store)
    assert str(series.sentence()) == "Series, first to 3, after 2 games: Ben 2, Anna 0."
    assert [game.names for game in series.games] == [("Ben", "Anna"), ("Anna", "Ben")]
    undo_rename(store)
    assert store.games()[-1].names == ("Benoé", "Anna")


def test_rename_to_the_name_of_the_opponent_keeps_both_apart_in_their_series(place: Services) -> None:
    store = store_of(place)
    play_series(place, make_options(parse_players("Benoé,Ben")), "Ben", "Ben")
    rename_player(store, "Benoé", "Ben")
    [series] = current_series(store)
    assert isinstance(series, Series)
    assert str(series.score()) == "Benoé 2, Ben 0"
    assert [seat.name for seat in next_game(store, series).players] == ["Benoé", "Ben"]


def test_shared_game_is_not_told_as_two_wins(catalogue: Catalogue, place: Services) -> None:
    save_game(store_of(place), game(catalogue, ("Ida", "Leo"), (5, 5)))
    series = current_series(store_of(place))[0]
    assert str([*describe_series(series)][1]) == "Game 1: Ida (5), Leo (5), Ida and Leo share it."


def test_only_a_finished_game_with_a_human_is_offered_again(place: Services) -> None:
    options = make_options(parse_players("merchant,apprentice"))
    assert not can_rematch(finish(place, options, "Merchant").series)
    session = finish(place, TWO, "Ann")
    assert can_rematch(session.series)
    store_of(place).reopen(str(session.live.game_id))
    assert not can_rematch(current_series(store_of(place))[0])


def test_undecided_series_is_in_progress_in_french(place: Services) -> None:
    play_series(place, TWO.model_copy(update={"series": "first-2"}), "Ann")
    set_language("fr")
    assert [str(one) for one in outcomes_of(current_series(store_of(place))[0])] == [
        "en cours, en 2 gagnantes",
        "en 2 gagnantes",
    ]


def test_undecided_series_remains_current_after_another_game(place: Services) -> None:
    play_series(place, TWO.model_copy(update={"series": "best-3"}), "Ann")
    play_series(place, make_options(parse_players("Bo,apprentice")), "Bo")
    assert [list(one.names) for one in current_series(store_of(place))] == [["Bo", "Apprentice"], ["Ann", "Merchant"]]
    play_series(place, TWO.model_copy(update={"series": "first-1"}), "Ann")
    assert [str(one.score()) for one in current_series(store_of(place))] == [
        "Ann 0, Merchant 1",
        "Ann 0, Merchant 1",
    ], "a decided series was played last, so the undecided one is still told"
    undecided = current_series(store_of(place))[1]
    assert isinstance(undecided, Series)
    play_series(place, next_game(store_of(place), undecided), "Ann")
    assert len(current_series(store_of(place))) == 1, "both are decided"


def test_undecided_series_remains_current_for_some_evenings_and_others_are_not_read_one_by_one(
    place: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_series(place, TWO.model_copy(update={"series": "best-3"}), "Ann")
    decided = make_options(parse_players("Bo,apprentice")).changed({"series": "first-1"})
    for _game in range(40):
        play_series(place, decided, "Bo")
    store, read = store_of(place), Mock(wraps=store_of(place).games)
    monkeypatch.setattr(store, "games", read)
    assert [str(one.sentence()) for one in current_series(store)] == [
        "Apprentice wins the series, first to 1: Bo 0, Apprentice 1.",
        "Series, best of 3, after 1 game: Ann 0, Merchant 1.",
    ]
    assert read.call_count == 2, "for the last game and for the undecided series"


def test_open_series_remains_current_for_an_evening_of_other_games_and_tournaments(
    place: Services, tmp_path: Path
) -> None:
    now = NOON
    place.store = store = Store.open(tmp_path / "timed", now=lambda: now)
    play_series(place, make_options(parse_players("Dana,Eli")), "Eli")
    play_series(place, TWO, "Ann", "Merchant", "Ann")

    def told() -> list[str]:
        return [str(one.sentence()) for one in current_series(store)]

    ours = "Series, open, after 3 games: Ann 1, Merchant 2."
    plan = make_plan(parse_seats("Ann,Bo,Cy"), TournamentSystem(), MatchRules(), now)
    tournament = begin_tournament(store, plan, place.rng)
    finish(place, tournament.next_game(), tournament.next_game().players[1].name)
    assert told()[1:] == [ours]
    now += timedelta(hours=11)
    for _game in range(3):
        play_series(place, make_options(parse_players("Bo,apprentice")), "Bo")
    assert told()[2:] == [ours], "neither is the only game of Dana and Eli"
    now += timedelta(hours=7)
    play_series(place, make_options(parse_players("Bo,apprentice")), "Bo")
    assert ours not in told(), "another evening"


def test_what_ended_this_evening_is_told_after_other_games_until_the_next_evening(
    place: Services, tmp_path: Path
) -> None:
    now = NOON
    place.store = store = Store.open(tmp_path / "timed", now=lambda: now)
    play_series(place, TWO.model_copy(update={"series": "first-1"}), "Ann")
    plan = make_plan(parse_seats("Ann,Bo,Cy"), TournamentSystem(), MatchRules(), now)
    begin_tournament(store, plan, place.rng)
    while (tournament := recent_tournaments(store)[0]) and not tournament.is_over:
        now += timedelta(minutes=1)
        finish(place, tournament.next_game(), tournament.next_game().players[1].name)

    def told() -> list[str]:
        return [str(one.sentence()) for one in ended_series(store, current_series(store))]

    won = "Merchant wins the series, first to 1: Ann 0, Merchant 1."
    assert told() == [won], "the tournament was played last"
    now += timedelta(hours=1)
    play_series(place, make_options(parse_players("Bo,apprentice")), "Bo")
    assert told() == ["Ann, Cy and Bo share the tournament: Ann 1, Cy 1, Bo 1.", won]
    now += timedelta(hours=17)
    play_series(place, make_options(parse_players("Bo,apprentice")), "Bo")
    assert told() == []


def test_decided_series_is_followed_by_a_new_one_unless_the_goal_moves(place: Services) -> None:
    session = play_series(place, TWO.model_copy(update={"series": "first-2"}), "Ann", "Ann")
    assert session.series is not None
    assert str(session.series.sentence()) == "Merchant wins the series, first to 2: Ann 0, Merchant 2."
    assert session.rematch().first_game is None
    session.change_goal("best-5")
    assert (session.rematch().first_game, session.rematch().series) == (session.series.games[0].id, "best-5")


def test_new_game_is_offered_with_the_goal_that_was_agreed_last(place: Services) -> None:
    best = TWO.model_copy(update={"series": "best-5"})
    place.change_settings(place.settings.changed(names=("Ann",), seats=("human", "merchant"), goal="best-5"))
    play_series(place, TWO, "Ann").change_goal("first-2")
    assert place.settings.goal == "best-5", "a game without a goal is another series"
    session = play_series(place, best, "Ann")
    for goal in ("open", "best-3"):
        session.change_goal(goal)
        assert place.settings.goal == goal
    place.change_settings(place.settings.changed(names=("Bo",)))
    session.change_goal("first-3")
    assert place.settings.goal == "best-3", "other players play now"


def test_agreed_goal_and_starter_survive_a_rematch_that_is_left_at_once(place: Services) -> None:
    session = play_series(place, TWO, "Merchant", "Merchant")
    session.change_goal("first-2")
    session.change_opening()
    begin(place, session.rematch()).release()
    store = store_of(place)
    series = current_series(store)[0]
    assert isinstance(series, Series)
    assert str(series.sentence()) == "Ann wins the series, first to 2: Ann 2, Merchant 0."
    chosen = session.openings[0].seat
    assert chosen is not None
    assert next_game(store, series).players[0].name == session.names[chosen] == "Merchant"


def test_shared_result_of_a_rematch_has_the_score_in_its_lines_and_the_series_has_at_most_ten(
    place: Services,
) -> None:
    session = play_series(place, TWO, *["Merchant"] * 12)
    result, points, cards, score = shared_result(store_of(place), session.live.game_id or "", place.catalogue)
    assert str(result) == "Splendor to 15 points, 2026-05-01: Ann won because Merchant resigned in round 1."
    assert str(points) == "Points: Ann 0, Merchant 0"
    assert str(cards) == "Cards: Ann 0, Merchant 0. Nobles: Ann 0, Merchant 0"
    assert str(score) == "Series, open, after 12 games: Ann 12, Merchant 0."
    assert session.series is not None
    first, *games = map(str, shared_standings(session.series))
    assert first == f"2026-05-01. {score}"
    assert games[-1] == "Game 12: Merchant (0), Ann (0), Ann won."
    assert len(games) == 9


@pytest.mark.parametrize(
    ("goal", "wins", "winners"),
    [
        ("open", "AAAAA", ""),
        ("first-3", "AABB", ""),
        ("first-3", "AABBB", "B"),
        ("best-3", "A", ""),
        ("best-3", "AA", "A"),
        ("best-5", "AABB", ""),
        ("best-4", "ABA", ""),
        ("best-4", "ABAB", "AB"),
    ],
)
def test_goal_decides_as_soon_as_nobody_can_catch_up(place: Services, goal: str, wins: str, winners: str) -> None:
    one = play_series(place, make_options(parse_players("A,B")), "A").series
    assert one is not None
    games = [one.games[0]._replace(winners=(name,)) for name in wins]
    assert "".join(Series(games, goal).winners) == winners


def test_victory_shared_at_the_goal_decides_nothing_and_says_so(place: Services) -> None:
    one = play_series(place, make_options(parse_players("A,B")), "A").series
    assert one is not None
    shared = one.games[0]._replace(finished=NOON, winners=("A", "B"))
    series = Series([shared, shared], "first-1")
    assert series.wins is series.wins, "a series may have a thousand games"
    assert not series.winners
    said = "Series, first to 1, after 2 games: A 1, B 1. Level: play on until one player leads."
    assert str(series.sentence()) == said
    assert str(series.briefs()[0]) == "Series, first to 1: A 1, B 1, play on until one player leads"
    assert str(series.explained_goal) == "The first to take the lead wins the series."
    assert str(Series([shared], "first-1").explained_goal) == "The first with 1 win wins the series."
    assert Series([*series.games, shared._replace(winners=("B",))], "first-1").winners == ["B"]


def test_shared_victory_counts_half_so_that_a_third_game_decides_the_best_of_three(place: Services) -> None:
    one = play_series(place, make_options(parse_players("A,B")), "A").series
    assert one is not None
    shared, won, lost = (one.games[0]._replace(winners=winners) for winners in (("A", "B"), ("A",), ("B",)))
    assert str(Series([shared, won], "best-3").sentence()) == "Series, best of 3, after 2 games: A 1.5, B 0.5."
    assert str(Series([shared, won, shared], "best-3").sentence()) == "A wins the series, best of 3: A 2, B 1."
    level = str(Series([shared, won, lost], "best-3").sentence())
    assert level == "A and B share the series, best of 3: A 1.5, B 1.5."
    try:
        set_language("fr")
        assert str(Series([shared, won], "best-3").score()) == "A 1,5\u202f; B 0,5"
        starts = {
            "open": "Série libre, après",
            "first-3": "Série en 3 gagnantes, après",
            "first-1": "A gagne la série en 1 gagnante",
        }
        for goal, start in starts.items():
            assert str(Series([shared, won], goal).sentence()).startswith(start)
        left = won._replace(finished=None)
        assert str(kind_of(Series([shared, won, left], "open"))) == "série de 2 parties", "as many as in its sentence"
        assert str(Series([won], "best-3").score()) == "A 1, B 0"
    finally:
        set_language(ENGLISH)


def test_goal_can_be_any_number_and_an_impossible_one_is_explained() -> None:
    assert MatchRules().changed({"series": "first-12"}).series == "first-12"
    with pytest.raises(OptionError, match="open, or a goal like first-3 or best-5, up to 99"):
        MatchRules().changed({"series": "best-of-many"})


def test_saved_options_of_version_1_0_are_those_of_a_single_game(place: Services) -> None:
    store = store_of(place)
    live: LiveMatch = begin(place, TWO)
    old = TWO.model_dump(mode="json", exclude={"series", "first_game"})
    assert MatchOptions.model_validate(old, strict=False) == TWO
    live.release()
    for options in ("{}", "", '{"first_game": "x"}', '{"series": 7}'):
        game = store.create_game(store.load(finish(place, TWO, "Ann").live.game_id or "").header, options, NOON)
        (found,) = [one for one in store.games() if one.id == game]
        assert (found.series, found.goal) == (game, "open")
