"""The log in rows: by round, with identifiable cards, and everyone's last turn in few rows."""

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.log import LogKind, LogLine
from splendor_tui.rules.actions import Reserve, ReserveTop, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Tokens, pack
from splendor_tui.tui.look.drawn_log import HANGING_INDENT, NAME_WIDTHS, log_page, log_rows
from splendor_tui.tui.look.drawn_message import draw_message, token_chips
from splendor_tui.tui.look.glyphs import UNICODE
from splendor_tui.words import N_
from tests.match.tables import act, options, sit_down

FOUR_PLAYERS = "Maximilian Augustus,Player 1,Merchant,Apprentice"
THREE = Take(pack((1, 1, 1, 0, 0)))


def shown(log: tuple[LogLine, ...], cells: int, rows: int, players: int = 2) -> list[str]:
    return [row.plain.replace("\xa0", " ").rstrip() for row in log_rows(log, players, UNICODE, cells, rows, rows)]


@cache
def logs_of_a_game(catalogue: Catalogue, players: str, seed: int) -> list[tuple[LogLine, ...]]:
    """The log after each action of a game."""
    table, logs = sit_down(catalogue, make_options(parse_players(players)), seed=seed), []
    merchant, rng = create_bot("merchant"), Random(seed)
    while table.outcome is None:
        act(table, merchant.choose(table.view_for(table.seat), rng, Budget(1, lambda: False)))
        logs.append(table.log)
    return logs


def test_rounds_have_headings_or_in_a_low_pane_numbers(catalogue: Catalogue) -> None:
    table, ann, bo = sit_down(catalogue, options(2)), "Ann took 1◇ 1◆ 1▲.", "Bo took 1◇ 1◆ 1▲."
    for _turn in range(3):
        act(table, THREE)
    log = table.log
    assert log_page(log, UNICODE).plain.splitlines() == ["Round 1", ann, bo, "Round 2", ann]
    assert shown(log, 56, 6) == ["Round 1", ann, bo, "Round 2", ann]
    assert shown(log, 56, 5) == [f" 1: {ann}", f"    {bo}", f" 2: {ann}"]
    assert shown(log, 76, 5) == [f"Round 1: {ann}", f"         {bo}", f"Round 2: {ann}"]


def test_undone_actions_are_removed_from_the_log(catalogue: Catalogue) -> None:
    table = sit_down(catalogue, options(2))
    table.submit(0, THREE, 0)
    table.submit(1, THREE, 1)
    table.undo(1)
    assert shown(table.log, 56, 4) == [" 1: Ann took 1◇ 1◆ 1▲.", "    Back to Bo's turn. Undone: 1 action."]
    assert "Undone: Back" not in log_page((*table.log, *table.log[-1:]), UNICODE).plain
    table.redo()
    assert shown(table.log, 56, 5)[2:] == ["    Redone: 1 action.", "    Bo took 1◇ 1◆ 1▲."]
    assert log_page(table.log, UNICODE).plain.splitlines()[2:] == [
        "Undone: Bo took 1◇ 1◆ 1▲.",
        "Back to Bo's turn. Undone: 1 action.",
        "Redone: 1 action.",
        "Bo took 1◇ 1◆ 1▲.",
    ], "the whole log keeps everything"


MASTERS = ("Guildmaster", "Grandmaster")


@pytest.mark.parametrize(
    ("cells", "names", "told"),
    [
        (36, MASTERS, "3: Guildmaster took it. Grandmaster took it."),
        (17, MASTERS, "3: Guild… took it. Grand… took it."),
        (24, ("Bartholomew the First",) * 2, "3: Bartholomew… took it. Bartholomew… took it."),
        (19, ("Player 2", "Player 3"), "3: Player 2 took it. Player 3 took it."),
        (18, ("Player 2", "Player 3"), "3: Playe…2 took it. Playe…3 took it."),
        (16, ("Player 2", "Player 3"), "3: Player 3 took it."),
    ],
)
def test_names_are_cut_only_if_brief_sentences_do_not_fit_and_no_more_than_required(
    cells: int, names: Sequence[str], told: str
) -> None:
    log = []
    for seat, name in enumerate(names):
        full = N_("{name} took {what}.", name=name, what="a card of which so much can be told that it fits nowhere")
        log.append(LogLine(seat, 3, seat, LogKind.RESERVED, full, N_("{name} took it.", name=name)))
    assert " ".join(row.strip() for row in shown(tuple(log), cells, 3, 4)) == told


