"""Bots trained by self-play: a neural net that estimates each seat's chance of winning, and a search that uses it.

The net evaluates afterstates: positions at the end of a turn, before cards are drawn. To evaluate thousands of them per
second, this package implements the rules a second time, on small arrays and for complete turns. Tests compare the two
implementations.
"""
