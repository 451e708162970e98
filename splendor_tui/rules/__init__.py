"""The rules of Splendor. They use no clock and no files; callers supply seeds and random generators."""
