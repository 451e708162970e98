"""The screens of the game in realistic states, for pictures and checks."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
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
from splendor_tui.lesson.saved_lesson import LessonProgress
from splendor_tui.match.match_journal import Journal
from splendor_tui.match.match_lifecycle import LiveMatch
from splendor_tui.match.match_lifecycle import begin as begin_match
from splendor_tui.match.services import Services
from splendor_tui.presentation import commands
from splendor_tui.presentation.table_model import CardSlot
from splendor_tui.presentation.tournaments import begin_tournament
from splendor_tui.record import header_of
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.lesson_screen import learn
from splendor_tui.tui.screens.puzzles_screen import PuzzlesScreen
from splendor_tui.tui.screens.review_screen import ReviewScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.screens.tournament_screen import TournamentScreen
from tests.match.advisers import Known
from tests.match.tables import NAMES, Notebook
from tests.presentation.test_tournaments import plan_of, play_games
from tests.ratings.rated_games import save_even_games
from tests.review.reviewing import Halting
from tests.tui.opened_app import Player, make_services, open_app, store_of
from tests.tui.positions import POSITIONS, Moment, agreed_at, brought_to, start_of

SIZES: Final = ((80, 24), (100, 30), (120, 40))
LOWEST: Final = (80, 23)
"""What tmux leaves of 80 x 24."""
GRAND_SIZES: Final = ((160, 50), (200, 60))
GRAND_SCENES: Final = ("last-round", "late")
"""The scenes for the pictures of each large window."""
_whole_review: Final[dict[int, str]] = {}
"""The judgements of the turns of the reviewed game."""
GAME_IDS: Final = tuple(f"game{letter * 4}" for letter in "abcdefgh")


Scene: TypeAlias = Callable[[Player], Awaitable[None]]


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
) -> AsyncIterator[Player]:
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
            await pilot.finish_drawing()
            await scene(pilot)
            await pilot.finish_drawing()
            yield pilot
        for thread in running_threads():
            if thread.name == "background":
                thread.join()  # the home screen's may still have the store open
        place.store.close()


async def start_from(
    pilot: Player,
    position: str,
    players: int = 4,
    bots: Sequence[int] = (),
    adviser: Advisor | None = None,
    **rules: object,
) -> None:
    """Start a match from a position."""
    moment = reached(pilot.app.services.catalogue, position, players)
    controller = brought_to(moment, agreed_at(moment, pilot.names, bots, **rules), Notebook())
    pilot.app.matches.play(LiveMatch(controller, {}, adviser or Known(), "picture"))
    await pilot.finish_drawing()


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

    async def sit_down(pilot: Player) -> None:
        await start_from(pilot, position, **rules)
        await pilot.type(keys)

    return sit_down


def opened(keys: str) -> Scene:
    """The screen that these keys open from the home screen."""
    return partial(Player.type, keys=keys)


# --- the scenes --------------------------------------------------------------------------------------------------------


async def home(pilot: Player) -> None:
    """The home screen with an unfinished game and its news."""
    await pilot.finish_work()


early: Final = at("early", "2 5", bots=(1,), clock="60+300")
"""A table with two picked gems and a running clock."""
games: Final = opened("g")


async def late(pilot: Player) -> None:
    """A table on which an affordable card is chosen."""
    await start_from(pilot, "late")
    choose_affordable(pilot.table)


async def hint(pilot: Player) -> None:
    """The hint with the three best actions, and everyone's chance of winning."""
    await pilot.change(chances=True)
    await start_from(pilot, "middle")
    await pilot.type("n")
    await pilot.finish_work()


async def thinking_of_a_hint(pilot: Player) -> None:
    """The best actions so far, while the adviser is thinking."""
    await start_from(pilot, "last-round", adviser=Known(patient=True))
    pilot.table.action_do(commands.HINT.id)
    while not (asked := pilot.table.session.hint) or not asked.advice:
        await pilot.pause(0.01)


async def statistics(pilot: Player) -> None:
    """The statistics with one finished game."""
    await pilot.type("s")
    await pilot.finish_work()


async def renaming(pilot: Player) -> None:
    """The screen that asks for another name."""
    await statistics(pilot)
    await pilot.press("r")


async def rating(pilot: Player) -> None:
    """The rating of a player after about twenty games."""
    save_even_games(store_of(pilot.app.services), pilot.app.services.catalogue, pilot.names[0], "merchant", 23)
    await statistics(pilot)
    await pilot.press("enter")


async def even_match(pilot: Player) -> None:
    """The new game screen that proposes a level."""
    save_even_games(store_of(pilot.app.services), pilot.app.services.catalogue, pilot.names[0], "merchant", 12)
    await home(pilot)
    await statistics(pilot)
    await pilot.app.run_action("back")
    last = max(result.finished for result in store_of(pilot.app.services).results())
    home_screen = pilot.screen(HomeScreen)
    while (news := home_screen._news) is None or news.last is None or news.last.finished != last:  # noqa: SLF001
        await pilot.pause(0.02)  # a replaced worker cannot be awaited
    await pilot.finish_drawing()
    home_screen.list.highlighted = "home.even"


