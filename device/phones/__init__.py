"""How phones find the box and come to be trusted."""
