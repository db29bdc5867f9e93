"""Boards of squares as data and as pictures, for every game that is played on them.

``scene`` says what there is to see; ``drawing`` makes pictures of it. A rule set gives a scene and
has its pictures; a page can draw from the same data.
"""
