"""Clients that generators of other people make from the served document; ``-m generators``."""
