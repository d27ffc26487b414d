"""Games before a simulated camera, whose players and truth are known."""
