"""Live matches: a clock of minutes instead of days, kept by the server alone.

``clock``         the clock of a match, in milliseconds; nothing ticks
``services``      agreeing on a match, its seats, what its clock brings about, outages
``referee``       the process that acts on a clock at the moment at which it runs out
``due``           tells the referee when a match is due
``stage``         what a player puts together: played when the time is up, or as a premove
``lag``           what the network takes, as the server measured it
``broadcast``     what is told once to those who follow, and kept nowhere
``seeks``         finding an opponent of about one's own strength
``rests``         who lets matches fall waits before the next
``playing_on``    the players of a match by post go on at once
``leaving``       a live match goes on by post, by consent
``tv``            the best match that is played, and the newest goals
"""
