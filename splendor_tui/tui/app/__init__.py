"""The app: startup, terminal, navigation between screens, signals and errors."""
