"""A finished game looked at again: what each turn was worth, and what the adviser would have done in its place.

Each turn is judged from what its own seat knew then, never from what came off the decks afterwards.
"""
