"""Challenges: made, answered and ended, until a game begins."""
