"""For any input, the match continues and is saved as it was played."""

from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.match_lifecycle import LiveMatch, begin, resume
from splendor_tui.plain.console import EndOfInputError
from splendor_tui.plain.plain_match import PlainMatch
from splendor_tui.plain.program import PlainProgram
from splendor_tui.plain.typed_commands import TYPED
from splendor_tui.presentation import commands
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.replay import final_state
from splendor_tui.rules.catalogue import Catalogue
from tests.match.tables import play_any
from tests.plain.typist import scripted, typed
from tests.tui.opened_app import make_services

LINES = 400
ARGUMENTS = (
    *"wugrk*qweasdfzxcvtgb789123",
    *("2-07", "1-01", "wug", "rr", "2r", "all", "yes", "no", "with", "gold", "bo", "mary"),
)
NONSENSE = (
    *("", " ", ",", "\x00\x1b[2J", "漢字", "ready " * 40, "take " + "w " * 150, "🂡", "İ"),
    *("-1", "9" * 300, "{x}", "%s", "(", "\\"),
)
RARE = (commands.UNDO, commands.MENU, commands.RESIGN, commands.AGREE)
OFTEN = [verb for verb in TYPED if verb not in (*RARE, commands.QUIT, commands.NEW, commands.REMATCH, commands.HINT)]


def random_line(rng: Random) -> str:
    """A command with arguments, or random text."""
    chance = rng.random()
    if chance < 0.1:
        return rng.choice(NONSENSE)
    if chance < 0.2:
        return "".join(rng.choice("abcdefghijklmnopqrstuvwxyz 0123456789*-") for _each in range(rng.randrange(9)))
    if chance < 0.3:
        return rng.choice(["ready", "continue", "yes"])
    if chance < 0.6:
        return "take " + " ".join(rng.sample("wugrk", 3))
    word = rng.choice(rng.choice(RARE if chance > 0.98 else OFTEN).words)
    cut = word[: rng.randint(1, len(word))] if rng.random() < 0.2 else word
    words = [cut, *(rng.choice(ARGUMENTS) for _each in range(rng.randrange(4)))]
    return " ".join(words).upper() if rng.random() < 0.2 else " ".join(words)


@pytest.mark.parametrize("seed", [1, 4, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(5, 20))])
async def test_random_typing_is_harmless(catalogue: Catalogue, tmp_path: Path, seed: int) -> None:
    place = make_services(catalogue, tmp_path)
    assert place.store is not None
    rules = place.settings.match.model_copy(update={"target": 3})
    live = begin(place, make_options(parse_players("Ann,=apprentice,Cy"), rules, seed=str(seed)))
    assert live.game_id is not None
    with live:
        live.controller.begin()
        play_any(live.controller, Random(seed))  # a game without any action is not saved
    for number in range(2):
        told, rng = list[str](), Random(100 * seed + number)
        console = scripted([random_line(rng) for _line in range(LINES)], told)
        with resume(place, live.game_id) as again, suppress(EndOfInputError):
            assert (await PlainMatch(MatchSession(again, place), place, console).play())[0]
        assert "".join(told).replace("\n", "").isprintable()
    (game,) = place.store.games()
    assert final_state(place.store.export_record(game.id), catalogue).ply == game.plies
    assert game.plies > 5


OVER = ("take w u g", "resign", "yes")
IN_GAME = {
    "turn": ("take w u g",),
    "drawn card": ("reserve t",),
    "hand-over": ("reserve t", "ready"),
    "pause": ("pause",),
    "over": OVER,
}
AT_HOME = {
    "home": (),
    "lesson": ("learn",),
    "puzzle list": ("puzzles",),
    "puzzle": ("puzzles win-1-01",),
    "sprint": ("challenges sprint",),
    "verdict": ("challenges guess", "take w u g", "take w u r", "reserve d"),
    "practice": ("practice",),
}


@pytest.mark.parametrize("prompt", [*IN_GAME, *AT_HOME])
async def test_every_word_is_safe_at_every_prompt(catalogue: Catalogue, tmp_path: Path, prompt: str) -> None:
    place, agreed = make_services(catalogue, tmp_path), make_options(parse_players("Ann,Bo"))

    def new_game(program: PlainProgram) -> Awaitable[LiveMatch | None]:
        return program.begin_or_end(agreed, None)

    await typed(place, *OVER, begin_with=new_game)
    for verb in TYPED:
        lines = (f"{verb} x", str(verb))
        if prompt in IN_GAME:
            assert await typed(place, *IN_GAME[prompt], *lines, begin_with=new_game)
        else:
            assert await typed(place, *AT_HOME[prompt], *lines)
