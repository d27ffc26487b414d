"""Score sheets and tile sets: from a given file, from the data folder, or the shipped ones.

>>> sheet = load_sheet(None, load_tile_set(None))
>>> sheet.name, sheet.reconstruction, len(sheet.rows)
('reconstruction', True, 11)
"""

import logging
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import count
from pathlib import Path

from device.config.earlier_files import put_away
from device.config.sheet_form import Form, sheet_of, toml_of
from device.system.data_folder import EARLIER_SHEETS, SHEET, TILE_SET
from device.system.error_text import error_text
from device.system.outside_text import read_data
from device.system.whole_files import is_set_aside, read_user_file, write_whole
from engines.data_file import BadData
from engines.jarapon.sheet import DEFAULT_SHEET, ScoreSheet, parse_sheet
from engines.jarapon.tiles import TileSet, parse_tile_set
from engines.messages import Message, Refusal, message

_DATA = Path(__file__).parents[1] / "data"
SHIPPED_SHEET = _DATA / "sheets" / "reconstruction.toml"
SHIPPED_TILE_SET = _DATA / "tile_sets" / "default.toml"
_log = logging.getLogger(__name__)


def _log_it(said: Message) -> None:
    _log.info("not offered: %s", said)


def load_sheet(path: Path | None, tile_set: TileSet) -> ScoreSheet:
    """The score sheet of a file, or the shipped reconstruction; raises `BadData` naming file, row and key."""
    path = path or SHIPPED_SHEET
    return parse_sheet(read_data(path), data_name(path), tile_set)


def load_tile_set(path: Path | None) -> TileSet:
    """The tile set of a file, or the shipped one; raises `BadData` naming file, table and key."""
    path = path or SHIPPED_TILE_SET
    return parse_tile_set(read_data(path), data_name(path))


def sheet_in(folder: Path) -> ScoreSheet:
    """The score sheet that a box uses: `sheet.toml` of its data folder, or the reconstruction.

    Raises `BadData`; a damaged file is then set aside.
    """
    tile_set = tile_set_in(folder)
    return _own_sheet(folder / SHEET, tile_set) or load_sheet(None, tile_set)


def tile_set_in(folder: Path) -> TileSet:
    """The tile set that a box uses: `tiles.toml` of its data folder, or the shipped one.

    Raises `BadData`; a damaged file is then set aside.
    """
    own = folder / TILE_SET
    return read_user_file(own, lambda text: parse_tile_set(text, str(own))) or load_tile_set(None)


def _own_sheet(path: Path, tile_set: TileSet) -> ScoreSheet | None:
    return read_user_file(path, lambda text: parse_sheet(text, str(path), tile_set))


def offer_sheets(folder: Path, report: Callable[[Message], None] = _log_it) -> str:
    """Set `SHEETS` to the shipped sheet and those of a data folder; returns the name of the box's own one.

    Earlier sheets are included, so that matches played by them are still scored by them; `report` is called for those
    that cannot be read. Raises `BadData`, also if the own sheet has the shipped one's name: a record names the sheet
    that it was scored by.
    """
    shipped = load_sheet(None, load_tile_set(None))
    SHEETS.clear()
    SHEETS.update({sheet.name: sheet for sheet in (shipped, *earlier_sheets(folder, report))})
    own = sheet_in(folder)
    if own.name == shipped.name and _differ(own, shipped):
        raise BadData(message("sheet.same_name", file=str(folder / SHEET), sheet=own.name))
    SHEETS[own.name] = own
    return own.name


def earlier_sheets(folder: Path, report: Callable[[Message], None] = _log_it) -> list[ScoreSheet]:
    """The sheets that a box has used before, the oldest first; `report` is called for each unreadable one."""
    found = []
    try:
        tile_set = tile_set_in(folder)
        paths = sorted(path for path in (folder / EARLIER_SHEETS).glob("*.toml") if not is_set_aside(path))
    except BadData as bad:
        report(bad.said)
        return []
    for path in paths:
        try:
            found.append(_own_sheet(path, tile_set))
        except BadData as bad:
            report(bad.said)
    return [sheet for sheet in found if sheet is not None and sheet.name != DEFAULT_SHEET]


def save_sheet(folder: Path, form: Form, now: datetime) -> ScoreSheet:
    """Make a form the box's own sheet for future matches; the previous one is kept under its date.

    A name stands for one sheet for ever, since records name the sheet that they were scored by: if another sheet has
    the name, this one gets a number behind it. Raises `BadData` for a wrong form, `Refusal` if it cannot be written.
    """
    sheet = sheet_of(form, tile_set_in(folder))
    taken = _known(folder)
    name = next(name for name in _names(sheet.name) if name not in taken or not _differ(taken[name], sheet))
    text = toml_of(form | {"name": name})
    sheet = parse_sheet(text, SHEET, tile_set_in(folder))
    try:
        _put_away(folder, now, copy=True)
        write_whole(folder / SHEET, text.encode())
    except OSError as error:
        raise Refusal(message("sheet_form.cannot_write", why=error_text(error))) from error
    SHEETS[sheet.name] = sheet
    return sheet


def restore_sheet(folder: Path, now: datetime) -> ScoreSheet:
    """Use the shipped sheet again; the own one is kept under its date. Raises `Refusal` if that fails."""
    try:
        _put_away(folder, now, copy=False)
    except OSError as error:
        raise Refusal(message("sheet_form.cannot_write", why=error_text(error))) from error
    return sheet_in(folder)


def _put_away(folder: Path, now: datetime, copy: bool) -> None:
    """Keep the box's own sheet, if any, among the earlier ones, with copies set aside as damaged."""
    tile_set = tile_set_in(folder)
    put_away(folder / SHEET, folder / EARLIER_SHEETS, lambda own: _own_sheet(own, tile_set), now, copy)


def _known(folder: Path) -> dict[str, ScoreSheet]:
    """Every sheet that a record may name: earlier ones, the box's own if it can be read, and the shipped one."""
    known = {sheet.name: sheet for sheet in earlier_sheets(folder)}
    try:
        own = sheet_in(folder)
        known[own.name] = own
    except BadData as bad:
        _log.info("replaced: %s", bad.said)
    shipped = load_sheet(None, load_tile_set(None))
    return known | {shipped.name: shipped}


def _names(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name} {number}" for number in count(2))


def _differ(one: ScoreSheet, other: ScoreSheet) -> bool:
    return (one.rows, one.bonuses, one.reconstruction) != (other.rows, other.bonuses, other.reconstruction)


def data_name(path: Path) -> str:
    """A file's name in errors: shipped files by their names alone."""
    return path.name if path.is_relative_to(_DATA) else str(path)


# Sheets by which matches may be scored: the shipped one, and those of the box's data folder.
SHEETS = {DEFAULT_SHEET: load_sheet(None, load_tile_set(None))}
