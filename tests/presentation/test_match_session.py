"""The session of a human at the table: choices in progress, and the table and prompts that show their effects."""

import re
from collections.abc import Sequence
from random import Random

import pytest

from splendor_tui.bots.player import Advice, AdvisedAction
from splendor_tui.commands.perft_command import published_setups
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.match.controller import Controller
from splendor_tui.match.hot_seat import Next
from splendor_tui.match.log import news_for
from splendor_tui.match.pause_reasons import PauseReason
from splendor_tui.match.thinking_time import Thinking
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Open, Proceed, Show
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.hint import HintRequest
from splendor_tui.presentation.match_session import MatchSession, Page
from splendor_tui.presentation.selection import slots_of
from splendor_tui.presentation.table_model import (
    CardSlot,
    Changes,
    DeckSlot,
    NobleSlot,
    PileSlot,
    ReservedSlot,
    shown_kinds,
    slot_of,
)
from splendor_tui.replay import begin_from
from splendor_tui.rules.actions import Action, Buy, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour, count, pack, single, unpack
from splendor_tui.rules.legality import legal_actions, visiting_nobles
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from splendor_tui.tui.keys.key_hint import hint
from splendor_tui.words import N_
from splendor_tui.words.languages import ENGLISH, set_language
from tests.match.tables import Notebook, Time, act, options, sit_down
from tests.presentation.choosing import asked, chosen_card, lively, session_at

WHITE, BLUE, GREEN, RED, BLACK = (PileSlot(colour) for colour in Colour)
TAKE = Take(pack((1, 1, 1, 0, 0)))
REST = Take(pack((0, 0, 0, 1, 1)) + pack((1, 0, 0, 0, 0)))


GRID = "grid 1-01 1-12 1-24 1-31 2-10 2-15 2-03 2-29 3-06 3-14 3-18 3-12"
ONE_PAYMENT = f"seat 0 main / {GRID} / nobles mary-stuart charles-v machiavelli / R2 K1 / 0"
THREE_PAYMENTS = ONE_PAYMENT.replace("K1", "K1 *1")
TEN_TOKENS = ONE_PAYMENT.replace("R2 K1", "W4 U4 G2")
TWELVE_TOKENS = ONE_PAYMENT.replace("main", "return").replace("R2 K1", "W4 U4 G4")
THREE_RESERVED = ONE_PAYMENT.replace("R2 K1", "0 reserved 1-02 1-03 2-01")
PURCHASED = "1-02 1-03 1-04 1-25 1-26 1-27 1-28 1-33 1-34 1-35 1-36"
TWO_NOBLES = f"seat 0 noble / {GRID} / nobles machiavelli henry-viii charles-v / 0 cards {PURCHASED} / 0"


def session_of(table: Controller) -> MatchSession:
    """The session of the player to move."""
    table.resume(PauseReason.DRAWN_CARD)
    session = session_at(table)
    session.hot_seat.viewer = table.seat
    return session


def new_session(catalogue: Catalogue, start: str | None = None, agreed: MatchOptions | None = None) -> MatchSession:
    """The session of the player to move in a new match, or in this position."""
    return session_of(sit_down(catalogue, agreed, start=start))


def purchases(view: View) -> dict[Card, list[Buy]]:
    """The affordable cards, each with all its payments."""
    me = view.players[view.seat]
    return {action.card: all_payments(action.card, me) for action in legal_actions(view) if isinstance(action, Buy)}


def offered(session: MatchSession) -> set[str]:
    return {str(hint(offer, str).label) for offer in session.model().offers}


def test_payment_is_shown_and_can_be_changed(catalogue: Catalogue) -> None:
    session = new_session(catalogue, THREE_PAYMENTS)
    card, ways = next((card, ways) for card, ways in purchases(session.view).items() if len(ways) > 1)
    session.pick(slot_of(session.view, card))
    shown = set()
    for way in ways:
        assert session.proposal.action == way
        assert session.model().pile_changes() == (*unpack(way.gems), way.gold)
        shown.add(asked(session))
        session.choose_next_payment()
    assert session.proposal.action == ways[0]
    assert len(shown) == len(ways)
    assert "other payment" in offered(session)


