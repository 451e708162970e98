"""The drawn table: exact in every cell, and without secrets from its viewer."""

import re
from dataclasses import replace
from itertools import groupby, product
from random import Random

import pytest
from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Region

from splendor_tui.presentation.table_model import (
    CardSlot,
    Changes,
    DeckSlot,
    NobleSlot,
    Phrase,
    ShownHint,
)
from splendor_tui.rules.cards import ROMAN, Noble
from splendor_tui.rules.catalogue import CardFacts, Catalogue, NobleFacts
from splendor_tui.rules.gems import Colour, Tokens, colours, pack
from splendor_tui.rules.state import GameOptions, Phase, new_game
from splendor_tui.rules.view import ReservedView, View, determinize, view
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import drawn
from splendor_tui.tui.look.glyphs import TIERS, UNICODE
from splendor_tui.tui.look.jewel_paint import JewelStyle, Way
from splendor_tui.tui.look.paint import plain, width
from splendor_tui.tui.widgets.card_faces import card_block, card_face
from splendor_tui.tui.widgets.card_grid import grid_picture
from splendor_tui.tui.widgets.layouts import column
from splendor_tui.tui.widgets.nobles import nobles_picture
from splendor_tui.tui.widgets.player_tableau import tableau_picture
from splendor_tui.tui.widgets.reserve import reserve_picture
from splendor_tui.tui.widgets.rules_pane import RulesPane
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.tui.widgets.status_line import status_line
from splendor_tui.tui.widgets.token_bank import bank_picture
from splendor_tui.words import N_
from tests.presentation.choosing import QWERTY
from tests.tui.positions import POSITIONS, early, last_round, late, middle, must_choose_noble, table_model
from tests.tui.table_app import rows, text


@pytest.mark.parametrize(
    ("position", "players", "size"),
    [
        ("early", 2, "80x24"),
        ("late", 3, "100x30"),
        ("late", 4, "80x24"),
        ("return", 4, "120x40"),
        ("middle", 3, "160x50"),
        ("over", 2, "200x60"),
        ("late", 4, "203x61"),
        ("late", 4, "500x200"),
    ],
)
def test_every_row_is_as_wide_as_the_screen(catalogue: Catalogue, position: str, size: str, players: int) -> None:
    width, height = map(int, size.split("x"))
    strips = rows(table_model(POSITIONS[position](catalogue, players)), size)
    assert len(strips) == height
    assert {strip.cell_length for strip in strips} == {width}
    assert {cell_len(strip.text) for strip in strips} == {width}


@pytest.mark.parametrize("size", ["80x24", "120x40", "160x50", "200x60"])
def test_nothing_is_cut_and_every_key_is_shown(catalogue: Catalogue, size: str) -> None:
    model = table_model(middle(catalogue))
    shown = text(model, size)
    assert UNICODE.ellipsis not in shown
    for slot, key in QWERTY.items():
        assert f"{key} " in shown or f"[{key}]" in shown or f"╭{key}╮" in shown, slot
    assert all(str(hint.words) in shown for hint in model.hints)


@pytest.mark.parametrize("height", range(10, 70))
def test_the_rules_beside_the_table_leave_no_room_for_another_one(catalogue: Catalogue, height: int) -> None:
    every = RulesPane(table_model(early(catalogue, 3))).rows_of(39, 100)
    shown = RulesPane(table_model(early(catalogue, 3))).rows_of(39, height)
    missing = [ruling for ruling in _rulings(every) if ruling[0] not in {row.plain for row in shown}]
    free = height - sum(bool(row) for row in shown)
    assert len(shown) <= height
    assert all(len(ruling) > free for ruling in missing)


def _rulings(rows: list[Content]) -> list[list[str]]:
    """The blocks between empty rows."""
    return [list(block) for filled, block in groupby((row.plain for row in rows), key=bool) if filled]


# --- secrets -----------------------------------------------------------------------------------------------------------


