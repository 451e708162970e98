"""Trains the nets: self-play, a replay buffer, fitting, and a gauntlet that protects the packaged nets."""
