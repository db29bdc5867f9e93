"""Free text between players who each agreed to talk with the others of a game.

``agreeing``  who agrees to talk with whom, and where a game is open to it
``writing``   messages: who may write how many, and who reads them
"""
