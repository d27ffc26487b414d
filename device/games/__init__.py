"""How each game is watched: its profile, and what all games have in common."""
