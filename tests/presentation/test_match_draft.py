"""The draft of the new game screen."""

from collections.abc import Callable, Sequence
from functools import partial

import pytest

from splendor_tui.inputs.engine_names import EngineSettings
from splendor_tui.inputs.house_rules import PRESETS, MatchRules, OptionError
from splendor_tui.inputs.match_options import HUMAN, MatchOptions, make_options
from splendor_tui.inputs.player_names import InvalidNameError
from splendor_tui.inputs.settings import Settings
from splendor_tui.presentation.match_draft import OWN, MatchDraft, last_rules
from splendor_tui.presentation.tournaments import TournamentDraft
from splendor_tui.words.languages import set_language


def draft(*names: str, rules: MatchRules = MatchRules()) -> MatchDraft:  # noqa: B008  it is frozen
    return MatchDraft(names, rules)


def names_of(options: MatchOptions) -> list[str]:
    return [player.name for player in options.players]


def test_first_game_is_a_human_against_a_journeyman_by_the_standard_rules() -> None:
    first = draft()
    assert seats_of(first) == [("Player 1", HUMAN), ("Journeyman", "journeyman")]
    assert first.options() == make_options(first.options().players, PRESETS["standard"].rules)


def seats_of(draft: MatchDraft) -> list[tuple[str, str]]:
    return [(seat.name, seat.kind) for seat in draft.seats]


def test_added_seat_is_a_computer_for_a_single_human_or_an_observer() -> None:
    alone = draft("Ann")
    alone.set_kind(1, "merchant")
    alone.set_players(4)
    computers = [(name, "merchant") for name in ("Merchant", "Merchant 2", "Merchant 3")]
    assert seats_of(alone) == [("Ann", HUMAN), *computers]
    last = draft("Ann")
    last.move(0, 1)
    last.set_players(3)
    assert [seat.kind for seat in last.seats] == ["journeyman", HUMAN, "journeyman"]
    last.set_kind(1, "merchant")
    last.set_players(4)
    assert [seat.kind for seat in last.seats] == ["journeyman", "merchant", "journeyman", "journeyman"]
    people = draft("Ann", "Bo")
    people.set_players(3)
    assert [seat.kind for seat in people.seats] == [HUMAN] * 3


def test_number_of_players_wraps_around() -> None:
    turned = draft("Ann", "Bo")
    numbers = []
    for by in (1, 1, 1, -1):
        turned.cycle_players(by)
        numbers.append(len(turned.seats))
    assert numbers == [3, 4, 2, 4]


def test_last_seats_are_restored_also_without_a_human() -> None:
    settings = Settings().changed(names=("Ann", "Bo"), seats=("human", "merchant", "human", "merchant"), tie_seat=3)
    again = MatchDraft.of(settings)
    assert again.tie == again.seats[2]
    assert seats_of(again) == [("Ann", HUMAN), ("Merchant", "merchant"), ("Bo", HUMAN), ("Merchant 2", "merchant")]
    assert again.as_last_match(settings) == settings
    again.cycle_preset(1)
    again.cycle_preset(-1)
    assert again.tie == again.seats[2]
    again.set_kind(1, "human")
    assert again.seats[1].name == "Player 2"
    computers = Settings().changed(names=("Ann",), seats=("merchant", "apprentice"))
    alone = MatchDraft.of(computers)
    assert [seat.name for seat in alone.seats] == ["Merchant", "Apprentice"]
    assert alone.as_last_match(computers) == computers, "the human is remembered"
    alone.set_kind(0, "human")
    assert alone.seats[0].name == "Ann"


def test_people_who_played_before_a_game_against_a_computer_are_proposed_again() -> None:
    settings = draft("Chloé", "Dana", "Eli", "Player 4").as_last_match(Settings())
    alone = MatchDraft.of(settings)
    for seat, kind in enumerate(("journeyman", HUMAN, "merchant")):
        alone.set_kind(seat, kind)
    alone.set_players(2)
    assert names_of(alone.options()) == ["Journeyman", "Dana"]
    settings = alone.as_last_match(settings)
    assert settings.names == ("Dana", "Chloé", "Eli")
    again = MatchDraft.of(settings)
    assert names_of(again.options()) == ["Journeyman", "Dana"]
    again.set_kind(0, HUMAN)
    again.set_players(4)
    assert names_of(again.options()) == ["Chloé", "Dana", "Eli", "Player 4"]
    assert TournamentDraft(settings).humans() == ("Dana", "Chloé", "Eli", "Player 4")
    many = settings.changed(names=tuple("ABCDEF"))
    assert TournamentDraft(many).humans() == tuple("ABCD"), "the others may be strangers by now"
    assert TournamentDraft(many, "XYZ").humans() == tuple("XYZ")


