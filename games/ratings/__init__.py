"""Ratings of rated games of two: who is how strong, and how sure that is."""