def test_nobles_are_chosen_by_digits_and_stay_visible_beside_a_message(catalogue: Catalogue) -> None:
    session = new_session(catalogue, TWO_NOBLES)
    view = session.view
    first, second = visiting_nobles(view, view.players[view.seat])
    slots = [NobleSlot(view.nobles.index(noble)) for noble in (first, second)]
    assert [session.model().key(slot) for slot in slots] == ["1", "2"]
    assert not session.model().key(WHITE)
    session.message = N_("There is nothing to undo.")
    nobles = rf"1 {first.name} .* or 2 {second.name} .*"
    assert re.fullmatch(rf"There is nothing to undo\.  Choose a noble: {nobles}", asked(session))
    session.pick(slots[1])
    assert asked(session).startswith(f"[Choose {second.name}")


def test_picking_an_empty_place_clears_a_chosen_card_but_not_gems(catalogue: Catalogue) -> None:
    """Otherwise the message and the keys below would refer to different things."""
    session = new_session(catalogue)
    session.pick(PileSlot(None))
    session.pick(CardSlot(1, 0))
    assert asked(session).startswith("You still need"), "nothing about gold any more"
    assert chosen_card(session)
    session.pick(ReservedSlot(0))
    assert asked(session) == "There is no card here."
    assert session.selection is None
    session.pick(RED)
    session.pick(ReservedSlot(0))
    assert session.selection == Take(single(Colour.RED))
    session.clear()
    assert asked(session).startswith("Ann: pick gems")


def test_other_players_cannot_choose_and_see_who_is_thinking(catalogue: Catalogue) -> None:
    session = new_session(catalogue)
    session.hot_seat.viewer = 1
    session.pick(WHITE)
    assert session.selection is None
    assert asked(session) == "It is Ann's turn."
    assert not session.model().keys
    session = session_of(sit_down(catalogue, options(2, bots=(0,))))
    session.hot_seat.viewer = 1
    assert asked(session) == "Ann is thinking…"
    assert "hint" in offered(session), "it comes when it is their turn"
    session.hot_seat.viewer = None
    assert "hint" not in offered(session)


def test_prompt_warns_of_a_revealed_card_unless_undo_is_free(catalogue: Catalogue) -> None:
    for undo in ("free", "own-turn", "off"):
        session = new_session(catalogue, agreed=options(undo=undo))
        session.pick(CardSlot(3, 0))
        session.reserve()
        assert ("  then a new card is revealed" in asked(session)) is (undo != "free")


def test_asking_for_another_payment_says_why_there_is_none(catalogue: Catalogue) -> None:
    session = new_session(catalogue)
    session.choose_next_payment()
    assert asked(session) == "First choose a card to buy."
    session.pick(CardSlot(3, 0))
    too_dear = asked(session)
    session.choose_next_payment()
    assert asked(session) == too_dear, "the prompt goes on saying what is missing"
    surplus = new_session(catalogue, TWELVE_TOKENS)
    surplus.choose_next_payment()
    assert asked(surplus).startswith("There is nothing to pay for now.")
    buyer = new_session(catalogue, ONE_PAYMENT)
    card, [only] = next((card, ways) for card, ways in purchases(buyer.view).items() if len(ways) == 1)
    buyer.pick(slot_of(buyer.view, card))
    buyer.choose_next_payment()
    assert asked(buyer).startswith("There is only one way to pay for this card.  [Buy ")
    assert buyer.proposal.action == only


def test_changes_are_counted_from_the_end_of_the_last_turn_but_a_card_dealt_in_it_is_new(catalogue: Catalogue) -> None:
    session = new_session(catalogue, TEN_TOKENS)
    table, buyer, card = session.controller, session.view.seat, session.view.grid[0]
    assert card is not None
    act(table, Reserve(card))
    assert session.view.phase is Phase.RETURN_GEMS
    assert session.model().changes.tokens[buyer] == (0, 0, 0, 0, 0, 1), "the gold that was just taken is marked"
    came = session.view.grid[0]
    act(table, legal_actions(session.view)[0])
    changes = session.model().changes
    assert changes == Changes.between(session.view, session.view)._replace(cards=changes.cards)
    while table.seat != buyer:
        act(table, legal_actions(table.view_for(table.seat))[0])
    assert came in session_of(table).model().changes.cards


