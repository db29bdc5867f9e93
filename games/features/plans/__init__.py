"""Plans: answers that someone prepares for situations that may come.

``walking``       the line of turns that leads to a situation
``replies``       what can be prepared: a turn, a formation, resigning, claiming the end
``services``      keeping plans; none of it changes the game
``firing``        plays what has come true, after a commit and whenever beat looks
"""
