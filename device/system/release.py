"""This program as an installed package."""

from importlib import metadata

PACKAGE = "jarapon-companion"


def version_of(package: str) -> str | None:
    """The installed version of a package; None where it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
