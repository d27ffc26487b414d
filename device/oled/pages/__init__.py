"""The pages of the OLED, one module per kind."""
