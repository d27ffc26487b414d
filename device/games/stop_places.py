"""Interprets the face-up cards on a table of Stop: melds, cards laid off, open hands, lots.

A deck has each card once. So recorded cards need no other explanation, wherever they lie. New cards are interpreted by
how many there are, before whom they lie, and what may be done at that moment.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from device.games.profile import READ, face_read, likeliest_face
from device.games.stop_rows import (
    BEFORE,
    CERTAIN,
    Named,
    Row,
    beside_the_river,
    by_seat,
    hands,
    in_places,
    is_same_game,
    lying_open,
    rows_of,
)
from device.games.table_reading import TableReading
from engines import stop
from engines.stop.cards import FACES, JOKER, Cards, in_order
from engines.stop.melds import ENDS, MIN_MELD, arranged, extended
from engines.stop.moves import HIT, RON, Deal
from engines.stop.state import SEATS, Phase, State, steps
from engines.vocabulary import EMPTY, UNKNOWN
from vision.facts import CardFacts, Facts, Probabilities

_SHOWN = (Phase.SHOW, Phase.CLAIMED, Phase.DEAL, Phase.OVER)  # phases with open hands
_MAX_MELDS_OF_ROW = 6  # maximum number of melds that a row may be
NEXT = Deal(UNKNOWN, UNKNOWN)
_RIVER, _STOCK = "river", "stock"


@dataclass(frozen=True)
class NewMeld:
    """A meld that the record does not have."""

    # The melds that it may be, where a card is not read or a joker lies at either end.
    maybe: tuple[Cards, ...]
    # The seats before which it lies; between two, either may have laid it.
    seats: frozenset[int]


@dataclass(frozen=True)
class StopFacts(Facts):
    """What a reading shows beyond the places of a layout."""

    # Likelihoods of each river card under the top one, the lowest first.
    river: tuple[Probabilities, ...] = ()
    # The melds that the record does not have, by number from 0.
    melds: Mapping[int, NewMeld] = field(default_factory=dict)
    # The possible faces of an unread card laid off, by the number of its meld from 0.
    laid_off: Mapping[int, Cards] = field(default_factory=dict)
    # The seats before which a coin has appeared, as riichi costs (S-8).
    coins: frozenset[int] = frozenset()
    # Whether no card lies open any more although not all hands have been read.
    is_collected: bool = False
    # Whether the cards belong to the next game, and the places are named for it.
    is_next_game: bool = False


def named(state: State, reading: TableReading, _before: TableReading) -> TableReading:
    """A reading with its rows named by meaning, cards in the rules' order; what is not clear is left out.

    An empty stock is not detected: the rules know when it is used up. After an entered result nobody knows which cards
    are still those of that game: none says anything before the next deal is entered.
    """
    if state.showdown.entered:
        return replace(reading, places={}, facts=StopFacts())
    facts, raw = reading.facts_of(CardFacts), reading.places
    river = [raw[_RIVER]] if _RIVER in raw else []
    below = tuple(card.shows for card in facts.river)
    found: Named = {place: likely for place, likely in raw.items() if place != _STOCK or face_read(likely) != EMPTY}
    made = StopFacts(below)
    rows = list(rows_of(state, facts))
    if state.phase == Phase.LOTS or state.lots:
        lots = {} if state.phase == Phase.LOTS and state.lots and not rows else _lots(state, rows)
        return replace(reading, places=found | lots, facts=made)
    lying = lying_open(rows, (*river, *below))
    is_same = is_same_game(state, lying)
    if state.showdown.pending and not lying and not is_same and river:  # what lay there is gone
        del found[_RIVER]
        return replace(reading, places=found, facts=replace(made, is_collected=True))
    if state.phase == Phase.DEAL and not is_same and _is_next_game(state, rows, (*river, *below)):
        of_next = named(stop.play(state, NEXT), _without_old_river(state, reading, facts), _before)
        return replace(of_next, facts=replace(of_next.facts_of(StopFacts), is_next_game=True))
    new = [left for row in rows if (left := row.without(_known_in(state, row))).cards]
    if river and (discard := _discarded_near(state, new, facts)):
        new.remove(discard)
        made = replace(made, river=(*below, *river))
        found[_RIVER] = {discard.cards[0]: CERTAIN}
    if all(row.is_read for row in new):
        found |= _free(state)
        for _, number in maybe_laid_off(state, below):
            del found[f"meld/{number + 1}/{len(state.melds[number].cards) + 1}"]
    found |= _known_melds(state, rows)
    if state.phase not in _SHOWN:
        return _with_new_rows(state, new, replace(reading, places=found, facts=replace(made, coins=_coins(facts))))
    if not is_same:
        found = {place: likely for place, likely in found.items() if not place.startswith("cards/")}
    else:
        beside = beside_the_river(state, facts, raw.get(_RIVER, {}))
        found |= hands(state, new, beside)
        if beside.cards or any(claim.kind in (RON, HIT) for claim in state.showdown.claims):
            found.pop(_RIVER, None)  # a hand reaches to it, or the card that is won on lies with the hand
    return replace(reading, places=found, facts=made)


def _is_next_game(state: State, rows: Sequence[Row], river: Sequence[Probabilities]) -> bool:
    """Whether an open card does not belong to one meld, one hand or the river of the finished game."""
    hands = [state.seats[seat].hand for seat in state.showdown.opened]
    groups = [{*cards, "", JOKER} for cards in (*(laid.cards for laid in state.melds), *hands)]
    of_river = lying_open((), river).keys() - {*state.river, "", JOKER}
    return bool(of_river) or any(all(not {*row.cards} <= group for group in groups) for row in rows)


def _without_old_river(state: State, reading: TableReading, facts: CardFacts) -> TableReading:
    """A reading without the covered river cards of the finished game."""
    river = tuple(
        card for card in facts.river if face_read(card.shows) or likeliest_face(card.shows) not in state.river
    )
    return replace(reading, facts=replace(facts, river=river))


def _discarded_near(state: State, new: Sequence[Row], facts: CardFacts) -> Row | None:
    """The only new card where the next discard may lie, beside a meld on which it does not fit.

    It must be the discard, unless a player has one card in hand, which he may have laid open.
    """
    near = {*map(face_read, facts.near_river)} - {""}
    found = [
        row
        for row in new
        if len(row.cards) == 1
        and {*row.cards} <= near
        and row.melds
        and not _laid_off(state, row, {})
        and all(len(state.seats[seat].hand) > 1 for seat in row.seats)
    ]
    return found[0] if len(found) == 1 and state.phase not in _SHOWN else None


def _lots(state: State, rows: Sequence[Row]) -> Named:
    """The lot before each player: the only card read there; none where an unread card lies.

    Once all lots were read, missing ones are being collected while others lie: they are left out.
    """
    lying: dict[int, list[str]] = {seat: [] for seat in range(SEATS)}
    for row in rows:
        for seat in row.seats:
            lying[seat] += row.cards if len(row.seats) == 1 else ("",)
    read = {seat: [card for card in cards if card] for seat, cards in lying.items()}
    gone = "" if rows and state.phase != Phase.LOTS else EMPTY
    lots = {seat: cards[0] if len(cards) == 1 else "" if lying[seat] else gone for seat, cards in read.items()}
    return {f"lot/{seat + 1}": {card: CERTAIN} for seat, card in lots.items() if card}


def _known_in(state: State, row: Row) -> Counter[str]:
    """The open cards of the record, wherever they lie; `""` counts unread cards of the row's melds."""
    of_row = Counter(card for at in row.melds for card in state.melds[at].cards)
    river = state.river if state.phase in _SHOWN else state.river[:-1]  # what lies on top may have been taken
    known = Counter({card for laid in state.melds for card in laid.cards} | {*river})
    known[JOKER] = of_row[JOKER]
    known[""] = (of_row - Counter(row.cards)).total()
    return known