def retold(model: ScreenModel, seen: View) -> ScreenModel:
    """The model of another view of the same position."""
    return replace(model, view=seen, changes=Changes.between(seen, seen), chosen=None, preview=None)


@pytest.mark.parametrize("size", ["80x24", "120x40", "160x50", "200x60"])
def test_two_worlds_that_differ_in_what_is_hidden_look_the_same(catalogue: Catalogue, size: str) -> None:
    moment = late(catalogue)
    model = table_model(moment)
    for viewer in (*range(4), None):
        seen = view(moment.state, viewer)
        worlds = [determinize(seen, Random(seed)) for seed in (1, 2)]
        assert [held for player in worlds[0].players for held in player.reserved] != [
            held for player in worlds[1].players for held in player.reserved
        ] or worlds[0].decks != worlds[1].decks
        one, other = (rows(retold(model, view(world, viewer)), size) for world in worlds)
        assert one == other


def swapped_hand(seen: View, seat: int, catalogue: Catalogue) -> View:
    """The same view with other cards, reserved face up, in a hand."""
    player = seen.players[seat]
    other = tuple(
        replace(held, blind=False, card=next(card for card in catalogue.level(held.level) if card is not held.card))
        for held in player.reserved
    )
    players = list(seen.players)
    players[seat] = replace(player, reserved=other)
    return replace(seen, players=tuple(players))


@pytest.mark.parametrize(("cells", "height"), [(24, 5), (24, 10), (44, 9), (44, 16)])
@pytest.mark.parametrize(("open_reserves", "same"), [(False, True), (True, False)])
def test_cards_reserved_face_up_are_shown_by_the_house_option_alone(
    catalogue: Catalogue, cells: int, height: int, *, open_reserves: bool, same: bool
) -> None:
    moment = middle(catalogue)
    holder = moment.state.seat
    seen = view(moment.state, None)
    model = replace(retold(table_model(moment), seen), open_reserves=open_reserves)
    other = replace(model, view=swapped_hand(seen, holder, catalogue))
    boxes = [tableau_picture(shown, holder, None, cells, height) for shown in (model, other)]
    assert (boxes[0] == boxes[1]) is same


def test_an_observer_sees_the_backs_of_a_hand(catalogue: Catalogue) -> None:
    moment = middle(catalogue)
    seen = view(moment.state, None)
    model = retold(table_model(moment), seen)
    other = replace(model, view=swapped_hand(seen, moment.state.seat, catalogue))
    assert reserve_picture(model, None, 56, 4) == reserve_picture(other, None, 56, 4)


def test_backs_tell_the_level_of_each_reserved_card(catalogue: Catalogue) -> None:
    moment = middle(catalogue)
    seat = moment.state.seat
    foot = plain(tableau_picture(table_model(moment), seat, None, 24, 5).lines).splitlines()[-1]
    assert " ".join(ROMAN[held.card.level] for held in moment.state.players[seat].reserved) in foot


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("tokens", [0, 10])
def test_where_backs_of_three_reserved_cards_have_no_room_their_levels_are_numbers(level: int, tokens: int) -> None:
    model = tiny_model((1, 0, 0, 0, 0), gems=(tokens, 0, 0, 0, 0))
    hand = (ReservedView(level=level, blind=True, card=None),) * 3
    seen = replace(
        model, view=replace(model.view, players=(replace(model.player, reserved=hand), model.view.players[1]))
    )
    foot = plain(tableau_picture(seen, 0, None, 24, 5).lines).splitlines()[-1]
    assert f" {tokens}/10 " in foot
    assert " ♔0 " in foot
    assert " ".join([ROMAN[level]] * 3) in foot or " ".join([f"▒{level}"] * 3) in foot
    assert ("▒" in foot) is (level == 3 and tokens == 10)


# --- essentials --------------------------------------------------------------------------------------------------------


