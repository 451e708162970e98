"""The cards have the same keys at the table and in plain text."""

import pytest

from splendor_tui.inputs.settings import Settings
from splendor_tui.plain.typed_actions import keys_of_places, slot_named
from splendor_tui.presentation.table_model import PileSlot
from splendor_tui.tui.keys.keymap import PRESETS, slot_labels
from splendor_tui.tui.keys.table_commands import TABLE


@pytest.mark.parametrize("keyboard", PRESETS)
def test_cards_and_decks_have_the_keys_of_the_table(keyboard: str) -> None:
    at_the_table = slot_labels(Settings().changed(keyboard=keyboard), TABLE)
    keys = keys_of_places(keyboard)
    for slot, key in keys.items():
        if not isinstance(slot, PileSlot):
            assert key in (at_the_table[slot], *"789")
            assert slot_named(key.upper(), keys) == slot
