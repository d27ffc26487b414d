"""Files that are written anew as a whole, so that a power cut leaves the old one or the new one."""

from datetime import datetime
from itertools import chain, count
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write the file beside its place and put it there; raises `OSError` and leaves the old one as it was.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_whole(Path(folder) / "sheet.toml", b"new")
    ...     [(one.name, one.read_bytes()) for one in Path(folder).iterdir()]
    [('sheet.toml', b'new')]
    """
    new = path.with_name(path.name + ".new")
    new.write_bytes(data)
    new.replace(path)


def set_aside(path: Path) -> Path:
    """Rename a file or folder that cannot be used to a free name with the date, and give that; raises `OSError`."""
    stem = f"{path.name}.aside-{datetime.now():%Y%m%d-%H%M%S}"
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    aside = next(aside for name in names if not (aside := path.with_name(name)).exists())
    return path.rename(aside)
