"""Camera, buttons, buzzer and display, each with its failures."""