def tiny_model(
    cost: tuple[int, ...], gems: tuple[int, ...] = (0,) * 5, bonuses: tuple[int, ...] = (0,) * 5
) -> ScreenModel:
    """A table with one kind of card and one noble; the player owns this much."""
    white, blue, green, red, black = cost
    counts = (white, blue, green, red, black)
    box = Catalogue(
        [CardFacts(level=1, bonus=Colour.RED, points=5, cost=counts)] * 5, [NobleFacts("one", "One", 3, counts)]
    )
    seen = view(new_game(box, GameOptions(2), 1), 0)
    player = replace(seen.players[0], gems=pack(gems), bonuses=pack(bonuses))
    seen = replace(seen, players=(player, seen.players[1]))
    return ScreenModel(view=seen, names=("Ann", "Bo"), kinds=(None, None), changes=Changes.between(seen, seen))


def first_card(model: ScreenModel, cells: int = 13, height: int = 4) -> str:
    """The first card of level 1 as text."""
    slot = CardSlot(1, 0)
    return plain(card_block(model, slot, model.card(slot), None, cells, height))


def test_a_card_says_that_it_can_be_bought() -> None:
    assert " can buy " in first_card(tiny_model((2, 0, 0, 0, 0), gems=(1, 0, 0, 0, 0), bonuses=(1, 0, 0, 0, 0)))


def test_a_card_says_how_much_it_is_short_after_bonuses_and_gold() -> None:
    model = tiny_model((3, 2, 0, 0, 0), gems=(1, 0, 0, 0, 0), bonuses=(1, 0, 0, 0, 0))
    assert " 3 short " in first_card(model)
    player = replace(model.player, gold=1)
    richer = replace(model, view=replace(model.view, players=(player, model.view.players[1])))
    assert " 2 short " in first_card(richer)


def test_a_large_card_says_what_it_costs_after_bonuses() -> None:
    assert "3◇=2 2◆" in first_card(tiny_model((3, 2, 0, 0, 0), bonuses=(1, 0, 0, 0, 0)), 17, 6)
    assert "free" in first_card(tiny_model((1, 0, 0, 0, 0), bonuses=(1, 0, 0, 0, 0)), 25, 10)


@pytest.mark.parametrize(("cells", "chips"), [(13, "3◇3◆5▲3●9■"), (17, "3◇ 3◆ 5▲ 3● 9■")])
def test_a_price_in_five_colours_fits_into_a_card(cells: int, chips: str) -> None:
    assert chips in first_card(tiny_model((3, 3, 5, 3, 9)), cells)


def test_a_chosen_card_and_the_cursor_can_be_told_without_colour() -> None:
    model, slot = tiny_model((1, 0, 0, 0, 0)), CardSlot(1, 0)
    chosen = replace(model, chosen=slot, keys=QWERTY)
    looks = [
        plain(card_block(shown, slot, shown.card(slot), cursor, 13, 4))
        for shown in (replace(model, keys=QWERTY), chosen)
        for cursor in (None, slot)
    ]
    assert [look.splitlines()[0] for look in looks] == [
        "╭─ z ───────╮",
        "┏━ z ━━━━━━━┓",
        "┏╍[z]╍╍╍╍╍╍╍┓",
        "┏━[z]━━━━━━━┓",
    ]


@pytest.mark.parametrize(("bonuses", "told"), [((0, 0), "4 away"), ((1, 1), "2 away"), ((2, 2), "visits")])
@pytest.mark.parametrize("height", [1, 4])
def test_a_noble_says_how_far_it_is(bonuses: tuple[int, int], told: str, height: int) -> None:
    model = tiny_model((2, 2, 0, 0, 0), bonuses=(*bonuses, 0, 0, 0))
    assert told in plain(nobles_picture(model, None, 80, height).lines)


