"""The pages about the code name existing modules, their links work, and their instructions can be followed."""

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from splendor_tui.bots import levels
from splendor_tui.engines.protocol import FromEngine, FromTable, read_from_engine, read_from_table
from splendor_tui.inputs.settings import Settings
from splendor_tui.presentation import challenges, commands
from splendor_tui.presentation.activity import Leave, Show
from splendor_tui.presentation.rulebook import rules_in_brief
from splendor_tui.presentation.table_model import slot_of
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import total
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import OVER, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import view
from tests.bots.bot_games import NO_TIME_LIMIT
from tests.tui.opened_app import make_services

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "splendor_tui"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
NAME = re.compile(r"--[a-z-]+|[^\W\d]\w+")
EXAMPLES = frozenset(
    NAME.findall(
        "LEADER action_cards CardsScreen cards_screen BargainSession --no-hints blink SPLENDOR_TUI_BLINK Midas midas PICTURE "
        "WWWUU cjk_width diff ec F1 F6 pipx ps rmcup Server textual_serve tput URL"
    )
)
"""Names that a reader adds, and those of other programs."""


def test_architecture_picture_shows_the_import_contract() -> None:
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]["layers"]
    rooms = [room for layer in contract[2:] for room in layer.split(" | ")]  # the two above start the program
    picture = (ROOT / "docs" / "architecture.md").read_text().split("```")[1]
    drawn = re.findall(r'(\w+)\["\1: ', picture)
    assert drawn == rooms


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_name_in_backticks_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    code = re.sub(r'"[^"]*"|#.*', "", "".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL)))
    names = "\n".join(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)))
    assert set(NAME.findall(f"{names}\n{code}")) - known_names() - EXAMPLES == set()
    files = re.findall(r"^(?:[a-z_]+/)+(?:[\w-]+\.\w+)?$", names, re.MULTILINE)
    assert [file for file in files if not (ROOT / file).exists() and not (PACKAGE / file).exists()] == []
    assert [target for target in re.findall(r"\bmake ([a-z0-9.-]+)", names) if f"\n{target}:" not in MAKEFILE] == []
    members = re.findall(r"\b([A-Z]\w*[a-z])\.(\w+)", names)
    assert [(owner, name) for owner, name in members if not is_member(owner, name)] == []


@cache
def known_names() -> frozenset[str]:
    """The names of files, and those in code and data, without comments and docstrings."""
    folders = "splendor_tui", "assets", "benchmarks", "docs", "examples", "tests", "training"
    files = [*ROOT.iterdir(), *(path for folder in folders for path in (ROOT / folder).rglob("*"))]
    parts = [path.name for path in files if path.suffix != ".pyc"]
    for path in files:
        if path.suffix in {".py", ".toml", ".yaml", ".json", ".po"} and path != Path(__file__):
            text = path.read_text(encoding="utf-8")
            parts.append(re.sub(r'"""(?:.|\n)*?"""|#.*', "", text) if path.suffix == ".py" else text)
    return frozenset(NAME.findall("\n".join([*parts, MAKEFILE])))


def is_member(owner: str, name: str) -> bool:
    """Whether a class of the program has this method, property or field."""
    found = getattr(import_module(modules_by_class()[owner]), owner)
    return hasattr(found, name) or any(name in vars(base).get("__annotations__", {}) for base in found.__mro__)


@cache
def modules_by_class() -> dict[str, str]:
    modules = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in PACKAGE.rglob("*.py")}
    return {
        owner: module
        for module, path in modules.items()
        for owner in re.findall(r"^class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }


def test_index_links_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    linked = {*re.findall(r"\]\(([\w-]+\.md)\)", index), "README.md"}
    assert linked == {path.name for path in (ROOT / "docs").glob("*.md")}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_work(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([\w-]+))?\)", page.read_text(encoding="utf-8")):
        there = page.parent / target if target else page
        assert there.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_documented_new_level_plays_a_game(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    [code] = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "adding-a-level.md").read_text(), re.DOTALL)
    table = eval(f"{{{code}}}", vars(levels))  # noqa: S307 - our own document
    monkeypatch.setattr(levels, "_LEVELS", table)
    [level] = table
    player = levels.create_bot(level)
    state, rng = new_game(catalogue, GameOptions(2), 1), Random(1)
    while state.phase is not OVER:
        action = player.choose(view(state, state.seat), rng, NO_TIME_LIMIT)
        assert action in legal_actions(state)
        advance(state, action)
    assert state.round > 15


