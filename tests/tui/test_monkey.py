"""Whatever is pressed, clicked and resized: the app lives, the screen stays whole, and what was played is kept as played."""

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

import pytest
from rich.cells import cell_len
from textual.events import Key, MouseDown, MouseMove, MouseScrollDown, MouseScrollUp, MouseUp
from textual.pilot import Pilot

from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.live_match import begin
from splendor_tui.match.services import Services
from splendor_tui.record import final_state
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.keys.key_commands import EVERYWHERE
from splendor_tui.tui.keys.table_commands import HAND_OVER, REPLAY, TABLE
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.screens.hand_over_screen import HandOverScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from tests.tui.opened_app import make_services, open_app, screen_text
from tests.tui.scenes import strips

KEYS_IN_A_ROUND: Final = 20
KEYS_OF_A_MONKEY: Final = 1000
MOST_WIDGETS: Final = 300
SIZES: Final = ((80, 24), (80, 24), (120, 40), (100, 30), (200, 60), (79, 23), (20, 5), (1, 1))
REGISTERED: Final = sorted(
    {key for action in (*EVERYWHERE, *TABLE, *REPLAY, *HAND_OVER) for key in action.keys.split(",")}
)
NONSENSE: Final = ("tab", "shift+tab", "ctrl+a", "ctrl+c", "ctrl+u", "ctrl+end", "delete", "insert", "f9", "f12", "[")
TYPED: Final = "Zoë漢[/]$\\ה.x0"


class Monkey:
    """Presses what the screen knows most of the time, and anything at all in between. It remembers what it did last."""

    def __init__(self, pilot: Pilot[int], rng: Random) -> None:
        self._pilot = pilot
        self._rng = rng
        self.done: deque[str] = deque(maxlen=100)

    @property
    def app(self) -> SplendorApp:
        """What it plays with."""
        assert isinstance(self._pilot.app, SplendorApp)
        return self._pilot.app

    async def play(self, keys: int) -> None:
        """Press so many keys, with clicks and other sizes between them, and look at the screen again and again."""
        for pressed in range(keys):
            await self._act()
            if pressed % KEYS_IN_A_ROUND == 0:
                await self._pilot.pause()
                if not self.app.is_running:  # the end of the app's context raises what it died of
                    return
                self._check_screen()
        await self._pilot.pause()

    async def _act(self) -> None:
        chance = self._rng.random()
        if chance < 0.1:
            self._mouse()
        elif chance < 0.11:
            size = self._rng.choice(SIZES)
            self.done.append(f"{size}")
            await self._pilot.resize_terminal(*size)
        self._key()
        if self._rng.random() < 0.5:  # two keys at once now and then
            await self._pilot.pause(0)

    def _key(self) -> None:
        key = self._choose_key()
        self.done.append(key)
        character = key if len(key) == 1 else None
        self.app.post_message(Key(key, character))

    def _choose_key(self) -> str:
        chance, screen = self._rng.random(), self.app.screen
        keys: Sequence[str] = (*NONSENSE, *TYPED) if chance > 0.9 else REGISTERED
        if chance < 0.75 and isinstance(screen, GameScreen) and screen.KEY_COMMANDS:
            keys = self._rng.choice(screen.KEY_COMMANDS).keys.split(",")
        return self._rng.choice(keys)

    def _mouse(self) -> None:
        width, height = self.app.size
        x, y = self._rng.randrange(max(1, width)), self._rng.randrange(max(1, height))
        kinds = self._rng.choice([(MouseMove,), (MouseDown, MouseUp), (MouseScrollUp,), (MouseScrollDown,)])
        self.done.append(f"{kinds[-1].__name__} at {x},{y}")
        for kind in kinds:
            self.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))

    def _check_screen(self) -> None:
        app = self.app
        rows = strips(app)
        assert len(rows) == app.size.height
        assert {row.cell_length for row in rows} == {cell_len(row.text) for row in rows} == {app.size.width}
        widgets = [widget for screen in app.screen_stack for widget in screen.walk_children(with_self=True)]
        assert len(widgets) <= MOST_WIDGETS


async def let_loose(place: Services, seed: int, keys: int) -> None:
    """Set a monkey at a table of two people and a computer."""
    live = begin(place, make_options(parse_players("Ann,=merchant,Cy"), seed=str(seed)))
    async with open_app(place, TableScreen(live)) as pilot:
        monkey = Monkey(pilot, Random(seed))
        try:
            await monkey.play(keys)
        finally:
            print("at the end:", *monkey.done)
            print(screen_text(monkey.app))


def check_records(place: Services) -> None:
    """Every game that is kept replays by the rules."""
    assert place.store is not None
    for game in place.store.games():
        record = place.store.export_record(game.id)
        assert final_state(record, place.catalogue).ply == game.plies


@pytest.fixture(autouse=True)
def cage(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing ends the app, what it writes stays here, and nobody waits."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(SplendorApp, "exit", lambda *_arguments: None)
    monkeypatch.setattr(HandOverScreen, "DEAF_SECONDS", 0.001)
    monkeypatch.setattr(GameOverScreen, "DEAF_SECONDS", 0.001)


@pytest.mark.parametrize("seed", range(5))
async def test_a_monkey_does_no_harm(catalogue: Catalogue, tmp_path: Path, seed: int) -> None:
    place = make_services(catalogue, tmp_path, bot_pace=0.0)
    await let_loose(place, seed, KEYS_OF_A_MONKEY)
    check_records(place)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 2000))
async def test_a_thousand_monkeys_do_no_harm(catalogue: Catalogue, tmp_path: Path, seed: int) -> None:
    place = make_services(catalogue, tmp_path, bot_pace=0.0)
    await let_loose(place, seed, KEYS_OF_A_MONKEY)
    check_records(place)
