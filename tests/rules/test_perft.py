"""Counting action sequences: the rules and the oracle give the same counts."""

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.perft import divide, perft
from tests.oracle import splendor
from tests.rules.card_sets import SMALL_SET, card_set
from tests.rules.comparison import oracle_perft, twin
from tests.rules.tables import lay, lay_locked, play

EASY_NOBLES = "anne 3 G1\nbea 3 G1\ncleo 3 W1\n"


def test_small_card_set_matches_the_oracle_five_plies_deep(catalogue: Catalogue) -> None:
    state = lay(("1-01 1-03", "", "3-01"), "anne bea cleo", catalogue=card_set(SMALL_SET, EASY_NOBLES))
    state.bank = catalogue.cards[0].bonus_gem * 2
    game = twin(state)
    game.bank = dict.fromkeys(game.bank, 0) | {"*": 5, catalogue.cards[0].bonus.letter: 2}
    assert [perft(state, depth) for depth in range(6)] == [oracle_perft(game, depth) for depth in range(6)]
    assert {format_action(action): count for action, count in divide(state, 2)} == {
        line: oracle_perft(splendor.apply(game, line), 1) for line in splendor.legal_actions(game)
    }


def test_shorter_sequences_are_not_counted() -> None:
    state = play(lay_locked(), "pass")
    assert [perft(state, depth) for depth in range(4)] == [1, 1, 0, 0]
