#!/usr/bin/env bash
# pure-rand 8.4.2 and d3-random 3.0.2: games are numbered, and each rolls dice from a generator that has its number as its seed.
# Guess: the rolls of neighbouring games have nothing in common, as with `mersenne` of pure-rand itself.
# Behaviour: pure-rand recommends `xoroshiro128plus`. Its first output is the seed, bit for bit inverted, so the first rolls count
# down, and half of all pairs of first two rolls occur in no game. In d3-random, an integer seed is the state of a linear
# congruential generator, which one step moves by 0.0004 from seed to seed, so hundreds of games in a row begin with the same roll.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund pure-rand@8.4.2 d3-random@3.0.2

cat >run.mjs <<'END'
import { randomInt, randomLcg } from "d3-random";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { mersenne } from "pure-rand/generator/mersenne";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

const drawnBy = (generator) => (seed) => {
  const source = generator(seed);
  return () => uniformInt(source, 1, 6);
};
const dice = {
  mersenne: drawnBy(mersenne),
  xoroshiro128plus: drawnBy(xoroshiro128plus),
  randomLcg: (seed) => randomInt.source(randomLcg(seed))(1, 7),
};
for (const [name, die] of Object.entries(dice)) {
  let firsts = "";
  const pairs = new Set();
  for (let seed = 1; seed <= 60000; seed++) {
    const roll = die(seed);
    const first = roll();
    if (seed <= 40) firsts += first;
    pairs.add(`${first}${roll()}`);
  }
  console.log(`${name}: first rolls ${firsts}; ${pairs.size} pairs of 36 in 60000 games`);
}
END
node run.mjs >seen
cat seen
diff seen - <<'END'
mersenne: first rolls 4333216214663254634462211264425636246261; 36 pairs of 36 in 60000 games
xoroshiro128plus: first rolls 1654321654321654321654321654321654321654; 18 pairs of 36 in 60000 games
randomLcg: first rolls 2222222222222222222222222222222222222222; 36 pairs of 36 in 60000 games
END
