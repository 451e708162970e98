"""Benchmarks. They print measurements and ratios, and never fail."""
