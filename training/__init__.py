"""Training of the learned values: self-play, a replay buffer, the fit, and a gauntlet that guards the shipped nets."""
