"""What a table shows and says, whatever draws it: model, prompt, a player's session, rulebook, result."""
