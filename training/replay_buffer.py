"""The replay buffer of recent examples."""

import numpy as np

from splendor_tui.bots.learned.features import slot_count
from training.self_play import Examples


class Replay:
    """The last `capacity` examples.

    `rows` and `targets` contain `filled` of them. Once the buffer is full, `next` is the index of the oldest example.
    """

    def __init__(self, players: int, capacity: int) -> None:
        self.rows = np.zeros((capacity, slot_count(players)), np.uint16)
        self.targets = np.zeros((capacity, players), np.float32)
        self.filled = 0
        self.next = 0

    def add(self, examples: Examples) -> None:
        """Add examples. They replace the oldest ones."""
        capacity = len(self.rows)
        places = (self.next + np.arange(len(examples.rows))) % capacity
        self.rows[places] = examples.rows
        self.targets[places] = examples.targets
        self.next = int((self.next + len(places)) % capacity)
        self.filled = min(capacity, self.filled + len(places))
