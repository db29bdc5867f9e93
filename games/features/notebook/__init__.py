"""What someone keeps for themselves about games and players: no one else ever reads it."""
