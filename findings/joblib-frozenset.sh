#!/usr/bin/env bash
# joblib 1.6.0: Memory caches a function on disk, and three processes call it with equal arguments.
# Guess: the first process computes, the other two load. joblib sorts sets before it hashes them, so a set and a frozenset of the
# same strings behave alike.
# Behaviour: a set is found again, also inside a dict. A frozenset of strings is computed again by each process, because its
# elements are hashed in an order that changes with Python's hash seed. Three seeds are fixed here; Python draws one at each start.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check joblib==1.6.0

cat >"$folder/cached.py" <<'END'
import sys

import joblib


@joblib.Memory(sys.argv[1], verbose=0).cache
def size(_kind, words):
    computed.append(type(words).__name__)
    return len(words)


computed = []
words = ["ruby", "onyx", "sapphire", "emerald", "diamond", "gold"]
size("set", set(words))
size("set in a dict", {"words": set(words)})
size("frozenset", frozenset(words))
size("frozenset in a dict", {"words": frozenset(words)})
print("computed:", *computed)
END
for seed in 1 2 3; do
    PYTHONHASHSEED=$seed "$folder/venv/bin/python" "$folder/cached.py" "$folder/cache"
done >"$folder/seen"
cat "$folder/seen"
diff "$folder/seen" - <<'END'
computed: set dict frozenset dict
computed: frozenset dict
computed: frozenset dict
END
