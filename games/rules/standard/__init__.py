"""Standard chess, by the laws of FIDE as LAWS.md words them."""
