"""Games before a simulated camera, with known players and known truth."""
