"""The ending and the ranks, in words."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from splendor_tui.presentation.playback import Playback, playback
from splendor_tui.presentation.result import (
    describe_agreement,
    describe_length,
    describe_result,
    ending_sentence,
    openings,
    place_reason,
    usual_lengths,
    winners_sentence,
)
from splendor_tui.presentation.speech import to_speech
from splendor_tui.rules.actions import Forfeit, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import Ending, Outcome, Standing
from splendor_tui.rules.view import view
from splendor_tui.words import MessageError
from splendor_tui.words.languages import set_language
from tests.ratings.rated_games import game
from tests.record.recorded import Table
from tests.rules.tables import lay, own
from tests.store.stored import NOON

LATE = 3
"""A seat that ran out of time."""


def standing(seat: int, rank: int, points: int, cards: int, *, forfeited: bool = False) -> Standing:
    return Standing(seat=seat, rank=rank, points=points, cards=cards, forfeited=forfeited)


def test_every_ending_has_its_own_sentence_and_winners_are_named() -> None:
    assert len({str(ending_sentence(ending)) for ending in (*Ending, None)}) == len(Ending) + 1
    assert str(winners_sentence(["Ann"])) == "Ann wins"
    assert str(winners_sentence(["Ann", "Bo", "Cy"])) == "Ann, Bo and Cy share the victory"


@pytest.mark.parametrize(
    ("standings", "reasons"),
    [
        ((standing(1, 1, 15, 10), standing(0, 2, 15, 12)), ("fewer cards", "more cards")),
        (
            (standing(1, 1, 16, 10), standing(0, 2, 14, 11), standing(2, 3, 14, 12)),
            ("most points", "fewer cards", "more cards"),
        ),
        ((standing(0, 1, 15, 12), standing(1, 1, 15, 12)), ("shared: same points and cards",) * 2),
        (
            (standing(1, 1, 15, 12), standing(0, 2, 15, 12), standing(2, 2, 15, 12)),
            ("a full tie; wins, as agreed", *("a full tie; loses, as agreed",) * 2),
        ),
        ((standing(1, 1, 3, 2), standing(0, 2, 9, 8, forfeited=True)), ("the only player left", "resigned")),
        (
            (standing(1, 1, 4, 2), standing(2, 2, 3, 2), standing(0, 3, 2, 1), standing(LATE, 4, 9, 8, forfeited=True)),
            ("most points", "1 point behind", "2 points behind", "ran out of time"),
        ),
    ],
)
def test_every_rank_has_a_reason(standings: tuple[Standing, ...], reasons: tuple[str, ...]) -> None:
    assert tuple(str(place_reason(one, standings, {LATE})) for one in standings) == reasons


# --- sharing -----------------------------------------------------------------------------------------------------------


def played(catalogue: Catalogue, seed: int, players: int = 2) -> Playback:
    """A finished game to 5 points."""
    table = Table(catalogue, players, seed, target=5)
    table.play_eagerly(seed)
    return playback(table.record(), catalogue)


def test_result_in_five_lines(catalogue: Catalogue) -> None:
    assert [str(line) for line in describe_result(played(catalogue, 5), datetime(2026, 11, 29, 12, tzinfo=UTC))] == [
        "Splendor to 5 points, 2026-11-29: Bo won in 23 rounds.",
        "Points: Bo 6, Ann 2",
        "Cards: Bo 14, Ann 11",
        "Nobles: Bo 2, Ann 0",
        "Bo led for good from round 21: Bo bought the sapphire card with bonuses alone. Catherine de' Medici visited Bo.",
    ]
    assert str(describe_result(played(catalogue, 7), None)[-1]) == (
        "Bo led for good from round 25: Bo bought the ruby card with 3 points for 1 diamond, 2 sapphires and 1 onyx."
    )
    tie = [str(line) for line in describe_result(played(catalogue, 16), None)]
    assert (tie[0], tie[-1]) == ("Splendor to 5 points: Bo won in 24 rounds.", "Level on points; Bo: fewer cards.")


def test_shared_result_names_the_stones_in_french_as_the_cards_do(catalogue: Catalogue) -> None:
    set_language("fr")
    assert "la carte rubis à 3 points de prestige pour 1 diamant, 2 saphirs et 1 onyx." in str(
        describe_result(played(catalogue, 7), None)[-1]
    )


@pytest.mark.parametrize("seed", range(8))
def test_winner_leads_from_the_named_round_after_each_turn_and_not_before(seed: int, catalogue: Catalogue) -> None:
    game = played(catalogue, seed, players=3)
    winner, decision = game.names.index(game.winners[0]), describe_result(game, None)[-1]
    after_turns = {(before.round, before.seat): after for before, after in pairwise(game.views)}
    leads = {
        turn: all(view.players[winner].points > one.points for seat, one in enumerate(view.players) if seat != winner)
        for turn, view in after_turns.items()
    }
    last_without = max((turn for turn, leading in leads.items() if not leading), default=None)
    assert last_without is not None
    following = next((turn for turn in leads if turn > last_without), None)
    assert decision.details.get("round") == (following[0] if following else None)


def test_result_of_an_early_end(catalogue: Catalogue) -> None:
    table = Table(catalogue, 3)
    agreed = playback(table.record_with_ending(Ending.AGREEMENT), catalogue)
    assert str(describe_result(agreed, None)[0]) == (
        "Splendor to 15 points: Ann, Bo and Cy shared the victory; the players agreed to end the game before the first turn."
    )
    assert str(describe_result(agreed, None)[-1]) == "Nobody led for good: it was a tie."
    table.play(Forfeit())
    table.play(Forfeit())
    left = [str(line) for line in describe_result(playback(table.record(), catalogue), None)]
    assert left[0] == "Splendor to 15 points: Cy won as the only player left after 1 round."
    assert len(left) == 4, "nothing about who led"


@pytest.mark.parametrize(("plies", "rounds"), [(0, 0), (1, 1), (3, 1), (4, 2)])
def test_agreed_end_counts_only_rounds_in_which_somebody_acted(plies: int, rounds: int, catalogue: Catalogue) -> None:
    table = Table(catalogue, 3)
    for _ply in range(plies):
        table.play(ReserveTop(1))
    game = playback(table.record_with_ending(Ending.AGREEMENT), catalogue)
    assert game.rounds == rounds
    assert (f"to end the game in round {rounds}, after 2 minutes." in str(describe_result(game, None, [120])[0])) == (
        plies > 0
    )


@pytest.mark.parametrize(("clock", "why"), [(None, "resigned"), ((0, 0, 60_000), "ran out of time")])
def test_result_of_a_game_that_one_of_two_left_has_the_reason_and_not_who_led(
    clock: tuple[int, ...] | None, why: str, catalogue: Catalogue
) -> None:
    table = Table(catalogue, 2)
    table.play(Forfeit())
    record = table.record()
    *others, last = record.plies
    late = record._replace(plies=(*others, last.model_copy(update={"clock": clock})))
    assert [str(line) for line in describe_result(playback(late, catalogue), None, [120])] == [
        f"Splendor to 15 points: Bo won because Ann {why} in round 1, after 2 minutes.",
        "Points: Bo 0, Ann 0",
        "Cards: Bo 0, Ann 0",
        "Nobles: Bo 0, Ann 0",
    ]


def test_unfinished_game_has_no_result_to_share(catalogue: Catalogue) -> None:
    with pytest.raises(MessageError, match="when it is over"):
        describe_result(playback(Table(catalogue).record(), catalogue), None)


# --- ending early ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tableaux", "said"),
    [
        (("1-05 1-05", "2-01"), "Ann 2, Bo 2. Bo would win (fewer cards)."),
        (("2-01", "1-05"), "Ann 2, Bo 1. Ann would win (most points)."),
        (("2-01", "2-02"), "Ann 2, Bo 2. Ann and Bo would share the victory."),
    ],
)
def test_agreement_names_who_would_win(tableaux: tuple[str, ...], said: str) -> None:
    state = lay()
    for seat, cards in enumerate(tableaux):
        own(state, seat, cards)
    asked = str(describe_agreement(view(state, None), ("Ann", "Bo"), with_computers=False))
    assert said in asked
    assert "omputer" not in asked


# --- rematch -----------------------------------------------------------------------------------------------------------

NAMES = ("Ann", "Bo", "Cy")


def outcome_of(*ranking: int) -> Outcome:
    """An outcome with the seats in this order."""
    places = enumerate(ranking, start=1)
    return Outcome(Ending.TARGET, tuple(Standing(seat, rank, 20 - rank, 10, forfeited=False) for rank, seat in places))


@pytest.mark.parametrize(
    ("ranking", "seats"),
    [((0, 1, 2), [1, 2, 0, None]), ((2, 0, 1), [1, 0, None]), ((2, 1, 0), [1, 0, None]), ((0, 1), [1, 0, None])],
)
def test_rematch_offers_possible_first_players_in_order(ranking: tuple[int, ...], seats: list[int | None]) -> None:
    offered = openings(NAMES[: len(ranking)], outcome_of(*ranking))
    assert [opening.seat for opening in offered] == seats


def test_rematch_options_name_the_first_player() -> None:
    said = [(str(one.label), str(one.sentence)) for one in openings(NAMES, outcome_of(0, 1, 2))]
    assert said == [
        ("starts: Bo", "Bo, who moved second, starts the rematch."),
        ("starts: Cy", "Cy, who came last, starts the rematch."),
        ("starts: Ann", "Ann, who started this game, starts the rematch."),
        ("starts: random", "A random player starts the rematch."),
    ]
    assert openings(NAMES, outcome_of(0, 1, 2), None)[0].seat is None, "as agreed, it comes first"


@pytest.mark.parametrize(("ranks", "about"), [((1, 2, 2), "one of the last"), ((1, 1, 1), "who moved last")])
def test_starter_is_called_the_last_only_if_alone(ranks: Sequence[int], about: str) -> None:
    ended = outcome_of(0, 1, 2)
    shared = [place._replace(rank=rank) for place, rank in zip(ended.standings, ranks, strict=True)]
    [opening] = [one for one in openings(NAMES, ended._replace(standings=tuple(shared))) if one.seat == 2]
    assert str(opening.sentence) == f"Cy, {about}, starts the rematch."


# --- the length of a game ----------------------------------------------------------------------------------------------


def test_length_names_rounds_and_the_time_of_each_player_if_known() -> None:
    assert (
        str(describe_length(14, ["Ann", "Bo"], [12 * 60, 13 * 60])) == "14 rounds. Time: Ann 12\xa0min, Bo 13\xa0min."
    )
    assert str(describe_length(14, ["Ann", "Bo"], ())) == "14 rounds."
    assert str(describe_length(14, ["Ann", "Bo", "Cy"], [25, 25, 25])) == "14 rounds.", "no minutes but zeros"
    length = describe_length(14, ["Ann", "Bo", "Merchant"], [25, 40, 0])
    assert str(length) == "14 rounds. Time: Ann under 1\xa0min, Bo 1\xa0min, Merchant 0\xa0min."
    assert to_speech(length) == "14 rounds. Time: Ann under 1 minute, Bo 1 minute, Merchant 0 minutes."


@pytest.mark.parametrize(
    ("seconds", "time"), [((720, 780), " and 25 minutes"), ((40, 45), " and 2 minutes"), ((20, 20), "")]
)
def test_time_of_a_shared_result_is_the_sum_of_the_times_that_the_result_shows(
    catalogue: Catalogue, seconds: Sequence[float], time: str
) -> None:
    game = played(catalogue, 5)
    assert f"in {game.rounds} rounds{time}." in str(describe_result(game, None, seconds)[0])


@pytest.mark.parametrize(
    ("seconds", "time"), [((1200, 1800, 54000), "about 30 minutes"), ((10, 20, 900), "less than a minute")]
)
def test_length_of_a_new_game_is_estimated_from_at_least_three_similar_ones(
    catalogue: Catalogue, seconds: Sequence[float], time: str
) -> None:
    games = [
        game(catalogue, ("Ann", "Bo"), (15, 9))._replace(started=NOON - timedelta(seconds=passed)) for passed in seconds
    ]
    assert {kind: str(length) for kind, length in usual_lengths(games).items()} == {
        (2, 15): f"Your games like this take {time}."
    }
    assert usual_lengths(games[1:]) == {}
