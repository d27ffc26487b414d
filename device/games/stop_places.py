"""What lies face up on a table of Stop, by what it can be at that moment: melds, cards laid off, open hands, lots.

A deck has each card once. So what the record knows needs no other explanation, wherever it lies, and only what is new
is something else: by how many cards there are, before whom they lie, and what may be done at that moment.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from device.games.profile import Places, face_read
from engines.stop.cards import FACES, JOKER, Cards, in_order
from engines.stop.melds import ENDS, SHORTEST, arranged, extended
from engines.stop.moves import HIT, RON
from engines.stop.state import CLAIMED, DEAL, LOTS, OVER, SEATS, SHOW, State, steps, unseen
from engines.vocabulary import BESIDE, EMPTY
from vision.cards.reading import UNSURE
from vision.places.base import Probabilities

# With a meld's number: before whom it lies, and the cards that it may be.
SEAT, LAID = BESIDE + "meld/", BESIDE + "laid/"
COIN = BESIDE + "coin/"  # with a player's number: a coin has come to lie before him
COLLECTED = BESIDE + "collected"  # no card lies open any more, though not all hands have been seen
_SHOWN = (SHOW, CLAIMED, DEAL, OVER)  # while hands lie open
_BEFORE = 0.65  # share of a player before whom a row lies; less, and it may be his neighbour's
_CERTAIN, _EVEN = 1.0, 0.5
_MOST = 6  # melds that a row may be
_ROWS, _STOCK = ("row/", "seat/"), "stock"

_Named = dict[str, Mapping[str, float]]


@dataclass(frozen=True)
class _Row:
    """Cards that lie together, `""` for one that is not read, of each between which players it lies, and what it shows.

    `melds`: the numbers of the melds that lie there, counted from 0.
    """

    cards: Cards = ()
    sides: tuple[Probabilities, ...] = ()
    shown: tuple[Probabilities, ...] = ()
    melds: tuple[int, ...] = ()

    def __add__(self, other: "_Row") -> "_Row":
        return _Row(self.cards + other.cards, self.sides + other.sides, self.shown + other.shown)

    def without(self, known: Counter[str]) -> "_Row":
        """The cards that are not among these."""
        left, kept = Counter[str](known), list[int]()
        for at, card in enumerate(self.cards):
            if left[card] > 0:
                left[card] -= 1
            else:
                kept.append(at)
        cards, sides = tuple(self.cards[at] for at in kept), tuple(self.sides[at] for at in kept)
        return _Row(cards, sides, tuple(self.shown[at] for at in kept), self.melds)

    @property
    def is_read(self) -> bool:
        """Whether all its cards are."""
        return all(self.cards)

    @property
    def seats(self) -> frozenset[int]:
        """The player before whom it lies, or the two between whom it does."""
        shares = Counter[str]()
        for side in self.sides:
            shares.update(side)
        (first, share), *others = shares.most_common(2)
        found = [first] if share >= _BEFORE * len(self.sides) else [first, *(seat for seat, _ in others)]
        return frozenset(int(seat) - 1 for seat in found)


def named(state: State, places: Places, _before: Places) -> Places:
    """Rows by what they are, their cards in the order of the rules; what is not clear is left out.

    A stock that is not seen is not detected: the rules say when it is used up.
    """
    found: _Named = {place: likely for place, likely in places.items() if not place.startswith(_ROWS)}
    if face_read(places.get(_STOCK, {})) == EMPTY:
        del found[_STOCK]
    rows = list(_rows(state, places))
    if state.phase == LOTS or state.lots:
        return found | ({} if state.phase == LOTS and state.lots and not rows else _lots(rows))
    if _is_collected(state, places):  # nothing is said any more of what lay there
        return {place: likely for place, likely in found.items() if place != "river"} | {COLLECTED: {EMPTY: _CERTAIN}}
    new = [left for row in rows if (left := row.without(_known_in(state, row))).cards]
    if all(row.is_read for row in new):
        found |= _free(state)
        for _, number in maybe_laid_off(state, places):
            del found[f"meld/{number + 1}/{len(state.melds[number].cards) + 1}"]
    found |= _known_melds(state, rows)
    if state.phase in _SHOWN and not _is_same_game(state, rows, places):
        found = {place: likely for place, likely in found.items() if not place.startswith("cards/")}
    elif state.phase in _SHOWN:
        found |= _hands(state, new, beside := _beside_the_river(state, places))
        if beside or any(claim.kind in (RON, HIT) for claim in state.claims):
            found.pop("river", None)  # a hand reaches to it; or the card that is won on lies with the hand
    else:
        clear = [row for row in new if row.is_read or _completed(state, row.cards)]
        found |= _laid(state, clear) | _coins(places)
        if len(clear) < len(new):
            found.pop("river", None)  # what was discarded after a meld that is not read yet comes later
    return found


def _is_collected(state: State, places: Places) -> bool:
    """Whether no card lies open any more, though not all hands have been seen that were to be shown."""
    was_open = state.river or state.melds or any(state.seats[seat].hand for seat in state.opened)
    lies = any(place.startswith(_ROWS) for place in places)
    is_empty = not lies and face_read(places.get("river", {})) == EMPTY
    return bool(state.pending and was_open) and is_empty


def _rows(state: State, places: Places) -> Iterator[_Row]:
    """The rows of a reading. A meld lies where two of its cards do: one alone may lie beside others."""
    rows: dict[str, list[str]] = {}
    for place in places:
        kind, _, where = place.partition("/")
        if kind == "row":
            rows.setdefault(where.partition("/")[0], []).append(where)
    for cards_of_row in rows.values():
        shown = tuple(places[f"row/{at}"] for at in cards_of_row)
        cards = tuple(map(face_read, shown))
        melds = (at for at, laid in enumerate(state.melds) if len({*cards} & {*laid.cards} - {JOKER}) > 1)
        yield _Row(cards, tuple(places[f"seat/{at}"] for at in cards_of_row), shown, tuple(melds))


def _lots(rows: Sequence[_Row]) -> _Named:
    """The lot before each player: the only card there that is read; none where something lies that is not."""
    lying: dict[int, list[str]] = {seat: [] for seat in range(SEATS)}
    for row in rows:
        for seat in row.seats:
            lying[seat] += row.cards if len(row.seats) == 1 else ("",)
    read = {seat: [card for card in cards if card] for seat, cards in lying.items()}
    lots = {seat: cards[0] if len(cards) == 1 else "" if lying[seat] else EMPTY for seat, cards in read.items()}
    return {f"lot/{seat + 1}": {card: _CERTAIN} for seat, card in lots.items() if card}


def _known_in(state: State, row: _Row) -> Counter[str]:
    """What the record knows to lie open, wherever it does; `""`: cards of a row's melds that are not read."""
    of_row = Counter(card for at in row.melds for card in state.melds[at].cards)
    river = state.river if state.phase in _SHOWN else state.river[:-1]  # what lies on top may have been taken
    known = Counter({card for laid in state.melds for card in laid.cards} | {*river})
    known[JOKER] = of_row[JOKER]
    known[""] = (of_row - Counter(row.cards)).total()
    return known


