"""A tournament: standings, the next table, withdrawals, and what survives."""

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from splendor_tui.inputs.house_rules import MatchRules, OptionError
from splendor_tui.inputs.match_options import MatchOptions, make_options, parse_players, parse_seats
from splendor_tui.match.match_lifecycle import begin
from splendor_tui.match.services import Services
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.presentation.pairings import table_sizes
from splendor_tui.presentation.series import can_rematch, current_series, read_series, shared_standings
from splendor_tui.presentation.tournaments import (
    Tournament,
    TournamentPlan,
    TournamentSystem,
    begin_tournament,
    current_tournament,
    make_plan,
    read_tournament,
)
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import GameSummary, Rename, Store
from splendor_tui.words import MessageError
from tests.presentation.test_series import finish
from tests.store.stored import NOON
from tests.tui.opened_app import make_services, store_of


def plan_of(names: str, system: str = "round-robin", size: int = 2, rounds: int = 0) -> TournamentPlan:
    """The plan of a tournament."""
    chosen = TournamentSystem.model_validate({"system": system, "size": size, "rounds": rounds})
    return make_plan(parse_seats(names), chosen, MatchRules(random_first=True), NOON)


def result(number: int, names: str, *ranks: int) -> GameSummary:
    """A game of this round with these ranks, unfinished without ranks."""
    return GameSummary(
        id=f"game{names.lower()}{number}",
        names=tuple(names),
        started=NOON,
        last_played=NOON,
        plies=1,
        finished=NOON if ranks else None,
        winners=(),
        points=(),
        imported=False,
        round=number,
        ranks=ranks,
    )


def tournament(plan: TournamentPlan, *games: GameSummary) -> Tournament:
    """A tournament with these games, oldest first."""
    return Tournament("tournamt", plan, games[::-1])


def lines(one: Tournament) -> Sequence[tuple[int, str, float, float]]:
    """The standings."""
    return [(row.place, row.name, row.points, row.tie_break) for row in one.standings]


def test_buchholz_decides_equal_points_in_a_swiss_tournament() -> None:
    games = [result(1, "AB", 1, 2), result(1, "CD", 1, 2), result(2, "AC", 1, 2), result(2, "BD", 1, 1)]
    one = tournament(plan_of("A,B,C,D", "swiss", rounds=2), *games)
    assert lines(one) == [(1, "A", 2, 1.5), (2, "C", 1, 2.5), (3, "B", 0.5, 2.5), (4, "D", 0.5, 1.5)]
    assert str(one.sentence()) == "A wins the tournament: A 2, C 1, B 0.5, D 0.5."
    assert "3. B, 0.5 points (rivals' points 2.5): 0 against A, 0.5 against D." in map(str, one.report())


def test_direct_games_decide_before_sonneborn_berger_in_a_round_robin() -> None:
    games = [
        *(result(1, "AB", 1, 2), result(1, "DC", 1, 2)),
        *(result(2, "CA", 1, 2), result(2, "BD", 1, 2)),
        *(result(3, "AD", 1, 2), result(3, "BC", 1, 2)),
    ]
    one = tournament(plan_of("A,B,C,D"), *games)
    assert lines(one) == [(1, "A", 2, 3), (2, "B", 2, 2), (3, "D", 1, 1), (4, "C", 1, 2)]
    assert [one.standings[0].duels[other] for other in (1, 2, 3)] == [1, 0, 1]
    assert [tie_break.label.template for tie_break in one.tie_breaks.values()] == ["Dir.", "S-B"]
    assert str(one.sentence()) == "A wins the tournament by tie-break: A 2, B 2, D 1, C 1."
    date, *places, tie_break, _winner = map(str, shared_standings(one))
    assert date == "2026-01-02. Tournament: round robin, 3 rounds, 6 games."
    assert [line.partition(":")[0] for line in places[1:]] == [
        "2. B, 2 points (0 in direct games)",
        "3. D, 1 point (1 in direct games)",
        "4. C, 1 point (0 in direct games)",
    ]
    assert tie_break == "Tie-break: points in the games among the tied players."


def test_players_without_a_difference_share_the_tournament() -> None:
    games = [result(1, "ABC", 1, 2, 3), result(2, "BAC", 1, 2, 3)]
    one = tournament(plan_of("A,B,C", size=3, rounds=2), *games)
    assert lines(one) == [(1, "A", 3, 3), (1, "B", 3, 3), (3, "C", 0, 0)]
    assert str(one.sentence()) == "A and B share the tournament: A 3, B 3, C 0."
    assert one.wins_by_game("CA") == {0: [0, 0], 1: [0, 2], 2: [0, 3]}, "of the players at the table"


