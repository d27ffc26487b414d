"""Camera, buttons, buzzer and display, each with how it fails."""
