"""Competitions: knockout cups, and leagues whose seasons follow one another. LAWS.md has the laws.

The laws, without Django and without a clock:

``age``           who is young enough for a section
``bracket``       who meets whom, who advances, where everyone is at the end
``series``        the games of one match and its winner
``count``         what each side has on the board when a round ends
``shootout``      the penalties that decide a level match of Chess Eleven
``draw``          lots that anyone can draw again
``league``        divisions, the schedule, the table and the places still in reach
``papers``        what a certificate says, and the sum by which it is checked

The service around them:

``services``      what people do: set up, enter, leave, hand in, sign
``steps``         what happens by the clock and when a game ends, each step one transaction
``field``         a section at work: locked, with its bracket, its players and its lots
``payloads``, ``league_payloads``, ``wording``, ``certificate_picture``    how they are shown
"""
