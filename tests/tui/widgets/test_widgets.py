"""The drawn table: exact in every cell, and without secrets from its viewer."""

import re
from dataclasses import replace
from itertools import groupby, product
from typing import Any, Final, TypeAlias

import pytest
from rich.cells import cell_len
from textual.content import Content

from splendor_tui.presentation.series import Series
from splendor_tui.presentation.table_model import (
    CardSlot,
    Changes,
    NobleSlot,
    Phrase,
    PileSlot,
    ShownClock,
    ShownHint,
    Slot,
    TableModel,
)
from splendor_tui.presentation.tournaments import Tournament
from splendor_tui.rules.cards import ROMAN, Noble
from splendor_tui.rules.catalogue import CardFacts, Catalogue, NobleFacts
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import Colour, Tokens, colours, pack
from splendor_tui.rules.state import new_game
from splendor_tui.rules.view import ReservedView, view
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import draw_message
from splendor_tui.tui.look.glyphs import UNICODE
from splendor_tui.tui.look.paint import plain, width
from splendor_tui.tui.widgets.card_faces import card_block, card_face, noble_chips
from splendor_tui.tui.widgets.card_grid import reserve_picture
from splendor_tui.tui.widgets.model_widget import Look
from splendor_tui.tui.widgets.nobles import nobles_picture
from splendor_tui.tui.widgets.player_tableau import ROOMY, tableau_picture
from splendor_tui.tui.widgets.side_panes import RulesPane
from splendor_tui.tui.widgets.status_line import status_line
from splendor_tui.tui.widgets.token_bank import bank_picture
from splendor_tui.words import N_
from splendor_tui.words.languages import set_language
from splendor_tui.words.percent import percent
from tests.presentation.choosing import QWERTY
from tests.presentation.test_tournaments import plan_of, result
from tests.tui.positions import LOOK, POSITIONS, early, last_round, middle, table_model
from tests.tui.table_app import text

Counts: TypeAlias = tuple[int, int, int, int, int]
ONE_WHITE: Final = (1, 0, 0, 0, 0)


@pytest.mark.parametrize("size", ["80x23", "80x24", "120x40", "160x50", "200x60"])
def test_table_shows_every_key_and_cuts_nothing(catalogue: Catalogue, size: str) -> None:
    model = table_model(middle(catalogue))
    shown = text(model, size)
    assert UNICODE.ellipsis not in shown
    for slot, key in QWERTY.items():
        assert f"{key} " in shown or f"[{key}]" in shown or f"╭{key}╮" in shown, slot


def test_rules_pane_shows_as_many_rules_as_fit(catalogue: Catalogue) -> None:
    pane = RulesPane(table_model(early(catalogue, 3)), LOOK)
    every = rulings(pane.rows_of(39, 100))
    for height in range(10, 70):
        shown = pane.rows_of(39, height)
        missing = [ruling for ruling in every if ruling[0] not in {row.plain for row in shown}]
        free = height - sum(bool(row) for row in shown)
        assert len(shown) <= height
        assert all(len(ruling) > free for ruling in missing)


def rulings(rows: list[Content]) -> list[list[str]]:
    """The blocks between empty rows."""
    return [list(block) for filled, block in groupby((row.plain for row in rows), key=bool) if filled]


# --- secrets -----------------------------------------------------------------------------------------------------------


def seen_by(viewer: int | None, model: TableModel, *reserved: ReservedView) -> TableModel:
    """The model as another sees it, with these cards in the hand of the player to move."""
    players = (model.player._replace(reserved=reserved), model.view.players[1])
    return replace(model, view=model.view._replace(viewer=viewer, players=players))


