"""What lies on a table, how it is lit, and from where a camera sees it."""
