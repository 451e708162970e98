"""The review of a finished game: the value of each turn, and what the adviser would have done.

Each turn is judged by what its seat knew then, never by the cards that were drawn later.
"""
