"""How strong people are, worked out from their finished games, with the levels of computer players as fixed points."""
