"""The Stop table to draw: stock and discards, and each player's hand, closed or shown, and melds.

A closed hand is one back with the number of its cards.
"""

from device.games.card_table import Area, Card, CardTable, Group
from device.games.move_form import FormField, FormPart, MoveForm
from device.texts import say
from engines.messages import Fact, message
from engines.stop.cards import JOKER, Cards
from engines.stop.melds import UNREAD
from engines.stop.moves import Meld, Move, Show
from engines.stop.state import State
from engines.vocabulary import BACK, EMPTY, UNKNOWN

_CARD = (8.2, 10.2)
_RIVER_LEFT = 14.5


def card_table(state: State, language: str) -> CardTable:
    """The table of a state as everybody has seen it."""
    return _Table(state, language).drawn()


class _Table:
    """One table in one language."""

    def __init__(self, state: State, language: str) -> None:
        self.state, self.language = state, language

    def drawn(self) -> CardTable:
        middle = Area((self._stock(), self._river()))
        return CardTable(middle, tuple(map(self._seat, range(len(self.state.seats)))), _CARD)

    def _stock(self) -> Group:
        count = len(self.state.stock)
        card = self._card("stock", self._say("place.stock"), BACK if count else EMPTY, count)
        return Group((card,), caption=self._say("stock"))

    def _river(self) -> Group:
        """The discards in their order, the last one on top."""
        river = self.state.river
        cards = [self._card(f"river/{at}", self._say("place.discard", number=at), card)
                 for at, card in enumerate(river[:-1], start=1)]  # fmt: skip
        name = self._say("place.discard", number=len(river)) if river else self._say("place.river")
        cards.append(self._card("river", name, river[-1] if river else EMPTY))
        return Group(tuple(cards), pile="river", left=_RIVER_LEFT, caption=self._say("river"))

    def _seat(self, at: int) -> Area:
        """A player's lot, or hand and melds."""
        state, player = self.state, self.state.players[at]
        notes = [self._say("dealer")] if at == state.match.dealer else []
        notes += [self._say("riichi")] if state.seats[at].riichi else []
        groups = []
        if at < len(state.lots):
            groups.append(Group((self._card(f"lot/{at + 1}", self._say("place.lot", player=player), state.lots[at]),)))
        hand = state.seats[at].hand
        if at in state.showdown.opened:
            groups.append(self._row(f"cards/{at + 1}", "place.shown", hand, player=player))
        elif hand:
            claims = tuple(claim.kind for claim in state.showdown.claims if claim.seat == at)
            name, status = self._say("place.hand", player=player), (state.seats[at].riichi, claims)
            groups.append(Group((self._card(f"hand/{at + 1}", name, BACK, len(hand), status),)))
        groups += [
            self._row(f"meld/{number}", "place.meld", laid.cards, player=player, meld=number)
            for number, laid in enumerate(state.melds, start=1)
            if laid.seat == at
        ]
        return Area(tuple(group for group in groups if group.cards), tuple(notes))

    def _row(self, place: str, name: str, cards: Cards, **facts: Fact) -> Group:
        numbered = enumerate(cards, start=1)
        return Group(tuple(self._card(f"{place}/{at}", self._say(name, number=at, **facts), card)
                           for at, card in numbered))  # fmt: skip

    def _card(self, place: str, name: str, card: str, count: int = 0, status: object = None) -> Card:
        face = "up" if card == UNKNOWN else card
        return Card(place, name, self._words(face, count), face, count=count, status=status)

    def _words(self, face: str, count: int) -> str:
        if face == BACK:
            return self._say("cards", cards=count)
        if face in (EMPTY, "up"):
            return say(message(f"web.look.{face}"), self.language)
        return say(message("tables.card", card=face), self.language)

    def _say(self, key: str, **facts: Fact) -> str:
        return say(message(f"tables.stop.{key}", **facts), self.language)


def move_form(state: State, move: Move, language: str) -> MoveForm | None:
    """The form for cards that a player lays open: a meld, or the whole hand."""
    if isinstance(move, Meld) and move.cards == UNREAD:
        seat, begins, key = state.turn, "meld", "meld"
        least, most = len(UNREAD), len(state.seats[seat].hand) - 1
    elif isinstance(move, Show) and move.cards == UNKNOWN:
        seat, begins, key = move.seat, f"{move.seat + 1} show", "show"
        least = most = len(state.seats[seat].hand)
    else:
        return None
    hand = state.seats[seat].hand
    is_whole = least == most
    parts = []
    for card in state.could_hold(hand):
        name = say(message("tables.stop.enter.card", card=card), language)
        count = state.house.jokers if card == JOKER else 1
        parts.append(FormPart(name, card, count, card, "card", hand.count(card) if is_whole else 0))
    said = say(message(f"tables.stop.enter.{key}", player=state.players[seat]), language)
    return MoveForm(said, (FormField("cards", said, tuple(parts), least, most),), begins)
