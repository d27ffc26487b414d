"""The demo table: a simulated camera over a table at which bots play."""
