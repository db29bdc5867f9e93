"""Hand-written SQL of accounts, each statement with the ORM lines it stands for."""
