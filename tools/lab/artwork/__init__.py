"""Draws pictures that the program ships."""
