"""Custom card sets: what is allowed, and the error messages for everything else."""

import json
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from splendor_tui.inputs.card_set import CARDS_FILE, CHECKED, NOBLES_FILE, assets_folder, load_catalogue
from splendor_tui.inputs.card_set_check import AssetError
from splendor_tui.rules.gems import Colour, unpack
from tests.inputs.checked_cards import content

ROW = "{id: 1-01, bonus: white, points: 0, cost: {red: 2, black: 1}}"
CARDS = f"""\
levels:
  1:
    white:
      - {ROW}
      - {{id: 1-02, bonus: white, points: 9, cost: {{}}}}
    black:
      - {{id: 1-03, bonus: black, points: 1, cost: {{white: 9}}}}
"""
NOBLES = """\
nobles:
  - {id: charles-v, name: Charles V, points: 3, needs: {red: 4}}
  - {id: no-1, name: "1", points: 0, needs: {white: 9}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a small valid card set."""
    (tmp_path / "cards.yaml").write_text(CARDS, encoding="utf-8")
    (tmp_path / "nobles.yaml").write_text(NOBLES, encoding="utf-8")
    return tmp_path


def problems_of(folder: Path) -> tuple[str, ...]:
    with pytest.raises(AssetError) as caught:
        load_catalogue(folder)
    problems = tuple(map(str, caught.value.problems))
    assert str(caught.value) == "\n".join(problems)
    assert all(len(problem) < 300 for problem in problems)
    return problems


def cards_say(folder: Path, content: str | bytes) -> str:
    """The only problem of a folder with this cards.yaml."""
    (folder / "cards.yaml").write_bytes(content if isinstance(content, bytes) else content.encode())
    [problem] = problems_of(folder)
    return problem


def nobles_say(folder: Path, content: str) -> str:
    (folder / "nobles.yaml").write_text(content, encoding="utf-8")
    [problem] = problems_of(folder)
    return problem


def test_checked_content_of_the_standard_set_is_current() -> None:
    assert CHECKED.read_text(encoding="utf-8") == content(), "run `make cards`"


def test_changed_standard_set_is_read_again(folder: Path) -> None:
    for name in (CARDS_FILE, NOBLES_FILE):
        (folder / name).write_bytes((assets_folder() / name).read_bytes())
    assert load_catalogue(folder).digest == load_catalogue().digest
    cards = folder / CARDS_FILE
    cards.write_text(cards.read_text(encoding="utf-8").replace("points: 5", "points: 6", 1), encoding="utf-8")
    assert load_catalogue(folder).digest != load_catalogue().digest


def test_custom_card_set_may_have_other_counts(folder: Path) -> None:
    catalogue = load_catalogue(folder)
    assert [card.id for card in catalogue.cards] == ["1-01", "1-02", "1-03"]
    first = catalogue.cards[0]
    assert (first.bonus, first.points, unpack(first.cost)) == (Colour.WHITE, 0, (0, 0, 0, 2, 1))
    noble = catalogue.nobles[0]
    assert (noble.id, noble.name, noble.points, unpack(noble.cost)) == ("charles-v", "Charles V", 3, (0, 0, 0, 4, 0))


@pytest.mark.parametrize("content", [CARDS.replace("\n", "\r\n"), "\ufeff" + CARDS, "---\n" + CARDS + "...\n"])
def test_line_ends_and_byte_order_mark_do_not_matter(folder: Path, content: str) -> None:
    expected = load_catalogue(folder).digest
    (folder / "cards.yaml").write_bytes(content.encode())
    assert load_catalogue(folder).digest == expected


