"""The live table: one thread that owns the game and tells everybody what it shows."""
