"""The screens of the game in realistic states, for pictures and checks."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import enumerate as running_threads
from typing import Any, Final, TypeAlias

from textual.strip import Strip

from splendor_tui.bots.player import Advisor
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.lesson.lesson_progress import LessonProgress
from splendor_tui.match.live_match import LiveMatch
from splendor_tui.match.live_match import begin as begin_match
from splendor_tui.match.match_journal import Journal
from splendor_tui.match.services import Services
from splendor_tui.presentation.table_model import CardSlot
from splendor_tui.record import header_of
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.lesson_screen import learn
from splendor_tui.tui.screens.puzzles_screen import PuzzlesScreen
from splendor_tui.tui.screens.review_screen import ReviewScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from tests.match.advisers import Known
from tests.match.tables import NAMES, Notebook
from tests.ratings.rated_games import save_even_games
from tests.review.reviewing import Halting
from tests.tui.opened_app import Player, make_services, open_app
from tests.tui.positions import POSITIONS, Moment, agreed_at, brought_to, start_of

SIZES: Final = ((80, 24), (100, 30), (120, 40))
GRAND_SIZES: Final = ((160, 50), (200, 60))
GRAND_SCENES: Final = ("last-round", "late")
"""The scenes for the pictures of each large window."""
_whole_review: Final[dict[int, str]] = {}
"""The judgements of the turns of the reviewed game."""
GAME_IDS: Final = tuple(f"game{letter * 4}" for letter in "abcdefgh")


@dataclass(frozen=True, slots=True)
class Stage:
    """A running app, and the names of its players."""

    pilot: Player
    place: Services
    names: Sequence[str]

    @property
    def app(self) -> SplendorApp:
        """The app."""
        assert isinstance(self.pilot.app, SplendorApp)
        return self.pilot.app

    @property
    def home(self) -> HomeScreen:
        """The home screen."""
        screen = self.app.screen_stack[0]
        assert isinstance(screen, HomeScreen)
        return screen

    @property
    def table(self) -> TableScreen:
        """The open table."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    async def settle(self) -> None:
        """Wait until everything is done. A pushed screen takes more than one round."""
        for _round in range(3):
            await self.pilot.pause(0)

    async def press(self, keys: str) -> None:
        """Press keys, which are separated by spaces."""
        await self.pilot.press(*keys.split())
        await self.settle()

    async def do(self, action: str) -> None:
        """Run an action of the top screen. Textual ignores unknown ones."""
        assert await self.app.run_action(action, self.app.screen), action

    async def sit_down(
        self, position: str, players: int = 4, bots: Sequence[int] = (), adviser: Advisor | None = None, **rules: object
    ) -> None:
        """Start a match from a position."""
        moment = reached(self.place.catalogue, position, players)
        agreed = agreed_at(moment, self.names, bots, **rules)
        controller = brought_to(moment, agreed, Notebook())
        self.app.play(LiveMatch(controller, {}, adviser or Known(), "picture"))
        await self.settle()

    async def change(self, **settings: object) -> None:
        """Change settings as a player does at the table."""
        self.app.change_settings(self.place.settings.changed(**settings))
        await self.settle()


Scene: TypeAlias = Callable[[Stage], Awaitable[None]]


def strips(app: SplendorApp) -> list[Strip]:
    """The rows of the screen with their styles."""
    return app.screen._compositor.render_strips()  # noqa: SLF001 - Textual has no public API for this


@asynccontextmanager
async def on_stage(
    catalogue: Catalogue,
    scene: Scene,
    size: tuple[int, int] = (80, 24),
    names: Sequence[str] = NAMES,
    **settings: object,
) -> AsyncIterator[Stage]:
    """Open a scene, in an app with one unfinished and one finished game."""
    place = make_services(catalogue, None, names=tuple(names), **settings)
    ids = chain(GAME_IDS, ("more" + "".join(letters) for letters in product("abcdefghij", repeat=4)))
    with TemporaryDirectory() as folder:
        place.config_folder = Path(folder, "config")
        place.store = Store.open(Path(folder, "data"), now=place.today, make_id=lambda: next(ids))
        if scene in KEPT_GAMES_SHOW:
            save_game(place, reached(catalogue, "over", 2), names)
            save_game(place, reached(catalogue, "early", 4), names)
        async with open_app(place, size=size) as pilot:
            stage = Stage(pilot, place, names)
            await stage.settle()
            await scene(stage)
            await stage.settle()
            yield stage
        for thread in running_threads():
            if thread.name == "background":
                thread.join()  # the home screen's may still have the store open
        place.store.close()


