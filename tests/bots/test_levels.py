"""The properties of every level, and the differences between neighbouring levels."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from splendor_tui.bots.learned import net
from splendor_tui.bots.levels import (
    DEFAULT_LEVEL,
    LEVELS,
    UnknownLevelError,
    create_bot,
    get_level,
    level_shortcoming,
    names_in_this_language,
    unknown_nobles_note,
)
from splendor_tui.bots.player import Advice, Budget, Uniform
from splendor_tui.inputs.match_options import SeatOptions
from splendor_tui.rules.actions import Action, Forfeit, ReserveTop
from splendor_tui.rules.catalogue import CardFacts, Catalogue, NobleFacts
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import unpack
from splendor_tui.rules.legality import check_action, legal_actions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import Phase, State, new_game
from splendor_tui.rules.turn import advance, apply_action
from splendor_tui.rules.view import View, view
from splendor_tui.words.languages import set_language
from tests.bots.bare_tables import duel
from tests.bots.bot_games import BRIEF, NO_TIME_LIMIT, beats, final_state, states
from tests.rules.card_sets import card_set
from tests.rules.random_play import random_games
from tests.rules.tables import lay
from tests.rules.test_visibility import other_world
from training.nets import new_net, save_net

EVERY_LEVEL = pytest.mark.parametrize("level", LEVELS)
QUICK = pytest.mark.parametrize("level", LEVELS[:3])
LEARNED = pytest.mark.parametrize("level", [level for level in LEVELS if get_level(level).is_learned])
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
SEEDS = range(20)


class BlindLover(Uniform):
    """Reserves from the decks while possible, then plays at random."""

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        blind = [action for action in legal_actions(view) if isinstance(action, ReserveTop)]
        return rng.choice(blind) if blind else super().choose(view, rng, budget)


def first_view(catalogue: Catalogue, players: int = 2, target: int = 15) -> View:
    return view(new_game(catalogue, GameOptions(players, target), 1), 0)


def choices(level: str, state: State) -> list[str]:
    """The choice of this level for each seed, in notation."""
    bot, seen = create_bot(level), view(state, state.seat)
    return [format_action(bot.choose(seen, Random(seed), NO_TIME_LIMIT)) for seed in SEEDS]


# --- every level -----------------------------------------------------------------------------------------------------


def test_levels_are_ordered_by_strength() -> None:
    assert LEVELS == ("apprentice", "journeyman", "merchant", "guildmaster", "grandmaster")
    assert [str(get_level(level).name).lower() for level in LEVELS] == [*LEVELS]
    assert all(str(get_level(level).description).endswith(".") for level in LEVELS)
    assert DEFAULT_LEVEL == "journeyman"


@pytest.mark.parametrize("ask", [create_bot, get_level])
@pytest.mark.parametrize("unknown", ["", "wizard", "Merchant", "__init__"])
def test_unknown_level_gets_the_list_of_levels(ask: Callable[[str], object], unknown: str) -> None:
    with pytest.raises(UnknownLevelError) as refusal:
        ask(unknown)
    assert repr(unknown) in str(refusal.value)
    assert "merchant" in str(refusal.value).partition("choose from:")[2]


SOAKED = [pytest.param(range(first, first + 250), marks=pytest.mark.soak) for first in range(0, 2000, 250)]


@EVERY_LEVEL
@PLAYERS
@pytest.mark.parametrize("seeds", [range(3, 4), *SOAKED], ids=str)
def test_every_action_is_legal(level: str, players: int, seeds: range, catalogue: Catalogue) -> None:
    """Against random players. The rules check every action."""
    for seed in seeds:
        bot = create_bot(level)
        bots = [bot if (seat + seed) % 2 else Uniform() for seat in range(players)]
        final_state(catalogue, bots, seed, Budget(60.0, lambda: False, nodes=2))


@EVERY_LEVEL
@PLAYERS
def test_same_view_seed_and_nodes_give_the_same_advice_whatever_the_hidden_cards(
    level: str, players: int, catalogue: Catalogue
) -> None:
    bots, rng, blind = [create_bot(level), create_bot(level)], Random(players), 0
    for state in states(catalogue, [BlindLover(), *[Uniform()] * (players - 1)], players):
        if state.ply % 19 or state.phase is Phase.OVER:
            continue
        worlds = state, other_world(state, state.seat, rng)
        one, same = (
            bot.advise(view(world, state.seat), Random(state.ply), BRIEF)
            for bot, world in zip(bots, worlds, strict=True)
        )
        assert one == same
        blind += any(held.blind for held in state.players[0].reserved)
    assert blind


@EVERY_LEVEL
def test_no_level_misses_an_immediate_win(level: str, catalogue: Catalogue) -> None:
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


@cache
def game_among(level: str, players: int, seed: int, catalogue: Catalogue) -> list[State]:
    """The states of a game in which this level has every seat. Two tests look at the same games."""
    return list(states(catalogue, [create_bot(level)] * players, seed))


@QUICK
def test_no_level_takes_tokens_only_to_return_them(level: str, catalogue: Catalogue) -> None:
    returns = 0
    for seed in range(3):
        game = game_among(level, 4, seed, catalogue)
        for first, second, third in zip(game, game[1:], game[2:], strict=False):
            if second.phase is Phase.RETURN_GEMS:
                returns += 1
                assert first.players[first.seat].gems != third.players[first.seat].gems
    assert returns


@PLAYERS
def test_merchants_reach_the_target_in_a_reasonable_number_of_rounds(catalogue: Catalogue, players: int) -> None:
    rounds = []
    for seed in range(3):
        last = game_among("merchant", players, seed, catalogue)[-1]
        assert last.final_round
        rounds.append(last.round)
    assert sum(rounds) / len(rounds) <= 32
    assert max(rounds) <= 60


def test_advice_has_up_to_three_legal_actions_in_every_phase(catalogue: Catalogue) -> None:
    phases = set()
    for ply in random_games(range(15), catalogue):
        if ply.before.ply % 7 and ply.before.phase is Phase.MAIN:
            continue
        advice = create_bot("merchant").advise(view(ply.before, ply.before.seat), Random(1), NO_TIME_LIMIT)
        assert len({choice.action for choice in advice.choices}) == len(advice.choices) <= 3
        for choice in advice.choices:
            check_action(ply.before, choice.action)
        phases.add(ply.before.phase)
    assert phases == {Phase.MAIN, Phase.RETURN_GEMS, Phase.CHOOSE_NOBLE}


def test_ties_are_broken_at_random() -> None:
    assert len({*choices("merchant", lay(("", "", "")))}) > 1


def test_random_play_chooses_uniformly(catalogue: Catalogue) -> None:
    seen, rng = first_view(catalogue), Random(1)
    legal = legal_actions(seen)
    drawn = Counter(Uniform().choose(seen, rng, NO_TIME_LIMIT) for _ in range(200 * len(legal)))
    assert set(drawn) == set(legal)
    assert all(130 < times < 270 for times in drawn.values())


# --- differences -----------------------------------------------------------------------------------------------------


def test_journeyman_plays_for_a_noble_that_an_apprentice_overlooks() -> None:
    state = duel("1 W 0 U1, 1 R 1 U1", "charles-v 3 W1", mine="U1")
    assert choices("journeyman", state).count("buy 1-01 U1") > 15
    assert choices("apprentice", state).count("buy 1-01 U1") < 5


def test_journeyman_prevents_a_rivals_win_and_an_apprentice_does_not() -> None:
    state = duel("2 W 3 U3, 1 K 1 R4", points=14, mine="U3", theirs="R4")
    assert choices("journeyman", state).count("reserve 1-01") > 15
    assert choices("apprentice", state).count("reserve 1-01") < 5


def test_merchant_reserves_a_rivals_next_card_and_a_journeyman_does_not() -> None:
    state = duel("3 W 5 U4, 3 K 1 R7 W3, 3 G 1 K7 W3", theirs="U4")
    assert set(choices("merchant", state)) == {"reserve 3-01"}
    assert choices("journeyman", state).count("reserve 3-01") < 10


def test_guildmaster_searches_and_grandmaster_uses_the_whole_budget(catalogue: Catalogue) -> None:
    budget = Budget(60.0, lambda: False, nodes=200)
    merchant, guildmaster, grandmaster = (
        create_bot(level).advise(first_view(catalogue), Random(1), budget).nodes for level in LEVELS[-3:]
    )
    assert merchant == 0 < guildmaster < grandmaster == 200


@pytest.mark.parametrize(("better", "worse"), [("journeyman", "apprentice"), ("merchant", "journeyman")])
def test_level_beats_the_one_below_it(better: str, worse: str, catalogue: Catalogue) -> None:
    assert beats(catalogue, create_bot(better), create_bot(worse), wins=24, games=40)


def test_apprentice_beats_random_play(catalogue: Catalogue) -> None:
    assert beats(catalogue, create_bot("apprentice"), Uniform(), wins=19, games=20)


# --- levels with a net -----------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the packaged nets."""
    monkeypatch.setattr(net, "FOLDER", tmp_path)
    return tmp_path


