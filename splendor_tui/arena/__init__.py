"""Matches of computers without a table: the same deals from every seat, in many processes."""
