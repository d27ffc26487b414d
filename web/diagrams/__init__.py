"""How a phone draws the table of each game."""
