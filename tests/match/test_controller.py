from collections import Counter
from random import Random

import pytest

from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.match.controller import Controller, MatchError, MatchPausedError
from splendor_tui.match.log import LogKind, lines_in_effect, logged_plies, reservation_rounds
from splendor_tui.match.pause_reasons import PauseReason
from splendor_tui.presentation.review_report import ReviewReport
from splendor_tui.replay import begin_with
from splendor_tui.review.turn_judgement import turns_of
from splendor_tui.rules.actions import Forfeit, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.errors import IllegalActionError, Reason
from splendor_tui.rules.gems import pack
from splendor_tui.rules.outcome import Ending
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import new_game
from splendor_tui.rules.view import View, determinize
from splendor_tui.rules.well_formed import NotAnActionError
from splendor_tui.store import Store
from splendor_tui.store.journal_entries import JournalError, RedoEntry, StandInEntry, UndoEntry
from tests.match.tables import Notebook, act, load_match, options, play_any, play_idly, play_out, save_match, sit_down

WHITE_BLUE_GREEN = Take(pack((1, 1, 1, 0, 0)))
LOCKED = (
    "seat 0 main round 108 ply 398 idle 38 / grid 1-29 1-28 1-07 1-10 2-20 2-06 2-16 2-29 3-18 3-05 3-07 3-01"
    " / nobles machiavelli catherine-de-medici isabella-of-castile"
    " / W3 G3 R2 *2 cards 1-19 2-18 reserved 1-16 2-03 3-16"
    " / W1 U4 G1 R2 K1 *1 cards 2-22 2-24 2-28 2-10 reserved 2-27 2-17 3-10"
)
"""Two strong computers locked up here: both take a black gem and return it."""


def test_rejected_request_changes_nothing(catalogue: Catalogue) -> None:
    journal = Notebook()
    table = sit_down(catalogue, journal=journal)
    before = table.view_for(0)
    with pytest.raises(MatchError, match="The table has changed"):
        table.submit(0, WHITE_BLUE_GREEN, 1)
    with pytest.raises(MatchError, match="Ann's turn"):
        table.submit(1, WHITE_BLUE_GREEN, 0)
    with pytest.raises(IllegalActionError) as refused:
        table.submit(0, Take(pack((1, 0, 0, 0, 0))), 0)
    assert refused.value.reason is Reason.TAKE_THREE
    with pytest.raises(NotAnActionError):
        table.submit(0, "take W U G", 0)  # type: ignore[arg-type]  # that is what is tested
    table.pause(PauseReason.MENU)
    with pytest.raises(MatchPausedError):
        table.submit(0, WHITE_BLUE_GREEN, 0)
    assert table.view_for(0) == before
    assert not journal.entries


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_can_be_undone_and_redone(catalogue: Catalogue, players: int) -> None:
    for seed in range(6):
        journal = Notebook()
        table = sit_down(catalogue, options(players, target=8), seed=seed, journal=journal)
        views = [table.view_for(0)]
        rng = Random(seed)
        while table.outcome is None:
            play_any(table, rng)
            views.append(table.view_for(0))
        ended = table.outcome
        while table.can_undo(table.seat):
            table.undo(table.seat)
            assert table.view_for(0) == views[table.ply]
        assert table.ply == 0
        assert table.outcome is None
        while table.can_redo():
            table.redo()
            assert table.view_for(0) == views[table.ply]
        assert table.outcome == ended
        assert journal.endings == [ended, None, ended]


def test_journal_that_contradicts_the_rules_is_rejected(catalogue: Catalogue) -> None:
    journal = Notebook()
    play_any(sit_down(catalogue, journal=journal), Random(1))
    wrong = journal.entries[0].model_copy(update={"digest": "0" * 16})
    with pytest.raises(ValueError, match="Action 1"):
        sit_down(catalogue).replay([wrong])
    with pytest.raises(JournalError):
        sit_down(catalogue).replay([UndoEntry(to_ply=0)])
    with pytest.raises(JournalError):
        sit_down(catalogue).replay([RedoEntry(to_ply=1)])
    for note in (StandInEntry(ply=1, seat=0), StandInEntry(ply=0, seat=2)):
        with pytest.raises(ValueError, match="note"):
            sit_down(catalogue).replay([note])


def test_undo_goes_to_the_last_action_of_a_human_and_a_new_action_ends_redoing(catalogue: Catalogue) -> None:
    table = sit_down(catalogue, options(3, bots=(1, 2)))
    table.submit(0, WHITE_BLUE_GREEN, 0)
    for bot in (1, 2):
        table.submit(bot, table.legal_actions(bot)[0], table.ply)
    assert [step.seat for step in table.undo(0)] == [2, 1, 0]
    assert (table.ply, table.seat) == (0, 0)
    assert table.log[-1].kind is LogKind.UNDONE
    assert [step.seat for step in table.redo()] == [0, 1, 2]
    table.undo(0)
    table.submit(0, Take(pack((0, 0, 1, 1, 1))), 0)
    assert not table.can_redo()
    with pytest.raises(MatchError, match="nothing to redo"):
        table.redo()


