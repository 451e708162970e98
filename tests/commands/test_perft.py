"""`splendor-tui perft`: the published counts are correct and reproducible."""

import json
from pathlib import Path
from typing import Any

import pytest

from splendor_tui.cli import main
from splendor_tui.commands import perft_command as command
from splendor_tui.commands.perft_command import Setup, published_setups
from splendor_tui.rules.actions import Buy, Pass
from splendor_tui.rules.cards import LEVELS
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import colours
from splendor_tui.rules.legality import legal_actions, tokens_held
from splendor_tui.rules.perft import perft
from splendor_tui.rules.position import format_position
from splendor_tui.rules.state import Deal, GameOptions, Phase, State
from tests.oracle import splendor
from tests.oracle.state import copy_of
from tests.rules.tables import play

SETUPS = published_setups()
PAGE = (Path(__file__).parents[2] / "docs" / "perft.md").read_text(encoding="utf-8")
VIEW = SETUPS["gold"].position.partition(" / decks")[0].replace("?", "")
QUICK = 120_000
QUICK_FOR_THE_ORACLE = 20_000
every_setup = pytest.mark.parametrize("setup", SETUPS.values(), ids=list(SETUPS))


def perft_command(*arguments: str) -> int:
    return main(["perft", *arguments])


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """The JSON output."""
    assert perft_command(*arguments, "--json") == 0
    return json.loads(capsys.readouterr().out)


def oracle_perft(game: splendor.Game, depth: int) -> int:
    """The same count by the oracle."""
    if depth == 0:
        return 1
    lines = splendor.legal_actions(game)
    return len(lines) if depth == 1 else sum(oracle_perft(oracle_after(game, line), depth - 1) for line in lines)


def oracle_after(game: splendor.Game, line: str) -> splendor.Game:
    after = copy_of(game)
    splendor.carry_out(after, line)
    return after


# --- the numbers -------------------------------------------------------------------------------------------------------


@every_setup
def test_rules_match_the_published_counts(setup: Setup, catalogue: Catalogue) -> None:
    position = setup.state(catalogue)
    quick = [depth for depth, count in enumerate(setup.counts) if count <= QUICK]
    assert len(quick) > 2
    assert [perft(position, depth) for depth in quick] == [setup.counts[depth] for depth in quick]


