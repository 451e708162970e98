"""Where the parts of the table lie, one module for each kind of window."""