@pytest.mark.parametrize(
    ("right", "wrong", "answer"),
    [
        ("points: 0", "points: 10", "points is 10; allowed: a whole number from 0 to 9."),
        *(
            (
                "points: 0",
                f"points: {value}",
                f"points is '{value.strip(chr(34))}'; allowed: a whole number from 0 to 9.",
            )
            for value in ("1.0", "true", ".nan", "0x1", '"0"', "")
        ),
        ("points: 0", f"points: {'9' * 5000}", "points is '9999999999"),
        ("points: 0, ", "", "points is missing; needed: id, bonus, points, cost."),
        ("points: 0", "points: 0, <<: {}", "'<<' is unknown; allowed: id, bonus, points, cost."),
        ("red: 2", "red: 10", "cost red is 10; allowed: a whole number from 0 to 9."),
        ("red: 2", "gold: 2", "cost gold is unknown; allowed: white, blue, green, red, black."),
        (
            "cost: {red: 2, black: 1}",
            f"cost: {[['x' * 90] * 9] * 9}",
            "cost is a list; allowed: names, each with a colon and a value: white, blue, green, red, black.",
        ),
        ("bonus: white", "bonus: pink", "bonus is 'pink'; allowed: white, blue, green, red or black."),
        ("bonus: white", "bonus: blue", "bonus is 'blue'; allowed: white, like its group."),
        ("bonus: white", 'bonus: "\\e]52;c;AAAA\\a"', "bonus is '\\x1b]52;c;AAAA\\x07'; allowed: white, blue, green"),
    ],
)
def test_invalid_field_is_named_with_the_allowed_values(folder: Path, right: str, wrong: str, answer: str) -> None:
    content = CARDS.replace(ROW, ROW.replace(right, wrong))
    assert cards_say(folder, content).startswith(f"cards.yaml, line 4, row 1-01: {answer}")


def test_cards_are_numbered_without_gap_or_repeat(folder: Path) -> None:
    for wrong, answer in {
        "id: 1-1": "row 1-1: id is '1-1'; allowed: level and number, like 1-01.",
        "id: 1-02": "row 1-02: id is '1-02'; allowed: 1-03, the next of its level.",
        "id: '1-03\n'": "row '1-03 ': id is '1-03 '; allowed: level and number, like 1-01.",
    }.items():
        assert cards_say(folder, CARDS.replace("id: 1-03", wrong)) == f"cards.yaml, line 7, {answer}"
    content = CARDS.replace("1-03", "1-04").replace("1-02", "1-03")
    assert cards_say(folder, content).endswith("id is '1-03'; allowed: 1-02, the next of its level."), "only once"


@pytest.mark.parametrize(
    ("right", "wrong", "answer"),
    [
        ("  1:", "  4:", "line 3: levels 4 is 4; allowed: 1, 2 or 3."),
        ("white:\n", "pink:\n", "line 4: levels 1 pink is 'pink'; allowed: white, blue, green, red or black."),
        ("levels:", "level:", "line 1: levels is missing; needed: levels."),
        (
            f"- {ROW}",
            "- 17",
            "line 4, row 1: this is 17; allowed: names, each with a colon and a value: id, bonus, points, cost.",
        ),
        ("id: 1-01, ", "", "line 4, row 1: id is missing; needed: id, bonus, points, cost."),
    ],
)
def test_errors_around_the_rows_have_a_line(folder: Path, right: str, wrong: str, answer: str) -> None:
    (folder / "cards.yaml").write_text(CARDS.replace(right, wrong, 1), encoding="utf-8")
    assert f"cards.yaml, {answer}" in problems_of(folder)


def test_all_errors_of_both_files_are_listed_together(folder: Path) -> None:
    content = CARDS.replace("points: 0", "points: x").replace("points: 9", "points: 99")
    (folder / "cards.yaml").write_text(content, encoding="utf-8")
    (folder / "nobles.yaml").write_text(NOBLES.replace("red", "pink"), encoding="utf-8")
    assert [problem.partition(":")[0] for problem in problems_of(folder)] == [
        "cards.yaml, line 4, row 1-01",
        "cards.yaml, line 5, row 1-02",
        "nobles.yaml, line 2, row charles-v",
    ]


