"""Puzzles: their goals, and the search that proves solutions."""
