"""Drop It at a table: the frame that people have measured, and what the box reads in it."""
