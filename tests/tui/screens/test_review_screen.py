"""The review on the screen: computed, saved, stopped, continued, and closed without remaining work."""

import re
from asyncio import sleep, timeout
from functools import partial

import pytest
from textual.events import MouseScrollDown, MouseScrollUp

from splendor_tui.match.services import Services
from splendor_tui.presentation.commands import REVIEW
from splendor_tui.presentation.review_session import ReviewSession, TurnReport
from splendor_tui.rules.actions import Forfeit, ReserveTop
from splendor_tui.store import StoreError, StoreFault
from splendor_tui.store.saved_progress import SavedReviews
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.look.glyphs import UNICODE
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.screens.review_screen import ReviewScreen
from splendor_tui.tui.screens.saved_games_screen import SavedGamesScreen
from splendor_tui.tui.widgets.line_charts import ChanceLines
from splendor_tui.tui.widgets.review_panes import report_rows
from splendor_tui.words import N_
from tests.match.tables import act, options, save_match
from tests.presentation.test_replay_session import recorded
from tests.review.reviewing import Halting, Reviewer, play_game
from tests.store.stored import NOON
from tests.tui.at_the_table import until
from tests.tui.opened_app import Player, open_app, store_of


@pytest.fixture
def played(place: Services) -> str:
    """Create a finished game."""
    return play_game(store_of(place), place.catalogue)


def review(pilot: Player) -> ReviewScreen:
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, ReviewScreen))


def session(pilot: Player) -> ReviewSession:
    found = review(pilot).session
    assert found is not None
    return found


async def reviewed(pilot: Player) -> ReviewSession:
    """Wait until all turns are judged."""
    await until(pilot, lambda: (found := review(pilot).session) and found.complete)
    await pilot.finish_work()
    await pilot.pause()
    return session(pilot)


class Made(list[Halting]):
    """Records all reviewers. Each judges this many turns and then waits."""

    def __init__(self, place: Services, *turns: int) -> None:
        super().__init__()
        self._turns = iter(turns)
        place.reviewer = self._make

    def _make(self) -> Halting:
        self.append(Halting(next(self._turns)))
        return self[-1]

    async def waits(self, pilot: Player) -> None:
        """Wait until the latest reviewer has judged its turns."""
        await until(pilot, lambda: self and self[-1].waits.is_set())

    async def judges(self, pilot: Player, turns: int) -> None:
        """Let the latest reviewer judge more turns, this many in all."""
        self[-1].waits.clear()
        self[-1].turns = turns
        await self.waits(pilot)


async def test_finished_judgements_are_shown_during_the_review(place: Services, played: str) -> None:
    made = Made(place, 5)
    async with open_app(place, ReviewScreen(played)) as pilot:
        await made.waits(pilot)
        assert re.search(r"Reviewed 5 of .* Ann's chance of winning: .* Known after the review\..* s stop", pilot.words)
        await pilot.type("end", "The Grandmaster has not judged this")
        await pilot.type("n", "The turning points appear once the review is complete.")
        made[0].turns = 1000
        await reviewed(pilot)
        assert "The turning points appear" not in pilot.words, "they are known now"


@pytest.mark.parametrize("fails", [False, True], ids=["stopped by a key", "failed"])
async def test_stopped_or_failed_review_is_resumed_where_it_ended(place: Services, played: str, *, fails: bool) -> None:
    made = Made(place, 4, 10_000)
    async with open_app(place, ReviewScreen(played)) as pilot:
        await made.waits(pilot)
        if fails:
            made[0].fails = True
        else:
            await pilot.press("s")
        await until(pilot, lambda: "Stopped: 4 of " in pilot.text)
        assert ("It failed." in pilot.words) is fails
        assert "s resume" in pilot.text
        await pilot.press("s")
        turns = len((await reviewed(pilot)).review.turns)
        assert made[0].left is not fails
        assert len(made[1].alone) == 2 * (turns - 4), "each turn and the best other one"