def test_card_drawn_into_the_reserve_is_marked_as_new_until_the_players_next_turn_ends(catalogue: Catalogue) -> None:
    table = sit_down(catalogue, options(2))
    act(table, ReserveTop(1))
    marked = []
    for _turn in range(2):
        act(table, next(action for action in legal_actions(table.view_for(table.seat)) if isinstance(action, Take)))
        session = session_of(table)
        marked.append(session.view.players[0].reserved[0].card in session.model().changes.cards)
        act(table, next(action for action in legal_actions(session.view) if isinstance(action, Take)))
    assert marked == [True, False]


def test_drawn_card_is_shown_until_the_hand_over(catalogue: Catalogue) -> None:
    session = new_session(catalogue, agreed=options(clock=(60, 300), undo="own-turn"))
    act(session.controller, ReserveTop(1))
    card = session.controller.view_for(0).players[0].reserved[0].card
    assert card is not None
    assert asked(session) == f"Ann, you drew {card.describe()}; it is in your reserve.  [pass to Bo]"
    set_language("fr")
    assert f"vous avez pioché {card.describe()}, qui rejoint vos cartes réservées." in asked(session)
    set_language(ENGLISH)
    assert {"pass the keyboard", "undo"} <= set(offered(session))
    model = session.model()
    assert model.view.seat == 1, "by the rules it is the next player's turn"
    assert model.active == 0, "but they have not got the keyboard yet"
    assert model.clock is None, "nobody's time runs"
    session.hot_seat.hide_drawn_card()
    session.hot_seat.seat_next_player()
    assert session.model().active == 1
    act(session.controller, ReserveTop(1))
    model = session.model()
    assert (model.active, model.round, model.view.round) == (1, 1, 2), (
        "the last player of a round is in that round still"
    )


def test_drawn_card_stays_in_the_prompt_whatever_is_pressed_before_a_computer_moves(catalogue: Catalogue) -> None:
    session = new_session(catalogue, agreed=options(3, bots=(1,)))
    act(session.controller, ReserveTop(1))
    drew = asked(session)
    assert drew.startswith("Ann, you drew")
    session.pick(WHITE)
    assert asked(session) == drew
    session.choose_next_payment()
    assert asked(session) == drew
    session.do(commands.RESERVE)
    assert asked(session) == drew
    session.message = N_("Only the player to move can get a hint.")
    assert asked(session) == f"{session.message}  {drew}"


def test_error_is_shown_together_with_the_action_of_enter_or_the_tokens_still_to_be_returned(
    catalogue: Catalogue,
) -> None:
    session = new_session(catalogue)
    pick(session, WHITE, WHITE, BLUE)
    assert session.message is not None
    assert asked(session) == f"{session.message}  [Take W2]"
    session = new_session(catalogue, TWELVE_TOKENS)
    _question, keys = asked(session).split("Keys: ")
    session.pick(CardSlot(1, 0))
    assert asked(session) == f"You hold 12 tokens; return 2 first.  Keys: {keys}"
    held = unpack(session.view.players[session.view.seat].gems)
    session.pick(PileSlot(next(colour for colour in Colour if held[colour])))
    session.pick(CardSlot(1, 0))
    assert asked(session).startswith("You hold 12 tokens; return 2 first.  Return 1 more token: ")


def test_only_a_finished_and_saved_game_has_a_replay_and_a_record_to_copy(catalogue: Catalogue) -> None:
    for game_id in ("kept", None):
        session = session_at(sit_down(catalogue), game_id=game_id)
        assert commands.COPY_RECORD in session.unavailable
        play(session, Forfeit())
        for command in (commands.PAYMENT, commands.COPY_RECORD):
            assert (command in session.unavailable) is (game_id is None)


def test_unsaved_game_has_a_banner(catalogue: Catalogue) -> None:
    table = sit_down(catalogue)
    assert session_at(table).model().banner is None
    assert str(session_at(table, game_id=None).model().banner) == "NOT SAVED"
    journal = Notebook()
    journal.problem = OSError("full")
    full = sit_down(catalogue, journal=journal)
    assert str(session_at(full).model().banner) == "NOT SAVED"


