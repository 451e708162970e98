"""The digest covers the full position, so that a replay detects any difference."""

from splendor_tui.rules.digest import digest
from tests.rules.tables import lay


def test_digest_covers_the_deck_order_but_not_the_order_of_dealt_cards() -> None:
    one = lay(("1-01 1-02 1-03 1-04 1-05 1-06", "", ""))
    other = lay(("1-01 1-02 1-03 1-04 1-06 1-05", "", ""))
    assert digest(one) != digest(other)
    other.decks = (other.decks[0][:4][::-1] + one.decks[0][4:], *other.decks[1:])
    assert digest(one) == digest(other)
