"""Functions over arrays that numba compiles where it is installed, and that run as plain Python where it is not.

This is the only module that names numba. Compiled code is kept in the user's cache, in a folder that is named after the
source of all that goes into it: numba itself would go on using a function whose callee in another module has changed. Where
NUMBA_CACHE_DIR names a folder, it is kept there instead.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from platformdirs import user_cache_path

# The modules of this package that are compiled, and those whose constants are compiled into them.
SOURCES: Final = ("box", "cells", "compiled", "course", "features", "judging", "net", "puct", "turns")


def _source_digest() -> str:
    sources = (Path(__file__).with_name(f"{name}.py") for name in SOURCES)
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]


try:
    import numba
except ImportError:
    COMPILED = False
else:
    COMPILED = True
    _config: Any = numba.config  # and not the environment, which is also that of engines
    _config.CACHE_DIR = str(Path(_config.CACHE_DIR or user_cache_path("splendor_tui") / "compiled") / _source_digest())

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function, compiled on its first call if numba is there, and a part of whatever calls it.

    A call would cost more than what most of these functions do: each array is handed over as five numbers or more.
    """
    return _compiled(function, forceinline=True)


def compiled_apart(function: F) -> F:
    """The same for a function that stays one of its own: it is long, or called once a game."""
    return _compiled(function, forceinline=False)


def _compiled(function: F, *, forceinline: bool) -> F:
    if not COMPILED:
        return function
    try:
        return _compile(function, cache=True, forceinline=forceinline)
    except RuntimeError:  # numba has found no folder that it may write to
        return _compile(function, cache=False, forceinline=forceinline)


def _compile(function: F, *, cache: bool, forceinline: bool) -> F:
    return cast("F", numba.njit(cache=cache, forceinline=forceinline, fastmath=True, error_model="numpy")(function))
