"""Connect Four on the 8×8 sheet, as a package of its own: `rules` are the rules, `profile` is how it is watched."""
