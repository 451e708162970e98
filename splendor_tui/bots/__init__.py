"""Computer players. They choose actions based only on what is visible to a player at the table."""
