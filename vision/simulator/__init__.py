"""A table that does not exist: rendered pictures with exact truth, for training, tests and the demo table."""
