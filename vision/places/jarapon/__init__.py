"""The places of a table with four sides: walls, rivers, open sets and hands."""
