#!/usr/bin/env bash
# pyte prints a colour written with colons, as ITU T.416 has it, and takes a keyboard mode for an underline.
#
# Guess:  a terminal emulator ignores a sequence that it does not know, as a whole.
# Seen:   the rest of the sequence after the first colon is text on the screen; CSI > 4 ; 2 m, which sets how xterm
#         reports modified keys, underlines what follows.
# With:   pyte 0.8.2, on 2026-11-29.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check pyte==0.8.2
seen=$("$folder/venv/bin/python" - <<'PYTHON'
import pyte

for sequence in ("38;2;255;0;0m", "38:2::255:0:0m", "4:3m", ">4;2m"):
    screen = pyte.Screen(16, 1)
    pyte.Stream(screen).feed(f"\x1b[{sequence}A")
    cell = screen.buffer[0][0]
    print(f"{sequence:15} {screen.display[0].strip():13} {cell.fg:8} {cell.underscore}")
PYTHON
)
expected='38;2;255;0;0m   A             ff0000   False
38:2::255:0:0m  2::255:0:0mA  default  False
4:3m            3mA           default  False
>4;2m           A             default  True'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed; expected:" "$expected" >&2; exit 1; }
