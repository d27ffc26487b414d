"""What trains the networks, and what the program is held against: training, artwork, baselines, mutation."""
