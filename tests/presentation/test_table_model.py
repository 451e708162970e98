"""The kinds of players that are shown next to their names."""

from splendor_tui.presentation.table_model import shown_kinds


def test_kind_is_shown_unless_the_name_reveals_it() -> None:
    names = ("Ann", "Merchant", "merchant 2", "Mill", "Journeyman", "Merchant 3")
    kinds = ("human", "merchant", "merchant", "merchant", "merchant", "human")
    beside = [str(kind or "") for kind in shown_kinds(names, kinds)]
    assert beside == ["", "", "", "Merchant", "Merchant", ""]
