"""Cards on a simulated table, and the hands that lay and take them, as shots."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from engines.vocabulary import BACK, Layout
from simulator.film.cards_view import demo_deck, room_of
from simulator.film.shots import CardShot, Room, Spot
from simulator.people.companion import StagedGame
from simulator.people.laid_cards import Heaps, LaidCards, Off
from simulator.people.reaching import Reaching, Rng

_USUAL_WIDTH = 60.0  # mm of a card for which the places of games are given
_CARELESS = (0.8, 0.8, 1.0)  # standard deviations of how far off cards are laid: mm right, mm down, degrees

# How long things take at the usual pace, in seconds.
_LAY, _NEXT, _SET_UP = 0.3, 0.4, 1.8
_MAX_CARRIED = 8  # cards that are laid one by one
_AWAY, _ASKEW = 900.0, 10.0  # of hands: see `Reaching`
_SWEEP = 200.0  # mm to each side that the hand moves which sets a table up


class CardStage(Reaching[CardShot]):
    """The cards of a game, and the hand over them; `tempo`: factor of all times.

    `tables`: all that will lie there, so that the camera can be hung high enough.
    """

    def __init__(
        self, rng: Rng, staged: StagedGame, players: int, tables: Iterable[tuple[Heaps, Layout]], tempo: float = 1.0
    ) -> None:
        assert staged.deck is not None
        super().__init__(rng, (-360.0 if staged.clockwise else 360.0) / players, _AWAY, _ASKEW, _NEXT)
        self.tempo = tempo
        self._staged, self._kind = staged, staged.deck
        self._deck = demo_deck(staged.deck)
        self._scale = self._deck.size[0] / _USUAL_WIDTH
        self._laid = LaidCards(self._off)
        self._layout: Layout = {}
        self._room = self._room_for(tables)

    def rest(self, seconds: float) -> Iterator[CardShot]:
        """Nobody touches the table."""
        yield replace(self._shot(seconds), hand=None)

    def bring(self, seat: int, heaps: Heaps, layout: Layout) -> Iterator[CardShot]:
        """A player's hand comes, takes and lays cards until the table is like that, and leaves.

        A card that goes from one place to another is carried. Many cards are moved at once (`set_up`).
        """
        before = self._faces()
        gone = [place for place, cards in before.items() if len(heaps.get(place, ())) < len(cards)]
        come = [place for place, cards in heaps.items() if place not in gone and before.get(place) != list(cards)]
        if len(gone) + len(come) > _MAX_CARRIED:
            yield from self.set_up(heaps, layout)
            return
        self._layout = {**self._layout, **layout}
        for place in come:
            source = next((one for one in gone if before[one][-1] in (heaps[place][-1], BACK)), None)
            if source is not None:
                gone.remove(source)
                yield from self._change(seat, source, heaps)
            yield from self._change(seat, place, heaps)
        for place in gone:
            yield from self._change(seat, place, heaps)
        self._laid.set(heaps)
        self._layout = layout
        yield from self.leave()

    def set_up(self, heaps: Heaps, layout: Layout) -> Iterator[CardShot]:
        """Everything is laid at once under a hand that sweeps over it."""
        self._laid.set(heaps)
        self._layout = layout
        yield from self._swept(_SWEEP, _SET_UP)

    def _change(self, seat: int, place: str, heaps: Heaps) -> Iterator[CardShot]:
        """The hand goes to a place, and lays or takes what is to lie there."""
        yield from self._reach(seat, self._spot(place))
        now = {other: cards for other, cards in self._faces().items() if other != place}
        self._laid.set({**now, **({place: heaps[place]} if place in heaps else {})})
        yield self._held(_LAY)

    def _spot(self, place: str) -> Spot:
        lie = self._staged.lay(place, self._layout)
        assert lie is not None
        return Spot(lie.x * self._scale, lie.y * self._scale)

    def _room_for(self, tables: Iterable[tuple[Heaps, Layout]]) -> Room:
        """The room that all these cards take."""
        rooms = []
        for heaps, layout in tables:
            self._laid.set(heaps)
            if cards := list(self._laid.cards(self._staged.lay, layout, self._scale)):
                rooms.append(room_of(cards, self._deck))
        self._laid.set({})
        (left, low), (right, high) = (np.array(rooms)[:, :2].min(axis=0), np.array(rooms)[:, 2:].max(axis=0))
        return float(left), float(low), float(right), float(high)

    def _faces(self) -> dict[str, list[str]]:
        return {place: [one.face for one in laid] for place, laid in self._laid.heaps.items()}

    def _off(self) -> Off:
        right, down, turn = self._rng.normal(0, _CARELESS).clip(-2.0, 2.0).tolist()
        return right, down, turn

    def _shot(self, seconds: float) -> CardShot:
        cards = tuple(self._laid.cards(self._staged.lay, self._layout, self._scale))
        return CardShot(seconds * self.tempo, cards, self._kind, self._room, self._hand)
