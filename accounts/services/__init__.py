"""What can be done to accounts: one function an operation, one transaction each."""
