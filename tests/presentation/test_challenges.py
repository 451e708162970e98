"""What challenges promise in both front ends."""

import asyncio
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random
from threading import Event

import pytest

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Advice, AdvisedAction, Budget, Report, ignore_report
from splendor_tui.match.services import Services
from splendor_tui.plain.console import Console
from splendor_tui.plain.program import PlainProgram
from splendor_tui.plain.typed_actions import typed_line
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Leave, Show, Think
from splendor_tui.presentation.challenge_session import Attempt, ChallengeSession
from splendor_tui.presentation.challenges import CHALLENGES, Scores, begin, find_challenge, scores_of
from splendor_tui.presentation.guess_session import MAX_POINTS, POSITIONS, GuessSession, positions_of
from splendor_tui.presentation.sprint_session import SprintSession
from splendor_tui.presentation.survival_session import SurvivalSession, deal
from splendor_tui.presentation.table_model import slot_keys
from splendor_tui.puzzles.sprint import begin_sprint, fewest_turns
from splendor_tui.rules.actions import Action, Buy, Forfeit, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import total
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from splendor_tui.store import Store
from splendor_tui.words import MessageError
from tests.match.advisers import Adviser
from tests.plain.typist import all_in, typed
from tests.rules.card_sets import card_set
from tests.tui.opened_app import make_services

TODAY = date(2026, 11, 29)
SCREEN_DAY = date(2026, 5, 1)
"""The day of `make_services`."""
GUESS = CHALLENGES[0]


class FirstActionIsBest(Adviser):
    """Plays the first legal action. With it, the chance of winning is 60%; with the second, 57%; with others, 10%."""

    def advise(self, view: View, rng: Random, budget: Budget, report: Report = ignore_report) -> Advice:  # noqa: ARG002
        return Advice([AdvisedAction(legal_actions(view)[0])], [0.6, 0.4])

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Sequence[float]:  # noqa: ARG002
        place = legal_actions(view).index(turn[0])
        chance = {0: 0.6, 1: 0.57}.get(place, 0.1)
        return [chance if seat == view.seat else 1 - chance for seat in range(len(view.players))]


def best_line(view: View) -> str:
    """The line to type for the first legal action."""
    return typed_line(legal_actions(view)[0], view, slot_keys("qwerty"))


def play(session: GuessSession, place: int) -> object:
    """Guess the legal action with this index, and go on. Returns the last effect."""
    effect = session.play(legal_actions(session.view)[place])
    assert isinstance(effect, Think)
    assert isinstance(asyncio.run(effect.work()), Show)
    return session.do(commands.CONFIRM)


def test_guess_earns_ten_points_less_one_for_each_percent_that_it_gives_away(catalogue: Catalogue) -> None:
    session = GuessSession(positions_of(make_services(catalogue), TODAY), FirstActionIsBest())
    scores = []
    for place in (0, 1, 2):
        play(session, place)
        scores.append(session.score)
    assert scores == [10, 17, 17]


def test_each_guess_saves_the_score_and_the_last_one_leaves(catalogue: Catalogue) -> None:
    session, saved = GuessSession(positions_of(make_services(catalogue), TODAY), FirstActionIsBest()), list[int]()
    session.saved = lambda attempt: saved.append(attempt.score or 0)
    effects = [play(session, 0) for _position in range(POSITIONS)]
    assert saved == [*range(10, 101, 10)], "whoever leaves early keeps the score so far"
    assert [type(effect) for effect in effects] == [Show] * (POSITIONS - 1) + [Leave]


def test_search_is_compiled_while_the_player_looks_and_a_guess_before_says_that_it_gets_ready(
    catalogue: Catalogue,
) -> None:
    class Compiling(FirstActionIsBest):
        compiled = Event()

        def advise(self, view: View, rng: Random, budget: Budget, report: Report = ignore_report) -> Advice:
            assert self.compiled.wait(10)
            return super().advise(view, rng, budget, report)

    session, shown = GuessSession(positions_of(make_services(catalogue), TODAY), Compiling()), list[str]()

    def prompt() -> str:
        return str(session.model().prompt[0].message)

    def changed() -> None:
        shown.append(prompt())

    async def guess() -> None:
        session.proceed()
        effect = session.play(legal_actions(session.view)[0])
        assert isinstance(effect, Think)
        assert str(effect.waiting) == prompt() == "The Grandmaster is getting ready…"
        Compiling.compiled.set()
        await effect.work()

    session.changed = changed
    asyncio.run(guess())
    assert shown == ["The Grandmaster is judging it…"]
    assert session.score == MAX_POINTS


