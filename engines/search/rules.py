"""The rules of Character Search, J1-1 to J1-5: legal moves and what they do, what is said, and the greedy bot."""

from dataclasses import replace

from engines.contract import IllegalMove, Prompt, Standing, ranks
from engines.hands import replaced
from engines.messages import Message, message
from engines.search.state import (
    BACK,
    COPIES,
    PLACES,
    START_CHIPS,
    TAKE,
    TILES,
    WORTH,
    Back,
    Move,
    Purse,
    State,
    Take,
    Turn,
    smallest,
    worth_of,
)
from engines.vocabulary import NUMBERS, UNKNOWN


def moves(state: State) -> tuple[Move, ...]:
    """Every tile that may be turned up, with each possible number; with two up, taking or putting them back.

    While tiles are unknown, the observer may also have missed tiles that were turned up and back again.
    """
    if is_over(state):
        return ()
    if len(state.up) == 2:
        return (TAKE if state.is_match else BACK,)
    open_faces = state.possible_faces
    turns = (
        Turn(tile, face)
        for tile in PLACES
        if tile not in state.gone and tile not in state.up
        for face in (open_faces if state.tiles[tile - 1] == UNKNOWN else (state.tiles[tile - 1],))
    )
    return (*turns, *((Back(2 - len(state.up)),) if UNKNOWN in state.tiles else ()))


def is_over(state: State) -> bool:
    """Whether one player alone has chips, or the last tile is gone (J1-5)."""
    return len(state.still_in) == 1 or len(state.gone) == TILES


def play(state: State, move: Move) -> State:
    """The state after a move; raises `IllegalMove` with a `search.illegal.*` message."""
    if is_over(state):
        raise IllegalMove(message("search.illegal.over"))
    if isinstance(move, Turn):
        return _turn(state, move)
    if isinstance(move, Back) and move.unseen:
        return _put_back_unseen(state, move.unseen)
    if len(state.up) < 2:
        raise IllegalMove(message("search.illegal.turn_first", player=state.players[state.seat]))
    first, second = (state.tiles[tile - 1] for tile in state.up)
    if isinstance(move, Take):
        if first != second:
            raise IllegalMove(message("search.illegal.no_match", first=first, second=second))
        return _settled(state, _paid_to_mover(state), state.gone.union(state.up))
    if first == second:
        raise IllegalMove(message("search.illegal.match", face=first))
    return _settled(state, _thrown_away(state), state.gone)


def _put_back_unseen(state: State, unseen: int) -> State:
    """The state after two tiles went face down again, `unseen` of which the record does not know."""
    if unseen != 2 - len(state.up):
        raise IllegalMove(message("search.illegal.unseen", unseen=unseen, up=len(state.up)))
    if UNKNOWN not in state.tiles:
        raise IllegalMove(message("search.illegal.all_known"))
    return _settled(state, _thrown_away(state), state.gone)


def _turn(state: State, move: Turn) -> State:
    if why := _why_not(state, move):
        raise IllegalMove(why)
    tiles = replaced(state.tiles, move.tile - 1, move.face)
    return replace(state, tiles=tiles, shown=state.shown | {move.tile}, up=(*state.up, move.tile))


def _why_not(state: State, move: Turn) -> Message | None:
    """Why this tile cannot be turned up now, or cannot show this number."""
    player, tile = state.players[state.seat], move.tile
    if tile not in PLACES:
        return message("search.illegal.no_tile", tile=tile, last=TILES)
    if len(state.up) == 2:
        return message("search.illegal.two_are_up", player=player)
    if tile in state.up:
        return message("search.illegal.same_tile", player=player, tile=tile)
    if tile in state.gone:
        return message("search.illegal.gone", player=player, tile=tile)
    return _why_not_face(state, move)


def _why_not_face(state: State, move: Turn) -> Message | None:
    """Why this tile cannot show this number; does not reveal what it shows instead."""
    known = state.tiles[move.tile - 1]
    if move.face not in NUMBERS:
        return message("search.illegal.no_face", face=move.face)
    if known not in (UNKNOWN, move.face):
        return message("search.illegal.another_face", tile=move.tile, face=move.face)
    if known == UNKNOWN and move.face not in state.possible_faces:
        return message("search.illegal.all_seen", tile=move.tile, face=move.face, copies=COPIES)
    return None


def _paid_to_mover(state: State) -> tuple[Purse, ...]:
    """All purses when every other player still in has given the mover a chip (J1-1)."""
    purses, mine = list(state.purses), state.purses[state.seat]
    for payer in state.payers:
        purse = purses[payer]
        kind = smallest(purse)
        worth = WORTH[state.chips][kind]
        purses[payer] = replace(
            purse, chips=replaced(purse.chips, kind, purse.chips[kind] - 1), paid=purse.paid + worth
        )
        mine = replace(mine, chips=replaced(mine.chips, kind, mine.chips[kind] + 1), received=mine.received + worth)
    purses[state.seat] = mine
    return tuple(purses)


def _thrown_away(state: State) -> tuple[Purse, ...]:
    """All purses when the mover has thrown a chip away for good (J1-1)."""
    purses, mine = list(state.purses), state.purses[state.seat]
    kind = smallest(mine)
    thrown = mine.thrown + WORTH[state.chips][kind]
    purses[state.seat] = replace(mine, chips=replaced(mine.chips, kind, mine.chips[kind] - 1), thrown=thrown)
    return tuple(purses)


