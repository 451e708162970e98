"""The layouts: every part has its place, none overlap, and no space beside the cards is wasted."""

from itertools import combinations

import pytest
from textual.geometry import Region, Size

from splendor_tui.tui.widgets.layouts import ROWS_AROUND, Places, places


def laid_out(columns: int, rows: int, players: int, *, rules: bool = True, two_rows: bool = False) -> Places:
    return places(Size(columns, rows - ROWS_AROUND), players, "auto", rules=rules, two_rows=two_rows)


def parts(where: Places) -> list[Region]:
    regions = [where.nobles, where.grid, where.bank, where.reserve, where.log, *where.players]
    return [*regions, where.rules] if where.rules else regions


@pytest.mark.parametrize("two_rows", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("window", [(80, 23), (100, 30), (120, 40), (160, 50), (200, 60), (213, 63)])
def test_no_part_of_the_table_covers_another(window: tuple[int, int], players: int, *, two_rows: bool) -> None:
    where = laid_out(*window, players, two_rows=two_rows)
    regions = [*parts(where), where.prompt] if two_rows else parts(where)
    assert not [pair for pair in combinations(regions, 2) if pair[0].overlaps(pair[1])]
    assert where.edges[1] <= window[0]


@pytest.mark.parametrize("rules", [True, False])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_log_and_rules_fill_a_large_window(players: int, *, rules: bool) -> None:
    where = laid_out(200, 60, players, rules=rules)
    left, right = where.grid.right + 1, where.edges[1]
    beside = [region for region in parts(where) if region.x >= left]
    top, bottom = where.nobles.y, where.reserve.bottom
    assert right == 200
    assert sum(region.area for region in beside) == (right - left) * (bottom - top)
