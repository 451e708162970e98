"""The commands of `splendor-tui`: one module for each, and `command_table`, which runs them."""