def _known_melds(state: State, rows: Sequence[_Row]) -> _Named:
    """The cards that are seen of each meld of the record."""
    found: _Named = {}
    for at, laid in enumerate(state.melds):
        there = {card for row in rows for card in row.cards if card != JOKER or at in row.melds}
        laid_open = _in_places(f"meld/{at + 1}", laid.cards)
        found |= {place: likely for place, likely in laid_open.items() if {*likely} <= there}
    return found


def _laid(state: State, new: Sequence[_Row]) -> _Named:
    """New rows while hands are closed: melds and cards laid off; else whoever's hand they seem to be."""
    melds, others = list[tuple[_Row, list[Cards]]](), list[_Row]()  # what each meld may be
    off, apart = dict[int, Cards](), dict[int, Cards]()  # the melds that became longer; by cards that lie elsewhere
    is_shown = False  # a hand that is open
    for row in new:
        made = _as_melds(state, row.cards) if row.is_read else None
        longer = _laid_off(state, row, off | apart) if row.is_read else {}
        if longer and longer.keys() <= {*row.melds}:
            off |= longer
            continue
        others.append(row)
        if made:
            melds += [(row, [cards]) for cards in made]
        elif longer:
            apart |= longer
        elif maybe := _completed(state, row.cards):
            melds.append((row, maybe))
        else:
            is_shown = True
    found: _Named = {}
    if is_shown:
        melds, apart = [], {}
        for seat, lies in _by_seat([row for row in others if row.is_read]).items():
            found |= _in_places(f"cards/{seat + 1}", in_order(lies.cards))
        for row in others:
            if row.is_read and len(row.seats) > 1:  # whoever's it is, it lies where no card belongs
                seat = min(row.seats)
                found[f"cards/{seat + 1}/{len(state.seats[seat].hand) + 2}"] = {row.cards[0]: _CERTAIN}
    off |= apart
    for number, cards in off.items():
        found |= _in_places(f"meld/{number + 1}", cards)
    melds.sort(key=lambda laid: steps(state.turn, min(laid[0].seats)))
    for number, (row, maybe) in enumerate(melds, start=len(state.melds) + 1):
        found |= _one_of(f"meld/{number}", maybe)
        found[f"{LAID}{number}"] = {" ".join(cards): 1 / len(maybe) for cards in maybe}
        found[f"{SEAT}{number}"] = {str(seat): 1 / len(row.seats) for seat in row.seats}
    return found


