"""Benchmarks, one a module; `jarapon bench` runs them."""
