"""Invents tables without limit: artwork, tiles, light and cameras, so that nothing can depend on how real ones look."""
