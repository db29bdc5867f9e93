"""The public HTTP interface to games: doors, not rooms."""