@pytest.mark.parametrize(
    ("count", "cells", "row"),
    [(1, 21, "●5p 1/3"), (2, 21, "●5p ●5p 2/3"), (3, 21, "●5p ●5p ●5p"), (3, 44, "● 5p ● 5p ● 5p 3/3")],
)
def test_face_up_reserves_look_like_backs_to_others_unless_they_are_open(count: int, cells: int, row: str) -> None:
    model = tiny_model()
    faces = (ReservedView(level=1, blind=False, card=model.card(CardSlot(1, 0))),) * count
    for viewer, height in product((1, None), (5, 9, 16)):
        known, unknown = seen_by(viewer, model, *faces), seen_by(viewer, model, *backs(count, level=1))
        assert box_of(known, cells, height) == box_of(unknown, cells, height)
        assert reserve_picture(known, LOOK, 56, 4) == reserve_picture(unknown, LOOK, 56, 4)
    shown = replace(seen_by(1, model, *faces), open_reserves=True)
    assert f"reserve {row}" in box_of(shown, cells, 9).replace("  ", " "), "they do not read like prices"


@pytest.mark.parametrize(("cells", "height"), [(21, 5), (24, 5), (24, 9), (44, 5), (44, 9)])
def test_backs_of_reserved_cards_look_the_same_in_all_boxes_of_a_size(cells: int, height: int) -> None:
    for count, level, tokens in product((1, 2, 3), (1, 2, 3), (0, 10)):
        model = tiny_model(gems=(tokens, 0, 0, 0, 0), reserved=backs(count, level))
        back = ROMAN[level] if cells >= ROOMY else f"▒{level}"
        hand = box_of(model, cells, height).splitlines()[-1 if height == 5 else 6]
        assert re.findall(r"▒.|I+", hand) == [back] * count


# --- essentials --------------------------------------------------------------------------------------------------------


def tiny_model(
    cost: Counts = ONE_WHITE,
    gems: tuple[int, ...] = (0,) * 5,
    bonuses: tuple[int, ...] = (0,) * 5,
    **held: Any,
) -> TableModel:
    """A table with one kind of card and one noble. The player to move owns these gems and bonuses."""
    card = CardFacts(level=1, bonus=Colour.RED, points=5, cost=cost)
    box = Catalogue([card] * 5, [NobleFacts("one", "One", 3, cost)])
    seen = view(new_game(box, GameOptions(2), 1), 0)
    player = seen.players[0]._replace(gems=pack(gems), bonuses=pack(bonuses), **held)
    seen = seen._replace(players=(player, seen.players[1]))
    return TableModel(view=seen, names=("Ann", "Bo"), kinds=(None, None), changes=Changes.between(seen, seen))


def backs(count: int, level: int = 3) -> tuple[ReservedView, ...]:
    """Cards that were drawn face down."""
    return (ReservedView(level=level, blind=True, card=None),) * count


def choosing(model: TableModel, **after: Any) -> TableModel:
    """The model with a choice that leaves these possessions to the player. Tuples are packed gems."""
    after |= {name: pack(after[name]) for name in ("gems", "bonuses") if name in after}
    return replace(model, preview=model.player._replace(**after))


def first_card(model: TableModel, cells: int = 13, height: int = 4) -> str:
    """The first level 1 card as text."""
    slot = CardSlot(1, 0)
    return plain(card_block(model, LOOK, slot, model.card(slot), cells, height))


def box_of(model: TableModel, cells: int, height: int, seat: int = 0) -> str:
    """A player's box as text."""
    return plain(tableau_picture(model, LOOK, seat, cells, height).lines)


def test_name_in_a_narrow_box_is_cut_only_if_all_spaces_are_needed() -> None:
    model = replace(tiny_model(), chances=(percent(0.3), percent(0.7)))
    for name, title in (
        ("Learner", "╔ ▶Learner 30% ═ 0p ╗"),
        ("Apprentice", "╔▶Apprentice 30% 0p ╗"),
        ("Grandmaster", "╔▶Grandmast… 30% 0p ╗"),
    ):
        assert box_of(replace(model, names=(name, "Bo")), 21, 5).splitlines()[0] == title


