"""The app: how it starts, holds the terminal, leads from screen to screen, and survives signals and faults."""
