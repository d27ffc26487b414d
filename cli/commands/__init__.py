"""The commands of `jarapon`, one a module: `add_parser` adds its options, `run` executes it and returns its status."""