def test_five_nobles_fit_into_a_row_with_their_keys(catalogue: Catalogue) -> None:
    model = table_model(early(catalogue))
    hard = [noble for noble in catalogue.nobles if len(colours(noble.cost)) == 3]
    model = replace(
        model,
        view=replace(model.view, nobles=tuple(hard[:5])),
        keys={NobleSlot(index): str(index + 1) for index in range(5)},
    )
    picture = nobles_picture(model, None, 80, 1)
    assert max(region.right for _, region in picture.places) <= 80
    assert "NOBLES 3p" in plain(picture.lines)


def test_the_bank_shows_what_the_choice_would_do_to_it() -> None:
    model = tiny_model((1, 0, 0, 0, 0), gems=(0, 2, 0, 0, 0))
    richer = replace(model.view, players=(replace(model.player, gold=1), model.view.players[1]))
    taking = replace(model, view=richer, preview=replace(model.player, gems=pack((1, 0, 1, 0, 0))))
    row = plain(bank_picture(taking, None, 56, 1).lines)
    for told in ("◇ 4−1", "◆ 4+2", "▲ 4−1", "★ 5+1"):
        assert told in row


def test_the_players_box_shows_what_the_choice_would_make_of_ten() -> None:
    model = tiny_model((1, 0, 0, 0, 0), gems=(2, 2, 2, 2, 1))
    taking = replace(model, preview=replace(model.player, gems=pack((3, 3, 3, 2, 1))))
    assert "9→12/10" in plain(tableau_picture(taking, 0, None, 24, 5).lines)
    assert "0/10" in plain(tableau_picture(taking, 1, None, 24, 5).lines)


@pytest.mark.parametrize("cells", [21, 24])
@pytest.mark.parametrize("reserved", range(4))
@pytest.mark.parametrize(("held", "then", "tokens"), [(0, 3, "0→3/10"), (9, 12, "9→12/10"), (10, 13, "10→13/10")])
def test_the_number_of_nobles_is_shown_beside_any_change_of_tokens(
    cells: int, reserved: int, held: int, then: int, tokens: str
) -> None:
    model = tiny_model((1, 0, 0, 0, 0), gems=(held, 0, 0, 0, 0))
    player = replace(model.player, reserved=(ReservedView(level=3, blind=True, card=None),) * reserved)
    seen = replace(model.view, players=(player, model.view.players[1]))
    taking = replace(model, view=seen, preview=replace(player, gems=pack((then, 0, 0, 0, 0))))
    assert re.search(
        rf" ♔0[ ═].*\b{tokens} ╝", plain(tableau_picture(taking, 0, None, cells, 5).lines).splitlines()[-1]
    )


@pytest.mark.parametrize(("cells", "height"), [(24, 5), (44, 16)])
def test_the_players_box_is_wholly_as_the_choice_would_leave_it(cells: int, height: int) -> None:
    model = tiny_model((1, 0, 0, 0, 0), gems=(2, 0, 0, 0, 0), bonuses=(0, 3, 0, 0, 0))
    noble = model.view.nobles[0]
    bought = replace(model.player, gems=pack((1, 0, 0, 0, 0)), bonuses=pack((0, 4, 0, 0, 0)), points=5, nobles=(noble,))
    box = plain(tableau_picture(replace(model, preview=bought), 0, None, cells, height).lines)
    assert "0→5p" in box
    assert "2→1/10" in box
    assert "♔1" in box or noble.name in box
    assert re.search(r"bonuses +· +4 ", box)
    assert re.search(r"gems +1 ", box)


def test_cards_and_nobles_say_what_becomes_of_them_by_the_choice() -> None:
    model = tiny_model((3, 0, 0, 0, 0), gems=(1, 0, 0, 0, 0))
    assert " 2 short " in first_card(model)
    richer = replace(model, preview=replace(model.player, gems=pack((2, 0, 0, 0, 0))))
    assert " → 1 short " in first_card(richer)
    assert " → can buy " in first_card(replace(model, preview=replace(model.player, gems=pack((3, 0, 0, 0, 0)))))
    chosen = replace(richer, chosen=CardSlot(1, 0))
    assert " 2 short " in first_card(chosen), "what is chosen is paid with what one has"
    bonus = replace(model, preview=replace(model.player, bonuses=pack((1, 0, 0, 0, 0))))
    assert "→ 2 away" in plain(nobles_picture(bonus, None, 80, 1).lines)


