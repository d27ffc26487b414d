"""Renders pictures of invented tables with exact truth, for training, tests and the demo table."""
