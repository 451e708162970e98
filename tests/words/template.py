"""The template of all messages, for translators. `make messages` generates it.

Its messages come from the source, argparse, the published positions and the learning game.

It also updates every language (new messages are empty, unused ones are removed) and compiles it. The template has no line
numbers and no date, so it changes only if a message changes.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Final, NamedTuple, TypeAlias

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

from hatch_build import compile_languages
from splendor_tui.commands.perft_command import published_setups
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.lesson.lesson_file import load_lesson
from splendor_tui.words.languages import FOLDER

TEMPLATE: Final = FOLDER / "splendor_tui.pot"
PACKAGE: Final = FOLDER.parent
MARKS: Final = {"N_": 1, "NN_": 2, "NP_": 2, "NNP_": 3}
"""The marking functions, and the number of their literal arguments: the context, if any, and the forms."""
WITH_A_MEANING: Final = ("NP_", "NNP_")
COMMENT: Final = "# Translators:"
Said: TypeAlias = str | tuple[str, ...] | list[str] | None
"""The type of a translation in Babel."""
OF_ARGPARSE: Final[tuple[str | tuple[str, str], ...]] = (
    "usage: ",
    "%(heading)s:",
    "positional arguments",
    "options",
    "show this help message and exit",
    "argument %(argument_name)s: %(message)s",
    "unrecognized arguments: %s",
    "the following arguments are required: %s",
    "not allowed with argument %s",
    "ignored explicit argument %r",
    "invalid choice: %(value)r (choose from %(choices)s)",
    "expected one argument",
    "expected at most one argument",
    "expected at least one argument",
    ("expected %s argument", "expected %s arguments"),
)
_TYPED_APOSTROPHE: Final = re.compile(r"(?<=\w)'(?=[\w{«])")
_HEADER: Final = r"""# All sentences of splendor-tui. Written by `make messages`; a language begins with a copy of this file.
msgid ""
msgstr ""
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"

"""


class Found(NamedTuple):
    """A message in the source. It has two forms if it depends on a number."""

    forms: tuple[str, ...]
    context: str | None
    comments: tuple[str, ...]


def sentences_in(source: str) -> Iterator[Found]:
    """Find the marked messages in code. Babel's own extractor misses messages nested in details."""
    lines = source.splitlines()
    for call in _calls(parsed(source)):
        assert isinstance(call.func, ast.Name)
        literals = [text.value for text in call.args[: MARKS[call.func.id]] if isinstance(text, ast.Constant)]
        context, *forms = literals if call.func.id in WITH_A_MEANING else (None, *literals)
        above = lines[call.lineno - 2].strip()
        comments = (above.removeprefix("# "),) if above.startswith(COMMENT) else ()
        yield Found(tuple(map(str, forms)), context if context is None else str(context), comments)


@cache
def parsed(source: str) -> ast.Module:
    """The code in a source text. Other tests examine the same files."""
    return ast.parse(source)


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    """Yield the marking calls in code, outer ones before those in their details."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
        yield node
    for inner in ast.iter_child_nodes(node):
        yield from _calls(inner)


@cache
def extracted() -> Catalog:
    """Extract every message of the source, by folder and file."""
    catalog = Catalog()
    for path in sorted(PACKAGE.rglob("*.py"), key=lambda path: (path.parent.parts, path.name)):
        for found in sentences_in(path.read_text(encoding="utf-8")):
            message = found.forms[0] if len(found.forms) == 1 else found.forms
            catalog.add(message, auto_comments=found.comments, context=found.context)
    for other in (*OF_ARGPARSE, *(setup.about for setup in published_setups().values())):
        catalog.add(other)
    for sentence in lesson_sentences():
        catalog.add(sentence, auto_comments=["Translators: the learning game; what stands in braces stays as it is"])
    return catalog


def lesson_sentences() -> Iterator[str]:
    """The messages of the learning game's file."""
    for step in load_lesson(load_catalogue()):
        messages = (step.idea, step.spoken_idea, step.task, *(answer.says for answer in step.answers))
        yield from (message.template for message in messages if message is not None)


def template() -> str:
    """The text of the file."""
    return _HEADER + _written(extracted())


def updated(text: str, language: str) -> str:
    """Update a language's file to the messages of the template. Its header and translations are preserved."""
    head, _blank, _sentences = text.partition("\n\n")
    before = {(old.context, old.id): old for old in read_po(BytesIO(text.encode()), locale=language)}
    catalog = Catalog(locale=language)
    for message in extracted():
        old = before.get((message.context, message.id))
        if message.id:
            catalog.add(
                message.id,
                _as_printed(old.string, language) if old else None,
                flags=old.flags if old else (),
                auto_comments=message.auto_comments,
                user_comments=old.user_comments if old else (),
                context=message.context,
            )
    return f"{head}\n\n{_written(catalog)}"


def _as_printed(said: Said, language: str) -> Said:
    """A translation in proper typography. French has a curved apostrophe."""
    if language != "fr" or said is None:
        return said
    if isinstance(said, str):
        return _TYPED_APOSTROPHE.sub("’", said)
    return tuple(_TYPED_APOSTROPHE.sub("’", form) for form in said)


def _written(catalog: Catalog) -> str:
    written = BytesIO()
    write_po(written, catalog, width=120, omit_header=True)
    return written.getvalue().decode()


if __name__ == "__main__":
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_text(template(), encoding="utf-8")
    for file in FOLDER.glob("*.po"):
        file.write_text(updated(file.read_text(encoding="utf-8"), file.stem), encoding="utf-8")
    compile_languages()
