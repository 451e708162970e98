"""Cards and nobles remain identical after pickling and copying, even in a process that never loaded them."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable

import pytest

from splendor_tui.rules.catalogue import Catalogue
from tests.rules.card_sets import card_set


@pytest.mark.parametrize("again", [lambda thing: pickle.loads(pickle.dumps(thing)), copy.copy, copy.deepcopy])  # noqa: S301
def test_pickles_and_copies_of_cards_and_nobles_are_identical(
    catalogue: Catalogue, again: Callable[[object], object]
) -> None:
    for thing in (*catalogue.cards, *catalogue.nobles):
        assert again(thing) is thing


def test_each_of_two_catalogues_keeps_its_own_cards(catalogue: Catalogue) -> None:
    other = card_set("1 W 0\n1 U 3", "charles-v 4 W1")
    assert other.cards_by_id["1-01"] is not catalogue.cards_by_id["1-01"]
    for card in (other.cards_by_id["1-01"], catalogue.cards_by_id["1-01"]):
        assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301


def test_another_process_sends_back_the_same_card(catalogue: Catalogue) -> None:
    card, noble = catalogue.cards_by_id["3-12"], catalogue.nobles[0]
    program = (
        "import pickle, sys\n"
        "things = pickle.load(sys.stdin.buffer)\n"
        "assert things[0] is pickle.loads(pickle.dumps(things[0]))\n"
        "pickle.dump(things, sys.stdout.buffer)\n"
    )
    answered = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps((card, noble)), stdout=subprocess.PIPE, check=True
    )
    assert pickle.loads(answered.stdout) == (card, noble)  # noqa: S301
