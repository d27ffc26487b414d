"""The plays of Skip-Bo that one picture shows to have been made since another: which cards went from where to where.

Every stock, discard column and building pile lies open, so that of a player's turn only what came from the hand and was
covered is not seen. A place that cannot be read leaves all open.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import NamedTuple

from device.games.best_first import best_first
from device.games.forced_moves import play_on
from device.games.profile import face_read
from device.games.table_reading import Places, TableReading
from engines import skip_bo
from engines.contract import IllegalMove
from engines.skip_bo import Discard, Draw, Lay, Move, Penalty, State
from engines.skip_bo.state import BUILD, BUILD_AT, DISCARDS, FACES, HAND_PLACE, HIGHEST, NUMBERS, PENALTY, STOCKS, Cards
from engines.vocabulary import EMPTY, UNKNOWN, WILD
from vision.facts import Facts, Probabilities

_MAX_PLAYS = 5  # between two pictures
_MAX_ORDERS = 400  # visited by the search


@dataclass(frozen=True)
class SkipBoFacts(Facts):
    """What is known of building piles that nobody has taken off yet."""

    # What the card shows that finished a pile, by the pile's place.
    finished: Mapping[str, Probabilities] = field(default_factory=dict)


@dataclass(frozen=True)
class _Build:
    """What is still to come onto a building pile: how many cards, and the last of them where that is seen."""

    count: int
    missing: int
    last: str

    def takes(self, card: str) -> bool:
        """Whether a card can be the next one."""
        fits = self.missing > 0 and card in (str(self.count + 1), WILD)
        return fits and (self.missing > 1 or self.last in (card, UNKNOWN))

    @property
    def unseen(self) -> str:
        """What the next card is when it comes from the hand."""
        return self.last if self.missing == 1 else UNKNOWN

    def with_one(self) -> "_Build":
        """The same after another card."""
        return _Build((self.count + 1) % HIGHEST, self.missing - 1, self.last)


@dataclass(frozen=True)
class _Source:
    """A stock or a discard column from which cards are played."""

    place: str
    cards: Cards  # those that are played, the first one first
    turned: str | None = None  # the card that comes up then
    may_stay: bool = False  # the card that came up is the same, so that perhaps none was played
    under: bool = False  # a card of the stock may have come up in between and been played too


@dataclass(frozen=True)
class _Table:
    builds: tuple[_Build, ...]
    sources: tuple[_Source, ...]

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to be explained."""
        played = all(source.may_stay or not source.cards for source in self.sources)
        return played and not any(build.missing for build in self.builds)

    def with_another_wild(self) -> Iterator["_Table"]:
        """The same with one wild more on each pile that shows one and would not be finished by it."""
        for pile, build in enumerate(self.builds):
            if build.last == WILD and build.count + build.missing < HIGHEST - 1:
                more = replace(build, missing=build.missing + 1)
                yield replace(self, builds=(*self.builds[:pile], more, *self.builds[pile + 1 :]))

    def plays(self) -> Iterator[tuple[Lay, "_Table"]]:
        """Each play that may come next, and what is left after it."""
        for pile, build in enumerate(self.builds):
            if not build.missing:
                continue
            builds = (*self.builds[:pile], build.with_one(), *self.builds[pile + 1 :])
            for at, source in enumerate(self.sources):
                if source.cards and build.takes(source.cards[0]):
                    left = replace(source, cards=source.cards[1:])
                    sources = (*self.sources[:at], left, *self.sources[at + 1 :])
                    yield Lay(source.cards[0], source.place, BUILD[pile], source.turned), _Table(builds, sources)
                elif source.under and not source.cards:
                    left = replace(source, under=False)
                    sources = (*self.sources[:at], left, *self.sources[at + 1 :])
                    for card in filter(build.takes, (str(build.count + 1), WILD)):
                        yield Lay(card, source.place, BUILD[pile], source.turned), _Table(builds, sources)
            if build.missing > 1 or build.last in (UNKNOWN, WILD, str(build.count + 1)):
                yield Lay(build.unseen, HAND_PLACE, BUILD[pile]), _Table(builds, self.sources)


