"""Splendor for two to four people at one terminal."""

__version__ = "0.1.0"