def _known_melds(state: State, rows: Sequence[Row]) -> Named:
    """The visible cards of each recorded meld."""
    found: Named = {}
    for at, laid in enumerate(state.melds):
        there = {card for row in rows for card in row.cards if card != JOKER or at in row.melds}
        laid_open = in_places(f"meld/{at + 1}", laid.cards)
        found |= {place: likely for place, likely in laid_open.items() if {*likely} <= there}
    return found


def _with_new_rows(state: State, new: Sequence[Row], reading: TableReading) -> TableReading:
    """A reading with new rows while hands are closed: melds, cards laid off, otherwise hands of the likeliest seats.

    A discard after a meld that is not read yet waits.
    """
    clear = [row for row in new if row.is_read or _completed(state, row) or _maybe_longer(state, row)]
    found = dict(reading.places)
    if len(clear) < len(new):
        found.pop(_RIVER, None)
    melds, others = list[tuple[Row, list[Cards]]](), list[Row]()  # with the melds that each may be
    off, apart = dict[int, Cards](), dict[int, Cards]()  # the extended melds; by cards that lie elsewhere
    unread = dict[int, dict[Cards, str]]()  # the possible extended melds by an unread card
    is_shown = False  # a row that can only be an open hand
    for row in clear:
        if by_unread := _maybe_longer(state, row):
            unread[row.melds[0]] = by_unread
            continue
        made = _as_melds(state, row) if row.is_read else None
        longer = _laid_off(state, row, off | apart) if row.is_read else {}
        if longer and longer.keys() <= {*row.melds}:
            off |= longer
            continue
        others.append(row)
        if made:
            melds += [(row, maybe) for maybe in made]
        elif longer:
            apart |= longer
        elif maybe := _completed(state, row):
            melds.append((row, maybe))
        else:
            is_shown = True
    if is_shown:
        melds, apart = [], {}
        found |= _closed_hands(state, others)
    found |= _longer(off | apart, unread)
    melds.sort(key=lambda laid: steps(state.turn, min(laid[0].seats)))
    numbered = list(enumerate(melds, start=len(state.melds)))
    for number, (_, maybe) in numbered:
        found |= _one_of(f"meld/{number + 1}", maybe)
    facts = replace(
        reading.facts_of(StopFacts),
        melds={number: NewMeld(tuple(dict.fromkeys(maybe)), row.seats) for number, (row, maybe) in numbered},
        laid_off={at: tuple(dict.fromkeys(maybe.values())) for at, maybe in unread.items() if len(maybe) > 1},
    )
    return replace(reading, places=found, facts=facts)


