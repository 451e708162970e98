"""The screen: Textual app, themes, keys, screens and widgets."""
