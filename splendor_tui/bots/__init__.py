"""Computer players. They choose actions based only on what a player at the table may see."""
