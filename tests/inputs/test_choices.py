"""Every setting and house rule is declared once, and offered everywhere."""

import json
from pathlib import Path

import pytest

from splendor_tui.commands import new_command
from splendor_tui.commands.argument_parser import Parser
from splendor_tui.inputs.house_rules import HOUSE_RULES, MatchRules
from splendor_tui.inputs.match_options import MatchOptions, SeatOptions, make_options
from splendor_tui.inputs.settings import (
    CHOICES,
    SETTING_NAMES,
    Origin,
    Settings,
    load_settings,
    plain_settings,
    save_settings,
    variable_of,
)
from splendor_tui.presentation.match_draft import MatchDraft
from splendor_tui.words import N_

USUAL = Settings()
ELSEWHERE = {"language": "fr", "theme": "nord"}
"""Other values of settings whose values the program finds at run time."""
OF_ONE_VALUE = [name for name in SETTING_NAMES if variable_of(name)]


def other_value(name: str) -> object:
    before = USUAL.value_of(name)
    if name in ELSEWHERE:
        return ELSEWHERE[name]
    return CHOICES[name].next(before, 1) if name in CHOICES else not before


@pytest.mark.parametrize("name", OF_ONE_VALUE)
def test_every_setting_is_read_from_its_variable_and_its_file(name: str, tmp_path: Path) -> None:
    changed = USUAL.with_value(name, other_value(name))
    assert changed.value_of(name) != USUAL.value_of(name)
    written = plain_settings(changed)[name]
    text = written if isinstance(written, str) else json.dumps(written)
    loaded = load_settings({f"SPLENDOR_TUI_{name.upper().replace('.', '_')}": text}, None)
    assert (loaded.settings, loaded.problems, loaded.origins[name]) == (changed, (), Origin.ENVIRONMENT)
    save_settings(tmp_path, USUAL, changed)
    loaded = load_settings({}, tmp_path)
    assert (loaded.settings, loaded.problems, loaded.origins[name]) == (changed, (), Origin.FILE)


@pytest.mark.parametrize("name", [name for name in CHOICES if name not in ELSEWHERE])
def test_arrows_reach_valid_values_with_a_name_and_a_meaning(name: str) -> None:
    choice, value = CHOICES[name], USUAL.value_of(name)
    seen = []
    for _turn in range(60):
        value = choice.next(value, 1)
        seen.append(value)
        assert USUAL.with_value(name, value).value_of(name) == value
        assert str(choice.describe(value).name)
        assert choice.explain(value) != choice.name
        typed = choice.describe(value).typed
        assert typed is None or USUAL.with_text(name, str(typed)).value_of(name) == value
    assert len({*map(repr, seen)}) > 1


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_every_house_rule_has_an_option_and_a_row_and_is_saved_with_the_match(name: str) -> None:
    draft = MatchDraft(("Ann", "Bo"), MatchRules())
    draft.cycle_rule(name, 1)
    rules = draft.rules
    assert rules.unusual().keys() == {name}
    parser = Parser("new", N_("Start a new game."))
    new_command.configure(parser)
    value = rules.model_dump(mode="json")[name]
    [option] = [action for action in parser._actions if action.dest == name]  # noqa: SLF001 - argparse lists them nowhere else
    words = option.option_strings if option.nargs == 0 else [*option.option_strings, str(value)]
    assert new_command.changed_rules(MatchRules(), parser.parse_args(words)) == rules
    assert new_command.changed_rules(rules, parser.parse_args([])) == rules
    agreed = make_options((SeatOptions(name="Ann"), SeatOptions(name="Bo")), rules)
    assert MatchOptions.from_json(agreed.to_json()) == draft.options() == agreed


def test_numbers_stop_at_either_end_and_may_lie_between_two_steps() -> None:
    pace, target = CHOICES["bot_pace"], CHOICES["match.target"]
    assert [pace.next(seconds, by) for seconds, by in ((10.0, 1), (0.0, -1), (0.7, 1), (0.7, -1))] == [10, 0, 1, 0.5]
    assert [target.next(points, by) for points, by in ((50, 1), (1, -1), (15, 1))] == [50, 1, 16]
