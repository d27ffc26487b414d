"""Best-first search with a bound, by which the plays between two pictures are found.

The order is all that differs between games. A cost that counts turns visits plays of few turns first; one that falls
with each play goes depth first, since then the node found last is always among the cheapest.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from heapq import heappop, heappush
from itertools import count
from typing import TypeVar

Node = TypeVar("Node")


def best_first(
    start: Node,
    followers: Callable[[Node], Iterable[Node]],
    cost: Callable[[Node], int],
    key: Callable[[Node], Hashable],
    most: int,
) -> Iterator[Node]:
    """At most so many nodes from a start on, the cheapest first, of equals the one found first; each key once.

    >>> numbers = best_first(1, lambda n: (2 * n, 2 * n + 1), cost=lambda n: -n.bit_length(), key=lambda n: n, most=5)
    >>> list(numbers)  # depth first
    [1, 2, 4, 8, 16]
    """
    visited: set[Hashable] = set()
    found = count()
    front = [(cost(start), next(found), start)]
    while front and len(visited) < most:
        _, _, node = heappop(front)
        if (named := key(node)) in visited:
            continue
        visited.add(named)
        yield node
        for follower in followers(node):
            heappush(front, (cost(follower), next(found), follower))
