"""Browsing a review: results, selection, and the time left."""

import re
from collections.abc import Iterable, Sequence
from random import Random

import pytest

from splendor_tui.bots.player import Budget, TurnAdvisor
from splendor_tui.presentation.review_report import ReviewReport
from splendor_tui.presentation.review_session import ReviewSession
from splendor_tui.review.game_review import MIN_SWING
from splendor_tui.review.turn_judgement import JudgedTurn, Judgement, Turn, judge_turn
from splendor_tui.rules.actions import Action, ChooseNoble, Forfeit, Pass, Return
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import NO_GEMS
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.view import View
from splendor_tui.words.percent import percent, whole_percent
from tests.match.tables import Time
from tests.record.recorded import Table
from tests.review.reviewing import Reviewer, Sensible, finished_game, open_game


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def session(catalogue: Catalogue, time: Time) -> ReviewSession:
    """A review without results."""
    return ReviewSession(finished_game(catalogue), catalogue, {}, time)


def judge(session: ReviewSession, turns: Iterable[Turn]) -> None:
    for turn in list(turns):
        session.judged(session.review.with_judgement(turn, judgement(session, turn)))


def judgement(session: ReviewSession, turn: Turn, adviser: TurnAdvisor | None = None) -> Judgement:
    return judge_turn(adviser or Sensible(), turn, session.review.maker, session.review.nodes, lambda: False)


