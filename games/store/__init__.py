"""Hand-written SQL of games: reads, writes, locks; each with the ORM lines it stands for."""
