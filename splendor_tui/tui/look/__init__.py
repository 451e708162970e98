"""Appearance: colours, glyphs, painted text, and messages drawn with chips."""
