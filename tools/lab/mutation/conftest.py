"""The examples here run only where the `mutation` extra is installed."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("cosmic_ray") else ["*.py"]
