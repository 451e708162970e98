"""Which key does what: the registry of key commands, the keymap in force, and its picture."""
