"""What every kind of card shares: the plane of a table, outlines of whole cards, and what was read before."""
