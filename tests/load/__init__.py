"""An evening of many players on the processes of ``compose.yaml``, and what must be true after it.

``wire``     HTTP with two or more web processes, as a proxy before them would spread it
``figures``  how long each call took and what went wrong
``players``  one player: logs in, looks, asks options, plays, sleeps
``crowd``    all of them, and what they were promised
``checks``   whether the service kept it: turns, games, notifications, mails

``python -m tests.load [PLAYERS] [SECONDS]`` runs it; ``tests.faults`` runs it with things breaking.
"""
