"""A monkey that presses, clicks, pastes and resizes at random, and checks that the screen is intact."""

from collections import deque
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from rich.cells import cell_len
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Key, Resize
from textual.geometry import Size

from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.tui.keys.commands_by_screen import COMMANDS_BY_SCREEN
from splendor_tui.tui.keys.keyboard_presets import keys_of
from splendor_tui.tui.screens.base_screen import BaseScreen
from tests.match.tables import Time
from tests.tui.keyboard import click, drag, move, paste, send, wheel
from tests.tui.opened_app import Player
from tests.tui.scenes import SCENES, Scene, at, strips

AT_ONCE: Final = (1, 3, 10, 40, 120)
LOOK_EVERY: Final = 250
PATIENCE: Final = 100
"""The maximum time for a screen to appear, in tenths of a second."""
MAX_WIDGETS: Final = 400
PLAYABLE: Final = ((80, 23), (100, 30), (120, 40), (160, 50), (200, 60))
HUGE: Final = (500, 200)
CORNERS: Final = ((1, 1), (HUGE[0], 1), (1, HUGE[1]), HUGE)
"""The smallest and the largest sizes that a terminal may have. The last one takes a second to draw."""
NONSENSE: Final = ("tab", "shift+tab", "ctrl+a", "ctrl+c", "ctrl+u", "ctrl+end", "delete", "insert", "f9", "f12", "[")
TYPED: Final = "Zoë漢[]$\\ה.x0 \u0301"
PASTES: Final = ("Ann", "[@click=app.quit]q[/]", "漢" * 40, "\x1b[31m\x07\x9b", "12\n\r\t", "x" * 3000)
AS_USUAL: Final = MatchRules()
REGISTERED: Final = sorted(
    {key for _place, commands in COMMANDS_BY_SCREEN for one in commands for key in one.keys.split(",")}
)


def table(players: str, rules: MatchRules = AS_USUAL) -> Scene:
    """A table with these players."""

    async def sit_down(pilot: Player) -> None:
        pilot.app.matches.start(make_options(parse_players(players), rules, seed="monkey"))
        await pilot.finish_work()
        await pilot.finish_drawing()

    return sit_down


def engine_at_the_table(command: str) -> Scene:
    """A match between a human and a custom engine."""

    async def sit_down(pilot: Player) -> None:
        pilot.app.services.commands = frozenset({command})
        await table(f"Ann,Bo=@{command}")(pilot)

    return sit_down


STARTS: Final[Mapping[str, Scene]] = {
    "home": SCENES["home"],
    "people": table("Ann,=merchant,Cy"),
    "clock": table("Ann,=merchant,Cy", MatchRules().changed({"clock": "20+30"})),
    "computers": table("=merchant,=journeyman,=apprentice,=grandmaster"),
    "nobles": at("noble", hand_over="hidden"),
    "the end": at("over", hand_over="hidden"),
    "saved games": SCENES["games"],
}
"""The scenes in which a monkey starts. From them, it reaches all other screens after some time."""


