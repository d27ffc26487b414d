"""Reads cards: where each lies, which it is, and which lies on which."""