def plays_read(state: State, reading: TableReading) -> Iterator[Sequence[Move]]:
    """The plays of the player in turn, and his discard, that lead to what the places show; none where one will do.

    Each result comes once, whatever the order. Of a single play all is seen, unless its pile was taken off at once. A
    wild laid on a wild leaves no trace, so that it is thought of beside other moves where nobody watched the table.
    What plays do not explain of a stock are penalty cards (K-9).
    """
    if state.phase != "play":
        return
    found = _explained(state, reading)
    if any(len(moves) > 1 or _finishes(state, moves[0]) for moves in found):
        yield from found
    for given in _penalties(state, reading.places):
        if not found or given.seat not in state.team(state.seat):
            places = {**reading.places, STOCKS[given.seat]: {state.stocks[given.seat][-1]: 1.0}}
            as_before = replace(reading, places=places)
            yield from ((*moves, given) for moves in _explained(state, as_before))


def _penalties(state: State, places: Places) -> Iterator[Penalty]:
    """The penalty cards that may lie on a stock which shows another card than it did."""
    count = min(PENALTY, len(state.draw) + len(state.aside)) if state.house.teams else 0
    for seat, stock in enumerate(state.stocks):
        shows = face_read(places.get(STOCKS[seat], {}))
        if count and stock and shows in FACES and shows != stock[-1]:
            yield Penalty(seat, (*[UNKNOWN] * (count - 1), shows))


def _explained(state: State, reading: TableReading) -> list[tuple[Move, ...]]:
    """The plays of the player in turn, and his discard, that explain what the places show."""
    read = _read(state, reading)
    if read is None:
        return []
    table, discards = read
    tables = [table, *(table.with_another_wild() if reading.gap.is_unwatched else ())]
    missing = sum(build.missing for build in table.builds)
    if missing > _MAX_PLAYS or not (missing or (discards and len(tables) > 1)):
        return []
    found = [
        _with_draws(state, made)
        for one in tables
        for lays in map(_turned_up, _orders(one))
        for made in _by_one_or_two(lays, discards)
    ]
    return [moves for moves in found if moves]


def _by_one_or_two(lays: tuple[Lay, ...], discards: tuple[Discard, ...]) -> Iterator[tuple[Move, ...]]:
    """The plays and then the discard; or what came from a hand at last was played by the next player after that."""
    yield (*lays, *discards)
    last = len(lays)
    while discards and last and lays[last - 1].source == HAND_PLACE:
        last -= 1
        yield (*lays[:last], *discards, *lays[last:])


def _turned_up(lays: tuple[Lay, ...]) -> tuple[Lay, ...]:
    """The same, each with the card that came up when the top of a stock was played: the one played from it next."""
    found: list[Lay] = []
    upper: dict[str, str] = {}
    for lay in reversed(lays):
        found.append(replace(lay, turned=upper.get(lay.source, lay.turned)) if lay.turned else lay)
        upper[lay.source] = lay.card
    return tuple(found[::-1])


def _finishes(state: State, move: Move) -> bool:
    """Whether a move takes a building pile off, so that no layout shows its card."""
    return isinstance(move, Lay) and not skip_bo.play(state, move).builds[BUILD_AT[move.target]]


class _Order(NamedTuple):
    """Plays in one order, and what they leave to be explained."""

    left: _Table
    lays: tuple[Lay, ...] = ()

    def longer(self) -> Iterable["_Order"]:
        """The same with one more play; those from the hand come last."""
        more = [_Order(after, (*self.lays, lay)) for lay, after in self.left.plays()]
        more.sort(key=lambda order: order.lays[-1].source != HAND_PLACE)
        return reversed(more)


