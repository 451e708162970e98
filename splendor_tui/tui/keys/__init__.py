"""Key bindings: all key commands, the current keymap, and a picture of the keys."""
