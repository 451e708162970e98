"""Compiles functions on arrays with numba if it is installed. Otherwise they run in plain Python.

Only this module imports numba. Compiled code is cached in NUMBA_CACHE_DIR or the user's cache, in a folder named after
the hash of all sources: otherwise numba would use an outdated function after a change to another module that it calls.
numba executes whatever the cache contains, so a folder that other users can write to is never used.
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

# The compiled modules of this package, and the modules whose constants are compiled into them. Those of `rules` are the
# limits of the game itself, which never change.
SOURCES: Final = (
    "compiled",
    "encoded_rules",
    "encoded_turns",
    "encoding",
    "evaluator",
    "features",
    "known_nobles",
    "net",
    "tree_search",
)


def _source_digest() -> str:
    sources = (Path(__file__).with_name(f"{name}.py") for name in SOURCES)
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]


def safe_cache_folder(named: str) -> Path | None:
    """The folder for compiled code, created if missing. None if no private folder is available.

    `named` is the user's choice; if it is empty, the platform's cache is used.
    """
    try:
        folder = Path(named or user_cache_path("splendor_tui") / "compiled") / _source_digest()
        if not (named or folder.is_absolute()):  # platformdirs may return ~ if there is no home folder
            return None
        folder = folder.absolute()
        for place in reversed((folder, *folder.parents)):
            if not place.exists():
                place.mkdir(mode=stat.S_IRWXU)
                place.chmod(stat.S_IRWXU)  # regardless of the umask
        return folder if _is_safe(folder) else None
    except (OSError, RuntimeError):
        return None


def _is_safe(folder: Path) -> bool:
    """Whether only this user and root can change or replace the folder."""
    if not hasattr(os, "getuid"):
        return True
    folder = folder.resolve()
    for place in (folder, *folder.parents):
        status = place.stat()
        others_write = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        if status.st_uid not in (os.getuid(), 0) or (
            others_write and (place == folder or not status.st_mode & stat.S_ISVTX)
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
    _config: Any = numba.config  # set here, because engines would inherit environment variables
    CACHE = safe_cache_folder(_config.CACHE_DIR)
    _config.CACHE_DIR = str(CACHE or "")
    _config.CACHE_LOCATOR_CLASSES = "UserProvidedCacheLocator"

_by_numpy: dict[str, Callable[..., Any]] = {}  # by module and name
_namespaces: dict[str, dict[str, Any]] = {}  # by module; plain functions replace the compiled ones

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile the function on its first call. It is inlined into its callers.

    For most of these functions a call would cost more than the work, because each array is passed as five or more values.
    """
    return _compiled(function, forceinline=True)


def compiled_from(by_numpy: Callable[..., Any], *, forceinline: bool = True) -> Callable[[F], F]:
    """Compile a loop. Plain Python calls `by_numpy` instead, which is far faster than the loop."""

    def decorate(function: F) -> F:
        _by_numpy[f"{function.__module__}.{function.__name__}"] = by_numpy
        return _compiled(function, forceinline=forceinline) if NUMBA else cast("F", by_numpy)

    return decorate


def compiled_separately(function: F) -> F:
    """Compile the function without inlining, for long or rarely called functions."""
    return _compiled(function, forceinline=False)


def _compiled(function: F, *, forceinline: bool) -> F:
    if not NUMBA:
        return function
    # numba would compile a wrapper of each function for C, which nothing calls. Its type annotations lack this option.
    unannotated: dict[str, Any] = {"no_cfunc_wrapper": True}
    decorate = numba.njit(
        cache=CACHE is not None,
        forceinline=forceinline,
        fastmath=True,
        error_model="numpy",
        nogil=True,
        **unannotated,
    )
    return cast("F", decorate(function))


def plain(function: F) -> F:
    """The plain Python version of a function. It calls plain versions of other functions."""
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
