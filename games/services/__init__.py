"""What people and the clock can do to games: one function an operation, one transaction each."""
