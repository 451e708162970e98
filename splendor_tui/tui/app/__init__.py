"""The app: start, terminal, navigation between screens, signals and faults."""
