"""Diagrams of the tables of all games, and of the wiring."""
