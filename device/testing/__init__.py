"""Stand-ins for hardware that is not there, to try a box, a camera source or a game without it.

Buttons and buzzer have gpiozero's own mock pins. No box imports anything of this by itself.
"""