@pytest.mark.parametrize("name", SETUPS)
def test_oracle_matches_the_published_counts(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    published = answer(capsys)
    [setup] = [setup for setup in published["setups"] if setup["name"] == name]
    cards = {card["id"]: card for card in published["cards"]}
    nobles = {noble["id"]: noble for noble in published["nobles"]}
    decks = [[card for card in cards if card.startswith(level)] for level in "123"]
    shown = list(nobles)[: setup["players"] + 1]
    game = splendor.deal(cards, nobles, setup["players"], setup["target"], decks, shown, None)
    for line in setup["moves"]:
        game = splendor.apply(game, line)
    quick = [depth for depth, count in enumerate(setup["counts"]) if count <= QUICK_FOR_THE_ORACLE]
    assert [oracle_perft(game, depth) for depth in quick] == [setup["counts"][depth] for depth in quick]


# --- the set-ups -------------------------------------------------------------------------------------------------------


def position(name: str, catalogue: Catalogue) -> State:
    return SETUPS[name].state(catalogue)


@every_setup
def test_moves_lead_to_the_position(setup: Setup, catalogue: Catalogue) -> None:
    low, middle, high = map(catalogue.level, LEVELS)
    deal = Deal((low, middle, high), catalogue.nobles[: setup.players + 1])
    state = play(State(catalogue, GameOptions(setup.players, setup.target), deal), *setup.moves)
    assert format_position(state) == setup.position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_file_order_setup_deals_in_the_order_of_the_files(catalogue: Catalogue, players: int) -> None:
    state = position(f"file-order-{players}", catalogue)
    assert [card.id for card in state.grid if card] == [f"{level}-0{n}" for level in (1, 2, 3) for n in (1, 2, 3, 4)]
    assert state.deck(1)[0].id == "1-05"
    assert state.nobles == catalogue.nobles[: players + 1]
    assert len(state.players) == players


def test_setups_match_their_names(catalogue: Catalogue) -> None:
    state = position("return-three", catalogue)
    player = state.players[state.seat]
    assert (state.phase, tokens_held(player), player.gold > 0) == (Phase.RETURN_GEMS, 13, True)
    assert len(colours(position("two-colours", catalogue).bank)) == 2
    assert len(colours(position("one-colour", catalogue).bank)) == 1
    purchases = [action for action in legal_actions(position("gold", catalogue)) if isinstance(action, Buy)]
    assert sum(purchase.gold > 0 for purchase in purchases) >= 10
    assert legal_actions(position("forced-pass", catalogue)) == (Pass(),)
    assert position("noble-choice", catalogue).phase is Phase.CHOOSE_NOBLE
    assert position("final-round", catalogue).final_round
    assert not position("target-in-reach", catalogue).final_round


# --- the page ----------------------------------------------------------------------------------------------------------


@every_setup
def test_documentation_has_the_published_counts(setup: Setup) -> None:
    counts = " ".join(map(str, setup.counts[1:]))
    assert f"| `{setup.name}` | {setup.players} | {counts} |" in PAGE
    assert ", ".join(setup.moves) in " ".join(PAGE.split())
    assert not setup.moves or setup.position in PAGE.splitlines()
    assert setup.target == 15


def test_page_lists_exactly_the_setups() -> None:
    assert [line.split("`")[1] for line in PAGE.splitlines() if line.startswith("| `")] == list(SETUPS)


# --- the command -------------------------------------------------------------------------------------------------------


def test_all_setups_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert perft_command() == 0
    output = capsys.readouterr().out
    for setup in SETUPS.values():
        assert f"{setup.name} ({setup.players} players): {setup.about}\n" in output
        assert ", ".join(map(str, setup.counts[1:])) in output


def test_counts_are_printed_by_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert perft_command("--setup", "file-order-2") == 0
    assert capsys.readouterr().out == "depth 1: 30\ndepth 2: 865\ndepth 3: 24190\n"
    assert answer(capsys, "--setup", "file-order-2", "--depth", "2") == {"counts": [1, 30, 865]}


def test_any_complete_position_can_be_counted(capsys: pytest.CaptureFixture[str]) -> None:
    setup = SETUPS["gold"]
    assert answer(capsys, "--position", setup.position, "--depth", "3") == {"counts": setup.counts[:4]}


def test_divided_counts_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert perft_command("--setup", "final-round", "--divide", "--depth", "2") == 0
    *lines, total = capsys.readouterr().out.splitlines()
    assert len(lines) == SETUPS["final-round"].counts[1]
    assert total == f"depth 2: {SETUPS['final-round'].counts[2]}"
    divided = answer(capsys, "--setup", "final-round", "--divide", "--depth", "2")
    assert [f"{line}: {count}" for line, count in divided["divide"].items()] == lines


def test_check_finds_a_wrong_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert perft_command("--check", "--depth", "2") == 0
    assert capsys.readouterr().out.splitlines() == [f"{name}: as published." for name in SETUPS]
    wrong = tmp_path / "perft.json"
    wrong.write_text(command.PUBLISHED.read_text(encoding="utf-8").replace("865", "866"), encoding="utf-8")
    monkeypatch.setattr(command, "PUBLISHED", wrong)
    assert perft_command("--check", "--depth", "2", "--setup", "file-order-2") == 1
    assert capsys.readouterr().out == "file-order-2: counted [1, 30, 865], but published [1, 30, 866].\n"
    assert perft_command("--check", "--depth", "2", "--setup", "file-order-2", "--json") == 1
    assert json.loads(capsys.readouterr().out) == {"differing": {"file-order-2": [1, 30, 865]}}
    assert perft_command("--check", "--depth", "1", "--setup", "file-order-2") == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--depth", "3"], "Choose a starting point with --setup."),
        (["--divide"], "Choose a starting point with --setup."),
        (["--check", "--divide"], "Use either --divide or --check, not both."),
        (["--check", "--position", "seat"], "Use either --position or --check, not both."),
        (["--setup", "gold", "--position", "seat"], "Use either --position or --setup, not both."),
        (["--position", "seat"], "Part 2: found ''; it begins with 'grid'."),
        (["--position", VIEW], "Counting needs a position with its decks; this one has none."),
        (["--setup", "gold", "--depth", "0"], "argument --depth: expected a whole number from 1 to 12, not '0'"),
        (["--setup", "gold", "--depth", "13"], "argument --depth: expected a whole number from 1 to 12, not '13'"),
        (["--setup", "golden"], "argument --setup: invalid choice: "),
    ],
)
def test_invalid_arguments_are_errors(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert perft_command(*arguments) == 2
    assert capsys.readouterr().err.startswith(f"splendor-tui: {said}")


def test_other_card_sets_can_be_counted_but_not_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assets = Path(__file__).parents[2] / "assets"
    for name in ("cards.yaml", "nobles.yaml"):
        text = (assets / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("cost: {red: 2, black: 1}", "cost: {}"), encoding="utf-8")
    folder = str(tmp_path)
    counts = answer(capsys, "--setup", "file-order-2", "--depth", "2", "--assets", folder)["counts"]
    assert counts[1] == 31  # the first card costs nothing now
    for arguments in ([], ["--check"]):
        assert perft_command(*arguments, "--assets", folder) == 2
        assert "standard card set" in capsys.readouterr().err


def test_setup_impossible_with_the_card_set_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assets = Path(__file__).parents[2] / "assets"
    cards = (assets / "cards.yaml").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "cards.yaml").write_text("".join(line for line in cards if "id: 3-20" not in line), encoding="utf-8")
    (tmp_path / "nobles.yaml").write_bytes((assets / "nobles.yaml").read_bytes())
    assert perft_command("--setup", "gold", "--assets", str(tmp_path)) == 2
    assert "found '3-20'" in capsys.readouterr().err
