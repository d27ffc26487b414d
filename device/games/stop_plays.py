"""The moves of Stop between two pictures.

Melds, cards laid off and the river lie open. Draws are not visible, nor is what lies under the top of a squared-up
river. Players lay melds before themselves.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from device.games.best_first import best_first
from device.games.forced_moves import forced_move, state_after
from device.games.profile import face_read, likeliest_face
from device.games.stop_places import NEXT, StopFacts, maybe_laid_off
from device.games.table_reading import Places, TableReading
from engines import stop
from engines.contract import IllegalMove
from engines.stop.calls import KAN, PON, calls
from engines.stop.cards import JOKER, Cards, in_order
from engines.stop.melds import ENDS, MIN_MELD, is_set
from engines.stop.moves import OUT, RIICHI, TAKE, Discard, Draw, LayOff, Meld, Move, Pon, Show
from engines.stop.state import SEATS, Phase, State, after
from engines.vocabulary import EMPTY, UNKNOWN
from vision.cards.common.reading import UNSURE

_MAX_TURNS = 3  # between two pictures
_MAX_POSITIONS = 3000  # visited by the search


@dataclass(frozen=True)
class _Unexplained:
    """What is still to be explained."""

    river: Cards  # new cards on it, the lowest first
    melds: tuple[tuple[frozenset[int], Cards], ...]  # with the seats that may have laid each
    off: tuple[tuple[str, int], ...]  # cards laid off, each with the number of its meld
    stays: frozenset[str]  # the cards read in the river
    top: str  # the last of them
    may_hide: bool  # an unread card of the river may have been taken as well as covered
    # Whether there was time for others to lay off on a new meld, and to take a discard before it was read.
    is_long: bool
    goes_on: bool = False  # whether something was certainly done
    # The seats before which a coin has appeared, as riichi costs (S-8). It may have another reason, and need not be
    # explained.
    coins: frozenset[int] = frozenset()

    @property
    def is_nothing(self) -> bool:
        return not self.river and not self.melds and not self.off

    @property
    def may_be_taken(self) -> set[str]:
        """Cards that must have been discarded and taken, since they lie in a meld."""
        return {card for _, cards in self.melds for card in cards} | {card for card, _ in self.off}


def plays_read(state: State, reading: TableReading) -> Iterator[Sequence[Move]]:
    """The moves that lead from a state to what the places show, each result once; none where too much is open.

    Prefers the fewest turns, unless the table was unwatched long enough for more.
    """
    if reading.facts_of(StopFacts).is_next_game and state.phase == Phase.DEAL:
        yield from ((NEXT, *moves) for moves in plays_read(stop.play(state, NEXT), reading))
        return
    found: dict[State, tuple[Move, ...]] = {}
    lying = {seat: state.seats[seat].hand for seat in state.showdown.opened}
    hands = {seat: cards for seat in range(SEATS) if (cards := cards_at(reading.places, f"cards/{seat + 1}"))}
    hands = {seat: cards for seat, cards in hands.items() if Counter(cards) != Counter(lying.get(seat, ()))}
    for new in _news(state, reading):
        for now, made in _explained(state, new):
            if hands:
                for end, last in _won(now, hands):
                    found.setdefault(end, (*made, *last))
            elif made and not isinstance(made[-1], Draw):
                found.setdefault(now, made)
    yield from found.values()


def _won(state: State, hands: Mapping[int, Cards]) -> Iterator[tuple[State, tuple[Move, ...]]]:
    """The moves by which a game may have been won so that these hands lie open, where nobody has entered it."""
    for call in calls(state):
        if call.what != RIICHI and (call.seat in hands or call.what == OUT):
            shown = tuple(Show(seat, cards) for seat, cards in hands.items())
            made: tuple[Move, ...] = shown if forced_move(stop, state) == call else (call, *shown)
            with suppress(IllegalMove):
                yield state_after(stop, state, made), made


def may_be_taken_unseen(state: State) -> bool:
    """Whether the player in turn may discard a card that the next one takes, leaving the table unchanged."""
    return state.phase in (Phase.TURN, Phase.DISCARD, Phase.CALLED) and not state.seats[after(state.turn)].riichi


@dataclass(frozen=True)
class _Line:
    """Moves that may have been made, the state after them, and what they leave unexplained."""

    turns: int
    state: State
    left: _Unexplained
    made: tuple[Move, ...] = ()

    @cached_property
    def is_whole(self) -> bool:
        """Whether they explain everything new."""
        return self.left.is_nothing and _matches_river(self.state, self.left)

    def longer(self) -> Iterator["_Line"]:
        """The lines with one more move."""
        is_end = self.is_whole and (self.made or not self.left.goes_on)
        unread = () if is_end else _taken_unread(self.state, self.left)
        for move, left in (*_next(self.state, self.left), *unread):
            with suppress(IllegalMove):
                turns = self.turns + (self.state.phase == Phase.TURN)
                yield _Line(turns, stop.play(self.state, move), left, (*self.made, move))


def _explained(state: State, new: _Unexplained) -> Iterator[tuple[State, tuple[Move, ...]]]:
    """Moves that explain everything new, and the state after them, fewest turns first."""
    max_turns = _MAX_TURNS
    lines = best_first(
        _Line(0, state, new),
        _Line.longer,
        cost=lambda line: line.turns,
        key=lambda line: (line.state, line.left),
        max_nodes=_MAX_POSITIONS,
    )
    for line in lines:
        if line.turns > max_turns:
            return
        if line.is_whole:
            yield line.state, line.made
            max_turns = max_turns if new.is_long or not line.made else line.turns


def _matches_river(state: State, new: _Unexplained) -> bool:
    """Whether the river is as the reading shows it."""
    lies = {*state.river}
    return (state.river[-1] if state.river else EMPTY) == new.top and new.stays <= lies


def _taken_unread(state: State, new: _Unexplained) -> Iterator[tuple[Move, _Unexplained]]:
    """A discard that the next player takes before it is read."""
    if new.is_long and state.phase in (Phase.DISCARD, Phase.CALLED) and may_be_taken_unseen(state):
        yield Discard(UNKNOWN), new


def _next(state: State, new: _Unexplained) -> Iterator[tuple[Move, _Unexplained]]:
    """The possible next moves, with what is left unexplained after each."""
    if state.phase == Phase.DEAL:
        yield NEXT, new
    elif state.top == UNKNOWN:
        yield TAKE, new
    elif state.phase == Phase.TURN:
        yield Draw(UNKNOWN), new
        top = state.top
        if top is not None and top not in new.stays:
            is_gone = top in new.may_be_taken or new.top == EMPTY or new.top in state.river[:-1]
            if is_gone or new.may_hide:
                yield TAKE, new
            yield from _called(state, new)
    elif state.phase in (Phase.DISCARD, Phase.CALLED):
        if state.phase == Phase.DISCARD:
            yield from _laid(state, new)
            yield from (
                (call, replace(new, coins=frozenset())) for call in calls(state, new.coins) if call.what == RIICHI
            )
        if new.river:
            yield Discard(new.river[0]), replace(new, river=new.river[1:])
        yield from ((Discard(card), new) for card in sorted(new.may_be_taken - {JOKER}))


def _called(state: State, new: _Unexplained) -> Iterator[tuple[Move, _Unexplained]]:
    """Pon and kan, by the seats before which the meld lies."""
    for at, (seats, cards) in enumerate(new.melds):
        if state.top in cards and len(cards) in (PON, KAN) and is_set(cards):
            left = replace(new, melds=(*new.melds[:at], *new.melds[at + 1 :]))
            yield from ((Pon(seat, in_order(cards)), left) for seat in sorted(seats))


def _laid(state: State, new: _Unexplained) -> Iterator[tuple[Move, _Unexplained]]:
    """Melds of the player in turn, then cards laid off."""
    if new.melds:
        seats, cards = new.melds[0]
        if state.turn in seats:
            left = replace(new, melds=new.melds[1:])
            yield Meld(cards), left
            if new.is_long and len(cards) > MIN_MELD:
                for shorter, card in ((cards[:-1], cards[-1]), (cards[1:], cards[0])):
                    yield Meld(shorter), replace(left, off=(*left.off, (card, len(state.melds))))
    for at, (card, number) in enumerate(new.off):
        if number < len(state.melds):
            left = replace(new, off=(*new.off[:at], *new.off[at + 1 :]))
            yield from ((LayOff(card, number, end), left) for end in ENDS)


def _news(state: State, reading: TableReading) -> Iterator[_Unexplained]:
    """What a reading shows beyond the state; nothing where it leaves too much open.

    A covered card of the river was visible earlier, or another card was misread.
    """
    places, gap, facts = reading.places, reading.gap, reading.facts_of(StopFacts)
    top = face_read(places.get("river", {}))
    if not top:
        return
    melded = {card for laid in state.melds for card in laid.cards} - {JOKER}  # one may reach to the river
    below = [likely for likely in facts.river if face_read(likely) not in melded]
    read = tuple(filter(None, map(face_read, below)))
    visible = tuple(card for card in (*read, top) if card != EMPTY)
    lying = tuple(face for likely in (*below, {top: 1.0}) if (face := likeliest_face(likely)) not in ("", UNSURE))
    known = max((at for at, card in enumerate(lying, start=1) if card in state.river), default=0)
    may_hide = len(read) > 1 or gap.is_unwatched
    # What lies below a known card has not come since.
    rivers = [_not_among(cards, state.river) for cards in {visible: None, lying[known:]: None}]
    stays = frozenset(visible)
    for melds, off in itertools.product(_laid_since(state, facts), _laid_off(state, places, facts)):
        for river in rivers:
            new = _Unexplained(river, melds, off, stays, top, may_hide, gap.is_unwatched, gap.has_gone_on, facts.coins)
            yield new
            for card, number in maybe_laid_off(state, facts.river):
                left = tuple(other for other in river if other != card)
                yield replace(new, river=left, off=(*off, (card, number)), stays=stays - {card})


def _not_among(cards: Cards, known: Cards) -> Cards:
    left, found = Counter(known), list[str]()
    for card in cards:
        if left[card]:
            left[card] -= 1
        else:
            found.append(card)
    return tuple(found)


def _laid_off(state: State, places: Places, facts: StopFacts) -> Iterator[tuple[tuple[str, int], ...]]:
    """The cards laid off beyond a state, with the numbers of their melds: all combinations of unread ones."""
    off, unread = list[tuple[str, int]](), list[list[tuple[str, int]]]()
    for number, laid in enumerate(state.melds):
        there = _faces_at(places, f"meld/{number + 1}/")
        off += [(card, number) for card in (Counter(there) - Counter(laid.cards)).elements()]
        if maybe := facts.laid_off.get(number):
            unread.append([(card, number) for card in maybe])
    for last in itertools.product(*unread):
        yield (*off, *last)


def _laid_since(state: State, facts: StopFacts) -> Iterator[tuple[tuple[frozenset[int], Cards], ...]]:
    """The melds beyond a state: all combinations where a card is not read."""
    each = list[list[tuple[frozenset[int], Cards]]]()
    while new := facts.melds.get(len(state.melds) + len(each)):
        each.append([(new.seats, cards) for cards in new.maybe])
    yield from itertools.product(*each)


def _faces_at(places: Places, prefix: str) -> list[str]:
    """The cards read at places with this prefix."""
    read = (face_read(likely) for place, likely in places.items() if place.startswith(prefix))
    return [face for face in read if face not in ("", EMPTY)]


def cards_at(places: Places, place: str) -> Cards:
    """The cards of a row of places, up to the first unread one."""
    found = list[str]()
    while (face := face_read(places.get(f"{place}/{len(found) + 1}", {}))) not in ("", EMPTY):
        found.append(face)
    return tuple(found)
