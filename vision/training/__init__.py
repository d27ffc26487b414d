"""How the three small networks were made: invented tables, training, measurements. Not needed on the box."""
