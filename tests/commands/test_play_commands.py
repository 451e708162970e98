"""The commands that start the game: what they start, and which errors they report before drawing."""

import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.inputs.house_rules import ClockOptions
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.inputs.settings import Settings, save_settings
from splendor_tui.match.match_lifecycle import begin
from splendor_tui.match.services import Services
from splendor_tui.record import Record, format_record
from splendor_tui.rules.actions import ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.position import format_position
from splendor_tui.rules.state import State, new_game
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import view
from splendor_tui.store import Store
from tests.commands.command_line import ASSETS, CommandLine, begin_game, other_cards
from tests.engines.guest_command import GUEST
from tests.rules.tables import promo_game
from tests.store.stored import NOON


class Started(SimpleNamespace):
    """A replacement for the app that records its arguments."""

    def run(self, services: Services, begin: Callable[[Any], object] | None = None) -> int:
        self.services = services
        if begin is not None:
            begin(self)
        return 0

    @property
    def matches(self) -> "Started":
        return self

    def start_or_exit(self, options: MatchOptions, position: State | None = None) -> None:
        self.options, self.position = options, position

    def resume(self, game_id: str, stand_in: str | None) -> None:
        self.game_id, self.stand_in = game_id, stand_in

    def watch_record(self, record: Record, game_id: str | None) -> None:
        self.record, self.watched_id = record, game_id

    @property
    def names(self) -> list[str]:
        """The players of the new match."""
        return [player.name for player in self.options.players]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """Simulate a terminal, with an app that records its arguments."""
    notes = Started()
    monkeypatch.setattr("splendor_tui.tui.app.terminal_writer.check_terminal", lambda _environ, *_streams: None)
    monkeypatch.setattr("splendor_tui.tui.app.start.play", notes.run)
    return notes


# --- the home screen ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [[], ["play"]])
def test_program_starts_at_the_home_screen_with_the_games_of_the_given_folder(
    run: CommandLine, started: Started, tmp_path: Path, arguments: list[str]
) -> None:
    run(*arguments, "--data", tmp_path / "given")
    assert vars(started).keys() == {"services"}
    assert started.services.problems == ()
    assert started.services.store is not None
    assert started.services.store.folder == tmp_path / "given"


@pytest.mark.parametrize("way", ["variable", "file"])
def test_plain_text_can_be_permanent(
    run: CommandLine, started: Started, tmp_path: Path, played: str, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr("splendor_tui.plain.program.play", lambda *_arguments: print("line by line") or 0)
    if way == "variable":
        monkeypatch.setenv("SPLENDOR_TUI_PLAIN", "1")
    else:
        save_settings(tmp_path / "config", Settings(), Settings(plain=True))
    for command in ("", "new --players Ann,Bo", "learn", "puzzle"):
        assert run(*command.split()).out == "line by line\n", command
    assert run("replay", played).out.startswith("Round 1\n")
    assert vars(started) == {}
    monkeypatch.setenv("SPLENDOR_TUI_PLAIN", "0")
    run()
    assert vars(started).keys() == {"services"}


def test_unusable_card_set_is_an_error(run: CommandLine, started: Started, tmp_path: Path) -> None:
    assert "cards.yaml" in run.error("--assets", tmp_path)
    assert vars(started) == {}


# --- new ---------------------------------------------------------------------------------------------------------------


def test_new_game_follows_its_arguments(run: CommandLine, started: Started) -> None:
    run("new", "--players", "Ann,Bo=merchant,Cy", "--clock", "60+300", "--seed", 7, "--random-first", "--tie", "Cy")
    dealt = started.options
    assert started.names == ["Ann", "Bo", "Cy"]
    assert [player.kind for player in dealt.players] == ["human", "merchant", "human"]
    clock = ClockOptions(turn_seconds=60, reserve_seconds=300)
    assert (dealt.clock, dealt.seed, dealt.random_first, dealt.tie_seat) == (clock, "7", True, 2)


def test_new_game_uses_the_last_settings_by_default(run: CommandLine, started: Started, tmp_path: Path) -> None:
    before = Settings()
    after = before.changed(names=("Cy", "Dee", "Eve"), match=before.match.model_copy(update={"target": 18}))
    save_settings(tmp_path / "config", before, after)
    run("new", "--undo", "off")
    assert started.names == ["Cy", "Dee", "Eve"]
    assert (started.options.target, started.options.undo, started.options.seed) == (18, "off", None)
    assert [*map(str, started.services.notices)] == ["Special rules: Play to 18 points."]
    for named in (["--target", "18"], ["--preset", "standard"]):
        run("new", *named)
        assert started.services.notices == ()


def test_options_override_the_preset(run: CommandLine, started: Started) -> None:
    run("new", "--players", "Ann,Bo", "--preset", "deathmatch", "--target", "10")
    dealt = started.options
    assert (dealt.target, dealt.undo, dealt.clock) == (10, "off", ClockOptions(turn_seconds=60, reserve_seconds=300))
    assert dealt.tie_seat == 0, "the host wins a full tie"
    run("new", "--players", "Ann,Bo", "--preset", "deathmatch", "--tie", "shared", "--clock", "off")
    assert (started.options.tie_seat, started.options.clock) == (None, None)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "Ann,Bo=\x1b[2J"], r"player 2 is '\x1b[2J'"),
        (["--target", "many"], "target is 'many'"),
        (["--hand-over", "now"], "argument --hand-over: invalid choice: 'now'"),
        (["--undo", "all"], "argument --undo: invalid choice: 'all'"),
        (["--preset", "short"], "argument --preset: invalid choice: 'short'"),
        (["--players", "Ann,Bo,Cy", "--preset", "deathmatch"], "for 2 players"),
        (["--players", "Ann,Bo", "--tie", "Cy"], "tie is 'Cy'; allowed: shared, Ann, Bo"),
        (["--seed", ""], "seed"),
    ],
)
def test_invalid_options_are_errors(run: CommandLine, started: Started, arguments: list[str], said: str) -> None:
    assert said in run.error("new", *arguments)
    assert vars(started) == {}


