"""Values learned by self-play: the chance to win that a position gives every seat, and the search that deepens it.

The net judges *afterstates*: a position at the end of a turn, before chance has shown what is drawn. To try thousands of them a
second, this package has the course of a turn a second time, over small arrays and a whole turn at once; the tests hold it
to `splendor_tui.rules`.
"""
