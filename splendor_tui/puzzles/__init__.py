"""Puzzles: what is asked, and the search that proves an answer."""