async def tournament(pilot: Player) -> None:
    """A tournament of four after three of its games."""
    services = pilot.app.services
    services.rng.seed(3)
    one = begin_tournament(store_of(services), plan_of(",".join(NAMES)), services.rng)
    play_games(services, one, 3)
    pilot.app.push_screen(TournamentScreen(store_of(services), one.id))
    await pilot.finish_drawing()


async def puzzle(pilot: Player, puzzle_id: str = "win-2-01", keys: str = "n") -> None:
    """A puzzle after these keys, by default a hint."""
    pilot.app.push_screen(PuzzlesScreen(puzzle_id))
    await pilot.finish_drawing()
    for key in keys.split():
        await pilot.type(key)
        await pilot.finish_work()


async def replay(pilot: Player) -> None:
    """The replay at the end of a saved game."""
    pilot.app.matches.watch_game(GAME_IDS[0])
    await pilot.finish_drawing()
    await pilot.type("end")


async def standings(pilot: Player) -> None:
    """The result of that game."""
    await replay(pilot)
    await pilot.type("s")


async def review(pilot: Player) -> None:
    """The review at a turning point of a game."""
    await seen_again(pilot)
    await pilot.app.screen.run_action("point(1)")


async def reviewing(pilot: Player) -> None:
    """The review of a game of which only the first turns have been judged so far."""
    pilot.app.services.reviewer = partial(Halting, 9)
    await seen_again(pilot, done=9)


async def no_review(pilot: Player) -> None:
    """The review screen for a game that does not exist."""
    pilot.app.push_screen(ReviewScreen(GAME_IDS[-1]))


async def seen_again(pilot: Player, done: int | None = None) -> None:
    """The reopened review of a four-player game, with this many turns judged, or all."""
    store = store_of(pilot.app.services)
    game_id = save_game(pilot.app.services, reached(pilot.app.services.catalogue, "over", 4), pilot.names)
    if done is None:
        if not _whole_review:
            await studied(pilot, game_id)
            _whole_review.update(store.reviews.load(game_id))
            await pilot.app.run_action("back")
        for ply, judgement in _whole_review.items():
            store.reviews.save(game_id, ply, judgement)
    await studied(pilot, game_id, done)


async def studied(pilot: Player, game_id: str, done: int | None = None) -> None:
    """The review of a game, with this many turns judged, or all."""
    screen = ReviewScreen(game_id)
    pilot.app.push_screen(screen)
    while (session := screen.session) is None or (len(session.review.judged) < done if done else not session.complete):
        await pilot.pause(0.02)


async def toasts(pilot: Player) -> None:
    """A message and an error, with the player's name."""
    await start_from(pilot, "early")
    pilot.app.say(f"{pilot.names[0]}: so be it.")
    pilot.app.say(f"{pilot.names[1]}: that is wrong.", wrong=True)


async def learning(pilot: Player, step: str, keys: str = "") -> None:
    """The learning game at this step, after these keys."""
    LessonProgress(pilot.app.services.store).reach(step)
    learn(pilot.app)
    await pilot.finish_drawing()
    await pilot.type(keys)


class _Constant(Random):
    """Always the same number, because the coach and the computer draw theirs in no fixed order."""

    def random(self) -> float:
        return 0.5


async def first_game(pilot: Player) -> None:
    """The first game after the lesson, with a comment on the first turn."""
    pilot.app.services.rng = _Constant()
    live = begin_match(pilot.app.services, make_options(parse_players("Ann,=apprentice"), seed="first"))
    assert live.game_id is not None
    LessonProgress(pilot.app.services.store).begin_game(live.game_id)
    pilot.app.matches.play(live)
    await pilot.finish_drawing()
    await pilot.type("1 2 3 enter")
    await pilot.finish_work()


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
    **named(
        thinking_of_a_hint, statistics, renaming, tournament, puzzle, replay, standings, reviewing, no_review, toasts
    ),
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
    "tournament-plan": opened("n t"),
    "challenges": opened("a"),
    "challenge": opened("a enter"),
}
ALIKE_AT_EVERY_SIZE: Final = frozenset(
    {
        "home",
        "new-game",
        "hand-over",
        "help",
        "log",
        "inspect",
        "pause",
        "games",
        "statistics",
        "renaming",
        "even-match",
        "challenges",
        "tournament",
        "tournament-plan",
    }
    | {"no-review", "settings", "rules", "palette", "toasts"}
)
"""The scenes that look the same in a wide window, with more empty space around them."""
STAGED: Final = (
    *((scene, SIZES[0]) for scene in SCENES),
    *((scene, SIZES[-1]) for scene in SCENES if scene not in ALIKE_AT_EVERY_SIZE),
)
"""Every scene at the smallest size, and also in a wide window if it looks different there."""
KEPT_GAMES_SHOW: Final = frozenset({home, games, statistics, renaming, replay, standings})
