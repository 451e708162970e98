"""Computer players: they see what a player at the table sees and choose an action."""
