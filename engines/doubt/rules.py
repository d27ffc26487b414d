"""The rules of Expose the Lie, J3-2 to J3-6: legal moves and their effects, messages, and the greedy bot."""

from dataclasses import replace

from engines.contract import IllegalMove, Prompt, Standing, ranks
from engines.doubt.state import (
    BELIEVE,
    COPIES,
    Add,
    Challenge,
    Laid,
    Lay,
    Move,
    State,
    Take,
    Tiles,
    Turn,
    hidden,
    is_true,
)
from engines.hands import in_order, replaced, without
from engines.messages import Fact, Message, message
from engines.vocabulary import TILE_FACES, UNKNOWN, WILD


def is_over(state: State) -> bool:
    """Whether somebody has won (J3-6)."""
    return state.winner is not None


def moves(state: State) -> tuple[Move, ...]:
    """Every legal move: tiles first, then challenges by seat."""
    if is_over(state):
        return ()
    if state.loser is not None:
        return (Take(_takeable(state, state.loser)),)
    if state.is_turning:
        return (*_turns(state), *_challenges(state))
    if state.is_closing:
        return (*_challenges(state), BELIEVE)
    lays = [Lay(tile) for tile in dict.fromkeys(state.hands[state.seat])]
    adds = [Add(tile) for tile in dict.fromkeys(state.hands[state.last.seat])] if state.fresh else []
    return (*lays, *adds, *_challenges(state))


def play(state: State, move: Move) -> State:
    """The state after a move; raises `IllegalMove` with a `doubt.illegal.*` message."""
    if is_over(state):
        raise _refused("over")
    match move:
        case Lay(tile):
            after = _lay(state, tile)
        case Add(tile):
            after = _add(state, tile)
        case Challenge(seat):
            after = _challenge(state, seat)
        case Turn(tile):
            after = _turn(state, tile)
        case Take(tiles):
            after = _take(state, tiles)
        case _:
            after = _believe(state)
    if not after.is_consistent:
        raise _refused("cannot_be")
    return after


def _lay(state: State, tile: str) -> State:
    """A new lay under the number that is due; the next number is due then, 1 after 9 (J3-2)."""
    _check_nothing_is_due(state)
    if state.is_closing:
        raise _refused("closing", player=state.players[state.last.seat])
    return replace(
        state,
        hands=_hands_less(state, state.seat, tile),
        laid=(*state.laid, Laid(state.seat, state.number, (tile,))),
        seat=_after(state, state.seat),
        number=state.number % 9 + 1,
        fresh=True,
    )


def _add(state: State, tile: str) -> State:
    """One more tile on the last lay; any number of tiles may be laid (J3-2)."""
    _check_nothing_is_due(state)
    if not state.fresh:
        raise _refused("nothing_laid", player=state.players[state.seat])
    last = state.last
    hands = _hands_less(state, last.seat, tile)
    return replace(state, hands=hands, laid=(*state.laid[:-1], replace(last, tiles=in_order((*last.tiles, tile)))))


def _check_nothing_is_due(state: State) -> None:
    if state.is_turning:
        raise _refused("turn_first", player=state.players[state.last.seat])
    if state.loser is not None:
        raise _refused("take_first", player=state.players[state.loser])


def _hands_less(state: State, seat: int, tile: str) -> tuple[Tiles, ...]:
    """The hands after a tile leaves one of them; raises `IllegalMove` where it cannot be in it."""
    hand, player = state.hands[seat], state.players[seat]
    if tile not in (*TILE_FACES, UNKNOWN):
        raise _refused("no_tile", tile=tile)
    if not hand:
        raise _refused("no_tiles_left", player=player)
    if UNKNOWN in (tile, *hand):
        left = hidden(hand[1:])
    elif tile in hand:
        left = without(hand, tile)
    else:
        raise _refused_tile("not_in_hand", tile, player=player)
    return replaced(state.hands, seat, left)


def _challenges(state: State) -> list[Challenge]:
    """The legal challenges of the last lay: by any other player, after a challenge only by a nearer one (J3-3)."""
    if not state.fresh or state.turned:
        return []
    players = len(state.players)
    nearest = players if state.challenger is None else _steps(state, state.challenger)
    return [Challenge(seat) for seat in range(players) if 0 < _steps(state, seat) < nearest]


def _steps(state: State, seat: int) -> int:
    """The number of seats clockwise from the player who laid last."""
    return (seat - state.last.seat) % len(state.players)


def _challenge(state: State, seat: int) -> State:
    """Somebody challenges; of several the nearest clockwise after the layer counts (J3-3)."""
    if seat not in range(len(state.players)):
        raise _refused("no_player", seat=seat + 1, players=len(state.players))
    if not state.fresh:
        raise _refused("nothing_to_doubt")
    if seat == state.last.seat:
        raise _refused("own_lay", player=state.players[seat])
    if Challenge(seat) not in _challenges(state):
        raise _refused("doubted", player=state.players[seat], by=state.players[state.challenger or 0])
    return replace(state, challenger=seat)


