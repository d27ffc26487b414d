"""How a discard of Galaxy Jarapon compares with the best one, in a sentence."""

from engines.jarapon.advice import Advice, Outlook
from engines.jarapon.shapes import HAND_SIZE
from engines.jarapon.state import shorter
from engines.messages import Fact, Message, message


def is_best(advised: Advice, tile: str) -> bool:
    """Whether no discard of nine tiles is better than this one."""
    return _after(advised, tile).rank == advised.outlooks[0].rank


def compared(advised: Advice, tile: str) -> Message:
    """That a discard is as good as the best one, or what it gives away."""
    best, mine = advised.outlooks[0], _after(advised, tile)
    facts: dict[str, Fact] = {"tile": shorter(tile), "best": shorter(best.discard or "")}
    if mine.rank == best.rank:
        return message("choice.best", tile=shorter(tile))
    if not best.value:
        return _compared_nearest(mine, best, facts)
    if not mine.value:
        return message("choice.no_wait", **facts, best_left=best.left)
    if mine.left < best.left:
        return message("choice.fewer", **facts, left=mine.left, best_left=best.left)
    # Rounded apart: what pays less on average must not read as the same.
    average, best_average = mine.value // mine.left, -(-best.value // best.left)
    return message("choice.cheaper", **facts, points=average, best_points=best_average)


def _compared_nearest(mine: Outlook, best: Outlook, facts: dict[str, Fact]) -> Message:
    """Where no discard leaves a hand that waits."""
    lacks, best_lacks = mine.nearest.lacks, best.nearest.lacks
    if lacks > HAND_SIZE:
        return message("choice.no_hand", **facts)
    if lacks > best_lacks:
        return message("choice.further", **facts, lacks=lacks, best_lacks=best_lacks)
    return message("choice.fewer_helps", **facts)


def _after(advised: Advice, tile: str) -> Outlook:
    return next(outlook for outlook in advised.outlooks if outlook.discard == tile)
