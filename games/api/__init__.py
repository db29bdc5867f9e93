"""The public HTTP interface to games: a view reads a request, calls one service and answers."""
