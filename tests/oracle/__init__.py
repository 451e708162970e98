"""A second, naive implementation of the rules, to check the real one against."""
