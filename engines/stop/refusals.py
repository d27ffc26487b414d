"""The refusals of Stop: each is an `IllegalMove` with a `stop.illegal.*` message."""

from engines.contract import IllegalMove
from engines.messages import Fact, message
from engines.stop.cards import FACES


def refused(why: str, **facts: Fact) -> IllegalMove:
    """The error `stop.illegal.<why>`."""
    return IllegalMove(message(f"stop.illegal.{why}", **facts))


def check_face(card: str) -> None:
    """Raise `IllegalMove` for what is no card."""
    if card not in FACES:
        raise refused("no_card", card=card)