@pytest.mark.parametrize(("system", "points"), [("swiss", 1), ("round-robin", 0)])
def test_bye_counts_as_a_win_in_a_swiss_tournament_only_once_its_round_is_over(system: str, points: float) -> None:
    plan = plan_of("A,B,C", system)
    one = tournament(plan)
    counts = ", which counts as a win" if points else ""
    assert [str(line) for line in one.next_sentences()] == [
        "Next: A and B. A starts.",
        f"C sits out this round{counts}.",
    ]
    assert lines(one)[2] == (1, "C", 0, 0)
    one = tournament(plan, result(1, "AB", 1, 2))
    assert one.number == 2
    assert sorted(row.points for row in one.standings) == sorted([1, 0, points]), "not the bye of the next round"
    assert ["1 for sitting out" in str(line) for line in one.report()].count(True) == points


@pytest.mark.parametrize(("names", "size"), [("ABC", 2), ("ABCDE", 2), ("ABCD", 3), ("ABCDE", 4)])
@pytest.mark.parametrize("seed", range(4))
def test_points_and_buchholz_with_byes_agree_with_another_calculation_after_each_game(
    names: str, size: int, seed: int
) -> None:
    rng, plan, games = Random(seed), plan_of(",".join(names), "swiss", size, rounds=3), list[GameSummary]()
    full = max(table_sizes(len(names), size))
    while not (one := tournament(plan, *games)).is_over:
        seats = [one.entrants[player] for player in one.open_tables[0].table]
        games.append(result(one.number, "".join(seats), *(rng.randint(1, 2) for _seat in seats)))
        per_round = len(names) // full + (len(names) % full > 1)
        met: dict[str, list[str]] = {name: [] for name in names}
        points = dict.fromkeys(names, 0.0)
        for game in games:
            for (name, rank), (other, worse) in permutations(zip(game.names, game.ranks, strict=True), 2):
                met[name] += other
                points[name] += (rank < worse) + 0.5 * (rank == worse)
        for number in range(1, len(games) // per_round + 1):
            for name in {*names} - {name for game in games if game.round == number for name in game.names}:
                met[name] += name * (full - 1)  # as if against rivals with as many points
                points[name] += full - 1
        after = tournament(plan, *games)
        found = {row.name: (row.points, row.tie_break) for row in after.standings}
        assert found == {name: (points[name], sum(points[other] for other in met[name])) for name in names}
        assert after.wins_by_game(names)[len(games)] == [points[name] for name in names]


def test_earlier_round_that_was_reopened_comes_first_and_later_results_stay() -> None:
    plan = plan_of("A,B,C,D", "swiss")
    games = [result(1, "AB", 1, 2), result(1, "CD"), result(2, "AC", 1, 2)]
    one = tournament(plan, *games)
    assert [str(line) for line in one.next_sentences()] == ["Unfinished: C and D."]
    assert lines(one)[0] == (1, "A", 2, 0)
    again = tournament(plan, games[0], result(1, "CD", 2, 1), games[2])
    assert [str(again.at_table(pairing)) for pairing in again.open_tables] == ["B and D"], "A met C already"


def test_withdrawn_player_keeps_the_results_and_is_not_paired_again(place: Services) -> None:
    store = store_of(place)
    one = begin_tournament(store, plan_of("A,B,C,D"), place.rng)
    name = str(one.at_table(one.open_tables[0])).split(" and ")[0]
    assert str(one.withdraw(store, name.lower())) == f"{name} withdraws. The games so far count."
    one = reread(store)
    assert all(name not in str(one.at_table(pairing)) for pairing in one.rounds[0])
    assert str(one.withdraw(store, name)) == f"{name} is back."
    assert reread(store).plan.out == ()
    with pytest.raises(MessageError, match="is called Eve"):
        one.withdraw(store, "Eve")


def reread(store: Store) -> Tournament:
    """The tournament as it is on disk."""
    found = current_tournament(store)
    assert found is not None
    return found


def play(place: Services, options: MatchOptions) -> MatchSession:
    """Play a game, which the second player resigns."""
    return finish(place, options, options.players[1].name)


def play_games(place: Services, one: Tournament, games: int) -> None:
    """Play this many games of a tournament, each of which the second player resigns."""
    for _number in range(games):
        play(place, one.next_game())
        one = reread(store_of(place))


def test_results_enter_by_themselves_until_the_tournament_is_over(place: Services) -> None:
    store = store_of(place)
    one = begin_tournament(store, plan_of("Ann,Bo,Cy,merchant"), place.rng)
    session = play(place, one.next_game())
    for number in range(2, 7):
        assert session.tournament is not None
        assert str(session.tournament.place()) == f"round {number // 2} of 3", "the round of the game just played"
        with Store.open(store.folder) as other:  # as after a kill, since nothing has been closed
            assert reread(other).next_game() == session.tournament.next_game()
            series = current_series(other)[0]
            assert isinstance(series, Tournament)
            assert len(series.finished) == number - 1
        session = play(place, session.tournament.next_game())
    assert session.tournament is not None
    assert session.tournament.is_over
    assert sum(session.tournament.wins) == 6
    assert session.tournament.winners
    assert not can_rematch(current_series(store)[0]), "its last table is not a game to play again"


def test_first_game_says_that_it_begins_a_series_or_a_tournament(place: Services) -> None:
    two = make_options(parse_players("Ann,Bo"))
    one = begin_tournament(store_of(place), plan_of("Ann,Bo,Cy"), place.rng)
    for options, said in (
        (two.changed({"series": "first-2"}), "Series, first to 2: game 1."),
        (one.next_game(), "Tournament, round 1 of 3."),
        (two, "None"),
    ):
        with begin(place, options) as live:
            assert str(MatchSession(live, place).score) == said


def test_game_undone_after_the_end_is_open_again_and_then_counts_once(place: Services) -> None:
    store = store_of(place)
    one = begin_tournament(store, plan_of("A,B,C", rounds=1), place.rng)
    game_id = play(place, one.next_game()).live.game_id
    assert game_id is not None
    ended = store.load(game_id).result
    assert ended is not None
    assert reread(store).is_over
    store.reopen(game_id)
    assert reread(store).unfinished is not None
    store.finish(game_id, ended, NOON)
    found = read_series(store, one.id)
    assert isinstance(found, Tournament)
    assert sum(found.wins) == 1
    assert found.is_over


def test_tournament_ends_early_with_its_standings_and_is_forgotten_without_games(place: Services) -> None:
    store = store_of(place)
    begin_tournament(store, plan_of("A,B,C"), place.rng).end(store)
    assert current_tournament(store) is None
    replaced = begin_tournament(store, plan_of("D,E,F"), place.rng)
    one = begin_tournament(store, plan_of("A,B,C"), place.rng)
    play(place, one.next_game())
    reread(store).end(store)
    assert reread(store).is_over
    assert len(reread(store).winners) == 1
    assert read_tournament(store, replaced.id) is None, "another tournament began before its first game"


def test_tournament_continues_under_the_current_names_whatever_is_renamed_or_undone(place: Services) -> None:
    store = store_of(place)
    play_games(place, begin_tournament(store, plan_of("Anna,Ben,Benoé"), place.rng), 1)
    score = str(reread(store).score())
    for old, new in (("Anna", "Annie"), ("Benoé", "Benoît")):
        store.renames.add(Rename(old=old, new=new))
        score = score.replace(old, new)
        assert str(reread(store).score()) == score
    while not reread(store).is_over:
        assert {*play(place, reread(store).next_game()).controller.names} <= {"Annie", "Ben", "Benoît"}
    score = str(reread(store).score())
    store.renames.undo()
    assert str(reread(store).score()) == score.replace("Benoît", "Benoé")
    store.renames.add(Rename(old="Benoé", new="Ben"))
    assert str(reread(store).score()) == score.replace("Benoît", "Benoé"), "two players stay apart"


@pytest.mark.parametrize("damage", [("", "{}"), (NOON.isoformat(), "2026-01-01T12:00:00"), ('"size":2', '"size":9')])
def test_unreadable_plan_is_ignored(place: Services, damage: tuple[str, str]) -> None:
    store = store_of(place)
    begin_tournament(store, plan_of("A,B,C"), place.rng)
    text = plan_of("D,E,F").model_dump_json().replace("Z", "+00:00")
    assert damage[0] in text
    store.progress.save("tournaments", "damaged1", text.replace(*damage) if damage[0] else damage[1])
    assert {*reread(store).entrants} == {*"ABC"}


def test_plan_names_what_is_wrong() -> None:
    with pytest.raises(OptionError):
        plan_of("A,B")
    with pytest.raises(OptionError):
        plan_of("A,B,a")
    assert plan_of("A,B,C").rules == MatchRules(), "the tournament decides who starts"


@pytest.fixture
def place(catalogue: Catalogue, tmp_path: Path) -> Services:
    """Services with a store."""
    return make_services(catalogue, tmp_path)
