"""The kinds beside names."""

from splendor_tui.presentation.table_view import kinds_beside


def test_what_plays_is_not_told_twice() -> None:
    names = ("Ann", "Merchant", "merchant 2", "Mill", "Journeyman", "Merchant 3")
    kinds = ("human", "merchant", "merchant", "merchant", "merchant", "human")
    beside = [str(kind or "") for kind in kinds_beside(names, kinds)]
    assert beside == ["", "", "", "Merchant", "Merchant", ""]
