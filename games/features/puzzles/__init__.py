"""Positions with one right turn: found, tried, rated, one a day.

``finding``       where they come from: public games, rounds of bots, our own few
``missed``        what was not found in your own games: for its player alone
``choosing``      which one is shown
``judging``       what came of a try, by the laws that it was found under
``attempts``      who has tried what: the first try counts
"""
