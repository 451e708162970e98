"""The template of all sentences, for translators: `make messages` writes it anew from the source.

It says of no sentence on which line it stands, and not when it was made, so that it changes only with a sentence.
"""

from io import BytesIO
from typing import Final

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from splendor_tui.words.current_language import FOLDER

TEMPLATE: Final = FOLDER / "splendor_tui.pot"
PACKAGE: Final = FOLDER.parent
KEYWORDS: Final = {"N_": (1,), "NN_": (1, 2), "NP_": ((1, "c"), 2), "NNP_": ((1, "c"), 2, 3)}
COMMENTS: Final = ("Translators:",)
_HEADER: Final = r"""# All sentences of splendor-tui. Written by `make messages`; a language begins with a copy of this file.
msgid ""
msgstr ""
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"

"""


def extracted() -> Catalog:
    """What a gettext extractor finds in the source, file by file."""
    catalog = Catalog()
    found = extract_from_dir(PACKAGE, method_map=[("**.py", "python")], keywords=KEYWORDS, comment_tags=COMMENTS)
    for _file, _line, message, comments, context in found:
        catalog.add(message, auto_comments=comments, context=context)
    return catalog


def template() -> str:
    """The text of the file."""
    written = BytesIO()
    write_po(written, extracted(), width=120, omit_header=True)
    return _HEADER + written.getvalue().decode()


if __name__ == "__main__":
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_text(template(), encoding="utf-8")