POSITION = (
    "seat 2 main round 4 ply 12 target 21 tie 1 / grid 1-01 1-02 1-03 1-04 2-01 2-02 2-03 2-04 3-01 3-02 3-03 3-04 / "
    "nobles henry-viii mary-stuart suleiman-the-magnificent isabella-of-castile / W1 / 0 / 0 / decks "
    + " ".join(f"{level}-{n:02}" for level, most in ((1, 40), (2, 30), (3, 20)) for n in range(5, most + 1))
)


def test_promo_nobles_are_an_option_that_a_position_sets_itself(
    run: CommandLine, started: Started, catalogue: Catalogue
) -> None:
    run("new", "--players", "Ann,Bo", "--promo-nobles")
    assert started.options.promo_nobles
    text = format_position(promo_game(catalogue, 3))
    run("new", "--position", text, "--players", "Ann,Bo,Cy")
    assert started.options.promo_nobles
    assert "already sets --promo-nobles" in run.error("new", "--position", text, "--promo-nobles")
    run("new", "--position", POSITION, "--players", "Ann,Bo,Cy")
    assert not started.options.promo_nobles


def test_new_game_starts_from_a_position(run: CommandLine, started: Started) -> None:
    run("new", "--position", POSITION, "--players", "Ann,Bo=merchant,Cy", "--undo", "off")
    assert started.position is not None
    assert started.names == ["Ann", "Bo", "Cy"]
    assert started.options.game_options() == started.position.options == GameOptions(3, 21, 1)
    assert (started.position.seat, started.position.round, started.position.ply) == (2, 4, 0)
    assert started.options.undo == "off"


def test_bare_level_is_a_computer_and_the_notice_says_how_to_write_a_human(run: CommandLine, started: Started) -> None:
    run("new", "--players", "Ann,merchant")
    assert [player.kind for player in started.options.players] == ["human", "merchant"]
    [notice] = started.services.notices
    assert str(notice) == "Merchant is a computer player. A human with this name is written merchant=human."


def test_position_gets_the_last_players_if_their_number_matches(
    run: CommandLine, started: Started, tmp_path: Path
) -> None:
    run("new", "--position", POSITION)
    assert started.names == ["Player 1", "Player 2", "Player 3"]
    before = Settings()
    rules = before.match.model_copy(update={"target": 18, "random_first": True})
    save_settings(tmp_path / "config", before, before.changed(names=("Cy", "Dee", "Eve"), match=rules))
    run("new", "--position", POSITION)
    assert started.names == ["Cy", "Dee", "Eve"]
    assert (started.options.target, started.options.random_first) == (21, False)


def test_hidden_cards_of_a_position_are_dealt_at_random(
    run: CommandLine, started: Started, catalogue: Catalogue
) -> None:
    source = new_game(catalogue, GameOptions(2), "5")
    for action in (ReserveTop(3), ReserveTop(1)):
        source = apply_action(source, action)
    known = view(source, None)
    dealt = []
    for seed in (["--seed", "1"], ["--seed", "1"], ["--seed", "2"], []):
        run("new", "--position", format_position(known), "--players", "Ann,Bo", *seed)
        assert list(map(str, started.services.notices)) == ["The position hides cards; they were dealt at random."]
        assert started.position is not None
        as_known = format_position(view(started.position, None))
        assert as_known == format_position(known._replace(ply=0)), "all that was known is as it was"
        dealt.append(format_position(started.position))
    assert dealt[0] == dealt[1], "the same seed deals the same way"
    assert len({*dealt, format_position(source)}) == 4, "and none as the cards lay in the game before"