@pytest.mark.parametrize(
    ("agreed", "actions", "question"),
    [
        (options(2, hand_over="never"), [TAKE], "Undo Ann's last move?"),
        (options(3, bots=(1,), hand_over="never"), [TAKE, TAKE], "Undo the last moves of Ann and Bo?"),
        (options(2, bots=(1,)), [TAKE, TAKE], None),
        (options(2), [Forfeit()], "Ann resigned. Undo that?"),
        (options(2, bots=(1,)), [Forfeit()], "The game is over. Undo the last turn?"),
    ],
)
def test_undo_asks_by_the_names_of_the_affected_players(
    catalogue: Catalogue, agreed: MatchOptions, actions: Sequence[Action], question: str | None
) -> None:
    session = playing(sit_down(catalogue, agreed))
    for action in actions:
        play(session, action)
    assert str(session.undo_question()) == str(question)


@pytest.mark.parametrize(("actions", "length"), [(0, "Nobody took a turn."), (2, "1 round."), (3, "2 rounds.")])
def test_length_of_a_game_counts_only_rounds_in_which_somebody_acted(
    catalogue: Catalogue, actions: int, length: str
) -> None:
    session = playing(sit_down(catalogue, options(hand_over="never")))
    played: Sequence[Action] = (TAKE, TAKE, ReserveTop(1))
    for action in played[:actions]:
        play(session, action)
    session.do(commands.AGREE)
    session.proceed()
    assert str(session.length) == length


@pytest.mark.parametrize("command", commands.PACE)
def test_pace_of_computers_cannot_be_changed_in_a_game_without_computers(
    catalogue: Catalogue, command: Command
) -> None:
    session = playing(sit_down(catalogue, options(hand_over="never")))
    assert session.do(command) == Show()
    assert (str(session.message), session.model().banner) == ("No computer plays in this game.", None)


def test_undo_of_an_agreed_end_asks_about_the_agreement(catalogue: Catalogue) -> None:
    session = playing(sit_down(catalogue, options(hand_over="never")))
    play(session, TAKE)
    session.do(commands.AGREE)
    session.proceed()
    session.do(commands.UNDO)
    assert asked(session).startswith("The game ended by agreement. Undo that?")
    assert session.do(commands.UNDO) == Proceed()
    assert (session.controller.ply, session.controller.outcome) == (1, None)


def test_clearing_after_the_end_first_drops_the_question_of_undo(catalogue: Catalogue) -> None:
    session = playing(sit_down(catalogue))
    play(session, Forfeit())
    session.do(commands.UNDO)
    assert asked(session).startswith("Ann resigned. Undo that?")
    assert session.do(commands.CLEAR) == Show()
    assert asked(session) == "The game is over.  [Standings]"
    assert session.do(commands.CLEAR) == Open(Page.STANDINGS)


def test_news_begins_after_the_players_last_action(catalogue: Catalogue) -> None:
    table = sit_down(catalogue, options(3))
    for seat in range(3):
        table.submit(seat, TAKE, seat)
    assert [line.seat for line in news_for(0, table.log)] == [1, 2]
    assert [line.seat for line in news_for(1, table.log)] == [2]


# --- confirming --------------------------------------------------------------------------------------------------------


def test_confirming_too_few_gems_or_reserving_them_names_what_is_missing(catalogue: Catalogue) -> None:
    session = new_session(catalogue)
    session.pick(WHITE)
    assert session.confirm() is None
    assert asked(session) == "Pick 2 more gems of different colours, or a second one of this colour."
    session.pick(BLUE)
    assert not session.picks_at_cursor
    assert session.confirm() is None
    assert asked(session) == "Pick 1 more gem of a different colour."
    assert session.reserve() is None
    assert asked(session) == "Choose a card or a deck to reserve."
    assert session.selection == Take(pack((1, 1, 0, 0, 0)))


