"""What is printed: faces of tiles, decks of cards, sheets and table tops, drawn anew for every seed."""
