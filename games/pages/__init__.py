"""The pages about games and players: doors that ask selectors and call services."""