@pytest.mark.parametrize("rows", [1, 2])
def test_few_rows_drop_the_oldest_turns_rather_than_cut_a_name(catalogue: Catalogue, rows: int) -> None:
    for log in logs_of_a_game(catalogue, "Ann,Bö,Merchant", 0):
        last = draw_message(log[-1].brief or log[-1].message, UNICODE).plain.replace("\xa0", " ")
        text = " ".join(row.strip() for row in shown(log, 57, rows, 3))
        assert text.endswith(last)
        assert "…" not in text


def test_log_names_reserved_cards_but_only_the_level_of_blind_ones(catalogue: Catalogue) -> None:
    table = sit_down(catalogue)
    card = next(card for card in table.view_for(None).grid if card is not None and card.level == 3)
    table.submit(0, Reserve(card), 0)
    table.submit(1, ReserveTop(2), 1)
    face, unseen = shown(table.log, 76, 5)
    price = token_chips(Tokens(card.cost, 0), UNICODE).plain
    assert f"reserved the level III {UNICODE.gem(card.bonus)} {card.points}p ({price}) and took a gold" in face
    assert "reserved a level II card from the deck" in unseen
    first, second, *_unseen = shown(table.log, 40, 5)
    indents = [len(row) - len(row.lstrip()) for row in (first.removeprefix(" 1:"), second.removeprefix("   "))]
    assert indents == [1, 3], "a row that continues a sentence is indented"


@pytest.mark.parametrize(("cells", "rows"), [(36, 5), (36, 6), (36, 9), (76, 9)])
def test_long_log_begins_with_a_whole_sentence_and_fills_a_roomy_pane(
    catalogue: Catalogue, cells: int, rows: int
) -> None:
    firsts = set()
    for log in logs_of_a_game(catalogue, "Ann,Bo", 1):
        told = shown(log, cells, rows)
        first = next(row for row in told if row)
        headed = rows >= 6
        assert first.startswith(("Round ", "Ann ", "Bo ")) if headed else first[:2].strip().isdigit(), told
        assert cells == 36 or all(told), told
        firsts |= {first.split()[0]} if len(told) == rows else set()
    assert cells == 36 or firsts == {"Round", "Bo"}, "at most the first heading is omitted"


def test_each_turn_has_its_own_row_if_there_is_one_more_row_than_players(catalogue: Catalogue) -> None:
    for ply, log in enumerate(logs_of_a_game(catalogue, FOUR_PLAYERS, 0)[:80], start=1):
        rows = shown(log, 46, 5, 4)
        assert all(row[2:3] == ":" or row.startswith("    ") for row in rows), rows
        assert len(rows) >= min(ply, 4), "every player's last turn is there"


def test_three_rows_show_the_last_turns_of_four_players(catalogue: Catalogue) -> None:
    for ply, log in enumerate(logs_of_a_game(catalogue, FOUR_PLAYERS, 0), start=1):
        turns = {(line.round, line.seat): line for line in reversed(log) if line.seat is not None}
        earliest = list(turns.values())[:4][-1]
        sentences = {draw_message(earliest.message, UNICODE).plain}
        for cells in NAME_WIDTHS:
            sentences.add(draw_message(earliest.brief or earliest.message, UNICODE, max_name=cells).plain)
        rows = shown(log, 56, 3, 4)
        text = " ".join(row.strip() for row in rows)
        is_over = log[-1].seat is None  # its sentence may take the place of a turn
        assert is_over or any(sentence.replace("\xa0", " ") in text for sentence in sentences), text
        assert not rows[0].startswith(" " * HANGING_INDENT), "it begins in the middle of a sentence"
        assert not any(row.endswith(":") for row in rows), "a round's number stays with its first turn"
        if ply > 16:
            assert len(log_rows(log, 4, UNICODE, 56, 3, 5)) == 5, "there is more to scroll back to"