@pytest.mark.parametrize(
    ("cost", "held", "size", "told"),
    [
        ((2, 0, 0, 0, 0), {"gems": ONE_WHITE, "bonuses": ONE_WHITE}, (13, 4), " can buy "),
        ((3, 2, 0, 0, 0), {"gems": ONE_WHITE, "bonuses": ONE_WHITE}, (13, 4), " 3 short "),
        ((3, 2, 0, 0, 0), {"gems": ONE_WHITE, "bonuses": ONE_WHITE, "gold": 1}, (13, 4), " 2 short "),
        ((3, 2, 0, 0, 0), {"bonuses": ONE_WHITE}, (17, 6), "3◇=2 2◆"),
        (ONE_WHITE, {"bonuses": ONE_WHITE}, (25, 10), "free"),
        ((3, 3, 5, 3, 9), {}, (13, 4), "3◇3◆5▲3●9■"),
        ((3, 3, 5, 3, 9), {}, (17, 4), "3◇ 3◆ 5▲ 3● 9■"),
    ],
)
def test_card_shows_its_price_and_the_shortfall(
    cost: Counts, held: dict[str, Any], size: tuple[int, int], told: str
) -> None:
    assert told in first_card(tiny_model(cost, **held), *size)


def test_chosen_card_and_cursor_differ_without_colour() -> None:
    model, slot = tiny_model(), CardSlot(1, 0)
    chosen = replace(model, chosen=slot, keys=QWERTY)
    looks = [
        plain(card_block(shown, Look(cursor=cursor), slot, shown.card(slot), 13, 4))
        for shown in (replace(model, keys=QWERTY), chosen)
        for cursor in (None, slot)
    ]
    assert [look.splitlines()[0] for look in looks] == [
        "╭─ z ───────╮",
        "┏━ z ━━━━━━━┓",
        "┏╍[z]╍╍╍╍╍╍╍┓",
        "┏━[z]━━━━━━━┓",
    ]


@pytest.mark.parametrize(
    ("white", "black", "height", "told"),
    [(0, 0, 1, "8 away"), (1, 1, 4, "6 away"), (1, 0, 4, "4◇=3 4■ "), (4, 4, 1, "visits"), (4, 4, 4, "visits")],
)
def test_noble_shows_the_missing_bonuses(white: int, black: int, height: int, told: str) -> None:
    model = tiny_model((4, 0, 0, 0, 4), bonuses=(white, 0, 0, 0, black))
    assert told in plain(nobles_picture(model, LOOK, 80, height).lines)


def test_five_nobles_fit_into_a_row_with_their_keys_and_distances_if_a_shorter_heading_makes_room(
    catalogue: Catalogue,
) -> None:
    model = table_model(early(catalogue))
    hard = tuple(noble for noble in catalogue.nobles if len(colours(noble.cost)) == 3)[:5]
    keys: dict[Slot, str] = {NobleSlot(index): str(index + 1) for index in range(5)}
    picture = nobles_picture(replace(model, view=model.view._replace(nobles=hard), keys=keys), LOOK, 80, 1)
    assert max(region.right for _, region in picture.places) <= 80
    assert "NOBLES 3p" in plain(picture.lines)
    wide = nobles_picture(model, LOOK, 200, 1)
    nearest = plain(nobles_picture(model, LOOK, width(wide.lines[0]) - len("NOBLES"), 1).lines)
    assert nearest.count("away") == len(model.view.nobles)
    assert "NOBLES" not in nearest


def test_noble_with_a_long_name_shows_the_distances_of_three_rivals(catalogue: Catalogue) -> None:
    model = replace(table_model(early(catalogue, 4)), names=("Journeyman", "Ann", "Merchant", "Apprentice"))
    shown = plain(nobles_picture(model, LOOK, 5 * 21 + 4, 7).lines)
    rivals = [name for seat, name in enumerate(model.names) if seat != model.seat]
    assert [shown.count(f" {name}: ") for name in rivals] == [5, 5, 5]


def test_prices_and_distances_leave_out_players_who_resigned(catalogue: Catalogue) -> None:
    playing = table_model(early(catalogue, 4))
    players = list(playing.view.players)
    for seat in (playing.seat, playing.seat - 1):
        players[seat] = players[seat]._replace(forfeited=True)
    resigned = replace(playing, view=playing.view._replace(players=tuple(players)))
    for model, has in ((playing, True), (resigned, False)):
        shown = text(model, "120x40")
        assert (" short" in shown, " away" in shown) == (has, has)
        distance = f"{model.names[model.seat - 1]}: "
        assert (distance in plain(nobles_picture(model, LOOK, 5 * 21 + 4, 7).lines)) is has


