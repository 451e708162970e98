"""Games without a screen, and their recorded results."""

import itertools
import time
from collections.abc import Sequence
from random import Random

import pytest

from splendor_tui.arena.entrants import Entrant, Limit, parse_entrants
from splendor_tui.arena.fixtures import Fixture
from splendor_tui.arena.headless_game import Arena, Played, play_fixture
from splendor_tui.bots.player import Budget
from splendor_tui.match.bot_answer import Fault
from splendor_tui.record import parse_record
from splendor_tui.replay import final_state
from splendor_tui.rules.actions import Action, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.outcome import Ending, outcome
from splendor_tui.rules.view import View
from tests.arena.guests import Answer, guest

LEVELS = parse_entrants(["apprentice", "random"], Limit(30.0))


def first_one(view: View, _rng: Random, _budget: Budget) -> Action:
    return legal_actions(view)[0]


def played(catalogue: Catalogue, *entrants: Entrant, seed: str = "1", deal: int = 1) -> Played:
    lineup = tuple(range(len(entrants)))
    return play_fixture(Arena(catalogue, entrants, seed, recorded=True), Fixture(deal, lineup))


def test_records_match_the_results(catalogue: Catalogue) -> None:
    result, texts = played(catalogue, *LEVELS)
    assert len(result.games) == len(texts) == 2
    for game, text in zip(result.games, texts, strict=True):
        record = parse_record(text.encode())
        ended = outcome(final_state(record, catalogue))
        assert ended is not None
        kinds = [player.kind for player in record.header.players]
        assert kinds == [LEVELS[seat.entrant].player for seat in game.seats]
        assert [seat.share == 1 for seat in game.seats] == [seat in ended.winners for seat in (0, 1)]
        assert {standing.seat: standing.points for standing in ended.standings} == {
            number: seat.points for number, seat in enumerate(game.seats)
        }
        main = [ply for ply in record.plies if not ply.action.startswith(("return", "noble"))]
        assert [seat.turns for seat in game.seats] == [sum(ply.seat == seat for ply in main) for seat in (0, 1)]
        assert [seat.moves for seat in game.seats] == [sum(ply.seat == seat for ply in record.plies) for seat in (0, 1)]


def test_fixture_and_seed_determine_the_games(catalogue: Catalogue) -> None:
    def deal(records: Sequence[str]) -> object:
        [deal, again] = [parse_record(text.encode()).header.deal for text in records]
        assert deal == again, "every game of a fixture has the same deal"
        return deal

    first, again, other, seeded = (
        played(catalogue, *LEVELS, seed=seed, deal=number).records
        for seed, number in (("1", 1), ("1", 1), ("1", 2), ("2", 1))
    )
    assert first == again
    assert deal(first) not in (deal(other), deal(seeded))


def test_player_gets_the_view_of_its_seat_its_limit_and_its_own_random_numbers(catalogue: Catalogue) -> None:
    seen, drawn = set(), [set[float](), set[float]()]

    def looking(number: int) -> Entrant:
        def answer(view: View, rng: Random, budget: Budget) -> Action:
            if budget.nodes is None:  # otherwise the request is not counted
                seen.add((view.viewer == view.seat, budget.seconds))
                drawn[number].add(rng.random())
            return rng.choice(legal_actions(view))

        return guest(answer, seconds=7.0)

    played(catalogue, looking(0), looking(1))
    assert seen == {(True, 7.0)}
    assert not drawn[0] & drawn[1]


def test_move_times_are_measured(catalogue: Catalogue) -> None:
    clock = itertools.count()
    arena = Arena(catalogue, LEVELS, "1")
    for game in play_fixture(arena, Fixture(1, (0, 1)), now=lambda: float(next(clock))).result.games:
        for seat in game.seats:
            assert (seat.seconds, seat.longest) == (seat.moves, 1.0)


def test_loading_time_is_not_charged(catalogue: Catalogue) -> None:
    loaded: list[int | None] = []

    def loading(view: View, _rng: Random, budget: Budget) -> Action:
        if not loaded:
            loaded.append(budget.nodes)
            time.sleep(1.0)
        return legal_actions(view)[0]

    result, _texts = played(catalogue, guest(loading, seconds=0.2), guest(first_one))
    assert loaded == [1]
    assert max(seat.longest for game in result.games for seat in game.seats) < 1.0


def raising(_view: View, _rng: Random, _budget: Budget) -> object:
    raise RuntimeError("a guest's bug")


@pytest.mark.parametrize(
    ("answer", "fault"), [(raising, Fault.FAILED), (lambda _view, _rng, _budget: "take W U G", Fault.ILLEGAL)]
)
def test_faults_are_counted_and_the_game_continues(answer: Answer, fault: Fault, catalogue: Catalogue) -> None:
    result, texts = played(catalogue, guest(answer), guest(first_one))
    for game, text in zip(result.games, texts, strict=True):
        final_state(parse_record(text.encode()), catalogue)
        for seat in game.seats:
            assert seat.faults == ({fault: seat.moves} if seat.entrant == 0 else {})


def test_idle_game_ends_by_agreement(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("splendor_tui.rules.outcome.MAX_IDLE_TURNS", 6)

    def taking(view: View, _rng: Random, _budget: Budget) -> Action:
        return next(action for action in legal_actions(view) if isinstance(action, Take))

    result, texts = played(catalogue, guest(taking), guest(taking))
    for game, text in zip(result.games, texts, strict=True):
        assert game.ending is Ending.AGREEMENT
        assert sum(seat.turns for seat in game.seats) == 6
        assert [seat.share for seat in game.seats] == [0.5, 0.5]
        final_state(parse_record(text.encode()), catalogue)