def test_undo_option_decides_who_may_undo(catalogue: Catalogue) -> None:
    for policy, allowed in {"free": [True, True], "own-turn": [True, False], "off": [False, False]}.items():
        table = sit_down(catalogue, options(undo=policy))
        assert not table.can_undo(0)
        table.submit(0, WHITE_BLUE_GREEN, 0)
        assert [table.can_undo(seat) for seat in (0, 1)] == allowed, policy


def test_log_and_step_do_not_reveal_a_blind_reserve(catalogue: Catalogue) -> None:
    table = sit_down(catalogue)
    step = table.submit(0, ReserveTop(2), 0)
    assert step.after == table.view_for(None)
    assert step.after.players[0].reserved[0].card is None
    assert step.reveals
    card = table.view_for(0).players[0].reserved[0].card
    assert card is not None
    assert table.view_for(1).players[0].reserved[0].card is None
    assert card.id not in repr(table.log)
    assert str(table.log[0].message) == "Ann reserved a level 2 card from the deck and took a gold."


def locked(catalogue: Catalogue, agreed: MatchOptions, turns: int, store: Store) -> tuple[str, Controller]:
    """A saved match of two players who exchange the last black gem for this number of turns."""
    seen = parse_position(LOCKED, catalogue)
    assert isinstance(seen, View)
    game_id, table = save_match(
        store, catalogue, agreed, begin_with(determinize(seen._replace(idle_turns=0), Random(1)))
    )
    exchange(table, turns)
    return game_id, table


def exchange(table: Controller, turns: int) -> None:
    for _turn in range(turns):
        act(table, Take(pack((0, 0, 0, 0, 1))))
        act(table, Return(pack((0, 0, 0, 0, 1)), 0))


def test_deadlock_is_announced_once_at_the_table_in_records_and_in_reviews(catalogue: Catalogue, store: Store) -> None:
    game_id, table = locked(catalogue, options(), 23, store)
    assert LogKind.DEADLOCK not in [line.kind for line in table.log]
    exchange(table, 17)
    [announced] = [line for line in table.log if line.kind is LogKind.DEADLOCK]
    assert str(announced.message) == (
        "Deadlock: the position repeats, and nobody has bought or reserved for 24 turns. You may agree to end the game."
    )
    assert (announced.ply, announced.seat, table.outcome) == (48, None, None)
    assert load_match(store, catalogue, game_id).log == table.log
    record = store.export_record(game_id)
    assert [
        line for _ply, lines in logged_plies(record, catalogue) for line in lines if line.kind is LogKind.DEADLOCK
    ] == [announced]
    turn = turns_of(record, catalogue)[23]
    assert announced.message in ReviewReport(record, catalogue).describe_events(turn)
    for _undo in range(2):
        table.undo(table.seat)
    act(table, Take(pack((0, 0, 0, 0, 1))))
    assert [line for line in lines_in_effect(table.log) if line.kind is LogKind.DEADLOCK] == [announced]


def test_computers_alone_end_a_deadlock_after_forty_turns(catalogue: Catalogue, store: Store) -> None:
    game_id, table = locked(catalogue, options(bots=(0, 1)), 39, store)
    assert table.outcome is None
    exchange(table, 1)
    assert table.outcome is not None
    assert (table.outcome.ending, table.outcome.winners) == (Ending.AGREEMENT, (1,))
    assert [line.kind for line in table.log].count(LogKind.AGREED) == 1
    with pytest.raises(MatchError, match="by agreement"):
        exchange(table, 1)
    resumed = load_match(store, catalogue, game_id)
    assert (resumed.outcome, resumed.log) == (table.outcome, table.log)
    assert store.load(game_id).result is not None


def test_computers_play_on_with_a_human_until_the_human_resigns(catalogue: Catalogue, store: Store) -> None:
    _game_id, table = locked(catalogue, options(bots=(1,)), 42, store)
    assert table.outcome is None
    three = options(3, bots=(1, 2))
    start = new_game(catalogue, three.game_options(), 1)
    start.idle_turns = 50
    _game_id, table = save_match(store, catalogue, three, start)
    for _turn in range(3):
        act(table, WHITE_BLUE_GREEN)
    assert table.outcome is None
    act(table, Forfeit())
    assert table.outcome is not None
    assert table.outcome.ending is Ending.AGREEMENT


def test_players_in_play_are_named_from_the_one_to_move(catalogue: Catalogue) -> None:
    table = sit_down(catalogue, options(4))
    act(table, WHITE_BLUE_GREEN)
    assert table.names_in_play() == ("Bo", "Ann", "Cy", "Dee"), "the first is the one who may resign"
    act(table, Forfeit())
    assert table.names_in_play() == ("Cy", "Ann", "Dee")


