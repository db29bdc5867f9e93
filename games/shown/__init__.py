"""How a game looks to someone: in JSON, in words and in pictures."""
