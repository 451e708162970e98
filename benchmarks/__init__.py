"""Measurements that print figures and ratios; none of them passes or fails."""
