"""Training of the nets: self-play, a replay buffer, the fit, and a gauntlet that guards the shipped nets."""
