"""Open hands of Galaxy Jarapon that people type because the camera could not read them correctly.

A hand may be one of thousands, so it is entered tile by tile and not chosen among legal moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from device.record.replay import AnyReplay
from engines.hands import in_order
from engines.jarapon.messages import ending
from engines.jarapon.moves import Show, Tiles, Won
from engines.jarapon.state import Phase, State
from engines.messages import Message, Refusal, message
from engines.vocabulary import TILE_FACES


@dataclass(frozen=True)
class OpenHand:
    """A hand that a player may have shown, whose concealed tiles are to be entered."""

    player: int
    count: int  # number of concealed tiles
    tiles: Tiles = ()  # its recorded tiles; empty if it has not been read
    sets: tuple[Tiles, ...] = ()  # laid open before
    taken: str | None = None  # the discard that he won with

    def shown(self, tiles: Sequence[str]) -> Show:
        """The move that shows these tiles; raises `Refusal` where they are not so many, or no tiles.

        >>> OpenHand(1, 3).shown(["wild", "2", "1"])
        Show(seat=1, tiles=('1', '2', 'wild'))
        """
        if len(tiles) != self.count or any(tile not in TILE_FACES for tile in tiles):
            raise Refusal(message("open_hand.count", count=self.count))
        return Show(self.player, in_order(tiles))


def shows_hand(move: object) -> bool:
    """Whether a move shows a hand, whose tiles people may type."""
    return isinstance(move, Show)


def open_hand(state: object, move: object, stands: object = None) -> OpenHand | None:
    """The hand that a legal move shows; None for any other move. `stands` is the move that the record has there."""
    if not isinstance(state, State) or not isinstance(move, Show):
        return None
    me, known = state.seats[move.seat], Tiles()
    if isinstance(stands, Show) and stands.seat == move.seat and isinstance(stands.tiles, tuple):
        known = stands.tiles
    sets = tuple(laid.tiles for laid in me.sets)
    return OpenHand(move.seat, len(state.in_hand(move.seat)), known, sets, state.taken or None)


def came_to(played: AnyReplay, number: int) -> tuple[Message, ...]:
    """What a hand that is shown in a ply is worth and who pays whom; nothing for other plies, and while it is unread.

    The bonus tile counts once the next ply has turned it up.
    """
    shows = played.plies[number - 1] if number else None
    if shows is None or not isinstance(shows.move, Show | Won) or not isinstance(shows.move.tiles, tuple):
        return ()
    state = shows.state
    if state.phase == Phase.BONUS and len(played.plies) > number:
        state = played.plies[number].state
    return tuple(ending(state))
