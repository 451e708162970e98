#!/usr/bin/env bash
# numba 0.68.1 with numpy 2.4.6: numpy's global generator, seeded alike in compiled and in plain code.
# Guess: every distribution gives the same numbers, or every one but the uniform differs.
# Behaviour: nine distributions agree to the last digit printed; gamma and beta do not.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check numba==0.68.1 numpy==2.4.6

"$folder/venv/bin/python" - >"$folder/seen" <<'END'
import numpy as np
from numba import njit

CALLS = (
    "random()", "normal(1.0, 2.0)", "exponential(1.5)", "binomial(10, 0.3)", "poisson(3.0)", "randint(0, 99)",
    "permutation(6)", "choice(np.arange(50), 3, False)", "dirichlet(np.ones(3))", "gamma(2.0)", "beta(2.0, 3.0)",
)
for call in CALLS:
    scope = {"np": np}
    exec(f"def draw():\n    np.random.seed(7)\n    return np.random.{call}", scope)
    draw = scope["draw"]
    print("agrees " if np.allclose(draw(), njit(draw)(), rtol=1e-12) else "differs", call)
END
cat "$folder/seen"
diff "$folder/seen" - <<'END'
agrees  random()
agrees  normal(1.0, 2.0)
agrees  exponential(1.5)
agrees  binomial(10, 0.3)
agrees  poisson(3.0)
agrees  randint(0, 99)
agrees  permutation(6)
agrees  choice(np.arange(50), 3, False)
agrees  dirichlet(np.ones(3))
differs gamma(2.0)
differs beta(2.0, 3.0)
END
