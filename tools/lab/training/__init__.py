"""Training of the networks: invented tables, training, measurements. Not needed on the box."""
