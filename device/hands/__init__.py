"""Hands of Galaxy Jarapon: asked about, checked, and laid open."""