def _orders(table: _Table) -> Iterator[tuple[Lay, ...]]:
    """Plays that explain all, each set of them in one order, those from the hand as late as can be."""
    orders = best_first(
        _Order(table),
        _Order.longer,
        cost=lambda order: -len(order.lays),  # depth first
        key=lambda order: frozenset(Counter(order.lays).items()),
        most=_MAX_ORDERS,
    )
    return (order.lays for order in orders if order.left.is_done)


def _with_draws(state: State, made: Sequence[Move]) -> tuple[Move, ...] | None:
    """The moves, and a draw wherever the hand is to be filled and that is not all that may be done (K-2, K-9).

    None where the rules do not allow them.
    """
    moves: list[Move] = []
    try:
        for move in made:
            if state.phase == "draw":
                moves.append(Draw(UNKNOWN))
                state = skip_bo.play(state, moves[-1])
            moves.append(move)
            state = play_on(skip_bo, state, move)[-1].state
    except IllegalMove:
        return None
    return tuple(moves)


def _read(state: State, reading: TableReading) -> tuple[_Table, tuple[Discard, ...]] | None:
    """What is to be explained; None where something cannot be read, or is nothing that one player has done."""
    places, finished = reading.places, reading.facts_of(SkipBoFacts).finished
    builds = [
        _build(pile, face_read(places.get(place, {})), face_read(finished.get(place, {})))
        for pile, place in zip(state.builds, BUILD, strict=True)
    ]
    sources: list[_Source] = []
    discards: list[Discard] = []
    for owner in state.team(state.seat):
        stock = _stock(state, owner, places)
        columns = [
            _column(place, pile, places) for place, pile in zip(DISCARDS[owner], state.discards[owner], strict=True)
        ]
        if stock is None or None in columns:
            return None
        sources.append(stock)
        for column in columns:
            assert column is not None
            source, added = column
            sources.append(source)
            discards += [Discard(card, source.place) for card in added]
    is_whole = all(build is not None for build in builds)
    if (
        not is_whole
        or len(discards) > 1
        or any(not one.target.startswith(f"discard/{state.seat + 1}/") for one in discards)
    ):
        return None
    return _Table(tuple(build for build in builds if build), tuple(sources)), tuple(discards)


def _build(pile: Cards, shows: str, finished: str) -> _Build | None:
    """What has come onto a building pile that shows a card; `finished`: the one that finished it and lies there."""
    count = len(pile)
    if not shows:
        return _Build(count, 0, UNKNOWN) if finished and not count else None
    if shows == EMPTY:
        return _Build(count, HIGHEST - count if count else 0, finished or UNKNOWN)
    if shows == WILD:
        return _Build(count, int(pile[-1:] not in ((WILD,), (UNKNOWN,))), WILD)
    if shows not in NUMBERS:
        return None
    return _Build(count, (int(shows) - count) % HIGHEST, shows)


def _stock(state: State, owner: int, places: Places) -> _Source | None:
    """Whether the top card of a stock was played."""
    place, stock, shows = STOCKS[owner], state.stocks[owner], face_read(places.get(STOCKS[owner], {}))
    if not stock:
        return _Source(place, ())
    if shows == EMPTY:
        return _Source(place, stock[-1:]) if len(stock) == 1 else None
    if shows not in (*NUMBERS, WILD):
        return None
    may_stay = shows == stock[-1]
    return _Source(place, stock[-1:], shows, may_stay, under=not may_stay and len(stock) > 2)


def _column(place: str, pile: Cards, places: Places) -> tuple[_Source, Cards] | None:
    """The cards that were played from a discard column, the uppermost first, and those that were discarded on it."""
    read = [face_read(places.get(f"{place}/{at}", {})) for at in range(1, len(pile) + 3)]
    if EMPTY not in read:
        return None
    shown = read[: read.index(EMPTY)]
    if "" in shown[-1:]:
        return None
    seen = [face or known for face, known in zip_longest(shown, pile[: len(shown)], fillvalue="")]
    if "" in seen:
        return None
    pairs = enumerate(zip(seen, pile, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), min(len(seen), len(pile)))
    return _Source(place, pile[same:][::-1]), tuple(seen[same:])
