"""One match at a table: its options, its course, its clock, its record and where it is kept."""
