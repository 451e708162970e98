"""Validation of everything from outside: files, names, assets, settings, match options."""
