"""Hand-written SQL of games: reads, writes, locks; each with the equivalent ORM lines."""