def _coins(places: Places) -> _Named:
    """The players before whom a coin has come to lie; none of one that lies between two."""
    sides = (side for place, side in places.items() if place.startswith("seat/coin/"))
    seats = (seat for side in sides for seat, share in side.items() if share >= _BEFORE)
    return {f"{COIN}{seat}": {"coin": _CERTAIN} for seat in seats}


def _as_melds(state: State, cards: Cards) -> list[Cards] | None:
    """New cards of a row as a meld, or as two that lie side by side if there is one way to part them."""
    if (one := arranged(cards, state.rules.around)) is not None:
        return [one]
    found = []
    for count in range(SHORTEST, len(cards) // 2 + 1):
        for part in combinations(cards, count):
            rest = tuple((Counter(cards) - Counter(part)).elements())
            two = arranged(part, state.rules.around), arranged(rest, state.rules.around)
            if None not in two and {*two} not in found:
                found.append({*two})
    return [cards for cards in found[0] if cards] if len(found) == 1 else None


def _completed(state: State, cards: Cards) -> list[Cards]:
    """The melds that a row may be of which one card is not read, or not seen though the others are no meld without it.

    That is a joker, whose place in the row counts, the last discard, or any card that nobody has seen elsewhere; or
    else nothing lies there. None where it may be too many.
    """
    read = tuple(filter(None, cards))
    is_gap = read == cards
    if len(cards) - len(read) > 1 or len(read) < SHORTEST - 1:
        return []
    if is_gap and arranged(read, state.rules.around):
        return []
    spots = range(len(cards) + 1) if is_gap else [cards.index("")]
    maybe = {face for face, count in unseen(state).items() if count > 0} | {*state.river[-1:]}
    spare = [face for face in FACES if face in maybe and face not in read]
    rows = [read, *((*read[:at], face, *read[at:]) for at in spots for face in spare)]
    found = dict.fromkeys(made for row in rows if (made := arranged(row, state.rules.around)))
    return list(found) if len(found) <= _MOST else []


def _laid_off(state: State, row: _Row, before: Mapping[int, Cards]) -> dict[int, Cards]:
    """The melds that have become longer by a row's cards; none where one fits on no meld, or on several elsewhere."""
    melds = {at: before.get(at, laid.cards) for at, laid in enumerate(state.melds)}
    found, left = dict[int, Cards](), list(row.cards)
    while left:
        fits = _fitting(left, {at: melds[at] for at in row.melds}, state.rules.around)
        fits = fits or _fitting(left, melds, state.rules.around)
        if not fits:
            return {}
        card, at, longer = fits[0]
        melds[at] = found[at] = longer
        left.remove(card)
    return found


def _fitting(cards: Sequence[str], melds: Mapping[int, Cards], around: bool) -> list[tuple[str, int, Cards]]:
    """The cards that fit on one of these melds alone, with its number and the meld that has become longer."""
    fits = [
        (card, at, longer)
        for card in cards
        for at, laid in melds.items()
        for end in ENDS
        if (longer := extended(laid, card, end, around))
    ]
    times = Counter(card for card, _, _ in fits)
    return [fit for fit in fits if times[fit[0]] == 1]


def maybe_laid_off(state: State, places: Places) -> list[tuple[str, int]]:
    """New cards that lie among those of the river, but not on top, and fit on one meld, with its number.

    They were discarded, or laid off on a meld that reaches to the river.
    """
    below = (face_read(likely) for place, likely in places.items() if place.startswith(f"{BESIDE}river/"))
    known = {EMPTY, "", JOKER, *state.river, *(card for laid in state.melds for card in laid.cards)}
    new = [card for card in below if card not in known]
    melds = {at: laid.cards for at, laid in enumerate(state.melds)}
    return list({at: (card, at) for card, at, _ in _fitting(new, melds, state.rules.around)}.values())


def _by_seat(rows: Sequence[_Row]) -> dict[int, _Row]:
    """What lies before each player; what lies between two is left out."""
    found: dict[int, _Row] = {}
    for row in rows:
        if len(row.seats) == 1:
            (seat,) = row.seats
            found[seat] = found.get(seat, _Row()) + row
    return found


def _hands(state: State, rows: Sequence[_Row], beside: _Row) -> _Named:
    """Hands that lie open.

    What lies between two players, or `beside` the river, belongs to the one whose hand lacks just so many cards. A card
    that is not read though all others of a hand are is what it seems to be, or a joker, which has no index.
    """
    lying = _by_seat(rows)
    for row in (*(row for row in rows if len(row.seats) > 1), *([beside] if beside.cards else [])):
        showing = row.seats & {*state.pending, *state.opened}
        whole = {seat: lying.get(seat, _Row()) + row for seat in showing}
        fitting = [seat for seat, lies in whole.items() if len(state.seats[seat].hand) == len(lies.cards)]
        if len(fitting) == 1:
            lying[fitting[0]] = whole[fitting[0]]
    found: _Named = {}
    for seat, lies in lying.items():
        cards = tuple(filter(None, lies.cards))
        hand, lacking = state.seats[seat].hand, Counter(state.seats[seat].hand) - Counter(cards)
        if seat in state.opened and not Counter(cards) - Counter(hand):  # what is missed keeps its place
            places = _in_places(f"cards/{seat + 1}", hand)
            places = {at: shown for at, shown in places.items() if not lacking.keys() & shown.keys()}
        elif len(cards) < len(lies.cards) and len(cards) >= len(hand):
            continue  # more lie there than the hand has: one of those that are read is none of it
        elif len(lies.cards) == len(cards) + 1 == len(hand) and (last := _last_card(state, lies)):
            whole_hand = in_order((*cards, last))
            places = _in_places(f"cards/{seat + 1}", whole_hand)
            places[f"cards/{seat + 1}/{len(hand) - whole_hand[::-1].index(last)}"] = {last: _EVEN, EMPTY: _EVEN}
        else:
            places = _in_places(f"cards/{seat + 1}", in_order(cards))
        found |= places
    return found


def _last_card(state: State, lies: _Row) -> str:
    """The only card of a hand that is not read: the likeliest that nobody has seen elsewhere, or a joker."""
    left = Counter(unseen(state)) - Counter(lies.cards)
    shown = lies.shown[lies.cards.index("")]
    likely = {face: share for face, share in shown.items() if left[face]}
    return max(likely, key=lambda face: likely[face], default=JOKER if left[JOKER] and not shown else "")


def _beside_the_river(state: State, places: Places) -> _Row:
    """The cards beside the river that have come since the last discard; one that is covered now was seen before."""
    seen, covered = dict[str, Probabilities](), dict[str, Probabilities]()
    for place, side in places.items():
        if place.startswith("seat/river/"):
            below = f"{BESIDE}river/{place.rpartition('/')[2]}"
            likely = places.get(below, places.get("river", {}))
            found = seen if face_read(likely) else covered
            found |= {face: side for face in likely if face not in (EMPTY, UNSURE, *state.river)}
    there = covered | seen
    return _Row(tuple(there), tuple(there.values()), tuple({face: _CERTAIN} for face in there))


def _is_same_game(state: State, rows: Sequence[_Row], places: Places) -> bool:
    """Whether half of what the record knows to lie open does: once all cards are put together, no hand can be read."""
    opened = [card for seat in state.opened for card in state.seats[seat].hand]
    known = Counter([*(card for laid in state.melds for card in laid.cards), *opened, *state.river[-1:]])
    lying = Counter(card for row in rows for card in row.cards) + Counter(_in_river(places))
    return 2 * (known & lying).total() >= known.total()


def _in_river(places: Places) -> Iterator[str]:
    """The cards of the river that are read."""
    return (face_read(likely) for place, likely in places.items() if place.startswith(("river", f"{BESIDE}river/")))


def _free(state: State) -> _Named:
    """The places at which a card could come to lie, and none does where no row is."""
    free = [f"meld/{number}/{len(laid.cards) + 1}" for number, laid in enumerate(state.melds, start=1)]
    free += [f"meld/{len(state.melds) + 1}/{at}" for at in range(1, SHORTEST + 1)]
    free += [f"cards/{seat + 1}/{at}" for seat in range(SEATS) for at in range(1, len(state.seats[seat].hand) + 1)]
    return {place: {EMPTY: _CERTAIN} for place in free}


def _one_of(place: str, rows: Sequence[Cards]) -> _Named:
    """A row that is one of these, each as likely as the others."""
    found: dict[str, dict[str, float]] = {}
    for at in range(max(map(len, rows))):
        faces = {row[at] if at < len(row) else EMPTY for row in rows}
        found[f"{place}/{at + 1}"] = dict.fromkeys(faces, _CERTAIN / len(rows) if len(faces) > 1 else _CERTAIN)
    return dict(found)


def _in_places(place: str, cards: Cards) -> _Named:
    return {f"{place}/{at}": {card: _CERTAIN} for at, card in enumerate(cards, start=1)}
