"""The OLED: its panel, the carousel of pages, and the pages themselves."""