def test_number_of_listed_errors_is_limited(folder: Path) -> None:
    (folder / "nobles.yaml").write_text("nobles:\n" + "  - 1\n" * 500, encoding="utf-8")
    problems = problems_of(folder)
    assert len(problems) == 21
    assert problems[-1] == "nobles.yaml: 480 more problems."


@pytest.mark.parametrize(
    ("right", "wrong", "answer"),
    [
        ("id: no-1", "id: charles-v", "row charles-v: id is 'charles-v'; allowed: an id that no other noble has."),
        ("id: no-1", "id: No 1", "row 'No 1': id is 'No 1'; allowed: a-z, 0-9 and single hyphens"),
        ('name: "1"', "name: 1", "row no-1: name is 1; allowed: text of 1 to 40 visible characters."),
        ('name: "1"', 'name: "\\e[2J"', "row no-1: name is '\\x1b[2J'; allowed: text of 1 to 40 visible characters"),
        ('name: "1"', f"name: {'n' * 41}", f"row no-1: name is '{'n' * 41}'; allowed: text of 1"),
    ],
)
def test_nobles_are_checked_like_cards(folder: Path, right: str, wrong: str, answer: str) -> None:
    assert nobles_say(folder, NOBLES.replace(right, wrong)).startswith(f"nobles.yaml, line 3, {answer}")


def test_card_set_may_have_promo_nobles_with_ids_of_their_own(folder: Path) -> None:
    before, promo = load_catalogue(folder), "promos:\n  - {id: midas, name: Midas, points: 3, needs: {red: 4}}\n"
    (folder / "nobles.yaml").write_text(NOBLES + promo, encoding="utf-8")
    after = load_catalogue(folder)
    assert (after.nobles, after.digest) == (before.nobles, before.digest)
    assert [noble.id for noble in after.promos] == ["midas"]
    answer = "nobles.yaml, line 5, row no-1: id is 'no-1'; allowed: an id that no other noble has."
    assert nobles_say(folder, NOBLES + promo.replace("midas", "no-1")) == answer


def test_errors_of_the_rules_name_the_file(folder: Path) -> None:
    assert nobles_say(folder, NOBLES.replace("red: 4", "")).startswith("nobles.yaml: noble 'charles-v' requires no")
    (folder / "nobles.yaml").write_text("nobles: []", encoding="utf-8")
    assert cards_say(folder, "levels: {}").startswith("cards.yaml: There are no cards")


LAUGHS = "a: &a [x, x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (LAUGHS, "line 1: There is an anchor (&) or alias (*) here;"),
        ("levels: *a", "line 1: There is an anchor (&) or alias (*) here;"),
        ("levels: !!python/object/apply:os.abort []", "line 1: There is a tag (!) here;"),
        ("levels: {}\nlevels: {}", "line 2: 'levels' appears a second time here;"),
        ("levels: {}\n---\nlevels: {}", "line 3: A second document begins here;"),
        ("levels:\n  ? [1]\n  : {}", "line 2: Expected a name followed by a colon"),
        ("levels:\n  " + "[" * 60_000, "line 2: This is nested deeper than 8 levels."),
        ("a: " * 20_000, "line 1: Invalid YAML at column 5."),
        ("levels: {}\n# \x07", "line 2: There is a control character here;"),
        (b"levels: {}\n# caf\xe9", "line 2: This is not UTF-8 text;"),
        (CARDS.encode("utf-16"), "line 1: This is not UTF-8 text;"),
        ("", "line 1: this is ''; allowed: names, each with a colon and a value: levels."),
        ("levels: [1]", "line 1: levels is a list; allowed: names, each with a colon and a value: 1, 2, 3."),
        (
            "levels:\n  1: [{id: 1-01}]",
            "line 2: levels 1 is a list; allowed: names, each with a colon and a value: white, blue",
        ),
        ("levels:\n\t1:", "line 2: There is a tab here; YAML needs spaces."),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_unsafe_or_invalid_yaml_is_an_error_with_its_line(folder: Path, content: str | bytes, answer: str) -> None:
    assert cards_say(folder, content).startswith(f"cards.yaml, {answer}")