async def reopened(stage: Stage, scene: Scene, names: Sequence[str] = NAMES) -> Stage:
    """Open a scene in the app of another, with these players."""
    stage.app.home()
    await stage.change(names=tuple(names))
    again = Stage(stage.pilot, stage.place, names)
    await scene(again)
    await again.settle()
    return again


@cache
def reached(catalogue: Catalogue, position: str, players: int) -> Moment:
    """A position, which is computed only once."""
    return POSITIONS[position](catalogue, players)


def save_game(place: Services, moment: Moment, names: Sequence[str]) -> str:
    """Save a game. Returns its id."""
    assert place.store is not None
    agreed = agreed_at(moment, names)
    header = header_of(agreed, start_of(moment, agreed))
    game_id = place.store.create_game(header, agreed.to_json(), place.today())
    brought_to(moment, agreed, Journal(place.store, game_id, place.today))
    return game_id


def at(position: str, keys: str = "", **rules: Any) -> Scene:
    """A table at this position, after these keys."""

    async def sit_down(stage: Stage) -> None:
        await stage.sit_down(position, **rules)
        await stage.press(keys)

    return sit_down


def opened(keys: str) -> Scene:
    """The screen that these keys open from the home screen."""
    return partial(Stage.press, keys=keys)


# --- the scenes --------------------------------------------------------------------------------------------------------


async def home(stage: Stage) -> None:
    """The home screen with an unfinished game and its news."""
    await stage.app.workers.wait_for_complete()


early: Final = at("early", "2 5", bots=(1,), clock="60+300")
"""A table with two picked gems and a running clock."""
games: Final = opened("g")


async def late(stage: Stage) -> None:
    """A table on which an affordable card is chosen."""
    await stage.sit_down("late")
    choose_affordable(stage.table)


async def hint(stage: Stage) -> None:
    """The hint with the three best actions, and everyone's chance of winning."""
    await stage.change(chances=True)
    await stage.sit_down("middle")
    await stage.press("n")
    await stage.app.workers.wait_for_complete()


async def thinking_of_a_hint(stage: Stage) -> None:
    """The best actions so far, while the adviser is thinking."""
    await stage.sit_down("last-round", adviser=Known(patient=True))
    stage.table.action_hint()
    while not (asked := stage.table.session.hint) or not asked.advice:
        await stage.pilot.pause(0.01)


async def statistics(stage: Stage) -> None:
    """The statistics with one finished game."""
    await stage.press("s")
    await stage.app.workers.wait_for_complete()


async def rating(stage: Stage) -> None:
    """The rating of a player after about twenty games."""
    assert stage.place.store is not None
    save_even_games(stage.place.store, stage.place.catalogue, stage.names[0], "merchant", 23)
    await statistics(stage)
    await stage.pilot.press("enter")


async def even_match(stage: Stage) -> None:
    """The new game screen that proposes a level."""
    assert stage.place.store is not None
    save_even_games(stage.place.store, stage.place.catalogue, stage.names[0], "merchant", 12)
    await home(stage)
    await statistics(stage)
    await stage.app.run_action("back")
    last = max(result.finished for result in stage.place.store.results())
    while (news := stage.home._news) is None or news.last is None or news.last.finished != last:  # noqa: SLF001
        await stage.pilot.pause(0.02)  # a replaced worker cannot be awaited
    await stage.settle()
    stage.home.list.highlighted = "home.even"


async def puzzle(stage: Stage, puzzle_id: str = "win-2-01", keys: str = "n") -> None:
    """A puzzle after these keys, by default a hint."""
    stage.app.push_screen(PuzzlesScreen(puzzle_id))
    await stage.settle()
    for key in keys.split():
        await stage.press(key)
        await stage.app.workers.wait_for_complete()


async def replay(stage: Stage) -> None:
    """The replay at the end of a saved game."""
    stage.app.watch_game(GAME_IDS[0])
    await stage.settle()
    await stage.press("end")


async def standings(stage: Stage) -> None:
    """The result of that game."""
    await replay(stage)
    await stage.press("s")


async def review(stage: Stage) -> None:
    """The review at a turning point of a game."""
    await seen_again(stage)
    await stage.do("point(1)")


async def reviewing(stage: Stage) -> None:
    """The review of a game of which only the first turns have been judged so far."""
    stage.place.reviewer = partial(Halting, 9)
    await seen_again(stage, done=9)


async def no_review(stage: Stage) -> None:
    """The review screen for a game that does not exist."""
    stage.app.push_screen(ReviewScreen(GAME_IDS[-1]))


