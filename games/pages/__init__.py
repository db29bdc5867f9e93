"""The pages about games and players: a view asks selectors, calls one service and renders."""
