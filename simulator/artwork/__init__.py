"""Invented artwork: faces of tiles, decks of cards, sheets and table tops, different for every seed."""