@pytest.mark.parametrize(
    ("content", "form"),
    [
        (
            json.dumps(
                {"levels": {"1": {"white": [{"id": "1-01", "bonus": "white", "points": 0, "cost": {"red": 2}}]}}}
            ),
            "JSON",
        ),
        ('[\n\t{"level": 1}\n]', "JSON"),
        ("level,bonus,points,white,blue\n1,white,0,2,1\n", "CSV"),
        ("level\tbonus\tpoints\tcost\n", "CSV"),
    ],
)
def test_list_in_another_format_is_named_with_the_command_that_converts_it(
    folder: Path, content: str, form: str
) -> None:
    command = f"splendor-tui check-assets {folder}/cards.yaml"
    assert cards_say(folder, content) == f"cards.yaml: This is {form}, not YAML. To convert it: {command}"


def test_file_has_at_most_64_kilobytes(folder: Path) -> None:
    padding = "#" * (64 * 1024 - len(CARDS))
    (folder / "cards.yaml").write_text(CARDS + padding, encoding="utf-8")
    assert len(load_catalogue(folder).cards) == 3
    assert cards_say(folder, CARDS + padding + "#") == f"'{folder}/cards.yaml' is larger than 65536 bytes."


def test_only_a_regular_file_is_read(folder: Path) -> None:
    file = folder / "cards.yaml"
    file.unlink()
    file.symlink_to(file)
    assert problems_of(folder)[0].startswith(f"'{file}' cannot be read: ")
    for make in (os.mkfifo, lambda file: file.symlink_to("/dev/zero")):
        file.unlink()
        make(file)
        assert problems_of(folder) == (f"'{file}' is not a regular file, so it cannot be read.",)


def test_missing_folder_is_an_error(tmp_path: Path) -> None:
    nowhere = tmp_path / "\x1b[31mnowhere"
    path = str(nowhere).replace("\x1b", "\\x1b")
    assert problems_of(nowhere) == (f"'{path}/cards.yaml' does not exist.", f"'{path}/nobles.yaml' does not exist.")


HOSTILE_TEXT = st.sampled_from(
    ["x" * 300, "\x1b[2J" * 40, "漢" * 200, "1-01", "white", "id", "e\u0301" * 100, "", "a b " * 80]
)
HOSTILE = st.recursive(
    HOSTILE_TEXT | st.integers(-10, 10**8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(HOSTILE_TEXT, inner, max_size=4),
    max_leaves=30,
)
NAMES = (
    st.sampled_from(["levels", "nobles", "1", "white", "id", "name", "cost", "needs", "points", "bonus"]) | HOSTILE_TEXT
)


@settings(max_examples=60, deadline=None)
@given(
    row=st.dictionaries(NAMES, HOSTILE, max_size=6),
    rows=st.lists(st.dictionaries(NAMES, HOSTILE, max_size=4) | HOSTILE, max_size=3),
    whole=st.dictionaries(NAMES, HOSTILE, max_size=3),
)
def test_errors_are_short_and_printable_whatever_the_file(
    row: dict[str, object], rows: list[object], whole: dict[str, object]
) -> None:
    cards = ({"levels": {"1": {"white": [row, *rows]}}}, {"levels": {"1": whole}}, {"levels": whole}, whole)
    nobles = ({"nobles": [row, *rows]}, whole) * 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for contents in zip(cards, nobles, strict=True):
            for file, content in zip(("cards.yaml", "nobles.yaml"), contents, strict=True):
                text = json.dumps(content, ensure_ascii=False).replace('"1":', "1:")  # JSON is a subset of YAML
                (folder / file).write_text(text, encoding="utf-8")
            problems: list[str] = []
            try:
                load_catalogue(folder)
            except AssetError as error:
                problems += map(str, error.problems)
            assert all(len(problem) < 300 and problem.isprintable() for problem in problems)
