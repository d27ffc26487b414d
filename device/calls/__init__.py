"""Calls from phones: their order, and what comes of them."""
