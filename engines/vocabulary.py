"""The terms that rules and camera share: faces and layouts.

A *face* is what a camera sees of a piece (`"5"`, `"wild"`, `"back"`). A *layout* gives every place of the table the
set of faces of which it may show any one: in reversi one face that lies up is as good as another.

>>> "7" in FACE_UP, BACK in FACE_UP, FACE_DOWN == {BACK}
(True, False, True)
"""

from collections.abc import Mapping

BACK = "back"
BLANK = "blank"
EMPTY = "empty"
UNKNOWN = "unknown"  # a piece that nobody at the table has shown yet
UNSURE = "?"
UPRIGHT = "upright"  # a tile that stands on its edge, so that its picture cannot be seen
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
    """What a camera sees of a face that lies across its row, as the discard of riichi does (J7-9).

    >>> across("5")
    '5 across'
    """
    return f"{face} across"


def straight(face: str) -> str:
    """The face itself, whether its tile lies across its row or not.

    >>> straight(across("5")), straight("5")
    ('5', '5')
    """
    return face.removesuffix(across(""))


def changed(before: Layout, after: Layout) -> set[str]:
    """The places at which two layouts differ; a place that one of them leaves out is empty.

    >>> changed({"a1": FACE_UP, "b1": NOTHING}, {"a1": FACE_DOWN})
    {'a1'}
    """
    apart = before.items() ^ after.items()
    return {place for place, _ in apart if before.get(place, NOTHING) != after.get(place, NOTHING)}
