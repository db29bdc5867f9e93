"""Ratings of rated games of two: who is how strong, and how sure that is.

The formula is ``games.rules.glicko``.

``pools``         what is compared with what, and the fixed ratings of house bots
``agreement``     who may agree on a rated game with whom
``counting``      which finished games count
``rating_games``  rates each of them once
``taking_back``   takes a change back: the winner of a timeout may, and the operator
``recomputing``   computes a pool again from its games
``boards``        leader boards, made every few minutes
``badges``        what someone has done for the first time
"""