def test_goal_of_a_series_is_proposed_to_its_players_only() -> None:
    settings = draft("Ann", "Bo", rules=MatchRules(series="best-3")).as_last_match(Settings())
    other = MatchDraft.of(settings)
    assert other.rules.series == "best-3"
    changes: Sequence[Callable[[], None]] = (
        *(partial(other.set_kind, 1, kind) for kind in ("merchant", HUMAN)),
        *(partial(other.rename, 0, name) for name in ("Cy", "Ann")),
        *(partial(other.set_players, number) for number in (3, 2)),
    )
    for change, goal in zip(changes, ("open", "best-3") * 3, strict=True):
        change()
        other.cycle_preset(1)
        other.cycle_preset(-1)
        assert other.options().series == goal
    other.change({"series": "first-2"})
    other.set_kind(1, "merchant")
    assert other.options().series == "first-2", "the form says so"
    assert TournamentDraft(settings).rules == MatchRules()
    usual = settings.with_value("match.series", "best-7")
    assert [MatchDraft.of(usual).rules.series, last_rules(("Ann", "Cy"), usual).series] == ["best-7", "best-7"]
    assert [last_rules(names, settings).series for names in (("Bo", "Ann"), ("Ann", "Cy"))] == ["best-3", "open"]


def test_invalid_saved_seats_are_ignored() -> None:
    for seats in ((), ("human",), ("human", "@Gone"), ("human", "human"), ("human", "wizard")):
        again = MatchDraft.of(Settings().changed(names=("Ann",), seats=seats, tie_seat=1))
        assert [seat.kind for seat in again.seats] == ["human", "journeyman"]
        assert again.tie is None
    again = MatchDraft.of(Settings().changed(names=("Ann",), seats=("human", "merchant"), tie_seat=4))
    assert again.tie is again.seats[1], "this seat does not exist, so the last player wins ties"


def test_similar_names_are_remembered_once_and_default_names_in_the_current_language() -> None:
    assert names_of(draft("Ann", "ANN", "Bo").options()) == ["Ann", "Bo"]
    set_language("fr")
    names = MatchDraft(["Ann", "Player 2"], MatchRules()).humans()
    assert names == ("Ann", "Joueur 2")
    set_language("en")
    assert MatchDraft(names, MatchRules()).humans() == ("Ann", "Player 2")


def test_name_has_at_most_20_characters_with_its_number() -> None:
    two = draft("Ann", "Bo")
    two.seats[1].human = "A" * 21  # a level's name may be as long in some language
    with pytest.raises(OptionError, match="at most 20 characters"):
        two.options()
    title = "A Title of 20 Letter"
    two = MatchDraft(["Ann", "Bo"], MatchRules(), {title: EngineSettings(command="./engine")})
    for seat in (0, 1):
        two.set_kind(seat, f"@{title}")
    assert names_of(two.options()) == [title, "A Title of 20 Lett 2"]


def test_returning_human_keeps_the_name() -> None:
    two = draft("Ann", "Bo")
    two.set_kind(1, "merchant")
    two.set_kind(1, "human")
    two.set_players(4)
    two.rename(3, "Dee")
    two.set_players(2)
    two.set_players(4)
    assert names_of(two.options()) == ["Ann", "Bo", "Player 3", "Dee"]
    two.set_kind(2, "apprentice")
    two.rename(2, "Bea")
    two.set_kind(2, HUMAN)
    assert two.seats[2].name == "Bea", "typed for the computer, and better than a default name"


def test_name_typed_for_a_computer_is_kept_unless_another_player_has_it() -> None:
    draft = MatchDraft(["Ann"], MatchRules())
    draft.rename(1, "Lou")
    for kind in ("journeyman", HUMAN, "apprentice"):
        draft.set_kind(1, kind)
        assert draft.seats[1].name == "Lou"
    draft.set_kind(1, HUMAN)
    draft.rename(1, "Bo")
    draft.rename(0, "Lou")
    draft.set_kind(1, "merchant")
    assert draft.seats[1].name == "Merchant"


def test_last_computer_is_removed_first_but_after_a_human_with_a_default_name() -> None:
    three = draft("Ann", "Bo", "Cy")
    three.set_kind(0, "merchant")
    three.set_kind(1, "apprentice")
    three.set_players(2)
    assert names_of(three.options()) == ["Merchant", "Cy"]
    three.set_players(3)
    assert names_of(three.options()) == ["Merchant", "Apprentice", "Cy"]
    four = draft("Ann", "Bo")
    four.set_players(4)
    four.set_kind(2, "merchant")
    four.set_players(3)
    assert names_of(four.options()) == ["Ann", "Bo", "Merchant"]
    three = MatchDraft(["Player 3"], MatchRules(), seats=("merchant", "apprentice", HUMAN))
    three.set_players(2)
    assert names_of(three.options()) == ["Merchant", "Player 3"]


