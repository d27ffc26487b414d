"""The plan of a table of Skip-Bo: draw pile and building piles, and each player's stock, hand and discard piles."""

from device.table.snapshot import Snapshot
from device.texts import say
from engines.messages import Fact, message
from engines.skip_bo.state import HIGHEST, Cards, State, team
from engines.vocabulary import BACK, EMPTY, UNKNOWN, WILD
from web.diagrams.blocks import BLOCK, HEADING, MARGIN, WIDE, Block, add_blocks, heading
from web.diagrams.last_change import last_changed, shown_state
from web.diagrams.plan import Label, Plan, Spot, Told

_CARD = (8.0, 10.0)
_STEP, _FAN = 3.1, 16.0  # what is seen of a covered card, and how far all of a pile's may reach
_WRITTEN = 2.5  # as much must be seen of a card for its number to be read
_BUILD, _NEXT = 29.0, 16.2  # the middle of the first building pile, and from one to the next
_DISCARD, _BESIDE = 14.0, 8.3  # the same of a player's discard piles
_COUNT = 1.6  # how far a number hangs over its pile


def skip_bo_plan(snapshot: Snapshot, language: str) -> Plan:
    """The plan of what all have seen."""
    drawing = _Drawing(snapshot, language)
    plan = Plan("cards", WIDE, 0)
    drawing.add_middle(plan)
    add_blocks(plan, [drawing.block(seat) for seat in range(len(snapshot.players))])
    return plan


def _lying(state: State) -> dict[str, object]:
    """What lies at each place, by which what the last move changed is found."""
    found: dict[str, object] = {"draw": len(state.draw)}
    found |= {f"build/{pile}": cards for pile, cards in enumerate(state.builds, start=1)}
    for seat, (stock, hand) in enumerate(zip(state.stocks, state.hands, strict=True), start=1):
        found |= {f"stock/{seat}": stock, f"hand/{seat}": len(hand)}
        found |= {f"discard/{seat}/{pile}": cards for pile, cards in enumerate(state.discards[seat - 1], start=1)}
    return found


class _Drawing:
    """One table in one language."""

    def __init__(self, snapshot: Snapshot, language: str) -> None:
        self.snapshot, self.language = snapshot, language
        self.state = shown_state(snapshot, State)
        self.last = last_changed(snapshot, State, _lying)

    def add_middle(self, plan: Plan) -> None:
        """The draw pile, and the building piles with the numbers that they need."""
        state = self.state
        y = MARGIN + _CARD[1] / 2
        plan.spots.append(self._pile("draw", MARGIN + _CARD[0] / 2, y, self._say("place.draw"), len(state.draw)))
        plan.labels.append(Label(self._say("draw"), MARGIN, y + _CARD[1] + 0.6, "start"))
        for pile, cards in enumerate(state.builds, start=1):
            x = _BUILD + (pile - 1) * _NEXT
            plan.spots.append(self._build(pile, cards, x, y))
            plan.labels.append(Label(self._say("needs", number=len(cards) + 1), x, y + _CARD[1] + 0.6))
        plan.height = y + _CARD[1] + 4.0

    def _build(self, pile: int, cards: Cards, x: float, y: float) -> Spot:
        """A building pile; a Skip-Bo on it shows the number that it stands for."""
        name = self._say("place.build", pile=pile)
        needed = self._say("needs", number=len(cards) + 1)
        if not cards:
            return self._spot(f"build/{pile}", x, y, name, self._say("with_need", card=self._word(EMPTY), need=needed))
        top = str(len(cards)) if cards[-1] == UNKNOWN else cards[-1]  # or a wild: nobody has seen which
        card = self._say("wild_as", number=len(cards)) if top == WILD else self._word(top)
        words = card if len(cards) == HIGHEST else self._say("with_need", card=card, need=needed)
        return self._spot(f"build/{pile}", x, y, name, words, top, mark=str(len(cards)))

    def block(self, seat: int) -> Block:
        """What a player has before him: over it his name and the number of cards in his hand."""
        hand, player = len(self.state.hands[seat]), self.snapshot.players[seat]
        partners = self._say("team", team=min(team(self.state, seat)) + 1)
        said = [partners] if self.state.teams else []
        block = Block(heading(self.snapshot, seat, said, BLOCK - 8.4), 0)
        words = self._cards(hand)
        block.spots.append(
            self._spot(f"hand/{seat + 1}", BLOCK - 5.8, HEADING / 2, self._say("place.hand", player=player), words,
                       BACK if hand else EMPTY, small=True)
        )  # fmt: skip
        block.labels.append(Label(str(hand), BLOCK - 2.6, HEADING - 1.8, "start"))
        top = HEADING + _CARD[1] / 2
        stock = self.state.stocks[seat]
        name = self._say("place.stock", player=player)
        block.spots.append(self._pile(f"stock/{seat + 1}", _CARD[0] / 2, top, name, len(stock), self._top(seat)))
        for pile, cards in enumerate(self.state.discards[seat]):
            block.spots += self._fan(seat, pile, cards, _DISCARD + pile * _BESIDE, top)
        block.height = max(spot.y for spot in block.spots) + _CARD[1] / 2 + _COUNT
        return block

    def _top(self, seat: int) -> str:
        """The card on top of a stock, face down before it is turned up."""
        stock = self.state.stocks[seat]
        return BACK if not stock or stock[-1] == UNKNOWN else stock[-1]

    def _fan(self, seat: int, pile: int, cards: Cards, x: float, y: float) -> list[Spot]:
        """The cards of a discard pile, of each that is covered its upper edge; of a high pile less of it."""
        place, player = f"discard/{seat + 1}/{pile + 1}", self.snapshot.players[seat]
        is_last = place in self.last
        if not cards:
            name = self._say("place.discard", player=player, pile=pile + 1)
            return [self._spot(f"{place}/1", x, y, name, self._word(EMPTY), last=is_last)]
        step = min(_STEP, _FAN / max(len(cards) - 1, 1))
        return [
            self._spot(f"{place}/{at}", x, y + (at - 1) * step,
                       self._say("place.discarded", player=player, pile=pile + 1, number=at), self._word(card), card,
                       covered=("top" if step >= _WRITTEN else "edge") if at < len(cards) else "",
                       last=is_last and at == len(cards))
            for at, card in enumerate(cards, start=1)
        ]  # fmt: skip

    def _pile(self, place: str, x: float, y: float, name: str, count: int, top: str = BACK) -> Spot:
        """A pile with its number on it."""
        words = self._cards(count) if top == BACK else self._say("on_top", card=self._word(top), cards=count)
        return self._spot(place, x, y, name, words, top if count else EMPTY, pile=count)

    def _spot(
        self,
        place: str,
        x: float,
        y: float,
        name: str,
        words: str,
        look: str = EMPTY,
        small: bool = False,
        last: bool = False,
        mark: str = "",
        pile: int = 0,
        covered: str = "",
    ) -> Spot:
        told = Told(name, words, look, "number", mark, pile, covered, last or place in self.last)
        return Spot(place, x, y, ground="slot" if look == EMPTY else "", small=small, told=told)

    def _word(self, card: str) -> str:
        """What a card is called."""
        if card == WILD:
            return "Skip-Bo"
        return say(message("web.look.empty"), self.language) if card == EMPTY else card

    def _cards(self, count: int) -> str:
        return self._say("cards", cards=count)

    def _say(self, key: str, **facts: Fact) -> str:
        return say(message(f"tables.skip_bo.{key}", **facts), self.language)