async def test_review_continues_behind_other_screens_and_reports_its_completion(place: Services, played: str) -> None:
    made = Made(place, 3, 2)
    async with open_app(place, SavedGamesScreen()) as pilot:
        await pilot.press("v")
        await made.waits(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await made.judges(pilot, 4)
        await pilot.type("escape escape", SavedGamesScreen)
        await made.judges(pilot, 6)
        assert len(store_of(place).reviews.load(played)) == 6
        await pilot.press("v")
        await until(pilot, lambda: len(made) == 2)
        await made.waits(pilot)
        assert made[0].left, "one review at a time"
        turns = len(session(pilot).review.turns)
        await pilot.press("escape")
        made[1].turns = 10_000
        await until(pilot, lambda: "The review of the game between Ann and Bo is complete." in pilot.words)
        assert len(made[1].alone) == 2 * (turns - 6)
        assert len(store_of(place).reviews.load(played)) == turns


async def test_background_review_of_a_deleted_game_ends_silently(place: Services, played: str) -> None:
    made = Made(place, 3)
    async with open_app(place, SavedGamesScreen()) as pilot:
        await pilot.press("v")
        await made.waits(pilot)
        await pilot.press("escape")
        store_of(place).delete(played)
        made[0].turns = 10_000
        await pilot.settle()
        assert len(made[0].alone) == 2 * 4
        assert "The review" not in pilot.words
        assert "There is no game" not in pilot.words


async def test_quitting_stops_the_review(place: Services, played: str) -> None:
    made = Made(place, 2)
    async with open_app(place, ReviewScreen(played)) as pilot:
        await made.waits(pilot)
        await pilot.press("ctrl+q")
    async with timeout(10):
        while not made[0].left:
            await sleep(0.01)


async def test_keys_navigate_the_turns_as_soon_as_the_game_is_read(place: Services, played: str) -> None:
    async with open_app(place, ReviewScreen(played)) as pilot:
        found = await reviewed(pilot)
        last = len(found.review.turns) - 1
        for keys, at in ((["right", "l"], 2), (["h"], 1), (["down"], 3), (["pagedown", "k"], 3), (["end"], last)):
            await pilot.press(*keys)
            assert found.at == at, keys
            assert f"{found.turn_report.heading}" in pilot.text
        places = [place for place, _point in found.turning_points]
        await pilot.press("home", *"nnn")
        assert found.at == places[-1]
        await pilot.press("p")
        assert found.at == places[-2]
        await pilot.press("b")
        assert found.best_move is not None
        assert found.at == found.best_move[0]
        review(pilot).session = None
        review(pilot).show()
        await pilot.type("enter", "The game is still being read.")


async def test_game_without_turning_points_says_so(place: Services) -> None:
    game_id, table = save_match(store_of(place), place.catalogue, options(seed="3"))
    for action in (ReserveTop(2), Forfeit()):
        act(table, action)
    place.reviewer = partial(Reviewer, 0.5)
    async with open_app(place, ReviewScreen(game_id)) as pilot:
        await reviewed(pilot)
        assert "No turning points." in pilot.words
        assert "Turning points" not in pilot.words


async def test_mouse_selects_turns_and_turning_points_name_their_players_in_full(place: Services, played: str) -> None:
    async with open_app(place, ReviewScreen(played)) as pilot:
        found = await reviewed(pilot)
        place_of_b = found.turning_points[1][0]
        await pilot.click_on(f" {found.review.turns[place_of_b].view.round}: ", "B")
        assert found.at == place_of_b
        chart = pilot.app.screen.query_one(ChanceLines)
        await pilot.click(ChanceLines, offset=(chart.size.width - 1, 3))
        assert found.at == len(found.review.turns) - 1
        await pilot.click(ChanceLines, offset=(0, 3))
        assert found.at == 0
        for event, turn in ((MouseScrollDown, 1), (MouseScrollUp, 0)):
            chart.post_message(event(chart, 0, 0, 0, 0, 0, shift=False, meta=False, ctrl=False))
            await pilot.pause()
            assert found.at == turn
        await pilot.click_on("turning points")
        assert found.at == found.turning_points[0][0]
        names = ("Bartholomew", "Wilhelmina")
        found.review = found.review._replace(names=names)
        await pilot.press("home")
        for symbol, (_place, point) in zip("ABC", found.turning_points, strict=False):
            assert re.search(rf" {symbol} \d+: {names[point.seat]} +\d+%", pilot.text), "they are whole"


async def test_enter_shows_the_table_before_the_turn_and_escape_returns(place: Services, played: str) -> None:
    async with open_app(place, ReviewScreen(played)) as pilot:
        found = await reviewed(pilot)
        found.go_to(4)
        await pilot.type("enter", ReplayScreen, "The table in round 3, at the start of Ann's turn.")
        assert "action " not in pilot.words, "turns and actions are two counts"
        await pilot.type("right right left", f"action {found.turn.ply} of ")
        await pilot.type("escape", ReviewScreen)
        assert found.at == 4


async def test_palette_opens_the_review_of_the_last_game(place: Services) -> None:
    async with open_app(place) as pilot:
        await pilot.type("v", "No finished games yet.")
        play_game(store_of(place), place.catalogue, players=3)
        played = play_game(store_of(place), place.catalogue)
        home = pilot.screen(HomeScreen)
        await pilot.press("o", "escape")
        await until(pilot, lambda: REVIEW not in home.unavailable_commands())
        await pilot.press("ctrl+p", *"review", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReviewScreen))
        assert (await reviewed(pilot)).record == store_of(place).export_record(played)


