"""The one comparison: what the rules allow, laid over what the camera sees."""