def test_affordable_card_is_reserved_only_by_the_reserve_key_or_a_suggestion(catalogue: Catalogue) -> None:
    session = new_session(catalogue, ONE_PAYMENT)
    card = next(iter(purchases(session.view)))
    session.pick(slot_of(session.view, card))
    assert asked(session).startswith("[Buy ")
    assert session.reserve() is None
    assert asked(session).startswith("[Reserve ")
    assert card in [held.card for held in session.model().after.reserved]
    session.pick(slot_of(session.view, card))
    assert asked(session).startswith("[Buy "), "its key goes back to buying"
    session.clear()
    advised(session, Reserve(card)).choose_next_suggestion()
    assert asked(session).startswith(f"[Reserve {card.describe()} and take a gold]")
    assert session.confirm() == Reserve(card)


def test_reserve_key_says_why_a_card_cannot_be_reserved(catalogue: Catalogue) -> None:
    session = new_session(catalogue, THREE_RESERVED)
    session.pick(ReservedSlot(0))
    assert session.reserve() is None
    assert asked(session).startswith("This card is already reserved.")
    session.clear()
    session.pick(CardSlot(3, 0))
    assert session.reserve() is None
    assert "3 reserved cards" in asked(session)


def test_cursor_picks_once_after_each_move_and_confirming_never_picks_tokens_to_return(catalogue: Catalogue) -> None:
    session = new_session(catalogue)
    session.cursor_moved = True
    session.pick(WHITE)
    assert not session.cursor_moved, "a key has picked it, not the cursor"
    session.cursor_moved = True
    assert session.picks_at_cursor
    session.pick(WHITE)
    assert not session.picks_at_cursor
    assert session.confirm() == Take(pack((2, 0, 0, 0, 0)))
    session = new_session(catalogue, TWELVE_TOKENS)
    assert not session.picks_at_cursor
    for confirm in (session.confirm, session.reserve):
        assert confirm() is None
        assert "first" in asked(session)
    assert session.selection is None
    session.cursor_moved = True
    assert session.picks_at_cursor, "whoever moves the cursor there asks for it"


# --- following a hint --------------------------------------------------------------------------------------------------


def hinted(session: MatchSession, *actions: Action) -> HintRequest:
    """A complete hint with these actions."""
    advice = Advice([AdvisedAction(action, 0.5) for action in actions])
    return HintRequest(session.view.seat, Thinking(5, Time()), advice, complete=True)


def advised(session: MatchSession, *actions: Action) -> MatchSession:
    session.hint = hinted(session, *actions)
    return session


def test_confirming_first_chooses_the_best_suggestion_unless_the_cursor_was_moved(catalogue: Catalogue) -> None:
    gems = TAKE
    session = advised(new_session(catalogue), gems, ReserveTop(1))
    assert not session.picks_at_cursor, "nobody has moved the cursor"
    assert session.model().lit == {WHITE, BLUE, GREEN}
    assert "choose the best" in offered(session)
    assert session.confirm() is None
    assert session.selection == gems
    assert not session.model().lit
    assert session.confirm() == gems
    session.clear()
    session.cursor_moved = True
    assert session.picks_at_cursor
    offers = {offer.command.id: str(offer.label) for offer in session.model().offers}
    assert offers["table.hint"] == "choose the best", "which Enter does no longer"
    assert "table.confirm" not in offers


def test_forced_pass_is_played_at_once_despite_a_hint(catalogue: Catalogue) -> None:
    start = begin_from(published_setups()["forced-pass"].position, catalogue)
    session = advised(session_of(sit_down(catalogue, start=start)), Pass())
    assert [str(offer.label) for offer in session.model().offers if offer.command.id == "table.confirm"] == ["pass"]
    assert session.confirm() == Pass()


def test_next_suggestion_follows_the_chosen_one(catalogue: Catalogue) -> None:
    session = advised(new_session(catalogue), TAKE, ReserveTop(1), ReserveTop(2))
    chosen = []
    for _time in range(4):
        session.choose_next_suggestion()
        chosen.append(session.confirm())
        hint = session.model().hint
        assert hint is not None
        assert [suggestion.chosen for suggestion in hint.suggestions].count(True) == 1
    assert chosen == [TAKE, ReserveTop(1), ReserveTop(2), TAKE]
    session.clear()
    session.pick(RED)
    session.choose_next_suggestion()
    assert session.confirm() == TAKE, "after another choice the best comes first"


