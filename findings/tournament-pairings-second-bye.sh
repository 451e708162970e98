#!/usr/bin/env bash
# tournament-pairings 2.0.1 pairs five players for the fourth round of a Swiss tournament. A, B and C have had a bye, D and E have not.
# Guess: D or E gets the bye, since two pairings allow that without a rematch. The package prefers players without a bye.
# Behaviour: C always gets a second one. Its matching adds the same bonus to a pair with one player who had a bye and to a pair
# with two. Once more players have had a bye than there are pairs, every pairing gets the whole bonus, and only the scores decide.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund tournament-pairings@2.0.1

cat >run.mjs <<'END'
import { Swiss } from "tournament-pairings";

const players = Object.fromEntries([..."ABCDE"].map((id) => [id, { id, score: 0, receivedBye: false, avoid: [] }]));
// The three rounds so far: who had the bye, then who beat whom.
for (const [bye, ...games] of [["A", "DB", "EC"], ["B", "DC", "EA"], ["C", "DE", "AB"]]) {
  players[bye].score++;
  players[bye].receivedBye = true;
  for (const [winner, loser] of games) {
    players[winner].score++;
    players[winner].avoid.push(loser);
    players[loser].avoid.push(winner);
  }
}
for (const { id, score, receivedBye, avoid } of Object.values(players)) {
  console.log(id, score, receivedBye ? "had a bye," : "had no bye,", "has met", avoid.sort().join(" "));
}
// The package shuffles players before it pairs them, so it is asked often.
const pairings = {};
for (let i = 0; i < 500; i++) {
  const matches = Swiss(structuredClone(Object.values(players)), 4).map((m) => [m.player1, m.player2 ?? "bye"].sort().join("-"));
  const pairing = matches.sort().join(" ");
  pairings[pairing] = (pairings[pairing] ?? 0) + 1;
}
console.log(pairings);
END
node run.mjs >seen
cat seen
diff seen - <<'END'
A 2 had a bye, has met B E
B 1 had a bye, has met A D
C 1 had a bye, has met D E
D 3 had no bye, has met B C E
E 2 had no bye, has met A C D
{ 'A-D B-E C-bye': 500 }
END
