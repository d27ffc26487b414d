"""Simulated players at a table: their moves, their hands, and their mistakes."""