def test_message_that_a_hint_is_coming_ends_when_it_comes(catalogue: Catalogue) -> None:
    session = new_session(catalogue)
    session.hint = HintRequest(session.view.seat, Thinking(5, Time()))
    assert session.confirm() is None
    assert "The hint is on its way" in asked(session)
    session.update_hint(hinted(session, TAKE))
    assert "The hint is on its way" not in asked(session)


def test_chosen_suggestion_stays_in_the_list(catalogue: Catalogue) -> None:
    first, second, third = TAKE, ReserveTop(1), ReserveTop(2)
    session = advised(new_session(catalogue), first, second)
    session.choose_next_suggestion()
    for found in ((second, third), (third, second)):
        session.update_hint(hinted(session, *found))
        assert session.suggested == (found[0], first)
        hint = session.model().hint
        assert hint is not None
        assert [suggestion.chosen for suggestion in hint.suggestions] == [False, True]
    session.clear()
    session.update_hint(hinted(session, *found))
    assert session.suggested == found


# --- what a choice would leave -----------------------------------------------------------------------------------------


def test_preview_equals_the_position_after_the_action(catalogue: Catalogue) -> None:
    """Tokens, bonuses, points, nobles and hand must be those after the action, not those before it."""
    met: set[tuple[type[Action], bool, bool]] = set()
    for seed in range(12):
        table, rng = sit_down(catalogue, seed=seed), Random(seed)
        while table.outcome is None:
            session = session_of(table)
            action = lively(session.view, rng)
            advised(session, action).choose_next_suggestion()
            shown, seat = session.model(), table.seat
            act(table, action)
            played = table.view_for(seat).players[seat]
            assert [held.level for held in shown.after.reserved] == [held.level for held in played.reserved]
            assert shown.after._replace(reserved=()) == played._replace(reserved=())
            to_choose = table.view_for(seat).phase is Phase.CHOOSE_NOBLE
            assert shown.points(seat) == played.points + 3 * to_choose, "one of several nobles is sure to come"
            assert shown.noble_count(seat) == len(played.nobles) + to_choose
            met.add((type(action), to_choose, len(played.nobles) > len(shown.player.nobles)))
    assert {Buy, Take, Return, Reserve, ReserveTop} <= {kind for kind, *_nobles in met}
    assert {(Buy, True, False), (Buy, False, True)} <= met


def test_every_action_is_chosen_by_the_keys_of_its_slots(catalogue: Catalogue) -> None:
    table, rng, met = sit_down(catalogue, options(3), seed=5), Random(5), set()
    while table.outcome is None:
        session = session_of(table)
        keys = session.model().keys
        for action in legal_actions(session.view):
            session.clear()
            for slot in slots_of(session.view, action):
                assert slot in keys
                session.pick(slot)
            assert action in (session.proposal.action, session.proposal.reserve)
            met.add(type(action))
        act(table, lively(session.view, rng))
    assert met >= {Take, Buy, Reserve, ReserveTop, Return}


def test_preview_counts_an_incomplete_pick_of_gems(catalogue: Catalogue) -> None:
    session = new_session(catalogue)
    assert session.model().after == session.model().player
    session.pick(WHITE)
    assert session.model().after.gems == pack((1, 0, 0, 0, 0))
    surplus = new_session(catalogue, TWELVE_TOKENS)
    held = surplus.model().player.gems
    colour = next(one for one in Colour if count(held, one))
    surplus.pick(PileSlot(colour))
    assert count(surplus.model().after.gems, colour) == count(held, colour) - 1