def test_progress_shows_the_time_left_and_the_winner_only_at_the_end(session: ReviewSession, time: Time) -> None:
    turns = session.review.turns
    total = len(turns)
    assert str(session.progress(running=True)) == f"Reviewed 0 of {total} turns: getting ready…"
    time.seconds += 100  # the startup time must not affect the estimate
    judge(session, turns[:1])
    assert str(session.progress(running=True)) == f"Reviewed 1 of {total} turns"
    time.seconds += 1
    judge(session, turns[1:3])
    assert str(session.progress(running=True)) == f"Reviewed 3 of {total} turns: {(total - 3 + 1) // 2} s left"
    time.seconds += 60
    judge(session, turns[3:4])
    minutes = -(-(61 / 3) * (total - 4) // 60)
    assert str(session.progress(running=True)) == f"Reviewed 4 of {total} turns: {minutes:.0f} min left"
    assert str(session.progress(running=False)) == f"Stopped: 4 of {total} turns reviewed"
    judge(session, turns[4:-1])
    assert max(session.chart.chances) == total - 2
    assert (session.turning_points, session.chart.symbols) == ([], {})
    judge(session, turns[-1:])
    assert session.complete
    assert str(session.progress(running=False)) == f"{total} turns, as the Grandmaster sees them"
    assert session.chart.chances[total] == session.review.final_chances
    assert session.best_move is not None
    places = [*(place for place, _point in session.turning_points), session.best_move[0]]
    assert list(session.chart.symbols) == list(dict.fromkeys(places))
    assert "ABCD".startswith("".join(session.chart.symbols.values()))
    saved = {turn.ply: session.review.saved_judgement(turn) for turn in turns}
    again = ReviewSession(session.record, turns[0].view.catalogue, saved, time)
    assert (again.chart.chances, again.at) == (session.chart.chances, places[0]), "saved judgements are shown at once"


def test_navigation_between_turning_points(session: ReviewSession) -> None:
    judge(session, session.review.turns)
    places = [place for place, _point in session.turning_points]
    session.go_to(0)
    for by, order in ((1, places), (-1, places[-2::-1])):
        for place in order:
            assert session.go_to_point(by)
            assert session.at == place
        assert not session.go_to_point(by), "this is the last one in this direction"
        assert session.at == order[-1]


def test_navigation_by_rounds_keeps_the_seat_and_a_turn_not_judged_has_only_a_heading(session: ReviewSession) -> None:
    session.go_to(1)
    session.skip(2)
    assert (session.turn.view.round, session.turn.seat) == (3, 1)
    session.skip(-1)
    assert (session.turn.view.round, session.turn.seat) == (2, 1)
    session.skip(-100)
    assert session.turn.view.round == 1
    session.go_to(9_999)
    assert session.at == len(session.review.turns) - 1
    session.skip(1)
    assert session.turn.view.round == session.review.turns[-1].view.round
    turns = session.review.turns
    session.go_to(3)
    assert str(session.turn_report.heading) == f"Round 2 of {turns[-1].view.round}: Ann"
    assert list(map(str, session.turn_report.verdict)) == ["The Grandmaster has not judged this turn yet."]
    assert session.turn_report.merit is None


def test_report_of_a_judged_turn_is_complete_and_its_figures_agree(session: ReviewSession) -> None:
    turns = session.review.turns
    judge(session, turns)
    gave_away = swung = 0
    points, chart = dict(session.turning_points), session.chart.chances
    for place, one in enumerate(session.review.judged):
        session.go_to(place)
        told, name = session.turn_report, session.review.names[one.turn.seat]
        assert told.happened
        assert (told.cost is None) == (whole_percent(one.before) - whole_percent(one.after) < 2)
        assert told.merit or session.turn.actions == (Pass(),) or session.turn.view.final_round
        assert "you" not in re.findall(r"\w+", str(told.merit)), "it describes an action, and does not advise one"
        account, *others = list(map(str, told.verdict))
        figures = re.fullmatch(
            rf"{name}'s chance of winning: (\d+)% before the turn, (\d+)% after it(?:, (\d+)% (.*))?\.",
            account,
        )
        assert figures is not None, account
        *numbers, when = figures.groups()
        before, after, then = (number and f"{number}%" for number in numbers)
        last = place == len(turns) - 1
        next_one = session.review.names[turns[place + 1 - last].seat]
        in_chart = [chart[turn][one.turn.seat] for turn in (place, place + 1)]
        changed = abs(in_chart[1] - one.after) >= MIN_SWING
        listed = place in points and whole_percent(in_chart[1]) != whole_percent(one.after)
        swung += changed
        assert when == ("at the end" if last else f"at the start of {next_one}'s turn" if changed or listed else None)
        assert any("later change" in line for line in others) is changed, "said only with where it came from"
        assert before == str(percent(in_chart[0])), "as the chart has it"
        assert then in {None, str(percent(in_chart[1]))}
        if told.cost is not None:
            gave_away += 1
            lost = f"{whole_percent(one.before) - whole_percent(one.after)}%"
            assert (before, after) == (str(percent(one.before)), str(percent(one.after)))
            assert str(told.cost) == f"gave away {lost}"
            assert re.match(rf"This gave away {lost}\. Better (for {name} )?\({before}\): ", others[-1])
    assert gave_away
    assert 0 < swung < len(turns)
    for place, point in session.turning_points:
        session.go_to(place)
        name = session.review.names[point.seat]
        line = next(
            line for line in map(str, session.turn_report.verdict) if line.startswith(f"{name}'s chance of winning: ")
        )
        assert f"{percent(point.before)} before the turn, " in line
        assert f" {percent(point.then)} " in line


def test_verdict_mentions_another_seats_changed_chance(catalogue: Catalogue, time: Time) -> None:
    session = ReviewSession(open_game(catalogue), catalogue, {}, time)
    turns = session.review.turns
    judge(session, turns)
    for place, chances in ((6, (0.1, 0.1, 0.8)), (7, (0.1, 0.8, 0.1))):
        own = chances[turns[place].seat]
        changed = {"chances": chances, "played": own, "other": None, "other_chance": None}
        judged = judgement(session, turns[place]).model_copy(update=changed)
        session.judged(session.review.with_judgement(turns[place], judged))
    session.go_to(6)
    assert [str(line) for line in session.turn_report.verdict][:2] == [
        "Bo's chance of winning: 10% before the turn, 80% at the start of Bo's turn.",
        "Ann's chance of winning: 10% before the turn, 10% after it.",
    ]
    assert sum(str(line).startswith("The later change ") for line in session.turn_report.verdict) == 1


def test_no_other_action_is_named_if_none_can_change_the_winner(session: ReviewSession) -> None:
    judge(session, session.review.turns)
    place, judged = next((place, one) for place, one in enumerate(session.review.judged) if not one.starts_alike)
    session.go_to(place)
    for chance in (0.0, 0.5, 1.0):
        same = judged.judgement.model_copy(update={"played": chance, "other_chance": chance})
        session.judged(session.review.with_judgement(judged.turn, same))
        verdict = " ".join(map(str, session.turn_report.verdict))
        assert ("About as good for" in verdict) is (chance == 0.5)
        assert "Next best" not in verdict
        assert str(session.why_no_practice) == "No better move is known for this turn."


def test_better_turn_that_begins_alike_is_told_by_what_differs(session: ReviewSession, catalogue: Catalogue) -> None:
    turn, noble = session.review.turns[0], catalogue.nobles[0]
    better = judgement(session, turn).model_copy(update={"played": 0.1, "other": turn.actions[0], "other_chance": 0.5})
    report = ReviewReport(finished_game(catalogue), catalogue)
    for later, told in (
        ((Return(NO_GEMS, 1),), "the same action, but returning other tokens."),
        ((ChooseNoble(noble),), "the same action, but choosing another noble."),
        ((Return(NO_GEMS, 1), ChooseNoble(noble)), "but returning other tokens or choosing another noble."),
    ):
        judged = JudgedTurn(turn._replace(actions=(*turn.actions[:1], *later)), better)
        assert str(report.describe_mistake(judged)).endswith(told)
    session.judged(session.review.with_judgement(turn, better))
    session.go_to(0)
    assert not session.mistakes("abcd2345")
    assert str(session.why_no_practice).startswith("Only the returned tokens or the noble could be better")


def test_resignation_has_no_choice_to_review(catalogue: Catalogue) -> None:
    table = Table(catalogue)
    table.play(Forfeit())
    session = ReviewSession(table.record(), catalogue, {}, Time())
    assert session.complete
    none = "There was no choice here, so there is nothing to review."
    assert list(map(str, session.turn_report.verdict)) == [none]
    assert str(session.progress(running=False)) == none


class Pedant(Reviewer):
    """An adviser for whom only the first legal action is good."""

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Sequence[float]:  # noqa: ARG002
        chance = 0.9 if tuple(turn) == (legal_actions(view)[0],) else 0.1
        others = (1 - chance) / (len(view.players) - 1)
        return [chance if seat == view.seat else others for seat in range(len(view.players))]


def test_mistake_of_returning_other_tokens_is_practised_at_its_turn(session: ReviewSession) -> None:
    for turn in session.review.turns:
        session.judged(session.review.with_judgement(turn, judgement(session, turn, Pedant())))
    session.go_to(next(place for place, one in enumerate(session.review.judged) if one.judgement.later is not None))
    [here] = filter(session.is_here, session.mistakes("abcd2345"))
    assert here.view == session.turn.views[1]


def test_practice_is_for_the_mistakes_of_humans_and_those_of_computers_are_practised_on_request(
    catalogue: Catalogue, time: Time
) -> None:
    record = finished_game(catalogue)
    ann, *others = record.header.players
    players = (ann, *(other.model_copy(update={"kind": "merchant"}) for other in others))
    with_computers = record._replace(header=record.header.model_copy(update={"players": players}))
    session = ReviewSession(with_computers, catalogue, {}, time)
    judge(session, session.review.missing)
    chosen = set()
    for place, turn in enumerate(session.review.turns):
        session.go_to(place)
        of_human, of_another = session.mistakes("abcd2345"), session.mistakes_of_another("abcd2345")
        assert {one.view.seat for one in of_human} == {0}
        assert {one.view.seat for one in of_another} == {turn.seat or of_another[0].view.seat} - {0}
        chosen.add((turn.seat, any(map(session.is_here, (*of_human, *of_another)))))
    assert {(0, False), (0, True), (1, False), (1, True)} <= chosen
