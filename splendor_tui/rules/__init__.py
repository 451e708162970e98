"""The rules of Splendor. They do not use clocks or files; callers supply seeds and random generators."""