async def test_record_without_a_result_can_be_watched_but_neither_resumed_nor_reviewed(place: Services) -> None:
    store_of(place).import_record(recorded(place.catalogue, plies=1), NOON)
    async with open_app(place, SavedGamesScreen()) as pilot:
        await pilot.type("home c", "you can watch it, but not resume it")
        await pilot.press("v")
        await until(pilot, lambda: "this one has no result." in pilot.words)
        assert "Enter watch" in pilot.text
        await pilot.type("n s b right end up", ReviewScreen)
        await pilot.type("enter", ReplayScreen)


async def test_unsaved_review_is_reported_once(place: Services, played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_details: object) -> None:
        raise StoreError(StoreFault.DISK_FULL)

    told: list[str] = []
    monkeypatch.setattr(SavedReviews, "save", fails)
    monkeypatch.setattr(SplendorApp, "say", lambda _app, sentence, **_how: told.append(str(sentence)))
    async with open_app(place, ReviewScreen(played)) as pilot:
        assert (await reviewed(pilot)).complete
        assert [sentence.startswith("The review is not saved. ") for sentence in told] == [True]


def test_low_pane_drops_blank_rows_then_details_then_clauses_and_marks_a_cut() -> None:
    verdict = [N_("{text}", text="one two"), N_("{text}", text="three four")]
    report = TurnReport(N_("Turn 1"), [N_("It was played.")], N_("Even."), None, verdict)
    for rows, shown in (
        (7, ["It was played.", "", "Even.", "", "one two", "", "three four"]),
        (6, ["It was played.", "Even.", "one two", "three four"]),
        (3, ["It was played.", "one two", "three four"]),
        (2, ["It was played.", "one two…"]),
    ):
        assert [line.plain for line in report_rows(report, UNICODE, 20, rows)] == shown
    full = TurnReport(N_("Turn 1"), [], None, None, [N_("{text}", text="As good as any other turn.")])
    assert [line.plain for line in report_rows(full, UNICODE, 20, 1)] == ["As good as any…"], "the row was full"
    reason, better = "It came later.", "Better: Take it: pays; also helps; and denies it."
    told = TurnReport(N_("Turn 1"), [], None, None, [N_("{text}", text=one) for one in ("20%.", reason, better)])
    for rows, shown in (
        (5, ["20%.", reason, "Better: Take it:", "pays; also helps;", "and denies it."]),
        (4, ["20%.", reason, "Better: Take it:", "pays; also helps."]),
        (3, ["20%.", reason, "Better: Take it."]),
        (2, ["20%.", "Better: Take it."]),
    ):
        assert [line.plain for line in report_rows(told, UNICODE, 20, rows)] == shown


async def test_game_that_ended_before_the_first_turn_has_nothing_to_review(place: Services) -> None:
    game_id, table = save_match(store_of(place), place.catalogue)
    table.agree(table.ply)
    async with open_app(place) as pilot:
        await pilot.app.push_screen(ReviewScreen(game_id))
        await pilot.settle()
        pilot.shows("There was no choice here, so there is nothing to review.", "Enter watch")
