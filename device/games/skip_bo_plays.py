"""The plays of Skip-Bo between two pictures: which cards went from where to where.

Every stock, discard column and building pile lies open, so only cards that came from the hand and were covered are not
visible. A place that cannot be read leaves everything open.
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

    # Likelihoods of the card that finished a pile, by the pile's place.
    finished: Mapping[str, Probabilities] = field(default_factory=dict)


@dataclass(frozen=True)
class _Build:
    """The cards still to be explained on a building pile: how many, and the last of them if visible."""

    count: int
    missing: int
    last: str

    def takes(self, card: str) -> bool:
        """Whether a card can be the next one."""
        fits = self.missing > 0 and card in (str(self.count + 1), WILD)
        return fits and (self.missing > 1 or self.last in (card, UNKNOWN))

    @property
    def from_hand(self) -> str:
        """The next card if it comes from the hand."""
        return self.last if self.missing == 1 else UNKNOWN

    def with_next(self) -> "_Build":
        """The pile after one more card."""
        return _Build((self.count + 1) % HIGHEST, self.missing - 1, self.last)


@dataclass(frozen=True)
class _Source:
    """A stock or a discard column from which cards are played."""

    place: str
    cards: Cards  # the cards played from it, in order
    turned: str | None = None  # the card turned up afterwards
    may_stay: bool = False  # the card turned up equals the one before, so perhaps none was played
    under: bool = False  # a card of the stock may have been turned up in between and played too


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
        """The table with one more wild on each pile that shows one and would not be finished by it."""
        for pile, build in enumerate(self.builds):
            if build.last == WILD and build.count + build.missing < HIGHEST - 1:
                more = replace(build, missing=build.missing + 1)
                yield replace(self, builds=(*self.builds[:pile], more, *self.builds[pile + 1 :]))

    def plays(self) -> Iterator[tuple[Lay, "_Table"]]:
        """Each play that may come next, with what is left after it."""
        for pile, build in enumerate(self.builds):
            if not build.missing:
                continue
            builds = (*self.builds[:pile], build.with_next(), *self.builds[pile + 1 :])
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
                yield Lay(build.from_hand, HAND_PLACE, BUILD[pile]), _Table(builds, self.sources)


def plays_read(state: State, reading: TableReading) -> Iterator[Sequence[Move]]:
    """The plays and discard of the player in turn that lead to what the places show; empty where one move will do.

    Each result comes once, whatever the order. A single play is fully visible unless its pile was taken off at once. A
    wild on a wild leaves no trace, so it is considered beside other moves only where nobody watched the table.
    Differences of a stock that plays do not explain are penalty cards (K-9).
    """
    if state.phase != "play":
        return
    found = _explained(state, reading)
    if any(len(moves) > 1 or _finishes(state, moves[0]) for moves in found):
        yield from found
    for penalty in _penalties(state, reading.places):
        if not found or penalty.seat not in state.team(state.seat):
            places = {**reading.places, STOCKS[penalty.seat]: {state.stocks[penalty.seat][-1]: 1.0}}
            as_before = replace(reading, places=places)
            yield from ((*moves, penalty) for moves in _explained(state, as_before))


def _penalties(state: State, places: Places) -> Iterator[Penalty]:
    """The penalty cards that may lie on a stock that shows another card than before."""
    count = min(PENALTY, len(state.draw) + len(state.aside)) if state.house.teams else 0
    for seat, stock in enumerate(state.stocks):
        shows = face_read(places.get(STOCKS[seat], {}))
        if count and stock and shows in FACES and shows != stock[-1]:
            yield Penalty(seat, (*[UNKNOWN] * (count - 1), shows))


def _explained(state: State, reading: TableReading) -> list[tuple[Move, ...]]:
    """The plays and discard of the player in turn that explain what the places show."""
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
    """The plays, then the discard; also with the last plays from the hand made by the next player after the discard."""
    yield (*lays, *discards)
    last = len(lays)
    while discards and last and lays[last - 1].source == HAND_PLACE:
        last -= 1
        yield (*lays[:last], *discards, *lays[last:])


def _turned_up(lays: tuple[Lay, ...]) -> tuple[Lay, ...]:
    """The plays, each from a stock with the card that it turned up: the next one played from there."""
    found: list[Lay] = []
    upper: dict[str, str] = {}
    for lay in reversed(lays):
        found.append(replace(lay, turned=upper.get(lay.source, lay.turned)) if lay.turned else lay)
        upper[lay.source] = lay.card
    return tuple(found[::-1])


def _finishes(state: State, move: Move) -> bool:
    """Whether a move finishes a building pile, so that no layout shows its card."""
    return isinstance(move, Lay) and not skip_bo.play(state, move).builds[BUILD_AT[move.target]]


class _Order(NamedTuple):
    """Plays in one order, and what they leave unexplained."""

    left: _Table
    lays: tuple[Lay, ...] = ()

    def longer(self) -> Iterable["_Order"]:
        """The order with one more play; plays from the hand come last."""
        more = [_Order(after, (*self.lays, lay)) for lay, after in self.left.plays()]
        more.sort(key=lambda order: order.lays[-1].source != HAND_PLACE)
        return reversed(more)


def _orders(table: _Table) -> Iterator[tuple[Lay, ...]]:
    """Plays that explain everything, each set of them in one order, those from the hand as late as possible."""
    orders = best_first(
        _Order(table),
        _Order.longer,
        cost=lambda order: -len(order.lays),  # depth first
        key=lambda order: frozenset(Counter(order.lays).items()),
        max_nodes=_MAX_ORDERS,
    )
    return (order.lays for order in orders if order.left.is_done)


def _with_draws(state: State, made: Sequence[Move]) -> tuple[Move, ...] | None:
    """The moves with a draw wherever the hand must be filled and there is a choice (K-2, K-9).

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
    """The table and discards to be explained; None where something cannot be read or is not the work of one player."""
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
    """The cards that have come onto a building pile, given what it shows; `finished` is a finishing card left on it."""
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
    """The cards played from a stock; None where it cannot be read."""
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
    """The cards played from a discard column, uppermost first, and those discarded on it; None if it cannot be read."""
    read = [face_read(places.get(f"{place}/{at}", {})) for at in range(1, len(pile) + 3)]
    if EMPTY not in read:
        return None
    shown = read[: read.index(EMPTY)]
    if "" in shown[-1:]:
        return None
    visible = [face or known for face, known in zip_longest(shown, pile[: len(shown)], fillvalue="")]
    if "" in visible:
        return None
    pairs = enumerate(zip(visible, pile, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), min(len(visible), len(pile)))
    return _Source(place, pile[same:][::-1]), tuple(visible[same:])
