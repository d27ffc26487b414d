"""The club's pages."""