def _turns(state: State) -> list[Turn]:
    """The tiles that may be turned up next: those of the lay, or where it is hidden, all that could be in it."""
    tiles = state.last.tiles
    faces = COPIES if UNKNOWN in tiles else tuple(dict.fromkeys(tiles))
    return [Turn(face) for face in faces if _turned_up(state, face).is_consistent]


def _turn(state: State, tile: str) -> State:
    """A tile of the lay is turned up; a last lay that turns out true wins (J3-6)."""
    if not state.is_turning:
        raise _refused("nothing_to_turn")
    if tile not in TILE_FACES:
        raise _refused("no_tile", tile=tile)
    if tile not in state.last.tiles and UNKNOWN not in state.last.tiles:
        raise _refused_tile("not_laid", tile, player=state.players[state.last.seat])
    after = _turned_up(state, tile)
    stands = after.loser == after.challenger and not after.hands[after.last.seat]
    return replace(after, winner=after.last.seat) if stands else after


def _turned_up(state: State, tile: str) -> State:
    last, known = state.last, list(state.known)
    left = without(last.tiles, tile if tile in last.tiles else UNKNOWN)
    if tile in known[last.seat]:
        known[last.seat] = without(known[last.seat], tile)
    return replace(
        state, laid=(*state.laid[:-1], replace(last, tiles=left)), known=tuple(known), turned=(*state.turned, tile)
    )


def _takeable(state: State, seat: int) -> Tiles | str:
    """The face-down tiles that a player takes, `UNKNOWN` unless these and his hand are known."""
    tiles = in_order(tile for lay in state.to_take for tile in lay.tiles)
    return UNKNOWN if UNKNOWN in (*tiles, *state.hands[seat]) else tiles


def _take(state: State, tiles: Tiles | str) -> State:
    """The loser takes the lays and the tiles turned up, and plays next with the next number (J3-5)."""
    seat = state.loser
    if seat is None:
        raise _refused("nothing_to_take")
    hand, down = state.hands[seat], tuple(tile for lay in state.to_take for tile in lay.tiles)
    if isinstance(tiles, str):
        if tiles != UNKNOWN:
            raise _refused("no_tile", tile=tiles)
        hand = hidden((*hand, *down, *state.turned))
    elif not _could_be(tiles, down):
        raise _refused("other_tiles", player=state.players[seat], tiles=len(down))
    else:
        taken = (*hand, *tiles, *state.turned)
        hand = hidden(taken) if UNKNOWN in hand else in_order(taken)
    return replace(
        state,
        hands=replaced(state.hands, seat, hand),
        known=state.known_after_take(seat),
        laid=tuple(lay for lay in state.laid if lay not in state.to_take),
        seat=seat,
        fresh=False,
        challenger=None,
        turned=(),
    )


def _could_be(tiles: Tiles, down: Tiles) -> bool:
    """Whether tiles can be those that lie face down: as many, including all known ones."""
    return (
        len(tiles) == len(down)
        and all(tile in TILE_FACES for tile in tiles)
        and all(tiles.count(face) >= down.count(face) for face in TILE_FACES)
    )


def _believe(state: State) -> State:
    """The lay of the last tile stands unchallenged (J3-6)."""
    if not state.is_closing:
        raise _refused("nobody_is_out")
    return replace(state, winner=state.last.seat)


def _after(state: State, seat: int) -> int:
    return (seat + 1) % len(state.players)


def _refused(why: str, **facts: Fact) -> IllegalMove:
    return IllegalMove(message(f"doubt.illegal.{why}", **facts))


def _refused_tile(why: str, tile: str, **facts: Fact) -> IllegalMove:
    """A refusal that names a tile, the almighty in words."""
    return _refused(f"{why}_wild" if tile == WILD else why, tile=tile, **facts)


def standings(state: State) -> tuple[Standing, ...]:
    """Tiles in hand by seat, the fewest first; the winner has none (J3-6)."""
    counts = [len(hand) for hand in state.hands]
    fewest_first = ranks([-count for count in counts])
    return tuple(
        Standing(seat, count, rank, (message("doubt.tiles", tiles=count),), message("doubt.unit", score=count))
        for seat, (count, rank) in enumerate(zip(counts, fewest_first, strict=True))
    )


def prompt(state: State) -> tuple[Prompt, ...]:
    """The number that is due, who may challenge, what to turn up and to take, or who has won."""
    if state.winner is not None:
        return _won(state)
    if state.loser is not None:
        return _to_take(state, state.loser)
    if state.challenger is not None:
        return _to_turn(state, state.challenger)
    said = []
    if not state.fresh and not state.laid and not any(state.known):
        most = len(state.hands[0])
        said.append(Prompt(None, message("doubt.setup", tiles=sum(COPIES.values()), most=most, fewest=most - 1)))
        said.append(Prompt(None, message("doubt.lay_across")))
    if state.fresh:
        last = state.last
        facts: dict[str, Fact] = {"player": state.players[last.seat], "number": last.number, "tiles": len(last.tiles)}
        said.append(Prompt(None, message("doubt.now_or_never" if state.is_closing else "doubt.who_doubts", **facts)))
    if not state.is_closing:
        player = state.players[state.seat]
        said.append(Prompt(state.seat, message("doubt.turn", player=player, number=state.number)))
    return tuple(said)


