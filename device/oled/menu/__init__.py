"""The menu on the display: everything that can be done at the box without a phone, by subject."""
