"""Appearance: colours, glyphs, text layout, and messages drawn with chips."""
