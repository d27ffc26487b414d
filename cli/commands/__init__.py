"""The commands of `jarapon`, one a module: `add_parser` says how it is called, `run` does it and gives the status."""
