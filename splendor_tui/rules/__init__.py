"""The rules of Splendor. Standard library only; no clock, no files; randomness is passed in."""
