#!/usr/bin/env bash
# Rich reduces an off-white to pink and a dark violet to navy on a terminal with 256 colours, though a grey is nearer.
#
# Guess:  the nearest of the 240 fixed colours by distance in RGB is chosen.
# Seen:   a colour with some saturation is only looked up in the colour cube, never among the 24 greys.
# With:   Rich 15.0.0 (its palette is not public), on 2026-11-29.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check rich==15.0.0
seen=$("$folder/venv/bin/python" - <<'PYTHON'
from rich._palettes import EIGHT_BIT_PALETTE
from rich.color import Color, ColorSystem

for name in ("#efe9dc", "#282334"):
    colour = Color.parse(name)

    def distance(number):
        return sum((one - other) ** 2 for one, other in zip(colour.triplet, EIGHT_BIT_PALETTE[number])) ** 0.5

    chosen, nearest = colour.downgrade(ColorSystem.EIGHT_BIT).number, min(range(16, 256), key=distance)
    for number in (chosen, nearest):
        print(name, number, EIGHT_BIT_PALETTE[number].hex, round(distance(number)))
PYTHON
)
expected='#efe9dc 224 #ffd7d7 25
#efe9dc 254 #e4e4e4 14
#282334 17 #00005f 68
#282334 235 #262626 14'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed; expected:" "$expected" >&2; exit 1; }
