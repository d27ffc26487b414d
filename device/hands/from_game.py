"""What a game of Galaxy Jarapon on the table says about a hand: how its player would win with it now."""

from device.hands.question import HandOptions
from engines.jarapon.state import OVER, State, all_discarded
from engines.vocabulary import TILE_FACES


def known_options(state: object) -> tuple[HandOptions, ...]:
    """For each seat what its hand would be asked with; nothing where no match of Galaxy Jarapon is on the table."""
    if not isinstance(state, State) or state.phase == OVER:
        return ()
    return tuple(_options(state, seat) for seat in range(len(state.players)))


def _options(state: State, seat: int) -> HandOptions:
    me, house = state.seats[seat], state.house
    ron = state.taken in TILE_FACES and state.last != seat
    payers = [state.last] if ron else [other for other in range(len(state.players)) if other != seat]
    return HandOptions(
        pon=tuple(one.number if not one.wilds else " ".join(one.tiles) for one in me.sets),
        ron=ron,
        riichi=me.riichi,
        dealer=state.first is not None and state.dealer == seat,
        players=len(state.players),
        dora=_seen(state.dora),
        bonus=_seen(state.centre) if state.turned_up else None,
        winning=state.taken if ron else None,
        discards=" ".join(dict.fromkeys(tile for tile in all_discarded(state, seat) if tile in TILE_FACES)),
        let_pass=bool(me.passed),
        wild_ron=house.almighty_ron == "yes",
        wild_dora=house.almighty_dora == "yes",
        next_dealer=house.false_win == "next_dealer",
        chips=state.chips,
        others=tuple(state.purses[payer] for payer in payers if payer is not None),
    )


def _seen(tile: str) -> str | None:
    return tile if tile in TILE_FACES else None
