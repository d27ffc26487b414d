"""Invents tables without limit, for the demo table, films, benches and training; never used for reading."""