@pytest.mark.parametrize(("cells", "height"), [(24, 5), (24, 8), (44, 16)])
def test_numbers_of_two_digits_stand_under_their_signs(cells: int, height: int) -> None:
    model = tiny_model((1, 0, 0, 0, 0), gems=(0, 1, 0, 0, 0), bonuses=(12, 0, 10, 3, 11))
    lines = plain(tableau_picture(model, 0, None, cells, height).lines).splitlines()
    signs, bonuses = lines[1], lines[2]
    for sign, digit in zip("◇▲●■", ("2", "0", "3", "1"), strict=True):
        assert bonuses[signs.index(sign)] == digit


def test_a_card_that_is_being_reserved_says_what_it_would_be_short_with_the_gold() -> None:
    model = tiny_model((3, 0, 0, 0, 0), gems=(2, 0, 0, 0, 0))
    card = model.card(CardSlot(1, 0))
    assert card is not None
    held = (ReservedView(level=1, blind=False, card=card),)
    reserving = replace(model, chosen=CardSlot(1, 0), preview=replace(model.player, gold=1, reserved=held))
    assert "→ can buy" in first_card(reserving)
    assert "reserve 0→1/3" in " ".join(plain(reserve_picture(reserving, None, 56, 4).lines).split())


def test_a_column_of_cards_ends_with_how_many_more_there_are() -> None:
    model = tiny_model((1, 0, 0, 0, 0), bonuses=(0, 0, 0, 4, 0))
    cards = tuple(card for card in model.view.catalogue.cards if card.bonus is Colour.RED)[:4]
    held = replace(model, preview=replace(model.player, cards=cards))
    for height, told in ((13, ["5p ●", "5p ●", "5p ●", "5p ●"]), (11, ["5p ●", "5p ●", "+2"])):
        lines = plain(tableau_picture(held, 0, None, 44, height).lines).splitlines()
        assert [line[25:30].strip() for line in lines][-1 - len(told) : -1] == told


def test_once_something_is_chosen_a_pile_says_only_what_the_choice_takes() -> None:
    model = tiny_model((1, 0, 0, 0, 0))
    changed = replace(model, changes=replace(model.changes, piles=(-2, 0, 0, 0, 0, 0)))
    assert "was 6" in plain(bank_picture(changed, None, 80, 3).lines)
    choosing = plain(
        bank_picture(replace(changed, preview=replace(model.player, gems=pack((0, 1, 0, 0, 0)))), None, 80, 3).lines
    )
    assert "−1" in choosing
    assert "was" not in choosing


def test_after_the_end_nobody_is_told_how_far_a_noble_is(catalogue: Catalogue) -> None:
    model = table_model(early(catalogue))
    for height in (1, 4, 8):
        assert "away" in plain(nobles_picture(model, None, 80, height).lines)
        assert "away" not in plain(nobles_picture(replace(model, over=True), None, 80, height).lines)


def test_after_the_end_no_price_is_reckoned_for_anybody(catalogue: Catalogue) -> None:
    model = table_model(late(catalogue))
    slots = [CardSlot(level, column) for level in (1, 2, 3) for column in range(4)]

    def cards(model: ScreenModel) -> str:
        return "".join(plain(card_block(model, slot, model.card(slot), None, 22, 16)) for slot in slots)

    assert "=" in cards(model)
    over = cards(replace(model, over=True))
    assert "=" not in over
    assert "free" not in over