def test_nothing_can_be_chosen_after_a_verdict(catalogue: Catalogue) -> None:
    session = GuessSession(positions_of(make_services(catalogue), TODAY), FirstActionIsBest())
    effect = session.play(legal_actions(session.view)[0])
    assert isinstance(effect, Think)
    assert not session.can_choose
    asyncio.run(effect.work())
    assert not session.can_choose
    session.do(commands.CONFIRM)
    assert session.can_choose


def test_everyone_gets_the_same_positions_on_a_day_and_others_on_the_next(catalogue: Catalogue) -> None:
    services = make_services(catalogue)
    first, again, next_day = (positions_of(services, day) for day in (TODAY, TODAY, TODAY + timedelta(days=1)))
    assert len(first) == POSITIONS
    assert first == again != next_day


def test_only_the_first_attempt_of_a_day_counts(tmp_path: Path, catalogue: Catalogue) -> None:
    services = make_services(catalogue, tmp_path)
    for score, message in (
        (50, None),
        (90, "Your first attempt today counts: 50 points. This one is for practice."),
    ):
        session = begin(GUESS, services)
        assert (session.message and str(session.message)) == message
        session.saved(Attempt(score=score))
    assert scores_of(GUESS, services).today == 50


def test_best_score_stays_on_the_next_day(store: Store) -> None:
    Scores(GUESS, store, TODAY).save(Attempt(score=40))
    later = Scores(GUESS, store, TODAY + timedelta(days=1))
    assert (later.today, later.best) == (None, 40)


def test_only_a_completed_attempt_is_the_best(store: Store) -> None:
    def told(name: str) -> list[str]:
        return [str(one) for one in Scores(GUESS, store, TODAY, name).sentences()]

    to_continue = "You can continue today's attempt until midnight."
    for name, score in (("Ann", 20), ("Bo", 30)):
        Scores(GUESS, store, TODAY, name).save(Attempt(score=score, over=False))
    assert told("Ann") == ["Today: 20 points.", to_continue]
    Scores(GUESS, store, TODAY, "Bo").save(Attempt(score=90))
    assert told("Ann") == ["Today: 20 points.", "Best today: Bo, 90 points.", to_continue]
    Scores(GUESS, store, TODAY - timedelta(days=3), "Ann").save(Attempt(score=10))
    assert told("Ann")[0] == "Best: 10 points."


async def test_score_tells_the_completed_attempts_of_the_day(tmp_path: Path, catalogue: Catalogue) -> None:
    place = make_services(catalogue, tmp_path)
    for name, score, over in (("Ruth", 27, True), ("Tom", 31, True), ("Ida", 10, False)):
        scores_of(GUESS, place, name).save(Attempt(score=score, over=over))
    told = "Guess the Grandmaster today: Ruth 27 points, Tom 31 points.\n"
    assert told in await typed(place, "score", "quit")


@pytest.mark.parametrize(("days_ago", "streak"), [((), 0), ((0,), 1), ((1, 2), 2), ((0, 1, 3), 2), ((2, 3), 0)])
def test_streak_counts_the_days_in_a_row_up_to_today_or_yesterday(
    store: Store, days_ago: Sequence[int], streak: int
) -> None:
    for days in days_ago:
        Scores(GUESS, store, TODAY - timedelta(days=days)).save(Attempt(score=50))
    assert Scores(GUESS, store, TODAY).streak == streak


def test_unreadable_scores_are_ignored(store: Store) -> None:
    for item, text in (
        ("guess 2026-11-28", "{}"),
        ("guess someday", '{"score":1}'),
        ("guess 2026-11-27", '{"score":7}'),
    ):
        store.progress.save("challenges", item, text)
    assert Scores(GUESS, store, TODAY).by_day == {date(2026, 11, 27): 7}


def test_every_challenge_begins_and_is_found_by_its_word(catalogue: Catalogue) -> None:
    services = make_services(catalogue)
    for challenge in CHALLENGES:
        session = begin(challenge, services)
        assert session.model().banner == session.banner
        assert find_challenge(str(challenge.word).upper()) is challenge
        assert [str(one) for one in scores_of(challenge, services).sentences()] == ["Not played yet."]


