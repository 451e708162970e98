"""The terminal interface: Textual app, keys, appearance, screens and widgets."""