def test_a_large_tile_of_a_noble_tells_about_everybody_until_the_end(catalogue: Catalogue) -> None:
    model = table_model(early(catalogue))
    roomy = plain(nobles_picture(model, None, 120, 7).lines)
    for name in model.names[1:]:
        assert roomy.count(f"{name}: ") == len(model.view.nobles)
    assert ": " not in plain(nobles_picture(replace(model, over=True), None, 120, 7).lines)


@pytest.mark.parametrize("cells", range(24, 70))
def test_no_window_is_too_narrow_for_the_gold_of_a_player(cells: int) -> None:
    model = tiny_model((1, 0, 0, 0, 0), gems=(1, 2, 3, 0, 0))
    held = replace(model, preview=replace(model.player, gold=4))
    tokens = plain(tableau_picture(held, 0, None, cells, 9).lines).splitlines()[3]
    assert re.findall(r"\d", tokens)[-1] == "4"


@pytest.mark.parametrize(
    ("cells", "rows", "told"),
    [
        (21, 9, "nobles  2 nobles "),
        (44, 8, "nobles   One of a long… · Two of a long… "),
        (44, 9, "nobles   One of a long line               ║\n║         Two of a long line "),
        (60, 9, "One of a long line · Two of a long line"),
    ],
)
def test_nobles_whose_names_do_not_fit_take_more_rows_or_are_cut_or_counted(cells: int, rows: int, told: str) -> None:
    model = tiny_model((1, 0, 0, 0, 0))
    nobles = tuple(Noble.of(name, f"{name} of a long line", 3, pack((4, 0, 0, 0, 0))) for name in ("One", "Two"))
    held = replace(model, preview=replace(model.player, nobles=nobles))
    assert told in plain(tableau_picture(held, 0, None, cells, rows).lines)


def test_a_box_of_any_width_can_be_drawn_without_nobles() -> None:
    model = tiny_model((1, 0, 0, 0, 0))
    for cells, height in product(range(2, 60), (5, 9, 18)):
        assert len(tableau_picture(model, 0, None, cells, height).lines) == height


def test_the_whole_name_of_a_noble_is_on_its_tile_in_a_small_window(catalogue: Catalogue) -> None:
    for noble in catalogue.nobles:
        model = table_model(early(catalogue))
        model = replace(model, view=replace(model.view, nobles=(noble,) * 5))
        words = plain(nobles_picture(model, None, 119, 4).lines).replace("│", " ").split()
        assert [words.count(word) for word in noble.name.split()] == [5] * len(noble.name.split())


@pytest.mark.parametrize("cells", [21, 41])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_count_of_reserved_cards_is_never_cut(cells: int, level: int) -> None:
    model = tiny_model((1, 0, 0, 0, 0))
    hand = (ReservedView(level=level, blind=True, card=None),) * 3
    held = replace(model, preview=replace(model.player, reserved=hand))
    assert re.search(r" 3/3[ ║]", plain(tableau_picture(held, 0, None, cells, 9).lines))


def test_only_the_player_to_move_stands_out(catalogue: Catalogue) -> None:
    moment = early(catalogue)
    model = table_model(moment)
    marked = [seat for seat in range(4) if "▶" in plain(tableau_picture(model, seat, None, 24, 5).lines)]
    assert marked == [moment.state.seat]


def test_new_cards_and_changed_numbers_are_marked(catalogue: Catalogue) -> None:
    moment = middle(catalogue)
    before, after = view(moment.states[-9], 0), view(moment.state, 0)
    model = replace(table_model(moment), view=after, changes=Changes.between(before, after), chosen=None, preview=None)
    new = [card for card in after.grid if card is not None and card not in before.grid]
    assert new
    assert plain(grid_picture(model, None, 56, 12).lines).count(" new ") == len(new)
    marked = {span for seat in range(4) for line in tableau_picture(model, seat, None, 24, 5).lines for span in line}
    assert any(ink == theme.MARK for _, ink in marked)
    unmarked = replace(model, changes=Changes.between(after, after))
    assert " new " not in plain(grid_picture(unmarked, None, 56, 12).lines)


