"""Measurements that print figures and ratios; they neither pass nor fail."""
