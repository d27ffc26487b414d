"""Comments on the moves of a finished game, worked out when somebody asks and never stored.

A game that is not over has none: they would help those who still play it.
"""

from device.games.listing import profile_of
from device.record.replay import AnyReplay
from engines.messages import Message
from engines.winners import Winners


def is_commented(played: AnyReplay) -> bool:
    """Whether a game is over and of a kind that has comments."""
    return played.is_over and profile_of(played.game.NAME).comments is not None


def comments_of(played: AnyReplay, number: int) -> tuple[Message, ...]:
    """What the box thinks of the ply with this number, from 1; nothing at the start and while a game goes on."""
    comments = profile_of(played.game.NAME).comments
    if comments is None or not played.is_over or number == 0 or isinstance(played.plies[number - 1].move, Winners):
        return ()
    return tuple(comments(played.states, [ply.move for ply in played.plies], number))
