"""Every step of the built-in lesson and every wrong action, with the real controller, and the errors in a lesson's file."""

from pathlib import Path
from random import Random

import pytest

from splendor_tui.bots.player import Budget
from splendor_tui.inputs.card_set import assets_folder, load_catalogue
from splendor_tui.lesson.lesson_file import LEARNER, LESSON_FILE, LessonError, load_lesson
from splendor_tui.lesson.lesson_session import LessonSession
from splendor_tui.lesson.saved_lesson import LessonProgress, begin_first_game
from splendor_tui.match.services import Services
from splendor_tui.presentation.table_model import slot_of
from splendor_tui.rules.actions import Action, Buy, Reserve
from splendor_tui.rules.cards import Card
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour, count, covered, missing, single
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.payments import price, shortfall
from splendor_tui.rules.view import View
from splendor_tui.store import Store
from tests.store.mishaps import delete
from tests.tui.opened_app import make_services

STEPS = load_lesson(load_catalogue())


@pytest.fixture
def place(catalogue: Catalogue, tmp_path: Path) -> Services:
    return make_services(catalogue, tmp_path)


@pytest.fixture
def lesson(place: Services) -> LessonSession:
    return LessonSession(STEPS, place)


def do(lesson: LessonSession, action: Action) -> None:
    """Do the learner's task, and let the rival answer."""
    controller = lesson.live.controller
    assert lesson.allows(action)
    controller.submit(LEARNER, action, controller.ply)
    bot = lesson.live.bots[1]
    while lesson.step.rival and controller.seat != LEARNER and controller.outcome is None:
        reply = bot.choose(controller.view_for(1), Random(1), Budget(1.0, lambda: False))
        controller.submit(1, reply, controller.ply)
    assert lesson.catch_up()


def complete_step(lesson: LessonSession) -> None:
    """Complete the step as the lesson suggests."""
    step = lesson.step
    if step.only_reads:
        lesson.advance()
    elif isinstance(step.look, Card):
        assert lesson.look_at(slot_of(lesson.view, step.look))
    elif step.look is not None:
        assert lesson.look_at(next(iter(step.lit(lesson.view))))
    elif step.use is not None:
        assert lesson.use(step.use)
    else:
        assert lesson.expected is not None
        do(lesson, lesson.expected)


def go_to_step(lesson: LessonSession, step: str) -> View:
    while lesson.step.id != step:
        complete_step(lesson)
    return lesson.view


ACTIVE = [step for step in STEPS if step.wanted]


def test_every_wanted_action_leads_to_the_next_step(lesson: LessonSession) -> None:
    for step in ACTIVE:
        go_to_step(lesson, step.id)
        number = lesson.number
        for action in step.wanted.possible(lesson.view):
            do(lesson, action)
            assert lesson.number == number + 1, step.id
            lesson.go_back()
            assert lesson.step == step


def test_every_other_action_gets_a_reply_and_changes_nothing(lesson: LessonSession) -> None:
    for step in STEPS:
        before, replies = go_to_step(lesson, step.id), {""}
        for action in legal_actions(before):
            if action not in step.wanted:
                assert not lesson.allows(action)
                assert str(lesson.reply) not in {"", "None"}, step.id
                assert "{" not in str(lesson.reply)
                assert (lesson.step, lesson.view) == (step, before)
                replies.add(str(step.answer(action)))
        assert replies >= {str(answer.says) for answer in step.answers if step in ACTIVE}, "every reply is reachable"


def test_statements_of_the_lesson_are_true(lesson: LessonSession) -> None:
    """Checks the lesson's statements about prices, cards and points."""
    cards = lesson.view.catalogue.cards_by_id
    learner = go_to_step(lesson, "dear").players[LEARNER]
    assert price(cards["2-10"], learner) == single(Colour.RED)
    learner, rival = go_to_step(lesson, "reserve").players
    assert [owned.bonus for owned in rival.cards].count(Colour.BLACK) == 4
    assert count(rival.gems, Colour.BLACK) == 2
    assert [shortfall(cards["2-30"], player) for player in (learner, rival)] == [1, 0]
    table = go_to_step(lesson, "nobles")
    assert missing(table.nobles[0].cost, table.players[LEARNER].bonuses) == single(Colour.BLUE)
    assert len(go_to_step(lesson, "aim").players[LEARNER].cards) == 11
    assert [player.points for player in go_to_step(lesson, "end").players] == [13, 13]
    assert [(player.points, len(player.cards)) for player in go_to_step(lesson, "tie").players] == [(15, 13), (15, 14)]
    outcome = lesson.live.controller.outcome
    assert outcome is not None
    assert list(outcome.winners) == [LEARNER]


