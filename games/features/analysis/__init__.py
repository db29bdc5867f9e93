"""The analysis of finished games: what the turns, the dice and the formations decided.

``summing`` computes the marks of a game from the value of its rule set, ``making`` keeps them,
``totals`` adds them up, ``payloads`` and ``pages`` show them.
"""
