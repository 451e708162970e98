"""Splendor for two to four players at one terminal."""

__version__ = "1.0.0"