@pytest.mark.parametrize(
    ("cells", "reserved", "held", "then", "foot"),
    [
        (21, 0, 0, 3, "╚ ·  ·  ·  ♔0 0→3/10╝"),
        (21, 2, 0, 3, "╚ ▒3 ▒3 ·  ♔0 0→3/10╝"),
        (21, 3, 0, 3, "╚ ▒3 ▒3 ▒3 ♔0 0→3/10╝"),
        (21, 3, 10, 13, "╚ ▒3▒3▒3 ♔0 10→13/10╝"),
        (26, 0, 0, 0, "╚ ·  ·  ·  ♔0 ═════ 0/10 ╝"),
    ],
)
def test_foot_of_a_box_shows_nobles_beside_any_change_of_tokens_and_no_lone_piece_of_frame(
    cells: int, reserved: int, held: int, then: int, foot: str
) -> None:
    model = choosing(tiny_model(gems=(held, 0, 0, 0, 0), reserved=backs(reserved)), gems=(then, 0, 0, 0, 0))
    assert box_of(model, cells, 5).splitlines()[-1] == foot


def test_cards_and_nobles_show_the_effect_of_the_choice() -> None:
    model = tiny_model((3, 0, 0, 0, 0), gems=ONE_WHITE)
    richer = choosing(model, gems=(2, 0, 0, 0, 0))
    assert "──→1 short ╯" in first_card(richer)
    assert "→can buy " in first_card(choosing(model, gems=(3, 0, 0, 0, 0)))
    chosen = replace(richer, chosen=CardSlot(1, 0))
    assert " 2 short " in first_card(chosen), "what is chosen is paid with what one has"
    assert "→2 away" in plain(nobles_picture(choosing(model, bonuses=ONE_WHITE), LOOK, 80, 1).lines)
    held = (ReservedView(level=1, blind=False, card=model.card(CardSlot(1, 0))),)
    reserving = replace(choosing(model, gold=1, reserved=held), chosen=CardSlot(1, 0))
    assert "→1 short" in first_card(reserving), "after the gold"
    assert "reserve 0→1/3" in " ".join(plain(reserve_picture(reserving, LOOK, 56, 4).lines).split())


def test_cut_column_of_cards_ends_with_the_number_of_hidden_ones() -> None:
    model = tiny_model(bonuses=(0, 0, 0, 4, 0))
    cards = tuple(card for card in model.view.catalogue.cards if card.bonus is Colour.RED)[:4]
    for height, told in ((13, ["● 5p", "● 5p", "● 5p", "● 5p"]), (11, ["● 5p", "● 5p", "● +2"])):
        lines = box_of(choosing(model, cards=cards), 44, height).splitlines()
        assert [line[25:30].strip() for line in lines][-1 - len(told) : -1] == told


@pytest.mark.parametrize(("position", "size"), [("early", "120x40"), ("late", "80x24")])
def test_finished_game_shows_no_shortfalls(catalogue: Catalogue, position: str, size: str) -> None:
    model = table_model(POSITIONS[position](catalogue))
    during, after = (text(replace(model, prompt=(), over=over), size) for over in (False, True))
    assert re.search(r"=\d|free|short|away", during)
    assert not re.search(r"=\d|free|short|away|can buy", after)


@pytest.mark.parametrize(
    ("cells", "rows", "told"),
    [
        (21, 9, "nobles  6p (2) "),
        (44, 8, "nobles   6p One of a lon… · Two of a lon… "),
        (44, 9, "nobles   6p One of a long line            ║\n║            Two of a long line "),
        (60, 9, "6p One of a long line · Two of a long line"),
    ],
)
def test_nobles_won_show_their_points_and_long_names_wrap_are_cut_or_counted(cells: int, rows: int, told: str) -> None:
    nobles = tuple(Noble.of(name, f"{name} of a long line", 3, pack((4, 0, 0, 0, 0))) for name in ("One", "Two"))
    assert told in box_of(choosing(tiny_model(), nobles=nobles), cells, rows)
    to_choose = replace(choosing(tiny_model(), nobles=nobles[:1]), nobles_to_choose=nobles)
    assert "6p One of a long line · one of 2" in box_of(to_choose, 60, rows)