def _closed_hands(state: State, rows: Sequence[Row]) -> Named:
    """Rows that are no melds, as open hands while none is to be shown."""
    found: Named = {}
    for seat, lies in by_seat([row for row in rows if row.is_read]).items():
        found |= in_places(f"cards/{seat + 1}", in_order(lies.cards))
    for row in rows:
        if row.is_read and len(row.seats) > 1:  # whoever owns it, it lies where no card belongs
            seat = min(row.seats)
            found[f"cards/{seat + 1}/{len(state.seats[seat].hand) + 2}"] = {row.cards[0]: CERTAIN}
    return found


def _longer(off: Mapping[int, Cards], unread: Mapping[int, Mapping[Cards, str]]) -> Named:
    """The extended melds, by cards that are read and by unread ones."""
    found: Named = {}
    for number, cards in off.items():
        found |= in_places(f"meld/{number + 1}", cards)
    for number, maybe in unread.items():
        found |= _one_of(f"meld/{number + 1}", [*maybe])
    return found


def _coins(facts: CardFacts) -> frozenset[int]:
    """The seats before which a coin has appeared; coins between two players are left out."""
    sides = (side.items() for side in facts.coins)
    return frozenset(int(seat) - 1 for shares in sides for seat, share in shares if share >= BEFORE)


