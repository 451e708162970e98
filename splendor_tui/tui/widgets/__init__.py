"""The parts of the table, each drawn by one widget from one `TableModel`."""
