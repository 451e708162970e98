#!/usr/bin/env bash
# openskill 6.2.0, ThurstoneMostellerFull: newcomers who play one game that all of them draw.
# Guess: the uncertainty sigma shrinks a little, as after a game with an order, and about as much with five players as with four.
# Behaviour: it shrinks by half with four players and to a hundredth with five. The ratings of the five are then final: a win
# against an equal moves them by less than 0.005 points. PlackettLuce and BradleyTerryFull do what one guesses.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check openskill==6.2.0

"$folder/venv/bin/python" - >"$folder/seen" <<'END'
from openskill.models import BradleyTerryFull, PlackettLuce, ThurstoneMostellerFull

for model in PlackettLuce(), BradleyTerryFull(), ThurstoneMostellerFull():
    for players in (3, 4, 5):
        newcomers = [[model.rating()] for _ in range(players)]
        order = model.rate(newcomers, ranks=list(range(players)))
        draw = model.rate(newcomers, ranks=[0] * players)
        winner, _ = model.rate(draw[:2], ranks=[0, 1])
        print(
            type(model).__name__,
            f"{players} players: sigma {order[0][0].sigma:.2f} after an order, {draw[0][0].sigma:.2f} after a draw;",
            f"a win then gains {winner[0].mu - draw[0][0].mu:.2f}",
        )
END
cat "$folder/seen"
diff "$folder/seen" - <<'END'
PlackettLuce 3 players: sigma 8.21 after an order, 8.21 after a draw; a win then gains 2.59
PlackettLuce 4 players: sigma 8.26 after an order, 8.26 after a draw; a win then gains 2.61
PlackettLuce 5 players: sigma 8.29 after an order, 8.29 after a draw; a win then gains 2.62
BradleyTerryFull 3 players: sigma 7.79 after an order, 7.79 after a draw; a win then gains 2.43
BradleyTerryFull 4 players: sigma 7.50 after an order, 7.50 after a draw; a win then gains 2.32
BradleyTerryFull 5 players: sigma 7.20 after an order, 7.20 after a draw; a win then gains 2.20
ThurstoneMostellerFull 3 players: sigma 6.86 after an order, 5.86 after a draw; a win then gains 2.71
ThurstoneMostellerFull 4 players: sigma 5.98 after an order, 4.09 after a draw; a win then gains 1.63
ThurstoneMostellerFull 5 players: sigma 4.96 after an order, 0.08 after a draw; a win then gains 0.00
END