def save_new_net(folder: Path, players: int, catalogue: Catalogue, name: int | None = None) -> None:
    save_net(folder / f"values-{name or players}.npz", new_net(players, np.random.default_rng(0)), catalogue)


@LEARNED
@PLAYERS
def test_packaged_net_is_used(level: str, players: int, folder: Path, catalogue: Catalogue) -> None:
    save_new_net(folder, players, catalogue)
    advice = create_bot(level).advise(first_view(catalogue, players), Random(1), BRIEF)
    assert level_shortcoming(level, GameOptions(players), catalogue) is None
    assert advice.nodes == BRIEF.nodes
    assert len(advice.choices) == 3
    assert all(choice.chance is not None and 0 <= choice.chance <= 1 for choice in advice.choices)
    assert len(advice.chances) == players
    assert sum(advice.chances) == pytest.approx(1, abs=1e-4)
    assert advice.chances[0] == pytest.approx(advice.best.chance)


@LEARNED
@pytest.mark.parametrize("players", [3, 4])
def test_player_who_resigned_has_no_chance(level: str, players: int, catalogue: Catalogue) -> None:
    """Not even in interim advice and in the value of a turn, although the nets give such a player a chance."""
    state = apply_action(new_game(catalogue, GameOptions(players), 1), Forfeit())
    bot, seen = create_bot(level), view(state, state.seat)
    reports: list[Advice] = []
    budget = Budget(60.0, lambda: False, nodes=40)
    advice = bot.advise(seen, Random(1), budget, reports.append)
    assert advice.best.chance == pytest.approx(advice.chances[seen.seat])
    assert reports or level == "guildmaster"
    judged = bot.judge(seen, [advice.best.action], Random(1), budget)
    for chances in (advice.chances, judged, *(report.chances for report in reports)):
        assert chances[0] == 0 < min(chances[1:])
        assert sum(chances) == pytest.approx(1)


