#!/usr/bin/env bash
# Textual 8.2.8: `query` with a widget class, in an app with subclasses of that class.
# Guess: it finds what isinstance finds.
# Behaviour: it compares names along the first base of each class only. A subclass is not found by its second base, nor by any
# base if it has `inherit_css=False`, not even by Widget. A base that is no widget does no harm when it comes first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check textual==8.2.8

"$folder/venv/bin/python" - >"$folder/seen" <<'END'
import asyncio

from textual.app import App
from textual.widget import Widget


class Row(Widget): ...
class Model(Widget): ...
class Plain: ...
class RowFirst(Row, Model): ...
class RowSecond(Model, Row): ...
class RowAfterPlain(Plain, Row): ...
class OwnStyles(Row, inherit_css=False): ...


KINDS = RowFirst, RowSecond, RowAfterPlain, OwnStyles


class Rows(App):
    def compose(self):
        yield from (kind() for kind in KINDS)


async def main():
    app = Rows()
    async with app.run_test():
        for widget in app.screen.children:
            if isinstance(widget, Row):
                found = [base.__name__ for base in (Row, Widget) if widget in app.query(base)]
                print(type(widget).__name__, "is found by", " and ".join(found) or "neither Row nor Widget")


asyncio.run(main())
END
cat "$folder/seen"
diff "$folder/seen" - <<'END'
RowFirst is found by Row and Widget
RowSecond is found by Widget
RowAfterPlain is found by Row and Widget
OwnStyles is found by neither Row nor Widget
END
