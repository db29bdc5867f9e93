"""What we tell people, and by which way."""
