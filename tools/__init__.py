"""What measures and trains, and never runs on a player's box."""
