"""The statistics of the players, their renames, and the states of progress."""

from datetime import timedelta
from pathlib import Path

import pytest

from splendor_tui.record import Record
from splendor_tui.rules.outcome import Ending
from splendor_tui.store import (
    Averages,
    Help,
    NoSuchGameError,
    OpponentStatistics,
    PlayerStatistics,
    Rename,
    SavedResult,
    Store,
    Withdrawal,
    current_name,
)
from splendor_tui.store.journal_entries import UndoEntry
from tests.store.stored import NOON, create, header, open_store, ply, result, tamper


def finished(store: Store, names: tuple[str, ...], points: tuple[int, ...], *, kinds: tuple[str, ...] = ()) -> str:
    """A finished game with one turn per player."""
    game_id = store.create_game(header(*names, kinds=kinds), "{}", NOON)
    for number in range(1, len(names) + 1):
        store.append(game_id, ply(number, seats=len(names)))
    store.finish(game_id, result(*points), NOON)
    return game_id


def player(store: Store, name: str, kind: str = "human") -> PlayerStatistics:
    (found,) = [player for player in store.statistics() if (player.name, player.kind) == (name, kind)]
    return found


def test_games_wins_and_averages_are_counted(store: Store) -> None:
    finished(store, ("Ann", "Bo"), (15, 11))
    finished(store, ("Bo", "Ann"), (16, 10))
    finished(store, ("Ann", "Cy"), (17, 3))
    ann = player(store, "Ann")
    assert (ann.games, ann.wins, ann.shared, ann.best) == (3, 2, 0, 17)
    assert ann.averages == Averages(points=(15 + 10 + 17) / 3, cards=10, turns=1)
    assert ann.opponents == (OpponentStatistics("Bo", "human", 2, 1, 1), OpponentStatistics("Cy", "human", 1, 1, 1))
    assert [player.name for player in store.statistics()] == ["Ann", "Bo", "Cy"]


def test_shared_victory_counts_as_a_win_and_as_shared(store: Store) -> None:
    finished(store, ("Ann", "Bo", "Cy"), (15, 15, 3))
    counted = [(player.name, player.wins, player.shared) for player in store.statistics()]
    assert counted == [("Ann", 1, 1), ("Bo", 1, 1), ("Cy", 0, 0)]
    assert [other.ahead for other in player(store, "Ann").opponents] == [0.5, 1], "as in the table of who beat whom"


def test_names_are_compared_without_case_and_humans_differ_from_computers(store: Store) -> None:
    finished(store, ("Straße", "Bo"), (15, 3))
    finished(store, ("\uff33traße", "Bo"), (15, 3))
    finished(store, ("STRASSE", "Bo"), (15, 3))
    finished(store, ("merchant", "Bo"), (15, 3), kinds=("merchant", "human"))
    finished(store, ("merchant", "Bo"), (15, 3))
    assert player(store, "STRASSE").games == 3
    assert player(store, "merchant").games == player(store, "", "merchant").games == 1
    assert len(player(store, "Bo").opponents) == 3


def test_computer_players_of_a_level_are_counted_together(store: Store) -> None:
    finished(store, ("Merchant", "Bo", "Merchant 2"), (15, 7, 3), kinds=("merchant", "human", "merchant"))
    finished(store, ("Bo", "Mill", "Deep"), (16, 7, 3), kinds=("human", "merchant", "engine"))
    kinds = [(player.name, player.kind, player.games) for player in store.statistics()]
    assert kinds == [("Bo", "human", 2), ("Deep", "engine", 1), ("", "merchant", 3)]
    against_level = OpponentStatistics("", "merchant", 2, 1, 2)
    assert player(store, "Bo").opponents == (against_level, OpponentStatistics("Deep", "engine", 1, 1, 1))
    assert player(store, "", "merchant").opponents[0] == OpponentStatistics("Bo", "human", 3, 1, 1)


def test_undone_actions_are_no_turns(store: Store) -> None:
    game_id = store.create_game(header(), "{}", NOON)
    for entry in (ply(1), ply(2), UndoEntry(to_ply=0), ply(1), ply(2)):
        store.append(game_id, entry)
    store.finish(game_id, result(15, 11), NOON)
    assert [averages.turns for name in ("Ann", "Bo") if (averages := player(store, name).averages)] == [1, 1]


