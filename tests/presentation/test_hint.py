"""A hint on the table: its keys, chances and sentences with names, its owner, and the time left."""

from collections.abc import Sequence

import pytest

from splendor_tui.bots.player import Advice, AdvisedAction
from splendor_tui.bots.reasons import PlayerAt
from splendor_tui.match.thinking_time import Thinking
from splendor_tui.presentation.hint import HintRequest, describe_hint
from splendor_tui.presentation.message_details import with_keys, with_names, with_requirements
from splendor_tui.presentation.table_model import ShownHint, Suggestion
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import Tokens
from splendor_tui.rules.notation import format_action, parse_action
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import new_game
from splendor_tui.rules.view import View, view
from splendor_tui.words import N_
from splendor_tui.words.percent import percent
from tests.match.tables import Time
from tests.presentation.choosing import QWERTY

THINKING = Thinking(5, Time())
A, B, C = "take W G K", "take W U G", "reserve deck 3"


def opening(catalogue: Catalogue) -> View:
    return view(new_game(catalogue, GameOptions(2), 7), 0)


def asked(seen: View, *lines: str, chances: Sequence[float | None] | None = None) -> HintRequest:
    """A complete hint with these actions."""
    chances = chances or [0.5] * len(lines)
    actions = [parse_action(line, seen.catalogue) for line in lines]
    advice = Advice([AdvisedAction(action, chance) for action, chance in zip(actions, chances, strict=True)])
    return HintRequest(0, THINKING, advice, complete=True)


def test_suggestions_have_the_keys_of_the_board_and_a_heading(catalogue: Catalogue) -> None:
    seen, thinking = opening(catalogue), Thinking(5, Time())
    card = seen.grid[0]
    assert card is not None
    request = asked(seen, "take W G K", f"reserve {card.id}", "reserve deck 3")
    hint = describe_hint(request, seen, ("Ann", "Bo"), QWERTY)
    assert [suggestion.keys for suggestion in hint.suggestions] == [("1", "3", "5"), ("z",), ("t",)]
    assert str(hint.heading) == "Best first, each with your chance of winning:"
    thinking.hurry()
    assert heading(request._replace(thinking=thinking), seen).startswith("Cut short, so less sure.")


def test_same_suggestions_keep_their_order_during_the_search(catalogue: Catalogue) -> None:
    seen = opening(catalogue)
    hint = asked(seen, A, B)
    for later, shown in ((asked(seen, B, A), [A, B]), (asked(seen, B, C), [B, C])):
        assert later.advice is not None
        assert [format_action(choice.action) for choice in hint.with_interim(later.advice).choices] == shown


@pytest.mark.parametrize(("holds", "near"), [("W2 R1 K4", True), ("0", False)])
def test_hint_warns_of_a_rival_who_can_reach_the_target(catalogue: Catalogue, holds: str, near: bool) -> None:
    grid = "grid 1-01 1-12 1-24 1-31 2-10 2-15 2-03 2-29 3-06 3-14 3-18 3-12 / nobles mary-stuart charles-v machiavelli"
    seen = parse_position(f"seat 0 main target 14 / {grid} / 0 cards 2-02 / {holds} cards 3-02 3-04 3-01", catalogue)
    assert isinstance(seen, View)
    hint = describe_hint(asked(seen, "take W U G"), seen, ("Ann", "Bo"), QWERTY)
    warning = "Watch out: Bo can reach the target next turn."
    assert str(hint.warning) == (warning if near else "None")


def test_cards_in_sentences_have_their_keys(catalogue: Catalogue) -> None:
    seen = opening(catalogue)
    near, far = seen.grid[0], next(card for card in catalogue.level(1) if card not in seen.grid)
    assert near is not None
    sentence = N_("{action}: {reason}.", action=N_("Buy {card}", card=near), reason=N_("it serves {card}", card=far))
    assert str(with_keys(sentence, seen, QWERTY)) == f"Buy {near.describe()}\xa0(z): it serves {far.describe()}."
    assert str(with_keys(sentence, seen, {})) == str(sentence), "nobody can choose anything now"


def test_hint_gives_the_requirement_of_a_noble_shown_without_its_name(catalogue: Catalogue) -> None:
    seen = opening(catalogue)
    first, second = seen.nobles[:2]
    needs = str(Tokens(first.cost, 0))
    hint = with_requirements(
        ShownHint(N_("It serves {noble}.", noble=first), (Suggestion((), None, N_("Not {noble}.", noble=second)),)),
        [first],
    )
    assert str(hint.heading) == f"It serves {first.shown_name} ({needs})."
    assert str(hint.suggestions[0].sentence) == f"Not {second.shown_name}."


def heading(request: HintRequest, seen: View) -> str:
    return str(describe_hint(request, seen, ("Ann", "Bo"), {}).heading)


def test_heading_shows_the_thinking_time(catalogue: Catalogue) -> None:
    seen, time = opening(catalogue), Time()
    thinking = Thinking(5, time)
    time.seconds = 100
    assert heading(HintRequest(0, thinking), seen) == "The Grandmaster is getting ready…"
    thinking.begin()
    time.seconds += 2.9
    assert heading(HintRequest(0, thinking), seen) == "Hint by the Grandmaster: 2 of 5 s"
    time.seconds += 30
    assert heading(HintRequest(0, thinking), seen) == "Hint by the Grandmaster: 5 of 5 s"
    share_of_a_clock = Thinking(3.85506, time)
    share_of_a_clock.begin()
    assert heading(HintRequest(0, share_of_a_clock), seen) == "Hint by the Grandmaster: 0 of 3.9 s"
    assert heading(HintRequest(0), seen) == "The hint will appear on your turn."


def test_shown_chances_never_increase(catalogue: Catalogue) -> None:
    """A search spends most time on its first choice, and its values of the others are rough."""
    seen = opening(catalogue)
    lines = ("take W G K", "reserve deck 3", "reserve deck 1")
    for chances, shown in (
        ((0.04, 0.07, 0.02), ["4%", "4%", "2%"]),
        ((0.5, 0.3, 0.4), ["50%", "30%", "30%"]),
        ((None, 0.3, 0.4), ["None", "30%", "30%"]),
        ((None, None, None), ["None"] * 3),
    ):
        hint = describe_hint(asked(seen, *lines, chances=chances), seen, ("Ann", "Bo"), QWERTY)
        assert [str(suggestion.chance) for suggestion in hint.suggestions] == shown
        assert (hint.heading is None) == (shown[-1] == "None")


def test_only_certainty_is_shown_as_0_or_100_percent() -> None:
    shown = [str(percent(chance)) for chance in (0.0, 0.001, 0.616, 0.999, 1.0)]
    assert shown == ["0%", "1%", "62%", "99%", "100%"]


def test_opponents_in_nested_sentences_are_called_by_name() -> None:
    sentence = N_("{action}: {reason}.", action="Buy", reason=N_("{rival} could buy it", rival=PlayerAt(1)))
    assert str(sentence) == "Buy: player 2 could buy it."
    assert str(with_names(sentence, ("Ann", "Bo"))) == "Buy: Bo could buy it."
