"""The plan of a table of Stop: stock and discards, and before each player his hand, closed or shown, and his melds.

Drawn from what everybody has seen: a closed hand is one back with the number of its cards.
"""

from collections.abc import Sequence
from typing import NamedTuple

from device.table.snapshot import Snapshot
from device.texts import say
from engines.messages import Fact, message
from engines.stop.cards import Cards
from engines.stop.state import State
from engines.vocabulary import BACK, EMPTY, UNKNOWN
from web.diagrams.blocks import BLOCK, HEADING, MARGIN, WIDE, Block, add_blocks, heading
from web.diagrams.last_change import last_changed, shown_state
from web.diagrams.plan import Label, Plan, Spot, Told

_CARD, _EDGE = (8.2, 10.2), 4.7  # a card, and what is seen of one that another covers
_APART = 1.2  # between what lies side by side, and between rows
_COUNT = 1.6  # how far a number hangs over its pile
_RIVER = 14.5  # where the discards begin


class _Group(NamedTuple):
    """Cards that lie over each other: the places, their names, and what lies there."""

    places: Sequence[str]
    names: Sequence[str]
    cards: Sequence[str]
    pile: int = 0


def stop_plan(snapshot: Snapshot, language: str) -> Plan:
    """The plan of what all have seen."""
    drawing = _Drawing(snapshot, language)
    plan = Plan("cards", WIDE, 0)
    drawing.add_middle(plan)
    add_blocks(plan, [drawing.block(seat) for seat in range(len(snapshot.players))])
    return plan


def _lying(state: State) -> dict[str, object]:
    """What lies at each place, by which what the last move changed is found."""
    found: dict[str, object] = {"stock": len(state.stock), "river": state.river}
    found |= {f"lot/{seat}": card for seat, card in enumerate(state.lots, start=1)}
    found |= {f"meld/{at}/{card}": face for at, laid in enumerate(state.melds, start=1)
              for card, face in enumerate(laid.cards, start=1)}  # fmt: skip
    for at, seat in enumerate(state.seats):
        claims = tuple(claim.kind for claim in state.claims if claim.seat == at)
        found[f"hand/{at + 1}"] = (len(seat.hand), seat.riichi, claims, at in state.opened)
        if at in state.opened:
            found |= {f"cards/{at + 1}/{card}": face for card, face in enumerate(seat.hand, start=1)}
    return found


class _Drawing:
    """One table in one language."""

    def __init__(self, snapshot: Snapshot, language: str) -> None:
        self.snapshot, self.language = snapshot, language
        self.state = shown_state(snapshot, State)
        self.last = last_changed(snapshot, State, _lying)

    def add_middle(self, plan: Plan) -> None:
        """The stock, and beside it the discards in their order, the last one on top."""
        state = self.state
        plan.labels.append(Label(self._say("stock"), MARGIN, HEADING - 1.8, "start"))
        plan.labels.append(Label(self._say("river"), _RIVER, HEADING - 1.8, "start"))
        if state.stakes:
            stakes = self._say("stakes", coins=state.stakes)
            plan.labels.append(Label(stakes, WIDE - MARGIN, HEADING - 1.8, "end"))
        plan.height = HEADING
        stock = _Group(["stock"], [self._say("place.stock")], [BACK] if state.stock else [EMPTY], len(state.stock))
        plan.spots += self._spots(stock, MARGIN, plan.height)
        room = int((WIDE - MARGIN - _RIVER - _CARD[0]) / _EDGE) + 1
        river = state.river or (EMPTY,)
        places = [*(f"river/{at}" for at in range(1, len(river))), "river"]
        names = [self._say("place.discard", number=at) for at in range(1, len(river) + 1)]
        if not state.river:
            names = [self._say("place.river")]
        for at in range(0, len(river), room):
            cut = slice(at, at + room)
            plan.spots += self._spots(_Group(places[cut], names[cut], river[cut]), _RIVER, plan.height)
            plan.height += _CARD[1] + _APART
        plan.height += _COUNT

    def block(self, at: int) -> Block:
        """What a player has before him."""
        seat, state = self.state.seats[at], self.state
        said = [self._say("dealer")] if at == state.dealer else []
        said += [self._say("riichi")] if seat.riichi else []
        block = Block(heading(self.snapshot, at, said), HEADING)
        x, y = 0.0, HEADING
        for group in self._groups(at):
            width = _CARD[0] + (len(group.cards) - 1) * _EDGE
            if x and x + width > BLOCK:
                x, y = 0.0, y + _CARD[1] + _APART
            block.spots += self._spots(group, x, y)
            x += width + _APART
        block.height = y + _CARD[1] + _COUNT
        return block

    def _groups(self, at: int) -> list[_Group]:
        """The lot, or the hand and the melds."""
        state, player = self.state, self.snapshot.players[at]
        groups = []
        if at < len(state.lots):
            groups.append(_Group([f"lot/{at + 1}"], [self._say("place.lot", player=player)], [state.lots[at]]))
        hand = state.seats[at].hand
        if at in state.opened:
            groups.append(self._row(f"cards/{at + 1}", "place.shown", hand, player=player))
        elif hand:
            name = self._say("place.hand", player=player)
            groups.append(_Group([f"hand/{at + 1}"], [name], [BACK], len(hand)))
        groups += [
            self._row(f"meld/{number}", "place.meld", laid.cards, player=player, meld=number)
            for number, laid in enumerate(state.melds, start=1)
            if laid.seat == at
        ]
        return [group for group in groups if group.cards]

    def _row(self, place: str, name: str, cards: Cards, **facts: Fact) -> _Group:
        counts = range(1, len(cards) + 1)
        return _Group(
            [f"{place}/{count}" for count in counts],
            [self._say(name, number=count, **facts) for count in counts],
            cards,
        )

    def _spots(self, group: _Group, left: float, top: float) -> list[Spot]:
        """Cards over each other from a top left corner on, of a row too long for its block the edges only."""
        edge = min(_EDGE, (BLOCK - _CARD[0]) / max(len(group.cards) - 1, 1)) if left < _RIVER else _EDGE
        spots = []
        for at, (place, name, card) in enumerate(zip(group.places, group.names, group.cards, strict=True)):
            look = "up" if card == UNKNOWN else card
            told = Told(
                name=name,
                words=self._words(look, group.pile),
                look=look,
                piece="card",
                pile=group.pile,
                covered="left" if at < len(group.cards) - 1 else "",
                last=place in self.last,
            )
            x, y = left + _CARD[0] / 2 + at * edge, top + _CARD[1] / 2
            spots.append(Spot(place, x, y, ground="slot" if look == EMPTY else "", told=told))
        return spots

    def _words(self, look: str, count: int) -> str:
        if look == BACK:
            return self._say("cards", cards=count)
        if look in (EMPTY, "up"):
            return say(message(f"web.look.{look}"), self.language)
        return say(message("tables.card", card=look), self.language)

    def _say(self, key: str, **facts: Fact) -> str:
        return say(message(f"tables.stop.{key}", **facts), self.language)
