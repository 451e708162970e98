"""A second, naive implementation of the rules, to verify the real one."""
