"""The command line: stands above every other package and is imported by none."""
