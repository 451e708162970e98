"""The learning game: a lesson step by step at a real table, and a word after each turn of the first game that follows."""