def sprint(catalogue: Catalogue, beam: int = 3) -> SprintSession:
    """A sprint to 3 points."""
    return SprintSession(begin_sprint(catalogue, "test", GameOptions(2, 3)), beam)


def race(session: SprintSession, lines: list[str] | None = None) -> int:
    """Buy whenever possible, otherwise take at random. Returns the number of turns, and adds the lines to type."""
    rng, turns, effect = Random(1), 0, None
    while session.can_choose:
        turns += session.view.phase is Phase.MAIN
        actions = legal_actions(session.view)
        bought = [one for one in actions if isinstance(one, Buy)]
        action = rng.choice(bought or [one for one in actions if not isinstance(one, ReserveTop)])
        if lines is not None:
            lines.append(typed_line(action, session.view, slot_keys("qwerty")))
        effect = session.play(action)
        assert session.view.seat == 0
    assert isinstance(effect, Think)
    assert session.report == ()
    asyncio.run(effect.work())
    return turns


def test_sprint_counts_turns_without_a_rival_and_then_shows_the_best_known_score(catalogue: Catalogue) -> None:
    session, saved = sprint(catalogue), list[int]()
    session.saved = lambda attempt: saved.append(attempt.score) if attempt.score else None
    turns = race(session)
    assert saved == [turns]
    found = fewest_turns(begin_sprint(catalogue, "test", GameOptions(2, 3)), lambda: False, 3)
    assert found is not None
    assert [str(line) for line in session.report] == [
        f"Done in {turns} turns.",
        f"The best known score is {found} turns.",
        "The search knows the order of the decks, and may have missed a faster way.",
    ]
    assert found <= turns
    assert isinstance(session.do(commands.CONFIRM), Leave)


def test_search_for_few_turns_always_finds_the_same_number_and_can_be_cancelled(catalogue: Catalogue) -> None:
    start = begin_sprint(catalogue, "test", GameOptions(2, 3))
    assert fewest_turns(start, lambda: False, 8) == fewest_turns(start, lambda: False, 8)
    assert fewest_turns(start, lambda: True) is None


def test_fewest_turns_are_the_best_score_of_the_sprint(store: Store) -> None:
    challenge = find_challenge("sprint")
    assert challenge is not None
    Scores(challenge, store, TODAY - timedelta(days=1)).save(Attempt(score=24))
    scores = Scores(challenge, store, TODAY)
    scores.save(Attempt(score=27))
    assert [str(one) for one in scores.sentences()] == ["Best: 24 turns.", "Today: 27 turns.", "2 days in a row."]


async def test_a_day_of_guesses_in_plain_text(tmp_path: Path, catalogue: Catalogue) -> None:
    services = make_services(catalogue, tmp_path)
    services.reviewer = FirstActionIsBest
    guesses = [line for view in positions_of(services, SCREEN_DAY) for line in (best_line(view), "", "next")]
    output = await typed(
        services,
        "challenges nothing",
        "challenges guess",
        "task",
        "next",
        *guesses,
        "challenges",
        "challenges guess",
        "score",
        "task",
        "quit",
        "quit",
    )
    assert all_in(
        [
            "There is no challenge 'nothing'.",
            "Not played yet.",
            "Type challenges guess to start.",
            "POSITION 1 of 10.\nWhat does the Grandmaster play here? 0 points so far.",
            "next is not available now.",
            "…\nThe best move, 10 points.\nGrandmaster: ",
            "Type next to continue.\nType next to continue.\nPOSITION 2 of 10.\n",
            "The total is 100 of 100 points.",
            "Best, 100 points.\nToday, 100 points.",
            "Type challenges guess to practise.",
            "0 points so far, in 0 of 10 positions.\nBest, 100 points.\nWhat does",
        ],
        output,
    )
    assert output.count("What does the Grandmaster play here?") == 4, "at each start, and when asked for"


