"""The laws of the games, in pure Python: no Django, no clock, no randomness, no database."""

from games.rules import compiled

compiled.use()
