#!/usr/bin/env bash
# Textual 8.2.8: Alt+1 in three encodings: Escape and the digit (nearly every terminal), xterm's modifyOtherKeys, and the kitty
# protocol. Then F13 of xterm.
# Guess: alt+1 three times, and f13.
# Behaviour: three names. Only kitty's is alt+1. xterm's loses Alt. Escape and the digit is an inverted exclamation mark, which a
# text field would insert. F13 becomes a key whose name is the control character 25.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check textual==8.2.8

"$folder/venv/bin/python" - >"$folder/seen" <<'END'
from textual._xterm_parser import XTermParser

for name, sequence in {
    "Escape 1": "\x1b1",
    "modifyOtherKeys": "\x1b[27;3;49~",
    "kitty": "\x1b[49;3u",
    "F13": "\x1b[25~",
}.items():
    print(name, *((event.key, event.character) for event in XTermParser().feed(sequence)))
END
cat "$folder/seen"
diff "$folder/seen" - <<'END'
Escape 1 ('inverted_exclamation_mark', '¡')
modifyOtherKeys ('1', '1')
kitty ('alt+1', None)
F13 ('\x19', '\x19')
END
