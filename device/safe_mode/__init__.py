"""Safe mode: what is left of a box that does not start."""
