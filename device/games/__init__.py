"""How each game is watched: one profile for each, and what all games have in common."""
