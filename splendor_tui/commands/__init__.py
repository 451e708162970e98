"""The commands of `splendor-tui`: one module for each, and `command_line`, which runs them."""
