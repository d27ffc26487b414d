"""The live table: one thread that owns the game and publishes its state."""
