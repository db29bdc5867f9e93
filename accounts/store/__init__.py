"""Hand-written SQL of accounts, each statement with the equivalent ORM lines."""
