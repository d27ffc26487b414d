"""The terms that rules and camera share: faces and layouts.

A *face* is what a camera sees of a piece (`"5"`, `"wild"`, `"back"`). A *layout* maps every place of the table to the
set of faces that it may show: in reversi, any face that lies up.

>>> "7" in FACE_UP, BACK in FACE_UP, FACE_DOWN == {BACK}
(True, False, True)
"""

from collections.abc import Mapping

BACK = "back"
BLANK = "blank"
EMPTY = "empty"
UNKNOWN = "unknown"  # a piece that nobody at the table has shown yet
UNSURE = "?"  # the face of a piece that was detected but not read with confidence
UPRIGHT = "upright"  # a tile that stands on its edge, its picture hidden
WILD = "wild"
NUMBERS = tuple("123456789")
TILE_FACES = (*NUMBERS, WILD)

Faces = frozenset[str]
Layout = Mapping[str, Faces]

FACE_UP: Faces = frozenset(TILE_FACES)
FACE_DOWN: Faces = frozenset({BACK})
NOTHING: Faces = frozenset({EMPTY})
STANDING: Faces = frozenset({UPRIGHT})


def across(face: str) -> str:
    """The face of a tile that lies across its row, as the discard of riichi does (J7-9).

    >>> across("5")
    '5 across'
    """
    return f"{face} across"


def straight(face: str) -> str:
    """The face of a tile regardless of whether it lies across its row.

    >>> straight(across("5")), straight("5")
    ('5', '5')
    """
    return face.removesuffix(across(""))


def changed(before: Layout, after: Layout) -> set[str]:
    """The places at which two layouts differ; a place that a layout does not name is empty.

    >>> changed({"a1": FACE_UP, "b1": NOTHING}, {"a1": FACE_DOWN})
    {'a1'}
    """
    differing = before.items() ^ after.items()
    return {place for place, _ in differing if before.get(place, NOTHING) != after.get(place, NOTHING)}
