"""The details of a player: everything that is visible to the viewer, and nothing else."""

import re
from dataclasses import replace

import pytest
from textual.geometry import Size

from splendor_tui.presentation.table_model import CardSlot, Changes, TableModel
from splendor_tui.rules.actions import Action, Forfeit, Reserve, ReserveTop, Take
from splendor_tui.rules.cards import Card
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import TOKEN_LIMIT
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import Colour, pack, unpack
from splendor_tui.rules.payments import shortfall
from splendor_tui.rules.state import State, new_game
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import view
from splendor_tui.tui.look.glyphs import UNICODE
from splendor_tui.tui.look.paint import plain, width
from splendor_tui.tui.screens.inspect_screen import InspectScreen, player_details
from splendor_tui.tui.widgets.card_faces import distance
from splendor_tui.tui.widgets.key_row import KeyRow
from splendor_tui.tui.widgets.player_tableau import tableau_picture
from splendor_tui.tui.widgets.prompt_line import PromptLine
from splendor_tui.words import N_
from splendor_tui.words.languages import languages, set_language
from tests.match.tables import NAMES, act, options, sit_down
from tests.presentation.choosing import QWERTY
from tests.tui.at_the_table import sit
from tests.tui.opened_app import make_services, open_app
from tests.tui.positions import LOOK, POSITIONS, late, middle

SMALLEST = Size(78, 20)  # between the tabs and the key hints, without the margins
ROOMY = Size(118, 37)
KINDS = (None, N_("Merchant"), None, None)


def model_of(state: State, viewer: int | None, *, open_reserves: bool = False) -> TableModel:
    seen = view(state, viewer)
    players = len(state.players)
    return TableModel(seen, NAMES[:players], KINDS[:players], Changes.between(seen, seen), open_reserves=open_reserves)


def look(model: TableModel, seat: int, size: Size = SMALLEST) -> str:
    return plain(tuple(player_details(model, LOOK, seat, size)))


def price(card: Card) -> str:
    """Text that only a framed card shows."""
    amounts = zip(unpack(card.cost), Colour, strict=True)
    return "│" + " ".join(f"{amount}{UNICODE.gem(colour)}" for amount, colour in amounts if amount) + " "


def after(catalogue: Catalogue, action: Action) -> State:
    """A three-player state after this action of seat 0."""
    return apply_action(new_game(catalogue, GameOptions(3), 5), action)


def test_rivals_show_card_backs_except_for_open_face_up_reserves(catalogue: Catalogue) -> None:
    card = next(card for card in catalogue.cards if card in after(catalogue, ReserveTop(2)).grid)
    state = after(catalogue, Reserve(card))
    assert price(card) in look(model_of(state, 0), 0)
    assert price(card) not in look(model_of(state, 1), 0)
    assert price(card) not in look(model_of(state, None), 0)
    unseen = look(model_of(after(catalogue, ReserveTop(2)), 1), 0)
    assert "see log" not in unseen, "the log does not tell that one"
    assert "unseen" in unseen
    assert price(card) in look(model_of(state, 1, open_reserves=True), 0)


def test_player_who_is_out_has_no_reserved_cards(catalogue: Catalogue) -> None:
    state = after(catalogue, ReserveTop(2))
    take = Take(pack((1, 1, 1, 0, 0)))
    for action in (take, take):
        state = apply_action(state, action)
    assert "unseen" in look(model_of(state, 1), 0)
    state = apply_action(state, Forfeit())
    model = model_of(state, 1)
    assert model_of(state, 0).player.reserved == ()
    shown = look(model, 0) + plain(tableau_picture(model, LOOK, 0, 21, 5).lines)
    assert "out of the game" in shown
    assert all(words not in shown for words in ("unseen", "reserve", "can buy", UNICODE.back))


def test_card_back_gives_its_round_of_reservation_or_says_unseen(catalogue: Catalogue) -> None:
    game = sit_down(catalogue, options(2))
    first, second, third = [card for card in game.view_for(None).grid if card][4:7]
    take = Take(pack((1, 1, 1, 0, 0)))
    for action in (Reserve(first), take, ReserveTop(2), take, Reserve(second), take):
        act(game, action)
    game.undo(1)
    game.undo(0)
    game.submit(0, Reserve(third), game.ply)
    seen = game.view_for(1)
    model = TableModel(seen, NAMES[:2], KINDS[:2], Changes.between(seen, seen), log=game.log)
    [told] = [row for row in look(model, 0).splitlines() if re.search("see (the )?log", row)]
    assert (told.count("log"), told.count("unseen")) == (2, 1)
    assert re.search(r"round 1 .* round 3 ", look(model, 0))