def test_returns_and_noble_choices_are_not_turns(store: Store) -> None:
    game_id = store.create_game(header(), "{}", NOON)
    played = ["take W U G", "pass", "buy 1-07", "noble charles-v", "take R R", "return W2", "forfeit"]
    for number, action in enumerate(played):
        store.append(game_id, ply(number + 1, action=action).model_copy(update={"seat": number // 4}))
    store.finish(game_id, result(15, 3), NOON)
    averages = [player(store, name).averages for name in ("Ann", "Bo")]
    assert [found and found.turns for found in averages] == [3, 1]


def test_averages_are_those_of_games_played_to_the_end(store: Store) -> None:
    finished(store, ("Ann", "Bo", "Cy"), (15, 11, 3))
    for ending, out in ((Ending.TARGET, {2}), (Ending.FORFEIT, {1, 2}), (Ending.AGREEMENT, {})):
        ended = result(9, 5, 1)
        standings = [one.model_copy(update={"forfeited": one.seat in out}) for one in ended.standings]
        game_id = store.create_game(header("Ann", "Bo", "Cy"), "{}", NOON)
        store.finish(game_id, ended.model_copy(update={"ending": ending, "standings": tuple(standings)}), NOON)
    averages = [player(store, name).averages for name in ("Ann", "Bo", "Cy")]
    assert [found and found.points for found in averages] == [(15 + 9) / 2, (11 + 5) / 2, 3]
    assert [(one.games, one.wins) for one in store.statistics()] == [(4, 4), (4, 0), (4, 0)]


@pytest.mark.parametrize(("purchases", "is_early"), [(2, True), (3, False)])
def test_withdrawal_is_early_until_a_player_has_three_cards(store: Store, purchases: int, is_early: bool) -> None:
    buys, others = [f"buy 1-0{number}" for number in range(1, purchases + 1)], ["take W U G"] * purchases
    actions = [action for turn in zip(buys, others, strict=True) for action in turn]
    game_id = store.create_game(header(), "{}", NOON)
    for number, action in enumerate([*actions, "take W U G", "forfeit"], start=1):
        store.append(game_id, ply(number, action=action))
    ended = result(0, 0)
    winner, loser = ended.standings
    loser = loser.model_copy(update={"rank": 2, "forfeited": True})
    store.finish(game_id, ended.model_copy(update={"standings": (winner, loser)}), NOON)
    [found] = store.results()
    assert found.withdrawals == (Withdrawal(seat=1, timed_out=False, is_early=is_early),)


def test_only_finished_games_count_and_imported_ones_on_request(store: Store) -> None:
    store.create_game(header("Ann", "Bo"), "{}", NOON)
    store.import_record(Record(header("Cy", "Di"), (), result(15, 3)), NOON)
    ended = finished(store, ("Ann", "Bo"), (15, 11))
    assert [player.name for player in store.statistics()] == ["Ann", "Bo"]
    assert store.results() == (SavedResult.of(header("Ann", "Bo"), result(15, 11), NOON)._replace(started=NOON),)
    assert {player.name for player in store.statistics(with_imported=True)} == {"Ann", "Bo", "Cy", "Di"}
    assert len(store.results(with_imported=True)) == 2
    store.reopen(ended)
    assert store.statistics() == ()


def test_last_state_of_an_item_counts_and_an_invalid_row_is_skipped(folder: Path) -> None:
    with open_store(folder) as store:
        store.progress.save("puzzles", "one", "1")
        store.progress.save("puzzles", "one", "2")
        store.progress.save("puzzles", "two", "3")
        store.progress.save("lesson", "one", "4")
    with open_store(folder) as store:
        assert store.progress.load("puzzles") == {"one": "2", "two": "3"}
        assert store.progress.load("lesson") == {"one": "4"}
        assert store.progress.load("nothing") == {}
    tamper(folder, "UPDATE progress SET at = 'soon' WHERE item = 'one'")
    with open_store(folder) as store:
        assert store.progress.load("puzzles") == {"two": "3"}


def test_last_state_counts_even_if_the_clock_was_set_back(folder: Path) -> None:
    days = iter([NOON + timedelta(days=1), NOON, NOON, NOON])
    with Store.open(folder, now=days.__next__) as store:
        game_id = create(store)
        store.progress.save("lesson", "step", "2")
        store.progress.save("lesson", "step", "6")
        store.note_help(game_id, Help.HINT)
        store.finish(game_id, result(15, 3), NOON)
    with Store.open(folder, now=days.__next__) as store:
        assert store.progress.load("lesson") == {"step": "6"}
        assert store.results()[0].help is Help.HINT
        store.note_help(game_id, Help.UNDO)
        assert store.results()[0].help is Help.UNDO


@pytest.mark.parametrize(("subject", "item"), [("", "one"), ("a", ""), ("a", "b" * 65)])
def test_unreadable_progress_is_never_saved(store: Store, subject: str, item: str) -> None:
    with pytest.raises(ValueError, match=r"subject|item"):
        store.progress.save(subject, item, "1")


# --- reviews ------------------------------------------------------------------------------------------------------------


def test_review_is_deleted_with_its_game(folder: Path) -> None:
    with open_store(folder) as store:
        game, other = create(store, 2), create(store, 2)
        store.reviews.save(game, 1, "one")
        store.reviews.save(game, 2, "two")
        store.reviews.save(game, 2, "three")
        store.reviews.save(other, 1, "four")
    with open_store(folder) as store:
        assert store.reviews.load(game) == {1: "one", 2: "three"}
        store.delete(game)
        assert store.reviews.load(game) == {}
        assert store.reviews.load(other) == {1: "four"}
        with pytest.raises(NoSuchGameError):
            store.reviews.save(game, 1, "one")


# --- renames -----------------------------------------------------------------------------------------------------------


def counted(store: Store) -> dict[str, int]:
    return {player.name: player.games for player in store.statistics()}


def test_renamed_player_counts_under_the_new_name_and_the_record_keeps_the_old_one(store: Store) -> None:
    game_id = finished(store, ("Learner", "Bo"), (15, 3))
    before = store.export_record(game_id)
    store.renames.add(Rename(old="Learner", new="Ann"))
    assert counted(store) == {"Ann": 1, "Bo": 1}
    assert [player.name for player in store.results()[0].players] == ["Ann", "Bo"]
    assert store.export_record(game_id) == before
    [game] = store.games()
    assert (game.names, game.winners, game.humans) == (("Ann", "Bo"), ("Ann",), ("Ann", "Bo"))
    store.renames.add(Rename(old="Bo", new="Ann"))
    assert store.games()[0].names == ("Learner", "Bo"), "two names at a table stay apart"


def test_merge_counts_old_and_later_games_together_and_can_be_undone(store: Store) -> None:
    finished(store, ("Learner", "Bo"), (15, 3))
    finished(store, ("Ann", "Bo"), (15, 3))
    finished(store, ("Learner", "Bo"), (15, 3), kinds=("engine", "human"))
    store.renames.add(Rename(old="LEARNER", new="Ann"))
    finished(store, ("\uff2cearner", "Bo"), (15, 3))
    assert counted(open_store(store.folder)) == {"Ann": 3, "Bo": 4, "Learner": 1}, "an engine is not renamed"
    assert store.renames.undo() == Rename(old="LEARNER", new="Ann")
    assert counted(store) == {"\uff2cearner": 2, "Ann": 1, "Bo": 4, "Learner": 1}
    assert store.renames.undo() is None


@pytest.mark.parametrize(
    ("renames", "names"),
    [
        ([("Ann", "Bo"), ("Bo", "Cy")], {"Ann": "Cy", "Bo": "Cy"}),
        ([("Ann", "Bo"), ("Bo", "Ann")], {"Ann": "Ann", "Bo": "Ann"}),
        ([("Ann", "Bo"), ("Cy", "Ann")], {"Ann": "Bo", "Cy": "Ann"}),
        ([("ann", "Ann")], {"ann": "Ann", "Ann": "Ann"}),
    ],
)
def test_renames_apply_in_the_order_in_which_they_were_made(
    renames: list[tuple[str, str]], names: dict[str, str]
) -> None:
    made = [Rename(old=old, new=new) for old, new in renames]
    assert {name: current_name(name, made) for name in names} == names


def test_unreadable_rename_is_ignored(store: Store) -> None:
    finished(store, ("Ann", "Bo"), (15, 3))
    for number, state in enumerate(('{"old": "Ann"}', "[", '{"old": "Bo", "new": "\\u0000"}')):
        store.progress.save("renames", str(number), state)
    store.renames.add(Rename(old="Bo", new="Cy"))
    assert counted(store) == {"Ann": 1, "Cy": 1}
    assert store.renames.undo() == Rename(old="Bo", new="Cy")
    assert counted(store) == {"Ann": 1, "Bo": 1}


# --- time --------------------------------------------------------------------------------------------------------------


def test_time_of_each_player_is_counted_without_breaks(tmp_path: Path) -> None:
    moments = iter(NOON + timedelta(minutes=minutes) for minutes in (2, 5, 65, 69))
    with Store.open(tmp_path, now=lambda: next(moments)) as store:
        game_id = store.create_game(header(), "{}", NOON)
        for number in range(1, 5):
            store.append(game_id, ply(number))
        assert store.time_used(game_id) == [2 * 60, (3 + 4) * 60], "an hour before the third action is a break"


def test_undo_gives_no_time_back(tmp_path: Path) -> None:
    moments = iter(NOON + timedelta(minutes=minutes) for minutes in (2, 3, 5))
    with Store.open(tmp_path, now=lambda: next(moments)) as store:
        game_id = store.create_game(header(), "{}", NOON)
        for entry in (ply(1), UndoEntry(to_ply=0), ply(1)):
            store.append(game_id, entry)
        assert store.time_used(game_id) == [(2 + 2) * 60, 0]


def test_time_is_that_of_the_clock_if_the_match_has_one(store: Store) -> None:
    game_id = store.create_game(header(), '{"clock": "60+300"}', NOON)
    for number, action, left in ((1, "take W U G", 50_000), (2, "take W U G", 0), (3, "take W U G", 40_000)):
        clock = (left, 300_000, 300_000 - 5_000 * (number > 1))
        store.append(game_id, ply(number, action=action).model_copy(update={"clock": clock}))
    assert store.time_used(game_id) == [10 + 20, 60 + 5]


def test_imported_game_has_no_times(store: Store) -> None:
    assert store.time_used(store.import_record(Record(header(), (), result(15, 11)), NOON)) == ()
