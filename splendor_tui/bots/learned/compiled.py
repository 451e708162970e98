"""Functions over arrays that numba compiles where it is installed, and that run as plain Python where it is not.

This is the only module that names numba. Compiled code is kept in the user's cache, in a folder that is named after the
source of this whole package: numba itself would go on using a function whose callee in another module has changed.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from platformdirs import user_cache_path


def _source_digest() -> str:
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]


os.environ["NUMBA_CACHE_DIR"] = str(user_cache_path("splendor_tui") / "compiled" / _source_digest())

try:
    import numba
except ImportError:
    COMPILED = False
else:
    COMPILED = True

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function, compiled on its first call if numba is there."""
    if not COMPILED:
        return function
    try:
        return _compile(function, cache=True)
    except RuntimeError:  # numba has found no folder that it may write to
        return _compile(function, cache=False)


def _compile(function: F, *, cache: bool) -> F:
    return cast("F", numba.njit(cache=cache, fastmath=True, error_model="numpy")(function))
