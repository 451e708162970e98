"""The rules of Splendor. Standard library only; no clock, no files, no randomness but what is passed in."""
