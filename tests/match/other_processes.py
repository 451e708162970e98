"""Processes that play until they are killed. They are forked from one that has imported the game, as that takes long."""

from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from threading import Thread
from time import sleep
from typing import Any, Self, TypeVar

from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.store import Store, StoreError
from tests.match.tables import Time, load_match, options, play_any, save_match

ResultT = TypeVar("ResultT")
FORKS = get_context("forkserver")
FORKS.set_forkserver_preload([__name__])
LONGEST_PAUSE = 0.01
THOUGHT = 40
"""The thinking time before each action, in seconds."""


class Other:
    """Another process, which runs `work(report, *arguments)` until it is killed. `said` lists its reports."""

    def __init__(self, work: Callable[..., None], *arguments: object) -> None:
        self._ear, report = FORKS.Pipe(duplex=False)
        self.process = FORKS.Process(target=work, args=(report, *arguments))
        self.process.start()
        report.close()
        self.said: list[Any] = [self._ear.recv()]
        self._listener = Thread(target=self._listen)
        self._listener.start()

    def _listen(self) -> None:
        try:
            while True:
                self.said.append(self._ear.recv())
        except EOFError:
            self._ear.close()

    def kill(self) -> None:
        """Kill the process. Afterwards `said` is complete."""
        self.process.kill()
        self.process.join()
        self._listener.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.kill()


def hold(report: Connection, folder: Path, game_id: str) -> None:
    """Claim a game."""
    with Store.open(folder) as store, store.claim(game_id):
        report.send("held")
        sleep(3600)


def play(report: Connection, folder: Path, seed: int) -> None:
    """Continue the last match, then play more matches. Reports each confirmed ply: the game's id and the number."""
    store, catalogue, rng = Store.open(folder), load_catalogue(), Random(seed)
    going = store.latest_unfinished()
    while True:
        if going:
            game_id, table = going.id, load_match(store, catalogue, going.id)
        else:
            game_id, table = save_match(store, catalogue, options(rng.randint(2, 4), clock=(60, 300)))
        going = None
        with store.claim(game_id):
            while table.outcome is None:
                play_any(table, rng)
                report.send((game_id, table.ply))


def play_on(report: Connection, folder: Path, seed: int) -> None:
    """Play matches, whatever happens to the folder. Reports a game's id, its ply, and whether everything is saved."""
    catalogue, rng = load_catalogue(), Random(seed)
    store = patiently(partial(Store.open, folder))
    while True:
        agreed = options(rng.randint(2, 4), clock=(60, 300))
        game_id, table = patiently(partial(save_match, store, catalogue, agreed))
        with patiently(partial(store.claim, game_id)):
            while table.outcome is None:
                play_any(table, rng)
                report.send((game_id, table.ply, table.not_saved is None))
                sleep(rng.uniform(0, LONGEST_PAUSE))


def patiently(work: Callable[[], ResultT]) -> ResultT:
    """Repeat a call until the store works."""
    while True:
        try:
            return work()
        except StoreError:
            sleep(LONGEST_PAUSE)


def think(report: Connection, folder: Path) -> None:
    """Think in a match with a simulated clock, which advances by seconds, as fast as they can be saved.

    Reports what is saved: the game's id, its ply, and the clock.
    """
    now, rng = Time(), Random(1)
    game_id, table = save_match(Store.open(folder), load_catalogue(), options(clock=(60, 300)), now=now)
    while table.outcome is None and table.clock:
        for _second in range(THOUGHT):
            now.seconds += 1
            table.tick()
            report.send((game_id, table.ply, table.clock.snapshot()))
        play_any(table, rng)
