"""A table of tiles, a die, and the hands that lay and throw them, as shots.

It knows no rules: `simulator.people.script` chooses the next layout, and `bring` moves the tiles there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from engines.squares import INDEX
from engines.vocabulary import BACK, NOTHING, STANDING, TILE_FACES, UPRIGHT, Faces, Layout, across, straight
from simulator.film.shots import Shot, Spot
from simulator.people.reaching import Reaching, Rng
from simulator.render.pieces import Die, Tile
from vision.dimensions import TILE_THICK
from vision.places.laying import NUMBER_OF, Laying, Lie

USUAL_PACE_S = 6.0
_AWAY, _ASKEW = 520.0, 14.0  # of hands: see `Reaching`
# errors of laying: standard deviation and maximum (mm), and standard deviation of the turn (degrees)
_CARELESS, _SIDE_BY_SIDE = (0.9, 1.6, 2.0), (0.15, 0.3, 0.4)

# How long things take at the usual pace, in seconds.
_LAY, _NEXT, _TURN, _SET_UP = 0.3, 0.3, 0.25, 1.6
_MAX_CARRIED = 16  # tiles that are carried one by one
_SWEEP = 120.0  # mm to each side that the hand moves which sets a table up
_MIDDLE = Spot(0.0, 0.0)
_THROWN, _MAX_ROLLS = 48.0, 100  # mm from the middle to which a die rolls in x and y; tries to find a free spot
_MIN_DISTANCE = 31.0  # mm between the middles of a die and a tile that do not touch


class TileTable(Reaching[Shot]):
    """The tiles on a table by place, and the hand over them.

    `tempo`: factor of all times. `sheet`: its print, `"grid"` or `"stars"`.
    """

    def __init__(self, rng: Rng, players: int, laying: Laying, tempo: float = 1.0, sheet: str = "grid") -> None:
        super().__init__(rng, 360.0 / players, _AWAY, _ASKEW, _NEXT)
        self.tempo = tempo
        self._laying, self._sheet = laying, sheet
        self._tiles: dict[str, Tile] = {}
        self._pictures: dict[str, str] = {}  # the picture of each tile, visible or not
        self._shown: dict[str, str] = {}
        self._layout: Layout = {}  # current, or about to be
        self._die: Die | None = None

    def rest(self, seconds: float) -> Iterator[Shot]:
        """Nobody touches the table."""
        yield Shot(seconds * self.tempo, self._lying(), None, self._sheet, self._die)

    def bring(self, seat: int, layout: Layout) -> Iterator[Shot]:
        """A player's hand comes, lays, turns and takes tiles until the table has the layout, and leaves.

        A spare tile is carried to a place where one is missing. Many tiles are moved at once instead (`set_up`).
        """
        wanted, spare, missing = self._turn_to(layout)
        if len(spare) + len(missing) > _MAX_CARRIED:
            yield from self.set_up(layout)
            return
        for place in missing:
            source = next((other for other in spare if self._shown[other] in wanted[place]), None)
            if source is not None:
                spare.remove(source)
                yield from self._reach(seat, self._spot(source))
                picture = self._pictures[source]
                yield self._take(source)
            else:
                picture = str(self._rng.choice(TILE_FACES))
            yield from self._reach(seat, self._spot(place))
            yield self._lay(place, wanted[place], picture)
        for place in [place for place in wanted if self._shown[place] not in wanted[place]]:
            yield from self.turn(seat, place, wanted[place])
        for place in spare:
            yield from self._reach(seat, self._spot(place))
            yield self._take(place)
        yield from self.leave()

    def turn(self, seat: int, place: str, faces: Faces) -> Iterator[Shot]:
        """The hand turns the tile at a place, which then shows one of the faces."""
        yield from self._reach(seat, self._spot(place))
        self._put(place, faces, self._pictures[place])
        yield self._held(_TURN)

    def throw(self, seat: int, number: int) -> Iterator[Shot]:
        """A player takes the die, if one lies there, and throws it; it comes to rest when the hand is gone."""
        yield from self._reach(seat, _MIDDLE if self._die is None else Spot(self._die.x, self._die.y))
        self._die = None
        yield self._held(_LAY)
        yield from self.leave()
        self._die = self._fallen(number)

    def _fallen(self, number: int) -> Die:
        """A die in the middle of the table, away from tiles where there is room."""
        spots = self._rng.uniform(-_THROWN, _THROWN, (_MAX_ROLLS, 2))
        x, y = next((spot for spot in spots if not any(_meets(spot, tile) for tile in self._tiles.values())), spots[-1])
        return Die(float(x), float(y), number, float(self._rng.uniform(0, 360)))

    def set_up(self, layout: Layout) -> Iterator[Shot]:
        """The whole layout is laid at once under a hand that sweeps over it, so that no half-laid table is visible."""
        wanted, spare, _ = self._turn_to(layout)
        for place in spare:
            self._remove(place)
        for place, faces in wanted.items():
            if self._shown.get(place) not in faces:
                self._put(place, faces, self._pictures.get(place) or str(self._rng.choice(TILE_FACES)))
        yield from self._swept(_SWEEP, _SET_UP)

    def _turn_to(self, layout: Layout) -> tuple[dict[str, Faces], list[str], list[str]]:
        """Sets the wanted layout; returns the faces of its places, and the places where tiles are spare or missing."""
        self._layout = layout
        wanted = {
            place: _shown(faces) for place, faces in layout.items() if faces != NOTHING and self._laying_of(place)
        }
        spare = [place for place in self._tiles if place not in wanted]
        return wanted, spare, [place for place in wanted if place not in self._tiles]

    def _laying_of(self, place: str) -> Lie | None:
        return self._laying(place, self._layout)

    def _lying(self) -> tuple[Tile, ...]:
        """All tiles, including those under others."""
        below = (replace(tile, face=BACK, z=0.0) for tile in self._tiles.values() if tile.z)
        return (*below, *self._tiles.values())

    def _lay(self, place: str, faces: Faces, picture: str) -> Shot:
        self._put(place, faces, picture)
        return self._held(_LAY)

    def _take(self, *places: str) -> Shot:
        for place in places:
            self._remove(place)
        return self._held(_LAY)

    def _remove(self, place: str) -> None:
        del self._tiles[place], self._pictures[place], self._shown[place]

    def _put(self, place: str, faces: Faces, picture: str) -> None:
        """Lays a tile at its place, slightly inaccurately, upright for the player who lays it."""
        shown = next((face for face in (BACK, UPRIGHT, picture, across(picture)) if face in faces), None)
        shown = shown or str(self._rng.choice(sorted(faces)))
        if shown not in (BACK, UPRIGHT):
            picture = straight(shown)
        lie = self._lie(place)
        off, most, askew = _CARELESS if place in INDEX else _SIDE_BY_SIDE
        x, y = np.array(lie[:2]) + np.clip(self._rng.normal(0, off, 2), -most, most)
        opposite = place in INDEX and self._hand is not None and self._side(self._hand.seat) == 90
        turn = lie.turn + 180.0 * opposite + float(np.clip(self._rng.normal(0, askew), -2 * askew, 2 * askew))
        turn += 90.0 * (shown != straight(shown))
        pose = "upright" if faces == STANDING else "flat"
        self._pictures[place], self._shown[place] = picture, shown
        z = TILE_THICK * lie.on_another
        self._tiles[place] = Tile(float(x), float(y), BACK if shown == BACK else picture, turn, z, pose)
        if self._die is not None and _meets((self._die.x, self._die.y), self._tiles[place]):
            self._die = None  # it is put away

    def _lie(self, place: str) -> Lie:
        lie = self._laying_of(place)
        if lie is None:
            raise ValueError(f"{place} lies outside the picture")
        return lie

    def _spot(self, place: str) -> Spot:
        tile = self._tiles.get(place)
        return Spot(*self._lie(place)[:2]) if tile is None else Spot(tile.x, tile.y)

    def _shot(self, seconds: float) -> Shot:
        return Shot(seconds * self.tempo, self._lying(), self._hand, self._sheet, self._die)


def _meets(spot: Sequence[float], tile: Tile) -> bool:
    """Whether a die at a spot might touch a tile."""
    return bool(np.hypot(tile.x - spot[0], tile.y - spot[1]) < _MIN_DISTANCE)


def _shown(faces: Faces) -> Faces:
    """Faces as numbers: each character has one."""
    return frozenset(NUMBER_OF.get(face, face) for face in faces)