def test_agreement_is_suggested_once_and_can_be_undone_but_ends_redoing(catalogue: Catalogue) -> None:
    journal = Notebook()
    table, rng = sit_down(catalogue, journal=journal), Random(3)
    play_idly(table, rng, 41)
    [line] = [line for line in table.log if line.kind is LogKind.AGREEMENT_POSSIBLE]
    assert str(line.message).startswith("40 turns without a purchase or reservation")
    with pytest.raises(MatchError, match="The table has changed"):
        table.agree(table.ply - 1)
    assert table.outcome is None
    table.undo(table.seat)
    assert table.can_redo()
    table.agree(table.ply)
    assert not table.can_redo()
    with pytest.raises(MatchError, match="by agreement"):
        table.redo()
    assert table.outcome is not None
    assert table.outcome.ending is Ending.AGREEMENT
    assert table.log[-1].kind is LogKind.AGREED
    for refused in (lambda: act(table, WHITE_BLUE_GREEN), lambda: table.agree(table.ply)):
        with pytest.raises(MatchError, match="by agreement"):
            refused()
    assert table.undo(table.seat) == ()
    assert table.outcome is None
    assert journal.endings[-1] is None


def test_undo_of_an_agreement_keeps_the_actions_and_redo_restores_it_in_their_order(catalogue: Catalogue) -> None:
    table = sit_down(catalogue)
    act(table, WHITE_BLUE_GREEN)
    act(table, WHITE_BLUE_GREEN)
    table.agree(2)
    assert table.log[-1].round == 1, "nobody acted in the second round"
    assert table.can_undo(0)
    table.undo(0)
    assert (table.ply, str(table.log[-1].message)) == (2, "Back to Ann's turn. Undone: the agreement to end the game.")
    assert LogKind.AGREED not in [line.kind for line in lines_in_effect(table.log)]
    table.undo(0)
    table.redo()
    assert (table.ply, table.outcome) == (2, None)
    assert table.can_redo()
    table.redo()
    assert table.is_agreed
    table.undo(0)
    act(table, WHITE_BLUE_GREEN)
    assert not table.can_redo()


def test_agreement_cannot_be_undone_in_a_game_without_undo(catalogue: Catalogue) -> None:
    table = sit_down(catalogue, options(undo="off"))
    act(table, WHITE_BLUE_GREEN)
    table.agree(1)
    assert not table.can_undo(0)
    with pytest.raises(MatchError, match="without undo"):
        table.undo(0)


def test_log_marks_cards_bought_from_the_reserve_and_knows_the_round_of_each_reservation(catalogue: Catalogue) -> None:
    met = Counter[object]()
    for seed in range(20):
        table = sit_down(catalogue, options(3 + seed % 2), seed=seed)
        steps = {step.ply: step for step in play_out(table, Random(seed))}
        for line in table.log:
            words = str(line.message)
            assert words.endswith(".")
            assert "{" not in words
            met[line.kind] += 1
            if line.kind is LogKind.BOUGHT:
                step = steps[line.ply]
                before, after = (len(view.players[step.seat].reserved) for view in (step.before, step.after))
                assert ("from the reserve" in words) is (after < before)
                met["from the reserve", after < before] += 1
        rounds: dict[Card | None, int] = {
            step.action.card: step.before.round for step in steps.values() if isinstance(step.action, Reserve)
        }
        for seat in range(len(table.names)):
            player = table.view_for(seat).players[seat]
            known = [None if held.blind else rounds[held.card] for held in player.reserved]
            assert reservation_rounds(table.view_for(None).players[seat], table.log) == known
            assert reservation_rounds(player, ()) == [None] * len(known)
            met.update(("known", number is not None) for number in known)
    assert met.keys() >= {LogKind.RESERVED, LogKind.NOBLE, LogKind.FINAL_ROUND, LogKind.ENDED}
    assert min(met[what, found] for what in ("from the reserve", "known") for found in (True, False)) > 10


@pytest.mark.parametrize("seeds", [range(30), pytest.param(range(30, 500), marks=pytest.mark.soak)])
def test_random_games_replay_from_their_journals(catalogue: Catalogue, seeds: range) -> None:
    for seed in seeds:
        journal, rng = Notebook(), Random(seed)
        agreed = options(2 + seed % 3)
        table = sit_down(catalogue, agreed, seed=seed, journal=journal)
        while table.outcome is None:
            play_any(table, rng)
            if rng.random() < 0.03:
                table.undo(table.seat)
        again = sit_down(catalogue, agreed, seed=seed)
        again.replay(journal.entries)
        assert (again.view_for(None), again.log) == (table.view_for(None), table.log)
        assert journal.endings[-1] == again.outcome
