"""The widgets of the table, each drawn from a `TableModel`, and of other screens."""
