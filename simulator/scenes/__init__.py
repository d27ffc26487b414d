"""Random scenes: what lies on a table, its light, and its camera."""
