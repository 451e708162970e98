"""What holds of every level, and what tells each from its neighbours."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from random import Random

import pytest

from splendor_tui.bots.levels import LEVELS, create_bot
from splendor_tui.bots.player import Budget, Uniform
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import GameOptions, Phase, State, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import view
from tests.bots.bare_tables import table
from tests.bots.bot_games import BRIEF, MOST_PLIES, UNHURRIED, states, wins
from tests.rules.tables import give
from tests.rules.test_visibility import other_world

EVERY_LEVEL = pytest.mark.parametrize("level", LEVELS)
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
QUICK = LEVELS[:3]
SEEDS = range(20)


def choices(level: str, state: State) -> list[str]:
    """What players of this level do here, one for each seed, in notation."""
    bot, seen = create_bot(level), view(state, state.seat)
    return [format_action(bot.choose(seen, Random(seed), UNHURRIED)) for seed in SEEDS]


def play_by_the_rules(catalogue: Catalogue, level: str, players: int, seed: int) -> None:
    """A game in which every action is checked; the level sits among players who draw lots, so that all comes up."""
    state = new_game(catalogue, GameOptions(players), seed)
    bot, rng = create_bot(level), Random(seed)
    few = Budget(60.0, lambda: False, nodes=2)
    while state.phase is not Phase.OVER and state.ply < MOST_PLIES:
        mover = bot if (state.seat + seed) % 2 else Uniform()
        action = mover.choose(view(state, state.seat), rng, few)
        check_action(state, action)
        advance(state, action)


def triples(game: Iterable[State]) -> Iterator[tuple[State, State, State]]:
    """Each state of a game with the two after it."""
    for (first, second), (_, third) in pairwise(pairwise(game)):
        yield first, second, third


# --- promises --------------------------------------------------------------------------------------------------------


@EVERY_LEVEL
@PLAYERS
def test_a_level_never_answers_with_an_illegal_action(level: str, players: int, catalogue: Catalogue) -> None:
    play_by_the_rules(catalogue, level, players, seed=players)


@pytest.mark.soak
@EVERY_LEVEL
@PLAYERS
@pytest.mark.parametrize("first", range(0, 2000, 250))
def test_a_level_never_answers_with_an_illegal_action_in_two_thousand_games(
    level: str, players: int, first: int, catalogue: Catalogue
) -> None:
    for seed in range(first, first + 250):
        play_by_the_rules(catalogue, level, players, seed)


@EVERY_LEVEL
@PLAYERS
def test_a_level_chooses_the_same_whatever_is_hidden(level: str, players: int, catalogue: Catalogue) -> None:
    bot, rng = create_bot(level), Random(players)
    for state in states(catalogue, [Uniform()] * players, players):
        if state.ply % 19 or state.phase is Phase.OVER:
            continue
        other = other_world(state, state.seat, rng)
        one, same = (bot.choose(view(world, state.seat), Random(state.ply), BRIEF) for world in (state, other))
        assert one == same


@EVERY_LEVEL
def test_the_same_seed_and_nodes_give_the_same_action(level: str, catalogue: Catalogue) -> None:
    for seed in range(4):
        seen = view(new_game(catalogue, GameOptions(2), seed), 0)
        one, same = (create_bot(level).choose(seen, Random(seed), BRIEF) for _ in range(2))
        assert one == same


@EVERY_LEVEL
def test_a_level_never_passes_up_a_win_at_hand(level: str, catalogue: Catalogue) -> None:
    bot = create_bot(level)
    for seed in SEEDS:
        state = new_game(catalogue, GameOptions(2), seed)
        dearest = max((card for card in state.grid if card), key=lambda card: card.points)
        state.seat = 1
        state.players[0].points = state.players[1].points = 14
        state.players[1].gems = dearest.cost
        advance(state, bot.choose(view(state, 1), Random(seed), BRIEF))
        end = outcome(state)
        assert end is not None
        assert end.winners == (1,)


@pytest.mark.parametrize("level", QUICK)
def test_a_level_never_returns_all_that_it_has_just_taken(level: str, catalogue: Catalogue) -> None:
    returns = 0
    for seed in range(6):
        for first, second, third in triples(states(catalogue, [create_bot(level)] * 4, seed)):
            if second.phase is Phase.RETURN_GEMS:
                returns += 1
                assert first.players[first.seat].gems != third.players[first.seat].gems
    assert returns


# --- what tells each from its neighbours -----------------------------------------------------------------------------


def test_an_apprentice_does_not_see_the_noble_that_a_journeyman_takes() -> None:
    state = table("1 W 0 U1, 1 R 1 U1", "charles-v 3 W1")
    give(state, 0, "U1")
    assert choices("journeyman", state).count("buy 1-01 U1") > 15
    assert choices("apprentice", state).count("buy 1-01 U1") < 5


def test_a_journeyman_keeps_a_rival_from_winning_and_an_apprentice_does_not() -> None:
    state = table("2 W 3 U3, 1 K 1 R4")
    state.players[1].points = 14
    give(state, 0, "U3")
    give(state, 1, "R4")
    assert choices("journeyman", state).count("reserve 1-01") > 15
    assert choices("apprentice", state).count("reserve 1-01") < 5


def test_a_merchant_reserves_what_a_rival_is_about_to_buy_and_a_journeyman_does_not() -> None:
    state = table("3 W 5 U4, 3 K 1 R7 W3, 3 G 1 K7 W3")
    give(state, 1, "U4")
    assert set(choices("merchant", state)) == {"reserve 3-01"}
    assert choices("journeyman", state).count("reserve 3-01") < 10


def test_a_merchant_does_not_search_a_guildmaster_does_and_a_grandmaster_as_long_as_it_may(
    catalogue: Catalogue,
) -> None:
    seen = view(new_game(catalogue, GameOptions(2), 1), 0)
    budget = Budget(60.0, lambda: False, nodes=200)
    merchant, guildmaster, grandmaster = (
        create_bot(level).advise(seen, Random(1), budget).nodes for level in LEVELS[2:]
    )
    assert merchant == 0 < guildmaster < grandmaster == 200


@pytest.mark.parametrize(("better", "worse"), [("journeyman", "apprentice"), ("merchant", "journeyman")])
def test_a_level_beats_the_one_below_it(better: str, worse: str, catalogue: Catalogue) -> None:
    assert wins(catalogue, create_bot(better), create_bot(worse), range(40)) >= 24


def test_an_apprentice_beats_whoever_draws_lots(catalogue: Catalogue) -> None:
    assert wins(catalogue, create_bot("apprentice"), Uniform(), range(20)) >= 19