def test_reserves_of_computers_or_after_the_end_are_open_unless_disabled(catalogue: Catalogue) -> None:
    table = sit_down(catalogue, options(bots=(0, 1)))
    table.submit(0, ReserveTop(1), 0)
    session = session_at(table)
    [held] = session.view.players[0].reserved
    assert session.model().open_card(held) is held.card is not None
    session.services.change_settings(session.services.settings.changed(open_hands=False))
    assert session.model().open_card(held) is None
    table = sit_down(catalogue, options(2))
    seen = next(card for card in table.view_for(0).grid if card)
    table.submit(0, Reserve(seen), 0)
    act(table, ReserveTop(1))
    table.resume(PauseReason.DRAWN_CARD)
    session = session_at(table)
    [held], [blind] = (player.reserved for player in table.view_for(None).players)
    assert session.model().open_card(held) is None
    table.submit(0, Forfeit(), 2)
    assert table.outcome is not None
    assert session.model().open_card(held) == seen
    assert session.model().open_card(blind) is None, "an undo would make a secret of it again"
    session.services.change_settings(session.services.settings.changed(open_hands=False))
    assert session.model().open_card(held) is None


def test_kind_is_shown_unless_the_name_reveals_it() -> None:
    names = ("Ann", "Merchant", "merchant 2", "Mill", "Journeyman", "Merchant 3")
    kinds = ("human", "merchant", "merchant", "merchant", "merchant", "human")
    beside = [str(kind or "") for kind in shown_kinds(names, kinds)]
    assert beside == ["", "", "", "Merchant", "Merchant", ""]


# --- choosing while computers move ------------------------------------------------------------------------------------


def playing(table: Controller) -> MatchSession:
    """The session of the player at the keyboard in a new match."""
    session = session_at(table)
    if session.hot_seat.proceed() is Next.HAND_OVER:
        session.hot_seat.seat_next_player()
    return session


def play(session: MatchSession, action: Action) -> Next:
    """Play this action for the player to move."""
    by_viewer = session.hot_seat.to_move
    act(session.controller, action)
    if by_viewer:
        session.clear()
    following = session.hot_seat.proceed()
    session.adapt()
    return following


def alone(catalogue: Catalogue) -> MatchSession:
    """The session of a player who has moved and waits for a computer."""
    session = playing(sit_down(catalogue, options(2, bots=(1,))))
    assert play(session, TAKE) is Next.COMPUTER
    return session


def pick(session: MatchSession, *piles: PileSlot) -> None:
    for pile in piles:
        session.pick(pile)


def test_pace_of_a_match_lasts_until_the_setting_changes(catalogue: Catalogue) -> None:
    session = session_at(sit_down(catalogue, options(bots=(1,))))
    usual = session.services.settings
    session.do(commands.SLOWER)
    assert session.pace > usual.bot_pace == session.services.settings.bot_pace
    session.services.change_settings(usual.changed(bot_pace=5.0))
    assert session.pace == 5


def test_only_human_can_choose_ahead_and_confirm_on_their_turn(catalogue: Catalogue) -> None:
    session = alone(catalogue)
    assert not session.picks_at_cursor, "the key was meant for the last turn"
    assert session.confirm() is None
    assert session.selection is None
    pick(session, RED, BLACK, WHITE)
    assert asked(session) == "Bo is thinking…  For your turn:  Take W1 R1 K1  3 → 6/10 tokens"
    model = session.model()
    assert model.pile_changes() == (-1, 0, 0, -1, -1, 0)
    assert model.key(CardSlot(1, 0)) == "z", "the keys stay where they are"
    assert model.view.seat == 1, "but it is still the computer's turn"
    offered = {offer.command.id for offer in model.offers}
    assert ("table.confirm" in offered, "table.clear" in offered) == (False, True)
    assert session.confirm() is None
    assert asked(session) == "Bo is to move; confirm your choice when it is your turn."
    assert play(session, TAKE) is Next.HUMAN
    assert asked(session) == "[Take W1 R1 K1]  3 → 6/10 tokens", "what was said goes, what was chosen stays"
    assert session.confirm() == REST
    session = playing(sit_down(catalogue, options(3, bots=(1, 2))))
    play(session, TAKE)
    session.pick(DeckSlot(1))
    assert play(session, TAKE) is Next.COMPUTER
    assert session.reserve() is None
    assert asked(session) == "Cy is to move; confirm your choice when it is your turn."
    assert play(session, TAKE) is Next.HUMAN
    assert session.confirm() == ReserveTop(1), "it survives the moves of several computers"