def test_the_last_round_and_what_is_not_saved_are_never_cut(catalogue: Catalogue) -> None:
    model = table_model(last_round(catalogue), names=("W" * 24,) * 4)
    row = plain((status_line(replace(model, banner=N_("NOT SAVED")), 80),))
    assert cell_len(row) == 80
    assert all(words in row for words in ("NOT SAVED", "LAST ROUND", "0:42 + 4:10"))


def test_an_empty_place_of_the_grid_stays_where_it_is(catalogue: Catalogue) -> None:
    model = table_model(late(catalogue))
    assert None in model.view.grid
    places = dict(grid_picture(model, None, 56, 12).places)
    assert len(places) == 15
    assert places[CardSlot(1, 0)].offset == (4, 8)
    assert places[DeckSlot(3)].offset == (0, 0)


@pytest.mark.parametrize(
    ("size", "pointed_at", "told"), [("80x24", False, True), ("80x24", True, False), ("120x40", False, False)]
)
def test_a_noble_in_a_hint_is_told_with_its_needs_where_nothing_else_shows_which_it_is(
    catalogue: Catalogue, size: str, pointed_at: bool, told: bool
) -> None:
    model = table_model(middle(catalogue, 2))
    noble = model.view.nobles[0]
    lit = frozenset({NobleSlot(0)}) if pointed_at else frozenset()
    needs = drawn(N_("{noble} ({bonuses})", noble=noble, bonuses=Tokens(noble.cost, 0)), UNICODE).plain
    shown = text(replace(model, hint=ShownHint(N_("It serves {noble}.", noble=noble)), lit=lit), size)
    assert (f"It serves {needs}." in shown) is told
    assert f"It serves {noble.shown_name}" in shown


def test_a_choice_of_nobles_labels_those_that_come(catalogue: Catalogue) -> None:
    model = table_model(must_choose_noble(catalogue))
    assert model.view.phase is Phase.CHOOSE_NOBLE
    row = plain(nobles_picture(model, None, 80, 1).lines)
    assert row.count("can visit") == 2
    assert " 2 " in row


def test_a_noble_that_would_come_by_the_choice_is_told_as_what_is_to_come(catalogue: Catalogue) -> None:
    model = table_model(must_choose_noble(catalogue))
    chosen = replace(model, preview=replace(model.player, nobles=model.view.nobles[:1]))
    for rows_of_box in (6, 9):
        lines = tableau_picture(chosen, chosen.seat, None, 44, rows_of_box).lines
        assert [
            ink for line in lines for words, ink in line if "♔1" in words or model.view.nobles[0].shown_name in words
        ] == [theme.CHOSEN]


@pytest.mark.parametrize("size", ["120x40", "160x50"])
def test_a_noble_that_a_hint_points_at_stands_between_arrows(catalogue: Catalogue, size: str) -> None:
    model = table_model(middle(catalogue, 2))
    pointed_at = replace(model, lit=frozenset({NobleSlot(0)}))
    name = model.view.nobles[0].shown_name
    assert f">{name}" not in text(model, size)
    assert f">{name}" in text(pointed_at, size)
    cells, height = (130, 4) if size == "120x40" else (109, 7)
    inks = [
        [ink for line in nobles_picture(one, None, cells, height).lines for _words, ink in line]
        for one in (model, pointed_at)
    ]
    assert [theme.LIT in of_one for of_one in inks] == [False, True], "blanks in its ink would be blocks"


@pytest.mark.parametrize(
    ("position", "told", "can"), [("middle", "→ can buy", True), ("return", "→ can buy", False), ("over", "", False)]
)
def test_a_card_stands_out_only_where_one_can_buy_it_and_says_what_it_is_short_until_the_end(
    catalogue: Catalogue, position: str, told: str, can: bool
) -> None:
    model = table_model(POSITIONS[position](catalogue, 2))
    rich = replace(model, preview=replace(model.after, gems=pack((7, 7, 7, 7, 7))))
    slot = next(CardSlot(2, column) for column in range(4) if model.view.grid[column])
    card = next(card for card in model.view.grid[:4] if card)
    block = card_block(rich, slot, card, None, 13, 4)
    assert told in plain(block)
    assert ("can buy" in plain(block)) is bool(told)
    assert "short" not in plain(block)
    assert (theme.CAN in {ink for line in block for _words, ink in line}) is can


