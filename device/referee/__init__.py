"""The referee: compares what the rules allow with what the camera sees."""