def _as_melds(state: State, row: Row) -> list[list[Cards]] | None:
    """The new cards of a row as a meld, or as two side by side if there is only one split.

    Gives the possible melds of each: where the order is uncertain, a joker may be at either end of a run.
    """
    cards, around = row.cards, state.house.around
    if one := _arranged(cards, row.is_askew, around):
        return [one]
    found = []
    for count in range(MIN_MELD, len(cards) // 2 + 1):
        for part in combinations(cards, count):
            rest = tuple((Counter(cards) - Counter(part)).elements())
            two = arranged(part, around), arranged(rest, around)
            if None not in two and {*two} not in found:
                found.append({*two})
    return [[cards] for cards in found[0] if cards] if len(found) == 1 else None


def _arranged(cards: Cards, is_askew: bool, around: bool) -> list[Cards]:
    """The melds that cards may form; their order counts unless the row `is_askew`."""
    orders = (cards, *(_joker_moved(cards) if is_askew else ()))
    return list(dict.fromkeys(made for one in orders if (made := arranged(one, around))))


def _completed(state: State, row: Row) -> list[Cards]:
    """The melds that a row may be with one card unread, or missed where the others form no meld without it.

    That card is a joker, whose position counts, the last discard, or a card not visible elsewhere. Or nothing is
    missing and the joker lies askew. Empty where there are too many melds.
    """
    read = tuple(filter(None, row.cards))
    is_gap = read == row.cards
    if len(row.cards) - len(read) > 1 or len(read) < MIN_MELD - 1:
        return []
    if is_gap and arranged(read, state.house.around):
        return []
    positions = range(len(read) + 1) if is_gap else [row.cards.index("")]
    spare = [face for face in _may_be(state, {} if is_gap else row.shown[positions[0]]) if face not in read]
    rows = [read, *((*read[:at], face, *read[at:]) for at in positions for face in spare)]
    rows += _joker_moved(read) if is_gap else ()
    found = dict.fromkeys(made for one in rows for made in _arranged(one, row.is_askew, state.house.around))
    return list(found) if len(found) <= _MAX_MELDS_OF_ROW else []


def _joker_moved(cards: Cards) -> Iterator[Cards]:
    """The cards in numeric order from any start, with their only joker at any position."""
    others = in_order(card for card in cards if card != JOKER)
    for first in range(len(others) if len(others) == len(cards) - 1 else 0):
        row = others[first:] + others[:first]
        yield from ((*row[:at], JOKER, *row[at:]) for at in range(len(cards)))


def _may_be(state: State, shown: Probabilities) -> list[str]:
    """The possible faces of a new card: those it shows, if any, that are not visible elsewhere.

    A card that is barely read may be a joker as well.
    """
    maybe = {face for face, count in state.unseen.items() if count > 0} | {*state.river[-1:]}
    is_any, is_joker = not shown, sum(shown.values()) < READ
    return [face for face in FACES if face in maybe and (is_any or face in shown or (face == JOKER and is_joker))]


def _maybe_longer(state: State, row: Row) -> dict[Cards, str]:
    """The possible extensions of a meld by the only unread card beside it, with that card; empty otherwise."""
    if row.cards != ("",) or len(row.melds) != 1:
        return {}
    faces, laid = _may_be(state, row.shown[0]), state.melds[row.melds[0]].cards
    return {longer: face for face in faces for end in ENDS if (longer := extended(laid, face, end, state.house.around))}


def _laid_off(state: State, row: Row, before: Mapping[int, Cards]) -> dict[int, Cards]:
    """The melds extended by a row's cards; empty where a card fits on no meld, or on several elsewhere."""
    melds = {at: before.get(at, laid.cards) for at, laid in enumerate(state.melds)}
    found, left = dict[int, Cards](), list(row.cards)
    while left:
        fits = _fitting(left, {at: melds[at] for at in row.melds}, state.house.around)
        fits = fits or _fitting(left, melds, state.house.around)
        if not fits:
            return {}
        card, at, longer = fits[0]
        melds[at] = found[at] = longer
        left.remove(card)
    return found


def _fitting(cards: Sequence[str], melds: Mapping[int, Cards], around: bool) -> list[tuple[str, int, Cards]]:
    """The cards that fit on exactly one of these melds, with its number and the extended meld."""
    fits = [
        (card, at, longer)
        for card in cards
        for at, laid in melds.items()
        for end in ENDS
        if (longer := extended(laid, card, end, around))
    ]
    times = Counter(card for card, _, _ in fits)
    return [fit for fit in fits if times[fit[0]] == 1]


def maybe_laid_off(state: State, river: Sequence[Probabilities]) -> list[tuple[str, int]]:
    """New cards among those of the `river`, not on top, that fit on one meld, with its number.

    They were discarded, or laid off on a meld that reaches to the river.
    """
    known = {EMPTY, "", JOKER, *state.river, *(card for laid in state.melds for card in laid.cards)}
    new = [card for card in map(face_read, river) if card not in known]
    melds = {at: laid.cards for at, laid in enumerate(state.melds)}
    return list({at: (card, at) for card, at, _ in _fitting(new, melds, state.house.around)}.values())


def _free(state: State) -> Named:
    """The empty places at which a card could come to lie."""
    free = [f"meld/{number}/{len(laid.cards) + 1}" for number, laid in enumerate(state.melds, start=1)]
    free += [f"meld/{len(state.melds) + 1}/{at}" for at in range(1, MIN_MELD + 1)]
    free += [f"cards/{seat + 1}/{at}" for seat in range(SEATS) for at in range(1, len(state.seats[seat].hand) + 1)]
    return {place: {EMPTY: CERTAIN} for place in free}


def _one_of(place: str, rows: Sequence[Cards]) -> Named:
    """A row that is one of these, each equally likely."""
    found: dict[str, dict[str, float]] = {}
    for at in range(max(map(len, rows))):
        faces = {row[at] if at < len(row) else EMPTY for row in rows}
        found[f"{place}/{at + 1}"] = dict.fromkeys(faces, CERTAIN / len(rows) if len(faces) > 1 else CERTAIN)
    return dict(found)