async def seen_again(stage: Stage, done: int | None = None) -> None:
    """The reopened review of a four-player game, with this many turns judged, or all."""
    store = stage.place.store
    assert store is not None
    game_id = save_game(stage.place, reached(stage.place.catalogue, "over", 4), stage.names)
    if done is None:
        if not _whole_review:
            await studied(stage, game_id)
            _whole_review.update(store.reviews.load(game_id))
            await stage.app.run_action("back")
        for ply, judgement in _whole_review.items():
            store.reviews.save(game_id, ply, judgement)
    await studied(stage, game_id, done)


async def studied(stage: Stage, game_id: str, done: int | None = None) -> None:
    """The review of a game, with this many turns judged, or all."""
    screen = ReviewScreen(game_id)
    stage.app.push_screen(screen)
    while (session := screen.session) is None or (len(session.review.judged) < done if done else not session.complete):
        await stage.pilot.pause(0.02)


async def toasts(stage: Stage) -> None:
    """A message and an error, with the player's name."""
    await stage.sit_down("early")
    stage.app.say(f"{stage.names[0]}: so be it.")
    stage.app.say(f"{stage.names[1]}: that is wrong.", wrong=True)


async def learning(stage: Stage, step: str, keys: str = "") -> None:
    """The learning game at this step, after these keys."""
    LessonProgress(stage.place.store).reach(step)
    learn(stage.app)
    await stage.settle()
    await stage.press(keys)


class _Constant(Random):
    """Always the same number, because the coach and the computer draw theirs in no fixed order."""

    def random(self) -> float:
        return 0.5


async def first_game(stage: Stage) -> None:
    """The first game after the lesson, with a comment on the first turn."""
    stage.place.rng = _Constant()
    live = begin_match(stage.place, make_options(parse_players("Ann,=apprentice"), seed="first"))
    assert live.game_id is not None
    LessonProgress(stage.place.store).begin_game(live.game_id)
    stage.app.play(live)
    await stage.settle()
    await stage.press("1 2 3 enter")
    await stage.app.workers.wait_for_complete()


def choose_affordable(table: TableScreen) -> None:
    """Choose the first affordable card of the grid."""
    for level, column in product((1, 2, 3), range(4)):
        table.pick(CardSlot(level, column))
        if table.session.proposal.action is not None:
            return
    raise AssertionError("nothing can be bought here")


def named(*scenes: Scene) -> dict[str, Scene]:
    """The scenes by the names of their functions."""
    return {scene.__name__.replace("_", "-"): scene for scene in scenes}


PICTURED: Final[Mapping[str, Scene]] = {
    **named(home, late, hint, first_game),
    "early": early,
    "learning-to-reserve": partial(learning, step="reserve", keys="1 2 3 enter"),
    "learning-a-card": partial(learning, step="card"),
    "learning-nobles": partial(learning, step="visit"),
    "new-game": opened("n"),
    "return": at("return", "3"),
    "noble": at("noble", "2"),
    "last-round": at("last-round"),
    "hand-over": at("middle", hand_over="always"),
    "game-over": at("over"),
    "help": at("early", "question_mark"),
}
STUDIES: Final[Mapping[str, Scene]] = {**named(even_match, rating, review), "puzzles": opened("p")}
"""Panels beside the table. The table itself is checked in other sizes and looks by other scenes."""
SCENES: Final[Mapping[str, Scene]] = {
    **PICTURED,
    **STUDIES,
    **named(thinking_of_a_hint, statistics, puzzle, replay, standings, reviewing, no_review, toasts),
    "drawn": at("early", "g enter", hand_over="hidden"),
    "pause": at("middle", "o x"),
    "puzzle-lost": partial(puzzle, puzzle_id="stop-1-01", keys="1 4 5 enter"),
    "solution": partial(puzzle, keys="n n n end"),
    "rules": opened("f2"),
    "palette": at("early", "ctrl+p"),
    "little-time": at("early", clock="9+0"),
    "log": at("middle", "m"),
    "inspect": at("middle", "i"),
    "games": games,
    "settings": opened("o"),
}
ALIKE_AT_EVERY_SIZE: Final = frozenset(
    {"home", "new-game", "hand-over", "help", "log", "inspect", "pause", "games", "statistics", "even-match"}
    | {"no-review", "settings", "rules", "palette", "toasts"}
)
"""The scenes that look the same in a wide window, with more empty space around them."""
STAGED: Final = (
    *((scene, SIZES[0]) for scene in SCENES),
    *((scene, SIZES[-1]) for scene in SCENES if scene not in ALIKE_AT_EVERY_SIZE),
)
"""Every scene at the smallest size, and also in a wide window if it looks different there."""
KEPT_GAMES_SHOW: Final = frozenset({home, games, statistics, replay, standings})
