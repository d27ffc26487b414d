"""Calls from phones: their order and their outcome."""
