"""Which requests the box answers: host names, origin, pairing, rate and size."""
