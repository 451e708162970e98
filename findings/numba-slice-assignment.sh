#!/usr/bin/env bash
# numba 0.68.1: copying one array into another, as a loop and as an assigned slice, each compiled for the same types.
# Guess: the slice compiles to about as much code as the loop, because both are a bounds check and a copy.
# Behaviour: the slice compiles to more than five times as much (161,022 against 19,574 characters of LLVM code here). Its
# error for different lengths names both of them, and the compiled function builds that text itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check numba==0.68.1 numpy==2.4.6

"$folder/venv/bin/python" - >"$folder/seen" <<'END'
from numba import njit

TYPES = "void(float32[::1], float32[::1])"


def loop(target, source):
    for place in range(len(source)):
        target[place] = source[place]


def assigned_slice(target, source):
    target[:] = source


code = {one.__name__: njit(TYPES)(one).inspect_llvm().popitem()[1] for one in (loop, assigned_slice)}
for name, text in code.items():
    print(f"{name}: code for strings: {'yes' if 'unicode' in text else 'no'}")
ratio = len(code["assigned_slice"]) / len(code["loop"])
print("the slice compiles to", "more than five times as much code" if ratio > 5 else f"{ratio:.1f} times as much code")
END
cat "$folder/seen"
diff "$folder/seen" - <<'END'
loop: code for strings: no
assigned_slice: code for strings: yes
the slice compiles to more than five times as much code
END
