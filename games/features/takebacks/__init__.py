"""Taking back a turn by consent: who moved last asks, the opponent answers.

The core knows how the state before a turn is restored (``games/play/taking_back.py``); here is who
may ask, and what became of it.
"""
