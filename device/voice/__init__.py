"""The box speaks, where the machine has an engine of speech: which one, what it says, and how."""