def test_players_box_has_all_rows_and_if_wide_gold_and_reserves() -> None:
    for cells, height in product(range(2, 60), (5, 9, 18)):
        assert len(tableau_picture(tiny_model(), LOOK, 0, cells, height).lines) == height
    for cells in range(24, 70):
        tokens = box_of(choosing(tiny_model(gems=(1, 2, 3, 0, 0)), gold=4), cells, 9).splitlines()[3]
        assert re.findall(r"\d", tokens)[-1] == "4"
    for cells, level in product((21, 41), (1, 2, 3)):
        assert re.search(r" 3/3[ ║]", box_of(choosing(tiny_model(), reserved=backs(3, level)), cells, 9))


def test_noble_tile_has_the_full_name_and_if_there_is_room_a_row_for_the_requirement(catalogue: Catalogue) -> None:
    model = table_model(early(catalogue))
    for noble in catalogue.nobles:
        alike = replace(model, view=model.view._replace(nobles=(noble,) * 5))
        compact = plain(nobles_picture(alike, LOOK, 119, 4).lines)
        last_row = compact.splitlines()[2].split("│")[1]
        assert last_row.endswith(f" {plain((noble_chips(model, LOOK, noble, 17),))} "), (
            "the requirements of all are aligned"
        )
        words = compact.replace("│", " ").split()
        assert [words.count(word) for word in noble.name.split()] == [5] * len(noble.name.split())
        tile = [row.split("│")[1].strip() for row in plain(nobles_picture(alike, LOOK, 109, 7).lines).splitlines()[1:6]]
        chips = plain((noble_chips(model, LOOK, noble, 17),))
        assert chips in tile, noble.name


def test_empty_seat_of_a_sprint_has_no_box(catalogue: Catalogue) -> None:
    model = table_model(early(catalogue, 2), names=("Ann", "Bo"))
    assert text(model, "80x24").count("/10 tokens") == 2
    assert text(replace(model, names=("Ann", "")), "80x24").count("/10 tokens") == 1


def test_last_round_and_unsaved_warnings_are_never_cut(catalogue: Catalogue) -> None:
    model = table_model(last_round(catalogue), names=["W" * 19 + letter for letter in "ABCD"])
    row = plain((status_line(replace(model, banner=N_("NOT SAVED"), clock=ShownClock("0:42 + 4:10")), LOOK, 80),))
    assert cell_len(row) == 80
    assert all(words in row for words in ("NOT SAVED", "LAST ROUND", "0:42 + 4:10"))


def test_names_of_others_are_whole_where_there_is_room(catalogue: Catalogue) -> None:
    names = ("Learner", "Apprentice", "Journeyman", "Grandmaster")
    model = table_model(last_round(catalogue), names=names)
    row = plain((status_line(replace(model, clock=ShownClock("1:00", others={1: "5:00", 3: "4:00"})), LOOK, 120),))
    assert f"Apprentice 5:00  Grandmaster 4:00  {names[model.active]} 1:00" in row
    nobles = table_model(early(catalogue), names=names)
    assert "…:" not in plain(nobles_picture(nobles, LOOK, 109, 8).lines), "there is a row for each"


