"""Bounded best-first search, used to find the plays between two pictures.

The cost function sets the order. A cost that counts turns visits plays of few turns first. A cost that falls with each
play searches depth first: the newest node is always among the cheapest.
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
    max_nodes: int,
) -> Iterator[Node]:
    """Yield up to `max_nodes` nodes reachable from `start`, cheapest first, each key once; ties in order of discovery.

    >>> numbers = best_first(1, lambda n: (2 * n, 2 * n + 1), cost=lambda n: -n.bit_length(), key=int, max_nodes=5)
    >>> list(numbers)  # depth first
    [1, 2, 4, 8, 16]
    """
    visited: set[Hashable] = set()
    order = count()
    front = [(cost(start), next(order), start)]
    while front and len(visited) < max_nodes:
        _, _, node = heappop(front)
        if (node_key := key(node)) in visited:
            continue
        visited.add(node_key)
        yield node
        for follower in followers(node):
            heappush(front, (cost(follower), next(order), follower))
