"""Learning the game by playing it: steps as data, judged by the real rules."""
