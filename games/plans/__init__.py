"""Plans: answers that somebody prepares for situations that may come."""
