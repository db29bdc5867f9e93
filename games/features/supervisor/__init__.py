"""A supervisor without a seat, as the leaflet of Fun Family Chess gives the parents.

``naming``    who may name one, and the answer
``acting``    what a supervisor does, under the lock of the game
``wording``   reasons and acts in words

The core knows what the acts do to a game: giving time, taking back a turn, handing over a seat. The
rule set says in ``Supervised`` what letting a player leave or return means.
"""
