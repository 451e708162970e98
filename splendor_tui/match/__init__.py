"""One match at a table: controller, clock, log, computer moves, saving and resuming."""
