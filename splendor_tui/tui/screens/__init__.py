"""What fills the terminal, a screen at a time."""