def test_no_step_requests_a_card_if_a_better_one_is_affordable(lesson: LessonSession) -> None:
    """Also checks that no step spends a gem that the next step needs."""
    for step in ACTIVE:
        go_to_step(lesson, step.id)
        view = lesson.view
        me = view.players[LEARNER]
        match lesson.expected:
            case Buy(card=card):
                for other in (*view.grid, *(held.card for held in me.reserved)):
                    if other is not None and not shortfall(other, me):
                        assert brings(other, view) <= brings(card, view), step.id
            case Reserve(card=card):
                assert shortfall(card, me) == 1, step.id
                lesson.go_back()
                lesson.go_back()
                assert lesson.step.id == "seven"
                assert shortfall(card, lesson.view.players[LEARNER]) == 1, "as before the last purchase"
            case _:
                pass


def brings(card: Card, view: View) -> int:
    """The points of the card and of the noble that visits because of it."""
    bonuses = view.players[LEARNER].bonuses + single(card.bonus)
    return card.points + max((noble.points for noble in covered(view.nobles, bonuses)), default=0)


def test_blind_reserve_stays_in_hand_until_it_is_bought(lesson: LessonSession) -> None:
    go_to_step(lesson, "blind")
    complete_step(lesson)
    held = lesson.view.players[LEARNER].reserved
    assert [one.blind for one in held] == [True]
    assert lesson.view.players[LEARNER].gold == 1, "the next step speaks of it"
    go_to_step(lesson, "nine")
    assert lesson.view.players[LEARNER].reserved == held
    go_to_step(lesson, "nobles")
    assert held[0].card in lesson.view.players[LEARNER].cards


def test_jumps_of_the_story_keep_bought_cards(lesson: LessonSession) -> None:
    """Bought cards remain. A card that has left its slot on the table belongs to a player."""
    before = lesson.view
    while not lesson.finished:
        complete_step(lesson)
        view = lesson.view
        if lesson.step.start is not None:
            owned = [{*player.cards} for player in view.players]
            assert all({*player.cards} <= mine for player, mine in zip(before.players, owned, strict=True))
            bought = set.union(*owned)
            for card, now in zip(before.grid, view.grid, strict=True):
                assert card == now or card in bought, (lesson.step.id, card)
            assert view.round > before.round
            for player, later in zip(before.players, view.players, strict=True):
                assert len(later.cards) - len(player.cards) <= view.round - before.round
        before = view


def test_lesson_can_be_played_from_start_to_end_and_resumed_at_every_step(place: Services) -> None:
    for number, step in enumerate(STEPS, start=1):
        lesson = LessonSession(STEPS, place)
        again = LessonSession(STEPS, place)
        assert (lesson.number, lesson.step) == (again.number, again.step) == (number, step)
        assert again.view == lesson.view
        assert lesson.live.controller.seat == LEARNER or lesson.live.controller.outcome is not None
        complete_step(lesson)
    assert lesson.finished
    assert lesson.progress.done
    assert LessonSession(STEPS, place).number == 1


def test_lesson_without_a_store_warns_that_progress_is_lost(catalogue: Catalogue) -> None:
    lesson = LessonSession(STEPS, make_services(catalogue))
    assert "starts over" in str(lesson.progress.problem)
    while not lesson.finished:
        complete_step(lesson)
    assert not lesson.progress.done


def test_names_in_the_lesson_and_the_first_game_differ_and_are_no_default_names(catalogue: Catalogue) -> None:
    for names, players in {
        ("nora",): ("nora", "Cosimo"),
        ("\uff2eora",): ("\uff2eora", "Cosimo"),
        (): ("Learner", "Nora"),
        ("Player 1", "Ann"): ("Learner", "Nora"),
    }.items():
        assert LessonSession(STEPS, make_services(catalogue, names=names)).names == players
    for name in ("apprentice", "\uff21pprentice"):
        assert begin_first_game(make_services(catalogue), name).controller.names == (name, "Apprentice 2")