@pytest.mark.parametrize(
    ("cells", "shown"), [(74, "▶ Maximiliane… · to 15  "), (100, "▶ Maximiliane Anna · to 15 points  ")]
)
def test_name_of_the_player_to_move_is_whole_where_there_is_room(catalogue: Catalogue, cells: int, shown: str) -> None:
    model = replace(
        table_model(early(catalogue), names=("Maximiliane Anna", "Bo", "Cy", "Dee")), clock=ShownClock("1:00" * 9)
    )
    row = plain((status_line(model, LOOK, cells),))
    assert shown in row
    assert "  1:00" in row, "the sides never touch"


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ann", "Ben"), " Splendor  round 3 · ▶ Ann · to 15 points · Series, first to 2: Ann 0, Ben 0"),
        (
            ("Clara", "Ann", "Ben", "Dan"),
            " round 3 · ▶ Clara · to 15 · Series, first to 2: Clara 0, Ann 0, Ben 0, Dan 0",
        ),
        (
            ("Anne-Catherine", "Priya"),
            " round 3 · ▶ Anne-Catherine · to 15 · Series: Anne-Catherine 0, Priya 0",
        ),
        (
            ("Anne-Catherine", "Zoé", "Priyanka", "Sam"),
            " round 3 · ▶ Anne-Cather… · to 15 · Series: Anne-… 0, Zoé 0, Priya… 0, Sam 0",
        ),
    ],
)
def test_score_of_the_series_is_in_the_status_at_80_columns(
    catalogue: Catalogue, names: tuple[str, ...], shown: str
) -> None:
    game = result(1, "A", 1)._replace(names=names)
    model = replace(table_model(early(catalogue, len(names)), names=names), series=Series([game], "first-2"))
    assert plain((status_line(model, LOOK, 80),)).startswith(shown)


@pytest.mark.parametrize(
    ("language", "clock", "target", "rest"),
    [
        ("en", None, 4, "round 3 · ▶ Oma Hil… · to 4 · Series: Oma H… 0.5, Jo 0.5, Papa… 0.5, Mia 0.5"),
        ("en", "5:00", 4, "round 3 · ▶ Oma Hi… · to 4 · Series: Oma… 0.5, Jo 0.5, Pap… 0.5, Mia 0.5"),
        ("en", None, 15, "round 3 · ▶ Oma Hildega… · Series: Oma Hi… 0.5, Jo 0.5, Papa S… 0.5, Mia 0.5"),
        (
            "fr",
            None,
            4,
            "▶ Oma… · en 4 points · Série\xa0: Oma Hi… 0,5\u202f; Jo 0,5\u202f; Papa S… 0,5\u202f; Mia 0,5",
        ),
    ],
)
def test_unusual_target_stays_in_the_status_beside_long_names(
    catalogue: Catalogue, language: str, clock: str | None, target: int, rest: str
) -> None:
    names = ("Oma Hildegard", "Jo", "Papa Stefan", "Mia")
    games = [result(1, "ABCD", 1)._replace(names=names, winners=winners) for winners in (names[:2], names[2:])]
    model = replace(table_model(early(catalogue, 4), names=names), series=Series(games, "open"))
    model = replace(model, clock=ShownClock(clock) if clock else None)
    model = replace(model, view=model.view._replace(options=replace(model.view.options, target=target)))
    set_language(language)
    row = plain((status_line(model, LOOK, 80),))
    assert row.removesuffix(f"{clock} ").strip() == rest


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        (120, "Tournament, round 2 of 3: A 1, C 0.5, D 0.5, B 0"),
        (72, "Tournament: A 1, C 0.5, D 0.5, B 0"),
        (60, "Tournament: A 1, C 0.5, D 0.5, B 0"),
        (52, "Tournament: A 1, C 0.5, B 0 …"),
        (44, "Tournament: C 0.5, B 0 …"),
        (36, "round 3 · ▶ B · to 15"),
    ],
)
def test_leader_of_a_tournament_is_in_the_status_of_a_table_without_them(
    catalogue: Catalogue, cells: int, shown: str
) -> None:
    model, plan = table_model(early(catalogue, 2), names=("B", "C")), plan_of("A,B,C,D")
    games = [result(1, "AB", 1, 2), result(1, "CD", 1, 1)]
    model = replace(model, series=Tournament("tournamt", plan, games))
    row = plain((status_line(model, LOOK, cells),))
    assert row.strip().endswith(shown)


def test_everyone_in_a_tournament_is_in_the_status_with_shorter_names_before_anyone_is_omitted(
    catalogue: Catalogue,
) -> None:
    names = {"A": "Anna-Lena", "B": "Ben", "M": "Maximilian", "Z": "Zoé"}
    model, plan = table_model(early(catalogue, 2), names=("Maximilian", "Ben")), plan_of(",".join(names.values()))
    games = [
        one._replace(names=tuple(names[letter] for letter in one.names))
        for one in (result(1, "AM", 1, 2), result(1, "ZB", 1, 2))
    ]
    model = replace(model, series=Tournament("tournamt", plan, games))
    row = plain((status_line(model, LOOK, 80),))
    assert row.strip() == "round 3 · ▶ Maximilian · to 15 · Tournament: Anna… 1, Zoé 1, Ben 0, Maxi… 0"