def _to_turn(state: State, challenger: int) -> tuple[Prompt, ...]:
    last = state.last
    doubted = message("doubt.doubted", player=state.players[challenger], layer=state.players[last.seat])
    turn = message("doubt.turn_up", player=state.players[last.seat], number=last.number, tiles=len(last.tiles))
    return Prompt(None, doubted), Prompt(last.seat, turn)


def _to_take(state: State, loser: int) -> tuple[Prompt, ...]:
    player, tiles = state.players[loser], _number_to_take(state)
    if state.takes == "all":
        take = message("doubt.take_all", player=player, tiles=tiles)
    else:
        take = message("doubt.take_stack", player=player, tiles=tiles, number=state.last.number)
    return _outcome(state), Prompt(loser, take)


def _won(state: State) -> tuple[Prompt, ...]:
    won = Prompt(None, message("doubt.won", player=state.players[state.last.seat]))
    return (won,) if state.challenger is None else (_outcome(state), won)


def _outcome(state: State) -> Prompt:
    """Whether the lay that was turned up was a lie."""
    true = is_true(state.turned, state.last.number)
    facts: dict[str, Fact] = {"player": state.players[state.last.seat], "number": state.last.number}
    return Prompt(None, message("doubt.was_true" if true else "doubt.was_lie", **facts))


def _number_to_take(state: State) -> int:
    return len(state.turned) + sum(len(lay.tiles) for lay in state.to_take)


def describe(state: State, move: Move) -> Message:
    """One line of the record: what everybody sees of a move."""
    match move:
        case Lay():
            return message("doubt.laid", player=state.players[state.seat], number=state.number)
        case Add():
            last = state.last
            return message("doubt.added", player=state.players[last.seat], tiles=len(last.tiles) + 1)
        case Challenge(seat):
            return message("doubt.challenged", player=state.players[seat], layer=state.players[state.last.seat])
        case Turn(tile):
            player = state.players[state.last.seat]
            return message("doubt.turned_wild" if tile == WILD else "doubt.turned", player=player, tile=tile)
        case Take():
            return message("doubt.took", player=state.players[state.loser or 0], tiles=_number_to_take(state))
        case _:
            return message("doubt.believed", player=state.players[state.last.seat])


MIN_TILES_TO_DOUBT = 6  # face-down tiles at stake; with fewer, bots would challenge each other endlessly


def greedy(state: State, player: int) -> Move | None:
    """Lays all tiles of the number that is due, else one that is not due to him soon; keeps the almighty to the end."""
    if state.challenger is not None or state.winner is not None:
        return _answer(state, player)
    if state.fresh and _doubts(state, player):
        return Challenge(player)
    if state.fresh and state.last.seat == player:
        return _more(state, player)
    may_lay = state.seat == player and not state.is_closing
    return Lay(_tile_to_lay(state, player)) if may_lay else None


def _answer(state: State, player: int) -> Move | None:
    """The move after a challenge: the layer turns his tiles up, the loser takes tiles."""
    if state.is_turning and state.last.seat == player:
        return Turn(state.last.tiles[0])
    return Take(UNKNOWN) if state.loser == player else None


def _doubts(state: State, player: int) -> bool:
    """Whether to challenge: at the last chance, or where a true lay would need all such tiles and many are at stake."""
    last = state.last
    if last.seat == player:
        return False
    mine = (*state.hands[player], *state.face_down[player])
    elsewhere = [tile for seat, known in enumerate(state.known) if seat not in (player, last.seat) for tile in known]
    gone = [tile for tile in (*mine, *elsewhere) if is_true((tile,), last.number)]
    remaining = COPIES[str(last.number)] + COPIES[WILD] - len(gone)
    return state.is_closing or (len(last.tiles) >= remaining and sum(map(len, state.face_down)) >= MIN_TILES_TO_DOUBT)


def _more(state: State, player: int) -> Move | None:
    """Another tile of the number that he laid, or the almighty as the last tile of a true lay."""
    hand, last = state.hands[player], state.last
    if str(last.number) in hand:
        return Add(str(last.number))
    return Add(WILD) if hand == (WILD,) and is_true(last.tiles, last.number) else None


def _tile_to_lay(state: State, player: int) -> str:
    hand = state.hands[player]
    if str(state.number) in hand:
        return str(state.number)
    return max(hand, key=lambda tile: (tile != WILD, _turns_until_true(state, tile)))


def _turns_until_true(state: State, tile: str) -> int:
    """The number of turns until a tile's number is due to a player, if nobody is challenged."""
    steps = range(1, 10)
    due = ((state.number - 1 + step * len(state.players)) % 9 + 1 for step in steps)
    return next((step for step, number in zip(steps, due, strict=True) if str(number) == tile), len(steps) + 1)