def test_name_of_the_first_game_is_proposed_afterwards_unless_others_have_played(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    for known, proposed in (((), ("Bo",)), (("Player 1", "Joueur 2"), ("Bo",)), (("Ann", "Cy"), ("Ann", "Cy"))):
        services = make_services(catalogue, tmp_path, names=known)
        begin_first_game(services, "Bo").release()
        assert services.settings.names == proposed


# --- a learner's progress, whatever the state of the store -----------------------------------------------------------


def test_progress_remembers_the_step_the_end_and_the_first_game(store: Store) -> None:
    saved = LessonProgress(store)
    assert (saved.step, saved.done, saved.is_first_game(None)) == (None, False, False)
    saved.reach("gold", (18, 28))
    saved = LessonProgress(store)
    assert (saved.step, saved.place, saved.done) == ("gold", (18, 28), False)
    saved.finish()
    saved.begin_game("abcdefgh")
    saved = LessonProgress(store)
    assert (saved.step, saved.place, saved.done, saved.problem) == (None, None, True, None)
    assert [saved.is_first_game(game) for game in ("abcdefgh", "abcdefgi", None)] == [True, False, False]


@pytest.mark.parametrize("state", ["{", "[]", "1", '{"step": 1}', '[1, "gold", 28]'])
def test_invalid_progress_is_ignored(store: Store, state: str) -> None:
    for item in ("step", "done", "game"):
        store.progress.save("lesson", item, state)
    saved = LessonProgress(store)
    assert (saved.step, saved.place, saved.done, saved.is_first_game("abcdefgh")) == (None, None, False, False)


def test_unsaved_progress_is_reported_until_it_is_saved(store: Store) -> None:
    saved = LessonProgress(store)
    saved.reach("gold")
    delete(store.folder)
    saved.reach("hand")
    assert "Your progress in the learning game is not saved." in str(saved.problem)
    saved.reach("nine")
    assert saved.problem is None
    assert LessonProgress(store).step == "nine"


OURS = (assets_folder() / LESSON_FILE).read_text()


def write(folder: Path, text: str) -> Path:
    path = folder / "lesson.yaml"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("version: 1", "version: 2", "lesson.yaml: This is version 2; this program knows version 1."),
        ("version: 1", "version: 1\nextra: 1", "lesson.yaml: extra is unknown."),
        ("  - id: turn", "  - id: welcome", "lesson.yaml, step welcome: Another step has this name."),
        ("  - id: turn", "  - id: Turn", "lesson.yaml: steps.2.id is 'Turn'"),
        ("    look: 1-34", "    look: 1-33", "step card: the black card 1-33 is not on the table."),
        ("    look: 1-34", "    look: rival", "step card: Only a card or a noble can be inspected, not 'rival'."),
        ("Look at {1-34}", "Look at {1-99}", "step card: '1-99' is not a card, a noble or a part of the table"),
        ("Look at {1-34}", "Look at {1-34", "step card: The braces in"),
        ("    use: players", "    use: hint", "lesson.yaml: steps.17.use"),
        ("light: [green]", "light: [pink]", "step two: 'pink' is not a card"),
        ("    task: Look at {1-34}.\n", "", "step card: A step has a task with actions, a card or noble to look at"),
        ("actions: [take W U R]", "actions: [take W U]", "step three: Take exactly 3 different colours"),
        ("    rival: [take W U K]\n", "", "step two: It is the rival's turn here"),
        ("seat 0 main / grid 1-34", "seat 0 main / grid 1-35", "step card: the black card 1-34 is not on the table."),
        ("seat 0 main / grid", "seat 1 main / grid", "The position must be for two players"),
        ("version: 1", "version: 1\n\t- ", "lesson.yaml, line 4"),
    ],
)
def test_error_names_its_place(catalogue: Catalogue, tmp_path: Path, before: str, after: str, said: str) -> None:
    assert before in OURS
    with pytest.raises(LessonError) as refusal:
        load_lesson(catalogue, write(tmp_path, OURS.replace(before, after, 1)))
    assert said in str(refusal.value)


@pytest.mark.parametrize("text", ["", "[]", "version: 1", "version: 1\nsteps: []", "version: 1\nsteps: [1]", "\0"])
def test_invalid_or_missing_file_is_an_error(catalogue: Catalogue, tmp_path: Path, text: str) -> None:
    with pytest.raises(LessonError):
        load_lesson(catalogue, tmp_path / "missing.yaml")
    with pytest.raises(LessonError):
        load_lesson(catalogue, write(tmp_path, text))


def test_sentences_are_short(catalogue: Catalogue) -> None:
    for step in load_lesson(catalogue):
        assert len(step.idea.template) <= 260
        assert step.task is None or len(step.task.template) <= 90
