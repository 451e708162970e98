"""Key commands, keymaps and key hints."""
