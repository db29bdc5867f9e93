"""What is done about live matches."""
