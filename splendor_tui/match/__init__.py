"""A match at one table: controller, clock, log, computer moves, saving and resuming."""
