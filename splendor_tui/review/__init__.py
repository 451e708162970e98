"""The review of a finished game: an evaluation of each turn, and the adviser's choice.

Each turn is judged by what its player knew at the time, never by cards drawn later.
"""