@pytest.mark.parametrize(
    ("position", "arguments", "said"),
    [
        ("", [], "Part 1: found ''; it begins with 'seat'."),
        (
            POSITION.replace("2 main", "2 over ply 4900").replace("ply 12 ", ""),
            [],
            "The game is already over in this position. `position GAME ACTION` prints an earlier one.",
        ),
        (POSITION, ["--players", "Ann,Bo"], "The position has 3 players, but you specified 2."),
        (POSITION, ["--target", "15"], "The position already sets --target; omit it."),
        (POSITION, ["--tie", "shared"], "already sets --tie"),
        (POSITION, ["--seed", "7"], "already sets --seed"),
        (POSITION, ["--random-first"], "already sets --random-first"),
        (POSITION, ["--preset", "standard"], "already sets --preset"),
    ],
)
def test_invalid_starting_position_is_an_error(
    run: CommandLine, started: Started, position: str, arguments: list[str], said: str
) -> None:
    assert said in run.error("new", "--position", position, *arguments)
    assert vars(started) == {}


def test_working_engine_gets_a_seat_and_its_command_is_allowed(run: CommandLine, started: Started) -> None:
    run("new", "--players", f"Ann,Bo=@{GUEST}")
    assert started.options.players[1].command == GUEST
    assert started.services.commands == {GUEST}


# --- resume and replay -------------------------------------------------------------------------------------------------


def test_last_played_game_or_another_one_is_resumed(
    run: CommandLine, started: Started, catalogue: Catalogue, folder: Path, unfinished: str
) -> None:
    with Store.open(folder) as store:
        last_played = begin_game(store, catalogue)
    run("resume")
    assert started.game_id == last_played
    run("resume", unfinished, "--engine", "./one", "--engine", "./two", "--stand-in", "merchant")
    assert (started.game_id, started.stand_in) == (unfinished, "merchant")
    assert started.services.commands == {"./one", "./two"}


def test_game_remembers_the_folder_of_its_cards_and_says_if_they_have_changed(
    run: CommandLine, started: Started, folder: Path, tmp_path: Path
) -> None:
    cards = other_cards(tmp_path / "cards")
    run("new", "--assets", cards, "--players", "Ann,Bo")
    started.services.store = Store.open(folder)  # the command has closed it
    with started.services.store, begin(started.services, started.options) as live:
        live.controller.begin()
        live.controller.submit(0, ReserveTop(1), 0)
    game_id, digest = live.game_id, started.services.catalogue.digest
    run("resume")
    assert (started.game_id, started.services.catalogue.digest) == (game_id, digest)
    assert f"cards in '{cards}'" in run("games").out
    assert "Ann reserved a level 1 card" in run("replay", "--text", game_id).out
    [listed] = run.json("games")
    assert (listed["catalogue"], listed["assets"]) == (digest, str(cards))
    assert f"with `splendor-tui resume {game_id}`, without --assets." in run.error("resume", "--assets", ASSETS)
    (cards / "cards.yaml").write_bytes((ASSETS / "cards.yaml").read_bytes())
    known = load_catalogue(ASSETS).digest
    for arguments in (("resume",), ("resume", "--assets", cards)):
        changed = run.error(*arguments)
        assert f"other cards ({digest}) than the current ones ({known})" in changed
        assert f"Those in '{cards}' have changed since ({known}); restore them." in changed
    shutil.rmtree(cards)
    assert f"Those in '{cards}' cannot be read. " in run.error("resume")


def test_missing_game_cannot_be_resumed_or_replayed(run: CommandLine, started: Started) -> None:
    assert "No game to resume" in run.error("resume")
    assert "'zzzzzzzz'" in run.error("resume", "zzzzzzzz")
    assert "'zzzzzzzz'" in run.error("replay", "zzzzzzzz")
    assert vars(started) == {}


def test_imported_game_can_only_be_replayed(run: CommandLine, started: Started, folder: Path, unfinished: str) -> None:
    with Store.open(folder) as store:
        imported = store.import_record(store.export_record(unfinished), NOON)
    assert f"`replay {imported}`" in run.error("resume", imported)
    assert vars(started) == {}


def test_game_is_replayed_by_id_or_from_a_file(
    run: CommandLine, started: Started, folder: Path, unfinished: str, tmp_path: Path
) -> None:
    with Store.open(folder) as store:
        record = store.export_record(unfinished)
    file = tmp_path / "game.jsonl"
    file.write_text(format_record(record), encoding="utf-8")
    for game, game_id in ((unfinished, unfinished), (file, None)):
        run("replay", game)
        assert (started.record, started.watched_id) == (record, game_id)
        del started.record
    file.write_text("no record\n", encoding="utf-8")
    assert run.error("replay", file, code=1).startswith("Line 1: ")