async def test_verdict_in_plain_text_names_what_continues_and_an_empty_log_says_so(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    services = make_services(catalogue, tmp_path)
    services.reviewer = FirstActionIsBest
    *earlier, last = (best_line(view) for view in positions_of(services, SCREEN_DAY))
    guesses = [line for guess in earlier for line in (guess, "next")]
    output = await typed(
        services, "challenges sprint", "log", "quit", "challenges guess", *guesses, last, "buy d", "quit"
    )
    assert "\nNothing yet.\n" in output
    finish = "Type next to finish, or type share for a line to send to others.\n"
    assert 2 * finish in output
    output = await typed(services, "challenges guess", earlier[0], "buy d", "redo", "quit", "quit")
    assert "Type next to continue.\nType next to continue.\n" in output
    assert output.count("Type next to continue.") == 2, "an action only"


async def test_sprint_in_plain_text_announces_what_a_match_does(tmp_path: Path, catalogue: Catalogue) -> None:
    takes = ("take w u g", "take w u g", "take w u g", "take w u g")
    lines = ("challenges sprint", *takes, "", "return w u", "reserve d", "return g", "quit", "quit")
    output = await typed(make_services(catalogue, tmp_path), *lines)
    to_return = "You hold 12 tokens and may keep 10: pick 2 tokens to return.\nFor example: return "
    assert output.count("SPRINT: turn 4.\n") == 1
    assert all_in(
        [to_return, to_return, "Your reserved 7 is ", "You hold 11 tokens", "New ", "Your 10 tokens "], output
    )


async def test_last_turn_of_a_sprint_is_told_before_the_search_and_its_score_is_shared(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = "splendor_tui.presentation.sprint_session"
    monkeypatch.setattr(f"{place}.begin_sprint", lambda cards, _seed: begin_sprint(cards, "test", GameOptions(2, 3)))
    monkeypatch.setattr(f"{place}.fewest_turns", lambda *_: 2)
    turns = await asyncio.to_thread(race, sprint(catalogue), lines := list[str]())
    services = make_services(catalogue, tmp_path)
    services.change_settings(services.settings.changed(names=("Ann",)))
    Scores(CHALLENGES[1], services.store, SCREEN_DAY, "Bo").save(Attempt(score=turns + 2))
    lines = ["challenges sprint", "Ann", *lines, "score", "share", "next", "share", "challenges guess", "Ann", "quit"]
    output = await typed(services, *lines, "share", "quit")
    told = output.splitlines()
    assert "SPRINT: turn 1.\nReach 3 points in as few turns as possible.\nYou have 0 tokens.\n" in output
    search = told.index("A search is looking for fewer turns…")
    assert told[search - 3].startswith("You bought "), "then the end of the game"
    beaten = f"This beats the best of the others today, Bo with {turns + 2} turns, by 2 turns.\n"
    score = f"Done in {turns} turns.\nThe best known score is 2 turns.\n"
    best = f"Best today: Ann, {turns} turns.\n"
    assert all_in([score, beaten, "Type next to finish", score, beaten, best], output)
    assert output.count(f"Sprint, 2026-05-01. Ann, {turns} turns.") == 2, "at the end and at home"
    assert "No finished games yet." in told, "of another challenge there is nothing to send"


def test_an_attempt_shows_the_scores_to_beat_but_not_its_own(tmp_path: Path, catalogue: Catalogue) -> None:
    services = make_services(catalogue, tmp_path)
    assert not begin(GUESS, services, "Ann").targets
    for name, day, score, over in (
        ("Ann", SCREEN_DAY - timedelta(days=1), 60, True),
        ("Ann", SCREEN_DAY, 90, False),
        ("Bo", SCREEN_DAY, 70, True),
        ("Cy", SCREEN_DAY, 70, True),
    ):
        attempt = Attempt(score=score, moves=("9",), over=over)
        Scores(GUESS, services.store, day, name).save(attempt)
    hint = begin(GUESS, services, "Ann").model().hint
    assert hint is not None
    assert str(hint.heading).endswith(
        "9 points so far. Best: 60 points. Best of the others today: Bo and Cy, 70 points."
    )
    scores = scores_of(GUESS, services, "Ann")
    assert [scores.compare(score) for score in (60, 70)] == [None, None]
    assert str(scores.compare(71)).endswith(", Bo and Cy with 70 points, by 1 point.")


# --- leaving and continuing --------------------------------------------------------------------------------------------


def started(word: str, services: Services) -> ChallengeSession:
    """Today's attempt at the challenge with this word."""
    challenge = find_challenge(word)
    assert challenge is not None
    return begin(challenge, services)


def act(session: ChallengeSession, action: Action) -> None:
    """Play an action, with the slow work that follows."""
    effect = session.play(action)
    if isinstance(effect, Think):
        asyncio.run(effect.work())


@pytest.mark.parametrize("word", [str(one.word) for one in CHALLENGES])
def test_attempt_continues_where_it_was_left(word: str, tmp_path: Path, catalogue: Catalogue) -> None:
    services = make_services(catalogue, tmp_path)
    services.reviewer = FirstActionIsBest
    first = started(word, services)
    for _turn in range(2):
        act(first, legal_actions(first.view)[0])
        if first.next_label:
            first.do(commands.CONFIRM)
    again = started(word, services)
    assert str(again.message) == "Your attempt continues where you left it."
    assert (again.view, again.score, again.moves) == (first.view, first.score, first.moves)
    challenge = find_challenge(word)
    assert challenge is not None
    assert "You can continue today's attempt until midnight." in map(str, scores_of(challenge, services).sentences())


def test_attempt_with_other_cards_is_refused(tmp_path: Path, catalogue: Catalogue) -> None:
    services = make_services(catalogue, tmp_path)
    Scores(CHALLENGES[1], services.store, SCREEN_DAY).save(Attempt(score=None, moves=("buy 9-99",), over=False))
    with pytest.raises(MessageError, match="begun with other cards"):
        started("sprint", services)


# --- survival ----------------------------------------------------------------------------------------------------------


class Passive:
    """A rival that takes tokens and never buys."""

    def choose(self, view: View, _rng: Random, _budget: Budget) -> Action:
        """The last action that is not a purchase."""
        return [one for one in legal_actions(view) if not isinstance(one, Buy)][-1]


def survive(session: SurvivalSession, *, wins: bool) -> None:
    """Play a game: buy whenever possible, or resign."""
    rng = Random(1)
    while session.next_label is None:
        actions = legal_actions(session.view)
        bought = [one for one in actions if isinstance(one, Buy)]
        act(session, rng.choice(bought or actions) if wins else Forfeit())


def test_survival_counts_wins_and_ends_with_the_first_game_that_is_not_won(catalogue: Catalogue) -> None:
    session = SurvivalSession(catalogue, "test", Passive())
    attempts = list[Attempt]()
    session.saved = attempts.append
    survive(session, wins=True)
    assert (session.score, session.over, str(session.next_label)) == (1, False, "next game")
    assert isinstance(session.do(commands.CONFIRM), Show)
    assert str(session.task) == "1 win so far. Win against the Guildmaster, which starts with 1 card."
    assert len(session.view.players[1].cards) == 1
    survive(session, wins=False)
    assert (attempts[-1].score, attempts[-1].over) == (1, True)
    assert str(session.report[1]) == "The end: 1 win.", "before the rival's turn, which may be cut"
    assert session.model().over
    assert isinstance(session.do(commands.CONFIRM), Leave)


async def test_prompt_of_a_lost_game_names_the_person(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("splendor_tui.presentation.survival_session.create_bot", lambda _level: create_bot("merchant"))
    session, lines = started("survival", make_services(catalogue)), ["challenges survival"]
    while not session.over:
        action = next(one for one in legal_actions(session.view) if not isinstance(one, Buy))
        lines.append(typed_line(action, session.view, slot_keys("qwerty")))
        await asyncio.to_thread(act, session, action)
    rest, told = iter([*lines, "score", "share", "quit", "quit"]), list[str]()
    console = Console(lambda: next(rest, None), told.append, interactive=True, is_ready=lambda: True)
    await PlainProgram(make_services(catalogue, tmp_path), console).run()
    assert "".join(told).count("Ann: ") > len(lines)
    assert "Guildmaster: " not in "".join(told)


def test_guildmaster_that_does_not_know_the_cards_says_so_once() -> None:
    session = SurvivalSession(card_set(), "test", Passive())
    said = []
    for _turn in range(2):
        effect = session.play(legal_actions(session.view)[0])
        assert isinstance(effect, Think)
        shown = asyncio.run(effect.work())
        assert isinstance(shown, Show)
        said.append(str(shown.problem))
    assert said[0].endswith(" The Merchant plays instead.")
    assert said[1] == "None"


def test_head_start_comes_from_the_deck(catalogue: Catalogue) -> None:
    state = deal(catalogue, TODAY, 3)
    rival = state.players[1]
    assert total(rival.bonuses) == len(rival.cards) == 3
    assert rival.points == sum(card.points for card in rival.cards)
    assert state.deck_counts[0] == deal(catalogue, TODAY, 0).deck_counts[0] - 3
    assert not {*rival.cards} & {*state.deck(1), *state.grid}
