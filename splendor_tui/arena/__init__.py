"""Matches without a table: computer players play the same deals from every seat, in as many processes as there are cores."""
