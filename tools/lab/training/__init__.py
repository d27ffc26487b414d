"""Trains the networks on invented tables. Not needed on the box."""
