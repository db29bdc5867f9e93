"""Positions with one right turn: found, tried, rated, one a day."""
