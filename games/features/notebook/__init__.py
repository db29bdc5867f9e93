"""What somebody keeps for themselves about games and players: nobody else ever reads it."""
