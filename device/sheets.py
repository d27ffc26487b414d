"""Score sheets and tile sets: from a file of one's own, from the data folder, or those that are shipped.

>>> sheet = load_sheet(None, load_tile_set(None))
>>> sheet.name, sheet.reconstruction, len(sheet.rows)
('reconstruction', True, 11)
"""

from pathlib import Path

from engines.data_file import BadData
from engines.jarapon import sheets
from engines.jarapon.sheet import ScoreSheet, parse_sheet
from engines.jarapon.tiles import TileSet, parse_tile_set
from engines.messages import message

_DATA = Path(__file__).parent / "data"
SHIPPED_SHEET = _DATA / "sheets" / "reconstruction.toml"
SHIPPED_TILE_SET = _DATA / "tile_sets" / "default.toml"
OWN_SHEET = "sheet.toml"
OWN_TILE_SET = "tiles.toml"


def load_sheet(path: Path | None, tile_set: TileSet) -> ScoreSheet:
    """The score sheet of a file, or the shipped reconstruction; raises `BadData` naming file, row and key."""
    path = path or SHIPPED_SHEET
    return parse_sheet(read_data(path), data_name(path), tile_set)


def load_tile_set(path: Path | None) -> TileSet:
    """The tile set of a file, or the shipped one; raises `BadData` naming file, table and key."""
    path = path or SHIPPED_TILE_SET
    return parse_tile_set(read_data(path), data_name(path))


def sheet_in(folder: Path) -> ScoreSheet:
    """The score sheet that a box uses: `sheet.toml` of its data folder where there is one, else the reconstruction."""
    own = folder / OWN_SHEET
    return load_sheet(own if own.exists() else None, tile_set_in(folder))


def tile_set_in(folder: Path) -> TileSet:
    """The tile set that a box uses: `tiles.toml` of its data folder where there is one, else the shipped one."""
    own = folder / OWN_TILE_SET
    return load_tile_set(own if own.exists() else None)


def offer_sheets(folder: Path | None = None) -> str:
    """Let matches be played by the shipped sheet and, where a data folder has one, by its own; the name of the latter.

    Without a folder, or a sheet in it, the name is that of the shipped sheet. Raises `BadData`, also for an own sheet
    that bears the shipped one's name: a record names the sheet that it was scored by.
    """
    shipped = load_sheet(None, load_tile_set(None))
    sheets.register(shipped)
    own = sheet_in(folder) if folder else shipped
    if own.name == shipped.name and own.rows != shipped.rows:
        raise BadData(message("sheet.same_name", file=str((folder or _DATA) / OWN_SHEET), sheet=own.name))
    sheets.register(own)
    return own.name


def read_data(path: Path) -> str:
    """The text of a data file; raises `BadData` when there is none or it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BadData(message("data.no_such_file", file=str(path))) from error
    except UnicodeDecodeError as error:
        raise BadData(message("data.not_utf8", file=str(path))) from error
    except OSError as error:
        raise BadData(message("data.cannot_open", file=str(path), why=error.strerror or str(error))) from error


def data_name(path: Path) -> str:
    """A file as errors name it: the shipped ones by their names alone."""
    return path.name if path.is_relative_to(_DATA) else str(path)
