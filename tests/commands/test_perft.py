"""`splendor-tui perft`: the published counts are correct and reproducible."""

import shutil
from pathlib import Path

import pytest

from splendor_tui.commands import perft_command as command
from splendor_tui.commands.perft_command import Setup, published_setups
from splendor_tui.rules.actions import Buy, Pass
from splendor_tui.rules.cards import LEVELS
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import colours
from splendor_tui.rules.legality import legal_actions, tokens_held
from splendor_tui.rules.perft import perft
from splendor_tui.rules.position import format_position
from splendor_tui.rules.state import Phase, State
from tests.commands.command_line import ASSETS, CommandLine
from tests.oracle import splendor
from tests.rules.comparison import oracle_perft
from tests.rules.tables import play

SETUPS = published_setups()
PAGE = (Path(__file__).parents[2] / "docs" / "perft.md").read_text(encoding="utf-8")
VIEW = SETUPS["gold"].position.partition(" / decks")[0].replace("?", "")
QUICK = 120_000
QUICK_FOR_THE_ORACLE = 20_000
every_setup = pytest.mark.parametrize("setup", SETUPS.values(), ids=list(SETUPS))


# --- the numbers -------------------------------------------------------------------------------------------------------


@every_setup
def test_rules_match_the_published_counts(setup: Setup, catalogue: Catalogue) -> None:
    position = setup.state(catalogue)
    quick = [depth for depth, count in enumerate(setup.counts) if count <= QUICK]
    assert len(quick) > 2
    assert [perft(position, depth) for depth in quick] == [setup.counts[depth] for depth in quick]


@pytest.mark.parametrize("name", SETUPS)
def test_oracle_matches_the_published_counts(name: str, run: CommandLine) -> None:
    published = run.json("perft")
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


@every_setup
def test_moves_lead_from_the_order_of_the_files_to_the_position(setup: Setup, catalogue: Catalogue) -> None:
    low, middle, high = map(catalogue.level, LEVELS)
    options, nobles = GameOptions(setup.players, setup.target), catalogue.nobles[: setup.players + 1]
    state = play(State(catalogue, options, (low, middle, high), nobles), *setup.moves)
    assert format_position(state) == setup.position


def test_setups_match_their_names(catalogue: Catalogue) -> None:
    found = {name: setup.state(catalogue) for name, setup in SETUPS.items()}
    returning = found["return-three"]
    player = returning.players[returning.seat]
    assert (returning.phase, tokens_held(player), player.gold > 0) == (Phase.RETURN_GEMS, 13, True)
    assert len(colours(found["two-colours"].bank)) == 2
    assert len(colours(found["one-colour"].bank)) == 1
    purchases = [action for action in legal_actions(found["gold"]) if isinstance(action, Buy)]
    assert sum(purchase.gold > 0 for purchase in purchases) >= 10
    assert legal_actions(found["forced-pass"]) == (Pass(),)
    assert found["noble-choice"].phase is Phase.CHOOSE_NOBLE
    assert found["final-round"].final_round
    assert not found["target-in-reach"].final_round


# --- the page ----------------------------------------------------------------------------------------------------------


def test_documentation_has_the_published_counts() -> None:
    assert [line.split("`")[1] for line in PAGE.splitlines() if line.startswith("| `")] == list(SETUPS)
    for setup in SETUPS.values():
        counts = " ".join(map(str, setup.counts[1:]))
        assert f"| `{setup.name}` | {setup.players} | {counts} |" in PAGE
        assert ", ".join(setup.moves) in " ".join(PAGE.split())
        assert not setup.moves or setup.position in PAGE.splitlines()
        assert setup.target == 15


# --- the command -------------------------------------------------------------------------------------------------------


def test_all_setups_are_listed(run: CommandLine) -> None:
    output = run("perft").out
    for setup in SETUPS.values():
        assert f"{setup.name} ({setup.players} players): {setup.about}\n" in output
        assert ", ".join(map(str, setup.counts[1:])) in output


def test_help_breaks_no_setup_at_a_hyphen(run: CommandLine) -> None:
    output = run("perft", "--help").out
    assert all(name in output for name in SETUPS)


def test_counts_of_a_setup_or_any_complete_position_are_printed_by_depth(run: CommandLine) -> None:
    assert run("perft", "--setup", "file-order-2").out == "depth 1: 30\ndepth 2: 865\ndepth 3: 24190\n"
    assert run.json("perft", "--setup", "file-order-2", "--depth", 2) == {"counts": [1, 30, 865]}
    setup = SETUPS["gold"]
    assert run.json("perft", "--position", setup.position, "--depth", 3) == {"counts": setup.counts[:4]}


def test_divided_counts_add_up(run: CommandLine) -> None:
    divide = ("perft", "--setup", "final-round", "--divide", "--depth", 2)
    *lines, total = run(*divide).out.splitlines()
    assert len(lines) == SETUPS["final-round"].counts[1]
    assert total == f"depth 2: {SETUPS['final-round'].counts[2]}"
    assert [f"{line}: {count}" for line, count in run.json(*divide)["divide"].items()] == lines


def test_check_finds_a_wrong_count(run: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check = ["perft", "--check", "--depth", "2"]
    assert run(*check).out.splitlines() == [f"{name}: as published." for name in SETUPS]
    wrong = tmp_path / "perft.json"
    wrong.write_text(command.PUBLISHED.read_text(encoding="utf-8").replace("865", "866"), encoding="utf-8")
    monkeypatch.setattr(command, "PUBLISHED", wrong)
    check += ["--setup", "file-order-2"]
    assert run(*check, code=1).out == "file-order-2: counted [1, 30, 865], but published [1, 30, 866].\n"
    assert run.json(*check, code=1) == {"differing": {"file-order-2": [1, 30, 865]}}
    run("perft", "--check", "--depth", 1, "--setup", "file-order-2")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--depth", "3"], "Choose a starting point with --setup."),
        (["--check", "--divide"], "Use either --divide or --check, not both."),
        (["--check", "--position", "seat"], "Use either --position or --check, not both."),
        (["--setup", "gold", "--position", "seat"], "Use either --position or --setup, not both."),
        (["--position", "seat"], "Part 2: found ''; it begins with 'grid'."),
        (["--position", VIEW], "Counting needs a position with its decks; this one has none."),
        (["--setup", "gold", "--depth", "13"], "argument --depth: expected a whole number from 1 to 12, not '13'"),
        (["--setup", "golden"], "argument --setup: invalid choice: "),
    ],
)
def test_invalid_arguments_are_errors(run: CommandLine, arguments: list[str], said: str) -> None:
    assert run.error("perft", *arguments).startswith(f"splendor-tui: {said}")


def test_other_card_sets_can_be_counted_but_not_checked(run: CommandLine, tmp_path: Path) -> None:
    shutil.copytree(ASSETS, tmp_path, dirs_exist_ok=True)
    cards = tmp_path / "cards.yaml"
    text = cards.read_text(encoding="utf-8")
    cards.write_text(text.replace("cost: {red: 2, black: 1}", "cost: {}"), encoding="utf-8")
    own = ("--assets", tmp_path)
    counts = run.json("perft", "--setup", "file-order-2", "--depth", 2, *own)["counts"]
    assert counts[1] == 31  # the first card costs nothing now
    for arguments in ([], ["--check"]):
        assert "standard card set" in run.error("perft", *arguments, *own)
    cards.write_text("".join(line for line in text.splitlines(keepends=True) if "id: 3-20" not in line))
    assert "found '3-20'" in run.error("perft", "--setup", "gold", *own), "a set-up that needs the missing card"
