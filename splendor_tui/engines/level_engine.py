"""Our own levels that think long, in processes of their own: the screen never shares its interpreter with a search."""

import sys
from typing import Final

from splendor_tui.bots.levels import create_bot, level_is_learned, level_name
from splendor_tui.bots.player import Bot
from splendor_tui.engines.engine_player import EnginePlayer

_READY_SECONDS: Final = 60.0  # ours does not hang, but a busy machine may take its time to load it


def level_player(level_id: str) -> Bot:
    """A player of this level: one that plays by a net as an engine, the others in this process. Raises UnknownLevelError."""
    return level_engine(level_id) if level_is_learned(level_id) else create_bot(level_id)


def level_engine(level_id: str, *, lines: int = 1) -> EnginePlayer:
    """A player of this level in a process of its own; an advice has up to `lines` choices. Raises UnknownLevelError."""
    level_name(level_id)
    return EnginePlayer(
        (sys.executable, "-P", "-m", "splendor_tui", "engine", level_id), lines=lines, ready_seconds=_READY_SECONDS
    )
