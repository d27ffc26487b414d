"""The pages of the OLED, one module a kind."""
