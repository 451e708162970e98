"""Where games are kept: `Store.open(folder)`. It is a border: it imports sqlite3 and pydantic."""

from splendor_tui.match.store.claim import Claim
from splendor_tui.match.store.errors import GameClaimedError, NoSuchGameError, StoreError, StoreFault
from splendor_tui.match.store.games import GameSummary, StoredGame
from splendor_tui.match.store.statistics import OpponentStatistics, PlayerStatistics
from splendor_tui.match.store.store import Store, utc_now

__all__ = [
    "Claim",
    "GameClaimedError",
    "GameSummary",
    "NoSuchGameError",
    "OpponentStatistics",
    "PlayerStatistics",
    "Store",
    "StoreError",
    "StoreFault",
    "StoredGame",
    "utc_now",
]
