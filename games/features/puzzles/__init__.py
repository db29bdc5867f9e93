"""Positions with one right turn: found, tried, rated, one a day.

``finding``       where they come from: public games, rounds of robots, our own few
``missed``        what was not found in one's own matches: for its player alone
``choosing``      which one is shown
``judging``       what came of a try, by the laws that it was found under
``attempts``      who has tried what: the first try counts
"""
