"""How things look: colours, glyphs, painted text, and messages drawn with chips."""
