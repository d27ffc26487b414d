"""The box: camera, display, buttons, journal, referee, the live table and the command line."""
