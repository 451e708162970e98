"""Saved games in a database. `Store.open(folder)` opens it. Only this package imports sqlite3."""

from splendor_tui.store.locks import Claim
from splendor_tui.store.renames import Rename, current_name, renamed_seats
from splendor_tui.store.saved_game import GameSummary, Help, SavedGame, SavedResult, Withdrawal
from splendor_tui.store.statistics import Averages, OpponentStatistics, PlayerStatistics
from splendor_tui.store.store import Store
from splendor_tui.store.store_error import GameClaimedError, NoSuchGameError, StoreError, StoreFault
from splendor_tui.store.stored_rows import utc_now

__all__ = [
    "Averages",
    "Claim",
    "GameClaimedError",
    "GameSummary",
    "Help",
    "NoSuchGameError",
    "OpponentStatistics",
    "PlayerStatistics",
    "Rename",
    "SavedGame",
    "SavedResult",
    "Store",
    "StoreError",
    "StoreFault",
    "Withdrawal",
    "current_name",
    "renamed_seats",
    "utc_now",
]
