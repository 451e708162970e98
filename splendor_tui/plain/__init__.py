"""The same match line by line, for screen readers, plain terminals and scripts."""
