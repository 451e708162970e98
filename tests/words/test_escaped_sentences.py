"""All English text in the source is marked for translation, or listed here with a reason."""

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Final

from tests.words.template import MARKS, PACKAGE, parsed

DETAIL: Final = re.compile(r"\{[^{}]*\}")
WORDS: Final = re.compile(r"[^\W\d_]")
ENGLISH: Final = re.compile(r"[A-Za-z]{2,}[,;:]? [a-z]{2,}")
"""Two consecutive words, the second in lower case."""

NO_ENGLISH: Final[Mapping[str, str]] = {
    "plain/line_editor.py": "settings of readline",
    "store/database.py": "SQL",
    "store/sql.py": "SQL",
    "tui/look/theme.py": "styles as Textual writes them",
}
"""Files whose strings are in another language."""

STAYS: Final[Mapping[str, Mapping[str, str]]] = {
    "bots/learned/encoding.py": dict.fromkeys(
        ["The nets support at most ", " cards, not "], "a bug: the level checks first"
    ),
    "commands/command_table.py": dict.fromkeys(
        [
            "export k7mq2wzt game.jsonl",
            "replay --text game.jsonl",
            "verify game.jsonl",
            "check-assets my-cards",
            "perft --setup file-order-2",
            "arena merchant journeyman",
            "puzzle daily",
        ],
        "what is typed",
    ),
    "commands/check_assets_command.py": dict.fromkeys(
        ["splendor-tui check-assets ", "splendor-tui new --assets "], "what is typed"
    ),
    "inputs/card_set_check.py": {"splendor-tui check-assets ": "what is typed"},
    "commands/arena_command.py": {" merchant journeyman --players 4": "what is typed"},
    "inputs/files.py": {"no regular file": "the caller reports it in a message"},
    "inputs/strict_models.py": {
        "not allowed": "for pydantic; the message is beside it",
        "a model's check must raise a MessageError": "a bug",
    },
    "inputs/settings_toml.py": {r"\(at line ([0-9]+), column ([0-9]+)\)$": "reads what a library says"},
    "match/bot_answer.py": {"a computer player failed": "for the log of a developer"},
    "match/match_lifecycle.py": {"first player ": "seeds a draw"},
    "match/pause_reasons.py": dict.fromkeys(["not begun", "drawn card", "single step"], "an id"),
    "presentation/prompt.py": {"no selection stands for a forfeit": "a bug"},
    "review/practice.py": {"whole turn": "is saved"},
    "rules/digest.py": {"player tokens ": "is hashed"},
    "rules/notation.py": dict.fromkeys(["reserve deck 3", "noble charles-v", "reserve deck "], "notation"),
    "rules/well_formed.py": dict.fromkeys(
        [" is not an action.", " is not an action: its ", " is not possible."], "a bug"
    ),
    "store/stored_rows.py": {
        **dict.fromkeys(
            [
                "a result and its time must be given together",
                "a result has one standing for each seat",
                "a result has a first place",
            ],
            "the row counts as unreadable, which a message reports",
        ),
        " has no time zone.": "a bug",
    },
    "tui/app/app.py": {'<text xml:space="preserve" ': "a part of SVG"},
    "words/lists.py": {"an empty list has no words": "a bug"},
}
"""Strings that do not need translation, by file, with the reason."""


def unmarked(node: ast.AST) -> Iterator[str]:
    """Yield the English strings in code, except for docstrings, style sheets and marked ones."""
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in MARKS:
            return
        case ast.Expr(value=ast.Constant()):
            return
        case (
            ast.AnnAssign(target=ast.Name(id="DEFAULT_CSS" | "CSS"))
            | ast.Assign(targets=[ast.Name(id="DEFAULT_CSS" | "CSS")])
        ):
            return
        case ast.Constant(value=str(text)) if ENGLISH.search(text):
            yield text
    for inner in ast.iter_child_nodes(node):
        yield from unmarked(inner)


def sources() -> Iterator[tuple[str, ast.Module]]:
    """The parsed files of the package."""
    for path in PACKAGE.rglob("*.py"):
        yield path.relative_to(PACKAGE).as_posix(), parsed(path.read_text(encoding="utf-8"))


FROM_DATA = ("words/", "lesson/lesson_file.py", "commands/perft_command.py")
"""Files that create messages from data. `tests.words.template` reads their texts from the files with the data."""


def test_templates_are_literals() -> None:
    """Otherwise the extractor would not find them. The template of an unmarked message contains no words, only details."""
    for file, source in sources():
        for node in ast.walk(source):
            match node:
                case ast.Call(func=ast.Name(id=name), args=args) if name in MARKS:
                    assert all(isinstance(text, ast.Constant) for text in args[: MARKS[name]]), (file, node.lineno)
                case ast.Call(func=ast.Name(id="Message"), args=args) if not file.startswith(FROM_DATA):
                    assert isinstance(args[0], ast.Constant), (file, node.lineno)
                    assert not WORDS.search(DETAIL.sub("", str(args[0].value))), (file, node.lineno)


def test_exactly_the_listed_english_texts_are_not_marked_for_translation() -> None:
    found = {(file, text) for file, source in sources() if file not in NO_ENGLISH for text in unmarked(source)}
    assert found == {(file, text) for file, texts in STAYS.items() for text in texts}
