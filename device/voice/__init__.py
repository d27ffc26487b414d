"""Speech output, where the machine has a speech engine."""
