"""Taking a discard to win (ron): when it is not allowed, and what a false win costs (J7-10, J7-12, J7-25)."""

from collections.abc import Collection
from dataclasses import dataclass

from engines.messages import Message, message
from engines.vocabulary import WILD

PENALTY_POINTS = 30  # to each other player


@dataclass(frozen=True)
class Discards:
    """What a player has done that bears on a ron."""

    own: Collection[str] = ()  # all faces that he has discarded in this hand, also those called away
    let_pass: bool = False  # after his riichi he let a winning discard pass
    wild_may_be_taken: bool = True  # the option of J7-12


def ron_refused(tile: str | None, discards: Discards) -> Message | None:
    """Why a discard may not be taken to win, or None when it may; a self-draw is always allowed (J7-10).

    Where the `tile` is not known (None), only what does not depend on it is checked.

    >>> ron_refused("5", Discards(own="15")).key, ron_refused("6", Discards(own="15"))
    ('hand.furiten', None)
    """
    if tile == WILD and not discards.wild_may_be_taken:
        return message("hand.wild_not_taken")
    if tile is not None and tile in discards.own:
        return message("hand.furiten_wild") if tile == WILD else message("hand.furiten", tile=tile)
    if discards.let_pass:
        return message("hand.let_pass")
    return None
