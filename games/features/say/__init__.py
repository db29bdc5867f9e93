"""Playing by words: ``POST /games/{id}/say`` understands what a player would type.

``understanding``  a text and a position, to a turn with its conditional moves
``saying``         does what a text asks for
``boards``         a game as lines of plain text
"""
