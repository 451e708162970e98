"""Computer players: they see what a player at the table sees, and answer with an action."""
