"""Things break while people play; afterwards nothing may be lost.

``kinds``   what breaks: one short function a kind
``scene``   the processes, the players, and games whose time is about to be over
``live``    live matches whose clocks run out meanwhile
``rounds``  break, wait until all continues automatically, and hold the service to its word
``clock``   a wall clock that can be put forward and back under all processes at once

``python -m tests.faults [KIND ...] [--times 20]`` runs it and prints a line for each kind.
"""
