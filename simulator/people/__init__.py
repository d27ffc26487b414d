"""Invented people who play at a simulated table: their moves, their hands, and what they do wrong."""
