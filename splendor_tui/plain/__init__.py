"""The game as plain text, for screen readers, simple terminals and scripts."""