@pytest.mark.parametrize("size", [SMALLEST, ROOMY])
@pytest.mark.parametrize("position", POSITIONS)
def test_all_public_details_fit_the_screen(catalogue: Catalogue, position: str, size: Size) -> None:
    state = POSITIONS[position](catalogue).state
    model = model_of(state, state.seat)
    for seat, player in enumerate(state.players):
        lines = player_details(model, LOOK, seat, size)
        assert len(lines) <= size.height
        assert max(map(width, lines)) <= size.width
        text = plain(tuple(lines))
        for points in range(1, 6):
            assert text.count(f"{points}p") >= sum(card.points == points for card in player.cards)
        for colour in Colour:
            assert text.count(LOOK.glyphs.gem(colour)) > sum(card.bonus is colour for card in player.cards)
        assert all(noble.name in text for noble in (*player.nobles, *state.nobles))
        assert f"{player.points} point" in text
        assert f"/{TOKEN_LIMIT} tokens" in text


def test_tall_stack_of_cards_is_counted(catalogue: Catalogue) -> None:
    state = late(catalogue).state
    model = model_of(state, state.seat)
    whites = [card for card in catalogue.cards if card.bonus == 0]
    hoarder = model.view.players[0]._replace(cards=tuple(whites), reserved=())
    model = replace(model, view=model.view._replace(players=(hoarder, *model.view.players[1:])))
    lines = player_details(model, LOOK, 0, SMALLEST)
    assert len(lines) <= SMALLEST.height
    shown = sum(row[9:16].startswith("◇") for row in plain(tuple(lines[4:])).splitlines())
    assert shown > 1
    assert f"◇ +{len(whites) - shown + 1}" in plain(tuple(lines))


def test_affordable_visible_cards_are_listed_with_their_keys(catalogue: Catalogue) -> None:
    state = middle(catalogue).state
    seat = (state.seat + 1) % len(state.players)
    rival = state.players[seat]
    in_reach = [CardSlot.of(at) for at, card in enumerate(state.grid) if card and not shortfall(card, rival)]
    assert in_reach
    told = look(replace(model_of(state, state.seat), keys=QWERTY), seat)
    (row,) = (row for row in told.splitlines() if row.startswith("can buy"))
    assert re.findall(r"(\w)  [◇◆▲●■]", row[:51]) == [QWERTY[slot] for slot in in_reach]
    assert re.search("can buy +none now", look(model_of(new_game(catalogue, GameOptions(2), 1), 0), 1))


@pytest.mark.parametrize("language", languages())
def test_distance_to_a_noble_is_always_beside_its_name(catalogue: Catalogue, language: str) -> None:
    set_language(language)
    state = middle(catalogue).state
    model = model_of(state, state.seat)
    for start in range(0, len(catalogue.nobles), 5):
        nobles = tuple(catalogue.nobles[start : start + 5])
        rows = look(replace(model, view=model.view._replace(nobles=nobles)), state.seat).splitlines()
        for noble in nobles:
            [row] = [row for row in rows if noble.shown_name in row]
            assert row.endswith(distance(model.player, noble)[0])


async def test_cards_stay_visible_in_a_large_window_and_the_key_hints_in_the_last_row(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    async with open_app(place, sit(place), size=(200, 60)) as pilot:
        await pilot.press("enter", "i")
        screen = pilot.screen(InspectScreen)
        panel, places = screen.query_one("#panel").region, pilot.table.board.places()
        assert screen.styles.background.a == 0
        assert max(place.right for slot, place in places.items() if isinstance(slot, CardSlot)) <= panel.x
        for size in ((200, 60), (160, 50), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert " ".join(pilot.text.splitlines()[-1].split()) == "Right next player Esc back ? help"
            prompt, hints = pilot.table.query_one(PromptLine), screen.query_one(KeyRow)
            covered = hints.region.y <= prompt.region.y or not screen.has_class("-beside")
            assert covered, "the keys in the prompt do something else here"
        await pilot.press("3")
        assert pilot.text.startswith(" Ann"), "there is no third player"


async def test_keys_and_clicks_change_the_player_and_names_are_whole_where_there_is_room(catalogue: Catalogue) -> None:
    state = middle(catalogue).state
    names = tuple(letter * 20 for letter in "ABCD")
    screen = InspectScreen(replace(model_of(state, state.seat), names=names), 0)
    async with open_app(make_services(catalogue), screen) as pilot:
        for keys, seat in (("", 0), ("right", 1), ("left left", 3), ("right", 0), ("3", 2)):
            await pilot.type(keys)
            assert pilot.text.split(maxsplit=1)[0] == names[seat]
        for cells, tab in ((80, "2 BBBBBBBBBBB…  "), (120, f"2 {names[1]}  ")):
            await pilot.resize_terminal(cells, 24)
            await pilot.click_on(tab)
            assert pilot.text.split(maxsplit=1)[0] == names[1]
            await pilot.press("1")
        await pilot.press("escape")
        assert pilot.app.screen is not screen
