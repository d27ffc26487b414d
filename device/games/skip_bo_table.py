"""The Skip-Bo table to draw: draw pile and building piles, each player's stock, hand and discards."""

from device.games.card_table import Area, Card, CardTable, Group
from device.texts import say
from engines.messages import Fact, message
from engines.skip_bo.state import HIGHEST, Cards, State
from engines.vocabulary import BACK, EMPTY, UNKNOWN, WILD

_CARD = (8.0, 10.0)
_BUILD_LEFT, _NEXT_BUILD = 25.0, 16.2  # left edge of the first building pile, and pitch
_DISCARD_LEFT, _NEXT_DISCARD = 10.0, 8.3  # the same for a player's discard piles


def card_table(state: State, language: str) -> CardTable:
    """The table of a state as everybody has seen it."""
    return _Table(state, language).drawn()


class _Table:
    """One table in one language."""

    def __init__(self, state: State, language: str) -> None:
        self.state, self.language = state, language

    def drawn(self) -> CardTable:
        draw = self._pile("draw", self._say("place.draw"), len(self.state.draw))
        builds = [
            Group((self._build(pile, cards),), left=_BUILD_LEFT + (pile - 1) * _NEXT_BUILD,
                  caption=self._say("needs", number=len(cards) + 1))
            for pile, cards in enumerate(self.state.builds, start=1)
        ]  # fmt: skip
        middle = Area((Group((draw,), caption=self._say("draw")), *builds))
        return CardTable(middle, tuple(map(self._seat, range(len(self.state.stocks)))), _CARD, captions="below")

    def _build(self, pile: int, cards: Cards) -> Card:
        """A building pile; a Skip-Bo on it shows the number that it stands for."""
        place, name = f"build/{pile}", self._say("place.build", pile=pile)
        need = self._say("needs", number=len(cards) + 1)
        if not cards:
            return Card(place, name, self._say("with_need", card=self._word(EMPTY), need=need), EMPTY)
        top = str(len(cards)) if cards[-1] == UNKNOWN else cards[-1]  # may be a wild: nobody has seen which
        word = self._say("wild_as", number=len(cards)) if top == WILD else self._word(top)
        words = word if len(cards) == HIGHEST else self._say("with_need", card=word, need=need)
        return Card(place, name, words, top, mark=str(len(cards)))

    def _seat(self, seat: int) -> Area:
        """A player's stock and discards, and the number of cards in his hand."""
        state, player = self.state, self.state.players[seat]
        count = len(state.hands[seat])
        hand = self._pile(f"hand/{seat + 1}", self._say("place.hand", player=player), count)
        stock = state.stocks[seat]
        top = BACK if not stock or stock[-1] == UNKNOWN else stock[-1]  # face down until it is turned up
        pile = self._pile(f"stock/{seat + 1}", self._say("place.stock", player=player), len(stock), top)
        columns = [self._discards(seat, at, cards) for at, cards in enumerate(state.discards[seat])]
        notes = (self._say("team", team=min(state.team(seat)) + 1),) if state.house.teams else ()
        return Area((Group((pile,)), *columns), notes, hand)

    def _discards(self, seat: int, pile: int, cards: Cards) -> Group:
        place, player = f"discard/{seat + 1}/{pile + 1}", self.state.players[seat]
        laid = tuple(
            Card(f"{place}/{at}", self._say("place.discarded", player=player, pile=pile + 1, number=at),
                 self._word(card), card)
            for at, card in enumerate(cards, start=1)
        )  # fmt: skip
        name = self._say("place.discard", player=player, pile=pile + 1)
        free = Card(f"{place}/1", name, self._word(EMPTY), EMPTY)
        return Group(laid or (free,), "column", place, _DISCARD_LEFT + pile * _NEXT_DISCARD)

    def _pile(self, place: str, name: str, count: int, top: str = BACK) -> Card:
        """A pile with its number of cards."""
        is_closed = top == BACK
        words = self._say("cards", cards=count) if is_closed else self._say("on_top", card=self._word(top), cards=count)
        return Card(place, name, words, top if count else EMPTY, count=count)

    def _word(self, card: str) -> str:
        """The name of a card."""
        if card == WILD:
            return "Skip-Bo"
        return say(message("web.look.empty"), self.language) if card == EMPTY else card

    def _say(self, key: str, **facts: Fact) -> str:
        return say(message(f"tables.skip_bo.{key}", **facts), self.language)
