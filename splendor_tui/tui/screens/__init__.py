"""The screens, each of which fills the terminal."""