def test_card_chosen_ahead_stays_chosen_in_another_place_and_its_loss_is_reported(catalogue: Catalogue) -> None:
    session = alone(catalogue)
    session.pick(CardSlot(1, 2))
    card = session.view.grid[2]
    assert card is not None
    assert chosen_card(session) is card
    play(session, Reserve(card))
    assert session.selection is None
    assert asked(session).startswith(f"You cannot buy {card.describe()}")
    assert session.view.grid[2] is not card
    session.pick(RED)
    assert asked(session).startswith("Take R1")
    session = alone(catalogue)
    kept, gone = session.view.grid[1], session.view.grid[2]
    assert gone is not None
    session.pick(CardSlot(1, 1))
    play(session, Reserve(gone))
    assert chosen_card(session) is kept


def test_card_that_stays_chosen_is_paid_with_the_tokens_of_the_new_position(catalogue: Catalogue) -> None:
    session = playing(sit_down(catalogue, options(2, bots=(1,))))
    while not (session.hot_seat.to_move and purchases(session.view)):
        play(session, session.controller.legal_actions(session.controller.seat)[0])
    card, (purchase, *_others) = next(iter(purchases(session.view).items()))
    session.hot_seat.undo()
    session.adapt()
    session.pick(slot_of(session.view, card))
    assert asked(session).startswith("You still need")
    session.controller.redo()
    session.adapt()
    assert session.confirm() == purchase


def test_gems_chosen_ahead_that_are_gone_get_a_reason_at_once(catalogue: Catalogue) -> None:
    session = alone(catalogue)
    pick(session, RED, RED)
    play(session, REST)
    assert session.selection == Take(pack((0, 0, 0, 1, 0)))
    assert asked(session) == "The red pile holds 3; two alike need 4."
    session = alone(catalogue)
    pick(session, WHITE, WHITE)
    assert asked(session) == "The white pile holds 3; two alike need 4."
    pick(session, WHITE)
    assert (session.selection, session.message) == (None, None), "after the reason, the gem goes back"
    session.pick(NobleSlot(0))
    assert asked(session).startswith(f"{session.view.nobles[0].name}, 3 points: you still need")


def test_keys_of_one_human_never_count_for_another(catalogue: Catalogue) -> None:
    for hand_over in ("always", "hidden", "never"):
        session = playing(sit_down(catalogue, options(3, bots=(1,), hand_over=hand_over)))
        play(session, TAKE)
        pick(session, RED)
        assert session.selection is None
        assert asked(session) == "Bo is to move, then Cy."
        if play(session, TAKE) is Next.HAND_OVER:
            session.hot_seat.seat_next_player()
            session.adapt()
        assert session.hot_seat.to_move
        assert session.selection is None
        assert asked(session).startswith("Cy: pick gems")
    pick(session, RED)
    act(session.controller, Forfeit())
    session.hot_seat.proceed()
    session.adapt()
    assert (session.hot_seat.viewer, session.selection) == (0, None), "a choice is not passed on either"


def test_choosing_ahead_never_reveals_a_drawn_card(catalogue: Catalogue) -> None:
    session = playing(sit_down(catalogue, options(3, bots=(1,))))
    play(session, ReserveTop(1))
    session.pick(CardSlot(1, 0))
    assert session.selection is None
    play(session, TAKE)
    session.hot_seat.seat_next_player()
    session.adapt()
    mine = session.model()
    assert mine.view.viewer == 2
    assert mine.view.players[0].reserved[0].card is None
    assert mine.chosen is None


def test_player_without_another_turn_cannot_choose_ahead(catalogue: Catalogue) -> None:
    session = playing(sit_down(catalogue, options(2, bots=(1,), target=1)))
    while not session.view.final_round or session.controller.seat == 0:
        legal = session.controller.legal_actions(session.controller.seat)
        play(session, next((action for action in legal if isinstance(action, Buy)), legal[0]))
    session.pick(RED)
    assert session.selection is None
    assert asked(session) == "You are watching: only computers are left."
    watching = playing(sit_down(catalogue, options(2, bots=(0, 1))))
    watching.pick(RED)
    assert asked(watching) == "You are watching: only computers play."
