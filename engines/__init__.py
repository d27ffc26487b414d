"""What the rules say: pure functions over frozen states, standard library only."""
