"""Matches between computer players without a screen. Each deal is played from every seat, in many processes."""
