"""Maps tiles that the camera numbers as they appear to their recorded numbers."""

from device.games.table_reading import Places
from device.referee.evidence import LIKELIER, share_of
from engines.vocabulary import NOTHING, Faces, Layout


class RecordedOrder:
    """Recorded numbers of tiles that the camera has numbered as they appeared, or anew after a restart.

    A tile that no picture showed when it was turned up, and that people entered, is detected later: the camera numbers
    it last. Places that show what is recorded stay; others are swapped so that as many as possible do.

    >>> layout = {"turned/1": frozenset({"3"}), "turned/2": frozenset({"2"})}
    >>> RecordedOrder().rename({"turned/1": {"2": 1.0}, "turned/2": {"3": 0.9, "5": 0.1}}, layout, "turned/")
    {'turned/1': {'3': 0.9, '5': 0.1}, 'turned/2': {'2': 1.0}}

    A new camera numbers the rest of a stock from 1:

    >>> order, layout = RecordedOrder(), {"stock/1": NOTHING, "stock/2": NOTHING, "stock/3": frozenset({"back"})}
    >>> [order.rename({"stock/1": {face: 1.0}}, layout, "stock/") for face in ("back", "empty")]
    [{'stock/3': {'back': 1.0}}, {'stock/3': {'empty': 1.0}}]
    """

    def __init__(self) -> None:
        self._camera: dict[str, str] = {}  # the camera's names by the recorded ones, where they differ

    def rename(self, places: Places, layout: Layout, prefix: str) -> Places:
        """A reading's places by their recorded names; `layout` is the record of those that begin with `prefix`."""
        numbered = {name: shares for name, shares in places.items() if name.startswith(prefix)}
        if all(faces == NOTHING for name, faces in layout.items() if name.startswith(prefix)):
            self._camera.clear()
        names = dict.fromkeys(name for name in (*numbered, *layout, *self._camera) if name.startswith(prefix))

        def fits(name: str, faces: Faces) -> bool:
            return share_of(faces, numbered.get(self._camera.get(name, name), {})) >= LIKELIER

        def is_misplaced(name: str) -> bool:
            faces = layout.get(name, NOTHING)
            is_read = self._camera.get(name, name) in numbered
            return not fits(name, faces) if is_read else faces != NOTHING

        for name in filter(is_misplaced, names):
            other = next((one for one in filter(is_misplaced, names) if fits(one, layout.get(name, NOTHING))), None)
            if other is not None:
                here, there = self._camera.get(name, name), self._camera.get(other, other)
                self._camera |= {name: there, other: here}
        renamed = {name: numbered[at] for name in names if (at := self._camera.get(name, name)) in numbered}
        return {name: shares for name, shares in places.items() if name not in numbered} | renamed
