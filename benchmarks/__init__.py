"""Measurements that print figures and ratios; they do not pass or fail."""