def test_returning_human_whose_name_is_taken_gets_a_default_name() -> None:
    three = draft("Ann", "Bo", "Cy")
    three.set_players(2)
    three.rename(0, "Cy")
    three.set_players(3)
    three.set_kind(1, "merchant")
    three.rename(0, "Bo")
    three.set_kind(1, "human")
    assert names_of(three.options()) == ["Bo", "Player 2", "Player 3"]


@pytest.mark.parametrize("name", ["", "bO", "A" * 21])
def test_invalid_name_changes_nothing(name: str) -> None:
    two = draft("Ann", "Bo")
    with pytest.raises(InvalidNameError):
        two.rename(0, name)
    assert names_of(two.options()) == ["Ann", "Bo"]


def test_tie_winner_keeps_the_tie_after_a_change_of_seats_or_preset() -> None:
    three = draft("Ann", "Bo", "Cy")
    three.cycle_tie(-1)
    assert three.options().tie_seat == 2
    assert three.move(2, 1) == 0
    assert (names_of(three.options()), three.options().tie_seat) == (["Cy", "Bo", "Ann"], 0)
    three.move(0, -1)
    three.set_players(2)
    assert three.options().tie_seat is None
    three.cycle_preset(-1)
    assert three.options().tie_seat is None, "with the custom rules too"
    three = draft("Ann", "Bo", "Cy")
    three.set_kind(2, "merchant")
    three.cycle_tie(-1)
    three.cycle_preset(-1)
    assert three.preset == "deathmatch"
    assert three.options().tie_seat == 0, "the host wins, by the rules of this preset"
    three.cycle_preset(1)
    assert (names_of(three.options()), three.options().tie_seat) == (["Ann", "Bo", "Merchant"], 2)


def test_presets_set_all_rules_and_custom_rules_are_restored() -> None:
    own = MatchRules(target=30, undo="off")
    three = draft("Ann", "Bo", "Cy", rules=own)
    seen = []
    for _turn in range(4):
        seen.append(three.preset)
        three.cycle_preset(1)
    assert seen == [OWN, "standard", "long", "deathmatch"]
    assert three.rules == own
    three.cycle_preset(-1)
    host = three.seats[0]
    assert (three.rules, three.options().tie_seat) == (PRESETS["deathmatch"].rules, 0)
    assert (three.tie, len(three.seats)) == (host, 2)
    again = MatchDraft.of(three.as_last_match(Settings()))
    assert again.preset == "deathmatch"
    again.set_players(3)
    assert again.preset == OWN, "this preset is for two players"
    three.cycle_preset(-1)
    assert (three.preset, three.options().tie_seat) == ("long", None)


def test_rule_changed_on_the_screen_is_restored_after_a_look_at_the_presets() -> None:
    two = draft("Ann", "Bo")
    two.cycle_rule("target", 1)
    own = two.rules
    for _turn in range(4):
        assert two.rules == own or two.preset != OWN
        two.cycle_preset(1)
    assert (two.preset, two.rules) == (OWN, own)


def test_typed_rules_and_seeds_are_checked() -> None:
    two = draft("Ann", "Bo")
    two.change({"clock": "45+90", "target": "33"})
    assert (two.options().target, two.rules.clock) == (33, MatchRules().changed({"clock": "45+90"}).clock)
    with pytest.raises(OptionError, match=r"'Play to' is '51'; allowed: .*1 to 50"):
        two.change({"target": "51"})
    assert two.rules.target == 33
    two.set_seed("lucky 7")
    with pytest.raises(OptionError, match="The seed is 'é'; allowed: ") as refused:
        two.set_seed("é")
    set_language("fr")
    assert str(refused.value).startswith("La graine\xa0: «\xa0é\xa0»"), "no name of a field of ours"
    assert two.options().seed == "lucky 7"
    two.set_seed("")
    assert two.options().seed is None


def test_computers_of_a_level_are_numbered_in_the_order_of_their_seats() -> None:
    four = draft("Ann")
    four.set_players(4)
    names = [seat.name for seat in four.seats]
    four.set_kind(1, "merchant")
    four.set_kind(1, "journeyman")
    assert [seat.name for seat in four.seats] == names == ["Ann", "Journeyman", "Journeyman 2", "Journeyman 3"]
    four.move(0, 2)
    assert [seat.name for seat in four.seats] == ["Journeyman", "Journeyman 2", "Ann", "Journeyman 3"]
    four.set_kind(0, HUMAN)
    four.set_players(3)
    assert [seat.name for seat in four.seats][1:] == ["Journeyman", "Ann"], "no number without a namesake"
