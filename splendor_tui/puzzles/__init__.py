"""Puzzles: their tasks, and the search that proves a solution."""