class Monkey:
    """Presses mostly keys that the screen uses, and sometimes any key. Remembers its last actions."""

    def __init__(self, pilot: Player, rng: Random) -> None:
        self._pilot = pilot
        self._rng = rng
        self._away = 0
        """The number of further events during which the terminal is too small or too large."""
        self.done: deque[str] = deque(maxlen=100)

    async def play(self, events: int, sizes: Sequence[tuple[int, int]]) -> None:
        """Generate this many events, several at once as over a slow line, and check the screen repeatedly.

        Finally check it in these sizes.
        """
        left = look = events
        while left > 0:
            burst = min(left, self._rng.choice(AT_ONCE))
            for _event in range(burst):
                self._act()
            left -= burst
            await self._pilot.pause(0)
            if not self._pilot.app.is_running:  # the end of the app's context raises its error
                return
            if look - left >= LOOK_EVERY:
                look = left
                await self._look()
        for size in sizes:
            self._resize(*size)
            await self._look()

    async def _look(self) -> None:
        await self._pilot.pause()
        await self._laid_out()
        self._check_screen()

    def _act(self) -> None:
        if self._away:
            self._away -= 1
            if not self._away:
                self._resize(*PLAYABLE[0])
        chance = self._rng.random()
        if chance < 0.16:
            self._point()
        elif chance < 0.17:
            text = self._rng.choice(PASTES)
            self._send(f"paste {text[:30]!r}", paste(text))
        elif chance < 0.1735:
            self._resize(*self._size())
        elif chance < 0.175:
            time = self._pilot.app.services.now
            assert isinstance(time, Time)
            time.seconds += self._rng.choice((0.5, 3.0, 4.9, 30.0))
            self.done.append("time passes")
        else:
            self._key()

    def _key(self) -> None:
        key = self._choose_key()
        self.done.append(key)
        character = key if len(key) == 1 else " " if key == "space" else None
        self._pilot.app.post_message(Key(key, character))

    def _choose_key(self) -> str:
        chance, screen = self._rng.random(), self._pilot.app.screen
        keys: Sequence[str] = (*NONSENSE, *TYPED) if chance > 0.9 else REGISTERED
        if screen.query("#palette-box"):
            keys = ("up", "down", "pageup", "pagedown", "enter", "escape", "ctrl+p", "backspace", *TYPED, "e", "s")
        elif chance < 0.75 and isinstance(screen, BaseScreen) and screen.KEY_COMMANDS:
            commands = keys_of(self._pilot.app.services.settings, screen.KEY_COMMANDS)
            keys = commands[self._rng.choice(screen.KEY_COMMANDS).id].split(",")
        elif chance < 0.78:
            keys = ("ctrl+p", "f3")
        return self._rng.choice(keys)

    def _point(self) -> None:
        width, height = self._pilot.app.size
        here, there = [(self._rng.randrange(max(1, width)), self._rng.randrange(max(1, height))) for _end in range(2)]
        match self._rng.randrange(6):
            case 0 | 1:
                times = self._rng.choice((1, 1, 2, 3, 5))
                self._send(f"{times} clicks at {here}", click(*here, times=times))
            case 2:
                self._send(f"drag {here} {there}", drag(here, there))
            case 3:
                self._send(f"move to {here}", move(*here) + move(*there))
            case _:
                self._send(f"wheel at {here}", wheel(*here, down=self._rng.random() < 0.7) * self._rng.randint(1, 5))

    def _send(self, done: str, written: str) -> None:
        self.done.append(done)
        send(self._pilot.app, written)

    def _size(self) -> tuple[int, int]:
        chance = self._rng.random()
        if chance < 0.6:
            return self._rng.choice(PLAYABLE)
        if chance < 0.99:
            self._away = self._rng.randint(1, 20)
            return self._rng.randint(1, 90), self._rng.randint(1, 30)
        self._away = self._rng.randint(1, 5)
        return self._rng.randint(1, HUGE[0]), self._rng.randint(1, HUGE[1])

    def _resize(self, width: int, height: int) -> None:
        self.done.append(f"{width}x{height}")
        size, driver = Size(width, height), self._pilot.app._driver  # noqa: SLF001 - as the pilot does
        assert isinstance(driver, HeadlessDriver)
        driver._size = size  # noqa: SLF001
        self._pilot.app.post_message(Resize(size, size))

    async def _laid_out(self) -> None:
        """Wait until a new screen has a size, which may take longer than a pause on a busy machine."""
        for _attempt in range(PATIENCE):
            if len(strips(self._pilot.app)) == self._pilot.app.size.height:
                return
            await self._pilot.pause(0.1)

    def _check_screen(self) -> None:
        app = self._pilot.app
        rows = strips(app)
        assert len(rows) == app.size.height
        assert {row.cell_length for row in rows} == {cell_len(row.text) for row in rows} == {app.size.width}
        widgets = [widget for screen in app.screen_stack for widget in screen.walk_children(with_self=True)]
        assert len(widgets) <= MAX_WIDGETS
