"""Saved games in a database. `Store.open(folder)` opens it. Only this package imports sqlite3."""

from splendor_tui.store.locks import Claim
from splendor_tui.store.saved_game import GameSummary, Help, SavedGame, SavedResult
from splendor_tui.store.statistics import OpponentStatistics, PlayerStatistics
from splendor_tui.store.store import Store
from splendor_tui.store.store_error import GameClaimedError, NoSuchGameError, StoreError, StoreFault
from splendor_tui.store.stored_rows import utc_now

__all__ = [
    "Claim",
    "GameClaimedError",
    "GameSummary",
    "Help",
    "NoSuchGameError",
    "OpponentStatistics",
    "PlayerStatistics",
    "SavedGame",
    "SavedResult",
    "Store",
    "StoreError",
    "StoreFault",
    "utc_now",
]
