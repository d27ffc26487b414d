"""What a request must be before the box acts on it."""