@pytest.mark.parametrize(
    ("size", "pointed_at", "told"), [("80x24", False, True), ("80x24", True, False), ("120x40", False, False)]
)
def test_hint_adds_a_nobles_requirement_unless_the_noble_is_marked(
    catalogue: Catalogue, size: str, pointed_at: bool, told: bool
) -> None:
    model = table_model(middle(catalogue, 2))
    noble = model.view.nobles[0]
    lit = frozenset({NobleSlot(0)}) if pointed_at else frozenset()
    needs = draw_message(N_("{noble} ({bonuses})", noble=noble, bonuses=Tokens(noble.cost, 0)), UNICODE).plain
    shown = text(replace(model, hint=ShownHint(N_("It serves {noble}.", noble=noble)), lit=lit), size)
    assert (f"It serves {needs}." in shown) is told
    assert f"It serves {noble.shown_name}" in shown


@pytest.mark.parametrize(("cells", "height"), [(130, 4), (109, 7)])
def test_noble_in_a_hint_is_marked_with_arrows(catalogue: Catalogue, cells: int, height: int) -> None:
    model = table_model(middle(catalogue, 2))
    for lit in (False, True):
        shown = replace(model, lit=frozenset({NobleSlot(0)} if lit else ()))
        lines = nobles_picture(shown, LOOK, cells, height).lines
        assert (f">{model.view.nobles[0].shown_name}" in plain(lines)) is lit
        assert (theme.LIT in [ink for line in lines for _words, ink in line]) is lit, (
            "blanks in its ink would be blocks"
        )


@pytest.mark.parametrize(("bonuses", "rows"), [(0, 9), (0, 7), (3, 9), (3, 7)])
@pytest.mark.parametrize("cost", [(3, 0, 0, 0, 0), (3, 3, 3, 3, 0), (3, 3, 3, 3, 3)])
def test_large_card_shows_its_points_and_full_price(cost: Counts, bonuses: int, rows: int) -> None:
    model = tiny_model(cost, bonuses=(bonuses,) * 5)
    card = model.card(CardSlot(1, 0))
    assert card is not None
    inside = card_face(LOOK, card, model.player, 23, rows, within_reach=False)
    assert {width(line) for line in inside} == {23}
    assert len(inside) == rows
    text = plain(tuple(inside))
    assert all(f"3{UNICODE.gem(colour)}" in text for colour, amount in zip(Colour, cost, strict=True) if amount)
    large = [line[:4].strip() for line in text.splitlines()[:3]] == list(UNICODE.digits[5])
    assert large or (text.startswith(" 5 ") and rows == 7 and sum(map(bool, cost)) + bool(bonuses) > 4)


def test_two_row_prompt_borrows_a_row_from_the_log(catalogue: Catalogue) -> None:
    model = table_model(middle(catalogue))
    words = [f"word{number:02}" for number in range(18)]  # 125 cells: more than the 78 of one row
    sentence = Phrase(N_("{words}", words=" ".join(words)))
    long, short = (text(one, "80x24").splitlines() for one in (replace(model, prompt=(sentence,)), model))
    assert [word for row in long for word in row.split() if word.startswith("word")] == words
    assert [row for row, line in enumerate(long) if "word" in line] == [21, 22]
    assert [row[59:] for row in long[:22]] == [row[59:] for row in short[:22]]


@pytest.mark.parametrize(
    ("lit", "here", "pile"), [(True, False, "4>● 4<"), (True, True, "4┃● 4<"), (False, True, "4┃● 4┃")]
)
def test_gem_in_a_hint_stays_marked_under_the_cursor(lit: bool, here: bool, pile: str) -> None:
    slot = PileSlot(Colour.RED)
    model = replace(tiny_model(), keys=QWERTY, lit=frozenset({slot} if lit else ()))
    assert pile in plain(bank_picture(model, Look(cursor=slot if here else None), 56, 1).lines)
