"""Hands that lie open on a table of Stop: whose they are, and what their cards are or seem to be."""

from collections import Counter
from collections.abc import Mapping, Sequence

from device.games.profile import face_read, likeliest_face
from device.games.stop_rows import CERTAIN, Named, Row, by_seat, in_places
from engines.stop.cards import JOKER, Cards, in_order
from engines.stop.state import State, unseen
from engines.vocabulary import EMPTY
from vision.cards.common.reading import UNSURE
from vision.facts import CardFacts, LyingCard, Probabilities

_EVEN = 0.5


def hands(state: State, rows: Sequence[Row], beside: Row) -> Named:
    """Hands that lie open.

    What lies between two players, or `beside` the river, belongs to the one whose hand lacks just so many cards. A card
    that is not read though all others of a hand are is what it seems to be, or a joker, which has no index.
    """
    lying = by_seat(rows)
    for row in (*(row for row in rows if len(row.seats) > 1), *([beside] if beside.cards else [])):
        showing = row.seats & {*state.pending, *state.opened}
        whole = {seat: lying.get(seat, Row()) + row for seat in showing}
        fitting = [seat for seat, lies in whole.items() if len(state.seats[seat].hand) == len(lies.cards)]
        if len(fitting) == 1:
            lying[fitting[0]] = whole[fitting[0]]
    found: Named = {}
    for seat, lies in lying.items():
        cards = tuple(filter(None, lies.cards))
        hand, lacking = state.seats[seat].hand, Counter(state.seats[seat].hand) - Counter(cards)
        if seat in state.opened and not Counter(cards) - Counter(hand):  # what is missed keeps its place
            places = in_places(f"cards/{seat + 1}", hand)
            places = {at: shown for at, shown in places.items() if not lacking.keys() & shown.keys()}
        elif len(cards) < len(lies.cards) and len(cards) >= len(hand):
            continue  # more lie there than the hand has: one of those that are read is none of it
        else:
            places = in_places(f"cards/{seat + 1}", in_order(cards))
            if len(cards) < len(lies.cards) == len(hand):
                places |= _seems(f"cards/{seat + 1}", cards, _likeliest(state, lies))
        found |= places
    return found


def _likeliest(state: State, lies: Row) -> Cards:
    """The cards that are not read: the likeliest that nobody has seen elsewhere, or jokers; none if one is neither."""
    left, found = Counter(unseen(state)) - Counter(lies.cards), list[str]()
    for shown in (shown for card, shown in zip(lies.cards, lies.shown, strict=True) if not card):
        maybe = shown or {JOKER: _EVEN}
        face = likeliest_face({face: share for face, share in maybe.items() if left[face] > 0})
        if not face:
            return ()
        found.append(face)
        left[face] -= 1
    return tuple(found)


def _seems(place: str, read: Cards, others: Cards) -> Named:
    """A hand of which some cards are read, and `others` seem to be the rest."""
    left, found = Counter(others), list[Mapping[str, float]]()
    for card in in_order((*read, *others))[::-1]:
        found.append({card: _EVEN, EMPTY: _EVEN} if left[card] > 0 else {card: CERTAIN})
        left[card] -= 1
    return {f"{place}/{at}": likely for at, likely in enumerate(reversed(found), start=1)} if others else {}


def beside_the_river(state: State, facts: CardFacts, top: Probabilities) -> Row:
    """The cards at the river that have come since the last discard; one that is covered now was read before."""
    visible, covered = dict[str, Probabilities](), dict[str, Probabilities]()
    for card in (*facts.river, LyingCard(top, facts.top_seats)):
        found = visible if face_read(card.shows) else covered
        if card.seats and (face := likeliest_face(card.shows)) not in ("", UNSURE, *state.river):
            found[face] = card.seats
    there = covered | visible
    return Row(tuple(there), tuple(there.values()), tuple({face: CERTAIN} for face in there))


def is_same_game(state: State, lying: Counter[str]) -> bool:
    """Whether half of what the record knows to lie open does: once all cards are put together, no hand can be read."""
    opened = [card for seat in state.opened for card in state.seats[seat].hand]
    known = Counter([*(card for laid in state.melds for card in laid.cards), *opened, *state.river[-1:]])
    return 2 * (known & lying).total() >= known.total()
