"""The toolkit-independent content of a table: model, prompt, a player's session, rulebook, result."""