@pytest.mark.parametrize(("bonuses", "rows"), [(0, 9), (0, 7), (3, 9), (3, 7)])
@pytest.mark.parametrize("cost", [(3, 0, 0, 0, 0), (3, 3, 3, 3, 0), (3, 3, 3, 3, 3)])
def test_a_grand_card_tells_its_points_and_its_whole_price(cost: tuple[int, ...], bonuses: int, rows: int) -> None:
    model = tiny_model(cost, bonuses=(bonuses,) * 5)
    card = model.card(CardSlot(1, 0))
    assert card is not None
    inside = card_face(model, card, model.player, 23, rows, within_reach=False)
    assert {width(line) for line in inside} == {23}
    assert len(inside) == rows
    text = plain(tuple(inside))
    assert all(f"3{UNICODE.gem(colour)}" in text for colour, amount in zip(Colour, cost, strict=True) if amount)
    large = [line[:4].strip() for line in text.splitlines()[:3]] == list(UNICODE.digits[5])
    assert large or text.startswith(" 5 ")
    assert large or rows == 7 or (bonuses and cost[-1])


@pytest.mark.parametrize(("rows_in_all", "rows"), [(20, [5] * 4), (33, [8, 8, 8, 9]), (100, [18] * 4)])
def test_the_boxes_of_all_players_fill_their_column(rows_in_all: int, rows: list[int]) -> None:
    boxes = column(Region(3, 1, 24, rows_in_all), 4)
    assert [box.height for box in boxes] == rows
    assert [box.y for box in boxes] == [1 + sum(rows[:seat]) for seat in range(4)]


def test_a_prompt_that_needs_two_rows_borrows_one_from_the_log(catalogue: Catalogue) -> None:
    model = table_model(middle(catalogue))
    words = [f"word{number:02}" for number in range(18)]  # 125 cells: more than the 78 of one row
    sentence = Phrase(N_("{words}", words=" ".join(words)))
    long, short = text(replace(model, prompt=(sentence,)), "80x24"), text(model, "80x24")
    shown = [word for word in long.split() if word.startswith("word")]
    assert shown == words
    at = [row for row, line in enumerate(long.splitlines()) if "word" in line]
    assert at == [21, 22]
    assert [row[59:] for row in long.splitlines()[:22]] == [row[59:] for row in short.splitlines()[:22]]


def test_in_a_wide_table_of_letters_no_card_has_a_jewel() -> None:
    model = replace(tiny_model((1, 0, 0, 0, 0)), glyphs=TIERS["ascii"])
    painted, plainer = (first_card(replace(model, jewels=JewelStyle(way)), 17, 6) for way in ("many", "ascii"))
    assert "▄" in painted
    assert [row.strip(" |") for row in plainer.splitlines()[2:5]] == ["1W", "", ""], "too small a jewel for signs"


@pytest.mark.parametrize(
    ("tier", "way", "told"), [("unicode", "many", False), ("unicode", "shades", True), ("ascii", "ascii", True)]
)
def test_signs_that_colours_do_not_tell_apart_are_named_at_the_bank(tier: str, way: Way, *, told: bool) -> None:
    model = replace(tiny_model((1, 0, 0, 0, 0)), glyphs=TIERS[tier], jewels=JewelStyle(way))
    for cells, height in ((56, 4), (79, 6)):
        beside_reserve = plain(reserve_picture(model, None, cells, height).lines)
        assert all((f"{model.glyphs.gem(colour)} {colour}" in beside_reserve) is told for colour in Colour)
