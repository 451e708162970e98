#!/usr/bin/env bash
# openskill 6.2.0, PlackettLuce: four equal players, and two of them share the first place.
# Guess: the winners gain the most, the third gains or loses a little, the last loses.
# Behaviour: both winners and the third gain exactly the same. The four ranks 1, 2, 3 and 4 give four different changes, and
# BradleyTerryFull separates the third from the winners.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check openskill==6.2.0

"$folder/venv/bin/python" - >"$folder/seen" <<'END'
from openskill.models import BradleyTerryFull, PlackettLuce

for model in PlackettLuce(), BradleyTerryFull():
    for ranks in [1, 1, 3, 4], [1, 2, 3, 4]:
        rated = model.rate([[model.rating()] for _ in ranks], ranks=ranks)
        print(type(model).__name__, ranks, *(f"{team[0].mu - 25:+.2f}" for team in rated))
END
cat "$folder/seen"
diff "$folder/seen" - <<'END'
PlackettLuce [1, 1, 3, 4] +0.93 +0.93 +0.93 -2.80
PlackettLuce [1, 2, 3, 4] +2.80 +1.55 -0.31 -4.04
BradleyTerryFull [1, 1, 3, 4] +5.27 +5.27 -2.64 -7.91
BradleyTerryFull [1, 2, 3, 4] +7.91 +2.64 -2.64 -7.91
END