def test_documented_activity_can_be_played(catalogue: Catalogue, tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "adding-an-activity.md").read_text(), re.DOTALL)
    module, entry = map(textwrap.dedent, blocks)
    written: dict[str, Any] = {"__name__": "bargain", **vars(challenges)}
    exec(module, written)  # noqa: S102 - our own document
    [challenge] = eval(f"({entry})", written)  # noqa: S307 - our own document
    services = make_services(catalogue, tmp_path)
    session = challenges.begin(challenge, services)
    for _deal in range(5):
        cheapest = min(filter(None, session.view.grid), key=lambda card: total(card.cost))
        session.pick(slot_of(session.view, cheapest))
        session.do(commands.RESERVE)
        assert session.do(commands.RESERVE) == Show()
    assert session.do(commands.CONFIRM) == Leave()
    assert str(challenges.scores_of(challenge, services).sentences()[0]) == "Best: 5 bargains."


def test_documented_house_rules_are_played_saved_and_verified(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "splendor_tui")
    (tmp_path / "assets").symlink_to(ROOT / "assets")
    changes = re.findall(r"```diff\n(.*?)```", (ROOT / "docs" / "adding-a-house-rule.md").read_text(), re.DOTALL)
    for change in changes:
        path, *lines = textwrap.dedent(change).splitlines()
        file = tmp_path / path.strip()
        before, after = ("".join(f"{line[1:]}\n" for line in lines if line[0] != sign) for sign in "+-")
        assert file.read_text(encoding="utf-8").count(before) == 1
        file.write_text(file.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    assert len(changes) == 3 + 3 + 2
    environment = os.environ | {
        "SPLENDOR_TUI_DATA": "data",
        "SPLENDOR_TUI_CONFIG": "config",
        "SPLENDOR_TUI_BOT_PACE": "0",
    }

    def run(*words: str, typed: str = "") -> str:
        command = [sys.executable, "-m", "splendor_tui", *words]
        done = subprocess.run(
            command, input=typed, capture_output=True, text=True, check=True, cwd=tmp_path, env=environment
        )
        return done.stdout

    players = ["--players", "merchant,guildmaster", "--target", "5", "--seed", "1"]
    played = run("new", "--plain", *players, "--sudden-end", typed="rules all\n")
    assert "do not know all house rules of this game. The Merchant plays instead." in played
    assert "The game ends as soon as a player reaches the target." in played
    [game] = json.loads(run("games", "--json"))
    run("export", game["id"], "game.jsonl")
    header = json.loads((tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert header["position"].startswith("seat 0 main target 5 sudden-end 1 / ")
    assert "all legal" in run("verify", "game.jsonl")
    cards = (
        f"grid 1-08 {' '.join(f'{level}-{n:02}' for level in (1, 2, 3) for n in range(1, 5) if (level, n) > (1, 1))}"
    )
    won = f"seat 0 main target 1 sudden-end 1 / {cards} / nobles charles-v mary-stuart machiavelli / G4 / 0"
    assert "Ann wins" in run("new", "--plain", "--players", "Ann,Bo", "--position", won, typed="buy 1-08\n")
    run("new", "--plain", *players, "--five-nobles", "--target", "3")
    newest = json.loads(run("games", "--json"))[0]["id"]
    run("export", newest, "five.jsonl")
    start = json.loads((tmp_path / "five.jsonl").read_text(encoding="utf-8").splitlines()[0])["position"]
    head, _grid, nobles, *_rest = start.split(" / ")
    assert (head, len(nobles.split()) - 1) == ("seat 0 main target 3 five-nobles 1", 5)
    assert "all legal" in run("verify", "five.jsonl")
    settings = run("--plain", typed="settings match.sudden_end true\nsettings match.sudden_end\n")
    assert settings.count("match.sudden_end true") == 2
    without = run("new", "--plain", "--players", "Ann,Bo", "--no-hints", typed="hint\n")
    assert "This match is played without hints." in without


_USE_LEADER = """
import asyncio

from splendor_tui.inputs.card_set import load_catalogue
from tests.tui.at_the_table import seated


async def use() -> None:
    async with seated(load_catalogue()) as pilot:
        await pilot.press("f6")
        print(pilot.text)
        await pilot.press("ctrl+p", *"leader")
        print(pilot.text)


asyncio.run(use())
"""


def test_documented_command_works_in_both_front_ends(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "adding-a-command.md").read_text(encoding="utf-8")
    entry, case, _other = (textwrap.dedent(code) for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    copy = shutil.copytree(PACKAGE, tmp_path / "splendor_tui")
    (tmp_path / "assets").symlink_to(ROOT / "assets")
    for module, place, code, spaces in (
        ("commands", "    *QUESTIONS,\n", entry, 4),
        ("activity", "            case commands.PAYMENT:\n", case, 12),
    ):
        path = copy / "presentation" / f"{module}.py"
        before, found, after = path.read_text(encoding="utf-8").partition(place)
        assert found
        path.write_text(before + textwrap.indent(code, " " * spaces) + place + after, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "SPLENDOR_TUI_DATA": str(tmp_path)}

    def run(*command: str, typed: str = "") -> str:
        line = [sys.executable, *command]
        done = subprocess.run(
            line, input=typed, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    told = run("-m", "splendor_tui", "new", "--plain", "--players", "Ann,Bo", typed="leader\nhelp lead\n")
    assert "\nAnn leads.\nleader: Say who leads.\n" in told
    _at_the_table, in_the_palette = run("-c", _USE_LEADER).split("Ann leads.")
    assert "Say who leads." in in_the_palette


# --- the examples in docs/engine.md match the real protocol ----------------------------------------------------------


ENGINE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")


def conversation() -> Iterator[FromTable | FromEngine]:
    """The complete messages of the dialogues. Shortened lists are expanded."""
    for sender, line in re.findall(r"^([<>]) (\{.*)$", ENGINE, re.MULTILINE):
        if '"position",…' not in line:
            read = read_from_table if sender == ">" else read_from_engine
            yield read(line.replace(",…", "").encode())


def test_documented_engine_dialogue_is_valid(catalogue: Catalogue) -> None:
    sent = ["hello", "option", "new-game", "ready", "position", "go", "info", "answer", "stop", "quit"]
    assert {message.type for message in conversation()} == {*sent}
    assert set(re.findall(r"^\| `([a-z-]+)` \|", ENGINE, re.MULTILINE)) == {*sent, "perft"}, "each has its row"
    (position,) = re.findall(r'"position":"(seat [^"]*)"', ENGINE)
    documented = [json.loads(line) for line in re.findall(r'"legal":(\[[^]]*\])', ENGINE.replace(",…", ""))]
    legal = list(map(format_action, legal_actions(parse_position(position, catalogue))))
    assert [action for action in legal if action in documented[0]] == documented[0]
    played = re.findall(r'"answer","action":"([^"]*)"', ENGINE)
    assert {*played} <= {*legal}


def test_documented_settings_are_valid() -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", ENGINE, re.DOTALL)
    engines = Settings().changed(**tomllib.loads(shown)).engines
    assert engines["Midas at ease"].options == {"threads": 1}


# --- other pages --------------------------------------------------------------------------------------------------------


def test_documented_python_lines_play_and_resume_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first, again = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(), re.DOTALL)
    assert sum(not line.startswith(("import", "from")) for line in first.split("\n") if line) <= 10
    names: dict[str, object] = {}
    exec(first, names)  # noqa: S102 - our own document
    table, game = names["table"], names["game"]
    exec(again, names)  # noqa: S102 - our own document
    assert names["game"] == game
    assert names["table"].ply == table.ply > 20  # type: ignore[attr-defined]


def test_readme_has_the_rules_of_the_game() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = (str(line).replace("take *1", "take a gold") for line in rules_in_brief())
    assert "\n".join(f"{number}. {line}" for number, line in enumerate(lines, start=1)) in readme


def test_what_repairs_each_measured_terminal_after_a_kill_is_documented() -> None:
    rows = [
        row.split(" | ") for row in (ROOT / "docs" / "terminals.md").read_text().splitlines() if row.count(" | ") == 8
    ]
    column = rows[0].index("after `kill -9`")
    advice = (ROOT / "docs" / "playing.md").read_text()
    for row in rows[1:]:
        parts = re.findall(r"reset; tput rmcup|printf '[^']*'|ctrl\+shift\+\w+", row[column])
        assert parts, row
        assert [part for part in parts if part not in advice] == [], row
