"""What comes from outside, checked once where it comes in: files, names, assets, settings, options of a match."""
