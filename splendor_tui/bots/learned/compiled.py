"""Functions over arrays that numba compiles where it is installed, and that run as plain Python where it is not.

This is the only module that names numba. Compiled code is kept in the user's cache, in a folder that is named after the
source of all that goes into it: numba itself would go on using a function whose callee in another module has changed. Where
NUMBA_CACHE_DIR names a folder, it is kept there instead. numba runs what it finds in the cache, so nothing is cached in a folder
that another user could write to.
"""

import hashlib
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, Final, TypeVar, cast

from platformdirs import user_cache_path

# The modules of this package that are compiled, and those whose constants are compiled into them.
SOURCES: Final = ("compiled", "encoding", "evaluator", "features", "net", "transition", "tree")


def _source_digest() -> str:
    sources = (Path(__file__).with_name(f"{name}.py") for name in SOURCES)
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]


def safe_cache_folder(named: str) -> Path | None:
    """The folder for compiled code, made private if it is missing; None if there is none that only this user can write to.

    `named` is what the user asks for; an empty text means the cache of the platform.
    """
    try:
        folder = Path(named or user_cache_path("splendor_tui") / "compiled") / _source_digest()
        if not (named or folder.is_absolute()):  # platformdirs may answer with ~ when there is no home folder
            return None
        folder = folder.absolute()
        for place in reversed((folder, *folder.parents)):
            if not place.exists():
                place.mkdir(mode=stat.S_IRWXU)
                place.chmod(stat.S_IRWXU)  # whatever the umask
        return folder if _is_safe(folder) else None
    except (OSError, RuntimeError):
        return None


def _is_safe(folder: Path) -> bool:
    """Whether nobody but this user and root can change what lies in the folder, or put another in its place."""
    if not hasattr(os, "getuid"):
        return True
    folder = folder.resolve()
    for place in (folder, *folder.parents):
        found = place.stat()
        others_write = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        if found.st_uid not in (os.getuid(), 0) or (
            others_write and (place == folder or not found.st_mode & stat.S_ISVTX)
        ):
            return False
    return True


try:
    import numba
except ImportError:
    NUMBA = False
    CACHE = None
else:
    NUMBA = True
    _config: Any = numba.config  # and not the environment, which is also that of engines
    CACHE = safe_cache_folder(_config.CACHE_DIR)
    _config.CACHE_DIR = str(CACHE or "")
    _config.CACHE_LOCATOR_CLASSES = "UserProvidedCacheLocator"

_by_numpy: dict[str, Callable[..., Any]] = {}  # by module and name
_namespaces: dict[str, dict[str, Any]] = {}  # of modules, with plain functions in place of compiled ones

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function, compiled on its first call if numba is there, and a part of whatever calls it.

    A call would cost more than what most of these functions do: each array is handed over as five numbers or more.
    """
    return _compiled(function, forceinline=True)


def compiled_from(by_numpy: Callable[..., Any]) -> Callable[[F], F]:
    """Compile a loop over a vector. Plain Python uses numpy instead: a loop would take a hundred times as long."""

    def decorate(function: F) -> F:
        _by_numpy[f"{function.__module__}.{function.__name__}"] = by_numpy
        return compiled(function) if NUMBA else cast("F", by_numpy)

    return decorate


def compiled_separately(function: F) -> F:
    """The same for a function that stays one of its own: it is long, or called once a game."""
    return _compiled(function, forceinline=False)


def _compiled(function: F, *, forceinline: bool) -> F:
    if not NUMBA:
        return function
    decorate = numba.njit(
        cache=CACHE is not None, forceinline=forceinline, fastmath=True, error_model="numpy", nogil=True
    )
    return cast("F", decorate(function))


def plain(function: F) -> F:
    """The same function as plain Python, down to everything that it calls."""
    source = getattr(function, "py_func", function)
    return cast("F", _plain_namespace(source.__module__)[source.__name__])


def _plain_namespace(module: str) -> dict[str, Any]:
    if module not in _namespaces:
        namespace = _namespaces[module] = dict(vars(sys.modules[module]))
        for name, value in list(namespace.items()):
            source = getattr(value, "py_func", None)
            if source is None:
                continue
            if (by_numpy := _by_numpy.get(f"{source.__module__}.{source.__name__}")) is not None:
                namespace[name] = by_numpy
            elif source.__module__ == module:
                namespace[name] = FunctionType(source.__code__, namespace, name, source.__defaults__)
            else:
                namespace[name] = _plain_namespace(source.__module__)[source.__name__]
    return _namespaces[module]
