"""Cards as people lay them on a table: in heaps by place, each card a little off and askew."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.vocabulary import Layout
from simulator.render.cards import Card
from vision.places.laying import Laying

Heaps = Mapping[str, Sequence[str]]  # the cards at each place, the lowest first
Off = tuple[float, float, float]  # right, down (mm), and degrees
MAX_DRAWN = 4  # uppermost cards of a heap that show


@dataclass(frozen=True)
class LaidCard:
    """A card of a heap, and how far off it lies."""

    face: str
    off: Off


class LaidCards:
    """The cards on a table by place; `off` says how far off the next card is laid."""

    def __init__(self, off: Callable[[], Off]) -> None:
        self.heaps: dict[str, list[LaidCard]] = {}
        self._off = off

    def set(self, heaps: Heaps) -> None:
        """Lay what is new, and take off what is gone."""
        for place, cards in heaps.items():
            laid = self.heaps.get(place, [])
            same = next((at for at, (one, face) in enumerate(zip(laid, cards, strict=False)) if one.face != face), None)
            kept = laid[: min(len(laid), len(cards)) if same is None else same]
            self.heaps[place] = [*kept, *(LaidCard(face, self._off()) for face in cards[len(kept) :])]
        self.heaps = {place: laid for place, laid in self.heaps.items() if place in heaps}

    def straighten(self, places: Iterable[str]) -> None:
        """Lay the top card at each of these places again."""
        for place in places:
            if laid := self.heaps.get(place):
                self.heaps[place] = [*laid[:-1], replace(laid[-1], off=self._off())]

    def cards(self, lay: Laying, layout: Layout, scale: float) -> Iterator[Card]:
        """The cards as they lie, the lowest first; `scale`: of the distances, for the size of the deck."""
        for place, laid in self.heaps.items():
            lie = lay(place, layout)
            assert lie is not None
            for one in laid[-MAX_DRAWN:]:
                right, down, turn = one.off
                yield Card(lie.x * scale + right, lie.y * scale - down, one.face, lie.turn + turn)
