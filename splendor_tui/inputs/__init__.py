"""Validates all input: files, names, assets, settings and match options."""