def _settled(state: State, purses: tuple[Purse, ...], gone: frozenset[int]) -> State:
    """The state at the next turn (J1-2), also after a match; players without a chip are out at once (J1-4)."""
    leaving = tuple(seat for seat in state.still_in if not any(purses[seat].chips))
    out = (*state.out, leaving) if leaving else state.out
    clockwise = [(state.seat + step) % len(purses) for step in range(1, len(purses) + 1)]
    seat = next(seat for seat in clockwise if any(purses[seat].chips))
    return replace(state, purses=purses, gone=gone, up=(), out=out, seat=seat)


def mover(state: State, move: Move) -> int:  # noqa: ARG001  (in other games a move says who makes it)
    """The seat of the player whose turn it is."""
    return state.seat


def standings(state: State) -> tuple[Standing, ...]:
    """The worth of everybody's chips (J1-3); ranked by who stayed in longer, then by worth (J1-5)."""
    seats = range(len(state.players))
    left = {seat: number for number, group in enumerate(state.out) for seat in group}
    merits = [(left.get(seat, len(state.out)), state.score(seat)) for seat in seats]
    return tuple(
        Standing(seat, state.score(seat), rank, _reasons(state, seat), _unit(state, seat))
        for seat, rank in enumerate(ranks(merits))
    )


def _unit(state: State, seat: int) -> Message:
    return message(f"search.unit_{state.chips}", score=state.score(seat))


def _reasons(state: State, seat: int) -> tuple[Message, ...]:
    """Where the chips came from and went to; then how many are left, where the score is their printed value."""
    purse = state.purses[seat]
    came = worth_of(START_CHIPS[state.chips], state.chips)
    reasons = [message(f"search.began_{state.chips}", points=came)]
    if purse.received:
        reasons.append(message("search.received", points=purse.received))
    if purse.paid:
        reasons.append(message("search.paid", points=purse.paid))
    if purse.thrown:
        reasons.append(message("search.thrown", points=purse.thrown))
    if not any(purse.chips):
        reasons.append(message("search.out"))
    elif state.chips == "value":
        reasons.append(message("search.chips_left", chips=sum(purse.chips)))
    return tuple(reasons)


def prompt(state: State) -> tuple[Prompt, ...]:
    """Whose turn it is and what to do with tiles and chips, or the result."""
    if is_over(state):
        return _result(state)
    seat, name = state.seat, state.players[state.seat]
    if state.is_match:
        return (Prompt(seat, message("search.match", player=name)), *_payments(state))
    if len(state.up) == 2:
        return (Prompt(seat, message(f"search.throw_{_chip(state, seat)}", player=name)),)
    if state.up:
        return (Prompt(seat, message("search.second", player=name, face=state.tiles[state.up[0] - 1])),)
    turn = Prompt(seat, message("search.turn", player=name))
    ready = Prompt(None, message(f"search.setup_{state.chips}", tiles=TILES))
    has_begun = state.shown or any(purse.thrown for purse in state.purses)
    return (turn,) if has_begun else (ready, turn)


def _payments(state: State) -> tuple[Prompt, ...]:
    """Who gives the mover a chip, and for whom it is the last (J1-4)."""
    to = state.players[state.seat]
    return tuple(
        Prompt(payer, message(f"search.give_{_chip(state, payer)}", player=state.players[payer], to=to))
        for payer in state.payers
    )


def _chip(state: State, seat: int) -> str:
    """Which chip a player parts with: his last one, any one, or one of the smallest kind that he has."""
    purse = state.purses[seat]
    if sum(purse.chips) == 1:
        return "last"
    return "one" if state.chips == "pieces" else str(WORTH[state.chips][smallest(purse)])


def _result(state: State) -> tuple[Prompt, ...]:
    """Why the game is over and who has won; equal counts share the win (J1-5)."""
    alone = state.still_in if len(state.still_in) == 1 else ()
    why = [message("search.over_alone", player=state.players[seat]) for seat in alone]
    best = [standing for standing in standings(state) if standing.rank == 1]
    won = f"search.{'won' if len(best) == 1 else 'shared'}_{state.chips}"
    said = [message(won, player=state.players[standing.player], points=standing.score) for standing in best]
    return tuple(Prompt(None, line) for line in (*(why or [message("search.over_cleared")]), *said))


def describe(state: State, move: Move) -> Message:
    """One line of the record: what was turned up, or what became of the two tiles."""
    player = state.players[state.seat]
    if isinstance(move, Turn):
        return message("search.turned", player=player, tile=move.tile, face=move.face)
    if isinstance(move, Take):
        chips = len(state.payers)
        return message("search.took", player=player, face=state.tiles[state.up[0] - 1], chips=chips)
    unseen = f"_unseen_{move.unseen}" if move.unseen else ""
    return message(f"search.put_back{unseen}", player=player)


def greedy(state: State, player: int) -> Move | None:
    """A match that is known, else a tile whose number is `UNKNOWN`."""
    if state.seat != player or is_over(state):
        return None
    if len(state.up) == 2:
        return moves(state)[0]
    known, unknown = _face_down(state)
    if not state.up:
        faces = list(known.values())
        matches = [tile for tile, face in known.items() if faces.count(face) > 1]
    else:
        matches = [tile for tile, face in known.items() if face == state.tiles[state.up[0] - 1]]
    tile = (matches or unknown)[0]
    return Turn(tile, state.tiles[tile - 1])


def _face_down(state: State) -> tuple[dict[int, str], list[int]]:
    """The tiles that can be turned up: those whose numbers are known, and the others."""
    down = [tile for tile in PLACES if tile not in state.gone and tile not in state.up]
    known = {tile: state.tiles[tile - 1] for tile in down if state.tiles[tile - 1] != UNKNOWN}
    return known, [tile for tile in down if tile not in known]