@LEARNED
@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("absent", "The learned net values-2.npz is missing"),
        ("damaged", "damaged"),
        ("other players", "damaged"),
        ("other cards", "other cards"),
        ("target 4", "The strongest computer players know only games to 5 to 30 points"),
        ("target 31", "The strongest computer players know only games to 5 to 30 points"),
    ],
)
def test_merchant_replaces_a_level_without_a_usable_net_and_says_why(
    level: str, fault: str, sentence: str, folder: Path, catalogue: Catalogue
) -> None:
    played = card_set() if fault == "other cards" else catalogue
    target = int(fault.removeprefix("target ")) if fault.startswith("target") else 15
    if fault == "damaged":
        (folder / "values-2.npz").write_bytes(b"PK")
    elif fault != "absent":
        save_new_net(folder, 3 if fault == "other players" else 2, catalogue, name=2)
    seen = first_view(played, target=target)
    assert create_bot(level).choose(seen, Random(1), BRIEF) == create_bot("merchant").choose(seen, Random(1), BRIEF)
    shortcoming = str(level_shortcoming(level, seen.options, played))
    assert sentence in shortcoming
    assert shortcoming.endswith(". The Merchant plays instead.")
    assert level_shortcoming("merchant", seen.options, played) is None


def test_learned_level_plays_with_other_nobles_and_a_note_names_those_that_it_does_not_know(
    folder: Path, catalogue: Catalogue
) -> None:
    save_new_net(folder, 2, catalogue)
    facts = [CardFacts(card.level, card.bonus, card.points, unpack(card.cost)) for card in catalogue.cards]
    own = Catalogue(facts, [NobleFacts("midas", "Midas", 3, (5, 0, 0, 0, 0))])
    assert level_shortcoming("guildmaster", GameOptions(2), own) is None
    assert create_bot("guildmaster").advise(first_view(own), Random(1), BRIEF).nodes > 0
    note = "Hints, reviews and the strongest levels know the nobles Matthias Corvinus and Lucrezia Borgia only by their req"
    assert str(unknown_nobles_note(catalogue, catalogue.all_nobles)).startswith(note)
    assert "the noble Midas only by its requirement." in str(unknown_nobles_note(own, own.nobles))
    assert unknown_nobles_note(catalogue, catalogue.nobles) is None
    assert unknown_nobles_note(card_set(), card_set().nobles) is None, "the Merchant plays with other cards"


def test_slow_level_reports_progress_until_the_budget_ends(folder: Path, catalogue: Catalogue) -> None:
    save_new_net(folder, 2, catalogue)
    reports: list[Advice] = []
    budget = Budget(60.0, lambda: len(reports) > 2)
    advice = create_bot("grandmaster").advise(first_view(catalogue), Random(1), budget, reports.append)
    nodes = [report.nodes for report in reports]
    assert nodes == sorted({*nodes})
    assert 0 < nodes[0] < nodes[-1] <= advice.nodes


def test_own_name_of_a_level_follows_the_language_unless_a_player_has_that_name() -> None:
    def shown(*players: tuple[str, str]) -> tuple[str, ...]:
        return names_in_this_language([SeatOptions(name=name, kind=kind) for name, kind in players])

    english = ("Merchant", "human"), ("Merchant 2", "merchant"), ("Lou", "merchant"), ("Apprentice", "apprentice")
    assert shown(*english) == tuple(name for name, _kind in english)
    set_language("fr")
    assert shown(*english) == ("Merchant", "Marchand 2", "Lou", "Apprenti")
    assert shown(("Marchand", "human"), ("Merchant", "merchant")) == ("Marchand", "Merchant")
    set_language("en")
    assert shown(("Ann", "human"), ("Marchand 2", "merchant")) == ("Ann", "Merchant 2")
