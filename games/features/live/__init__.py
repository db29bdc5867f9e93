"""Live games: a clock of minutes instead of days, kept by the server alone.

``clock``         the clock of a game, in milliseconds; nothing ticks
``services``      agreeing on a game, its seats, what its clock brings about, outages
``referee``       the process that acts on a clock at the moment at which it runs out
``due``           shows the referee when a game is due
``stage``         what a player puts together: played when the time is up, or as a premove
``lag``           what the network takes, as the server measured it
``broadcast``     what is reported once to those who follow, and kept nowhere
``seeks``         finding an opponent of about your own strength
``rests``         who lets matches fall waits before the next
``playing_on``    the players of a correspondence game continue now
``leaving``       a live game continues by correspondence, by consent
``tv``            the best Game that is played, and the newest goals
"""
