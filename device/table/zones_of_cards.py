"""The positions of piles of cards before the camera, for people to view and move, and their start layout."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin

from device.capture.game_reader import GameReader
from device.games.listing import WATCHED, profile_of
from device.games.profile import AnyProfile
from engines.messages import Refusal, message
from engines.vocabulary import BACK, Layout
from vision.cards.common.reading import DetectedCard
from vision.places.cards.places import CardPlaces
from vision.places.cards.zones import Zone

_WIDE, _HIGH = 57.0, 88.0  # mm
_ROOM = 40.0  # mm of margin round a drawn table
_ROWS, _IN_ROW = "row", 3  # cards of a drawn row


@dataclass(frozen=True)
class LaidZones:
    """Where piles lie in a picture or a drawing; all lengths are shares of its width."""

    zones: Mapping[str, Zone]  # by place
    card: tuple[float, float]  # shorter and longer side of a card
    height: float  # of the picture or drawing
    given: bool = False  # whether people set the positions


def zones_of(reader: GameReader | None) -> CardPlaces:
    """The zones of a reader of cards; raises `Refusal` if no cards are read."""
    if reader is None or reader.zones is None:
        raise Refusal(message("zones.no_cards"))
    return reader.zones


def zones_seen(places: CardPlaces, size: tuple[int, int]) -> LaidZones:
    """Where piles are taken to lie in pictures of a size (px), none before the table is laid."""
    return LaidZones(dict(places.zones), places.size, size[1] / size[0], places.is_moved)


def lay_zones(places: CardPlaces, middles: Mapping[str, tuple[float, float]]) -> None:
    """Move zones to where people say they are; raises `Refusal`, and moves none, where one is not known."""
    if not middles.keys() <= places.zones.keys():
        raise Refusal(message("zones.unknown"))
    for name, (x, y) in middles.items():
        places.lay(name, x, y)


def laid_plan(game: str, players: Sequence[str]) -> LaidZones:
    """How the table is laid for the start, as the zones that would be proposed for just that table.

    Where players lay their cards in rows before them, the first cards of these are zones `row/SEAT/1`, … Raises
    `Refusal` for a game without cards.

    >>> plan = laid_plan("skip_bo", ("Aya", "Ben"))
    >>> len(plan.zones), plan.zones["draw"].x < plan.zones["build/1"].x, plan.zones["stock/1"].down
    (15, True, (0.0, 1.0))
    """
    profile = profile_of(game) if game in WATCHED else None
    if profile is None or profile.cards is None:
        raise Refusal(message("zones.no_cards"))
    layout = profile.game.layout(profile.game.start(players, profile.filming.options))
    backs = [place for place in ("draw", "stock", *(f"stock/{n}" for n in range(1, 7))) if place in layout]
    places = profile.cards.places()
    places.place([_back_on(_laid(profile, place, layout)) for place in backs], 1.0)
    zones = dict(places.zones)
    if "river" in zones:
        rows = [(seat, at) for seat in range(1, len(players) + 1) for at in range(1, _IN_ROW + 1)]
        zones |= {f"{_ROWS}/{seat}/{at}": _laid(profile, f"meld/{seat}/{at}", layout) for seat, at in rows}
    across, along = [zone.x for zone in zones.values()], [zone.y for zone in zones.values()]
    left, right, top, bottom = min(across), max(across), min(along), max(along)
    room = _ROOM + _HIGH
    wide, high = right - left + 2 * room, bottom - top + 2 * room
    shift = (room - left, room - top)
    shares = {
        name: replace(zone, x=(zone.x + shift[0]) / wide, y=(zone.y + shift[1]) / wide) for name, zone in zones.items()
    }
    return LaidZones(shares, (_WIDE / wide, _HIGH / wide), high / wide)


def _laid(profile: AnyProfile, place: str, layout: Layout) -> Zone:
    """Where people lay a place, in mm to the right and down."""
    lie = profile.filming.lay(place, layout)
    assert lie is not None, place
    turn = radians(lie.turn)
    return Zone(lie.x, -lie.y, (sin(turn), cos(turn)))


def _back_on(zone: Zone) -> DetectedCard:
    """A card face down."""
    (rx, ry), (dx, dy) = zone.right, zone.down
    half, far = _WIDE / 2, _HIGH / 2
    a, b, c, d = (
        (zone.x + across * rx + along * dx, zone.y + across * ry + along * dy)
        for across, along in ((-half, -far), (half, -far), (half, far), (-half, far))
    )
    return DetectedCard(BACK, (a, b, c, d), 1.0)
