"""Which piece lies at which place, for each arrangement of tiles."""
