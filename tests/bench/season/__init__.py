"""A season of games of the house bots' minds through the service, and what its analyses add up to.

``playing``  games by the service's own functions: the same rows, events and analyses as of people
``table``    what the analyses say of all of them, by strengths
``sizes``    what a game takes in the database

``python -m tests.bench.season GAMES`` plays, analyses and prints.
"""
