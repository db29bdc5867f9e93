"""How a game looks to somebody: in JSON, in words and in pictures."""
