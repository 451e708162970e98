"""The kinds beside names."""

from splendor_tui.presentation.table_model import shown_kinds


def test_what_plays_is_not_told_twice() -> None:
    names = ("Ann", "Merchant", "merchant 2", "Mill", "Journeyman", "Merchant 3")
    kinds = ("human", "merchant", "merchant", "merchant", "merchant", "human")
    beside = [str(kind or "") for kind in shown_kinds(names, kinds)]
    assert beside == ["", "", "", "Merchant", "Merchant", ""]
