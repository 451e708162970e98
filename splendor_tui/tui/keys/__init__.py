"""Keys: the registry of key commands, the current keymap, and its picture."""
