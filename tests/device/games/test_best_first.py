"""The search for what was played visits positions in the order that its cost says, each once, up to its bound."""

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from device.games.best_first import best_first

Walk = tuple[int, ...]
GRAPHS = st.lists(st.lists(st.integers(0, 11), max_size=4), min_size=12, max_size=12)


@given(GRAPHS, st.integers(1, 40))
def test_a_cost_that_falls_with_each_step_goes_depth_first(graph: list[list[int]], most: int) -> None:
    stack, known, expected = [(0,)], set[int](), list[Walk]()
    while stack and len(known) < most:
        walk = stack.pop()
        if walk[-1] not in known:
            known.add(walk[-1])
            expected.append(walk)
            stack += [(*walk, to) for to in reversed(graph[walk[-1]])]
    assert _visited(graph, most, sign=-1) == expected


@given(GRAPHS, st.integers(1, 40))
def test_a_cost_that_rises_with_each_step_goes_breadth_first(graph: list[list[int]], most: int) -> None:
    queue, known, expected = deque([(0,)]), set[int](), list[Walk]()
    while queue and len(known) < most:
        walk = queue.popleft()
        if walk[-1] not in known:
            known.add(walk[-1])
            expected.append(walk)
            queue += [(*walk, to) for to in graph[walk[-1]]]
    assert _visited(graph, most, sign=1) == expected


def _visited(graph: list[list[int]], most: int, sign: int) -> list[Walk]:
    """The walks by which each number is come to, where a step costs 1 or -1."""
    walks = best_first(
        (0,),
        lambda walk: [(*walk, to) for to in graph[walk[-1]]],
        cost=lambda walk: sign * len(walk),
        key=lambda walk: walk[-1],
        max_nodes=most,
    )
    return list(walks)
