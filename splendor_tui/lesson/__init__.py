"""The learning game: a lesson at a real table, then a first game with comments."""
