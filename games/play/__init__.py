"""What can be done to a game, by people and by the clock: one transaction each."""
