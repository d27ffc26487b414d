"""Draws invented tiles, sheets and table tops without limit, so that nothing can depend on how real ones look."""
