"""Trains the networks and tests the program's quality: training, artwork, baselines, mutation."""
