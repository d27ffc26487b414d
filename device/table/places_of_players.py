"""Places of a side of the table, named by the player who sits there."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from device.referee.outcomes import Problem
from engines.messages import Message

_OF_A_PLAYER = ("river", "pon", "hand")


def named_by_player(problem: Problem, names: Mapping[int, str]) -> Problem:
    """A problem whose sentences name places of a side (1 to 4) by who sits there, as the texts `place.own_river` do.

    >>> from device.referee.outcomes import Problem
    >>> from engines.messages import message
    >>> said = message("referee.not_here", places="river/3/1 bonus")
    >>> named_by_player(Problem(said), {1: "Aya", 3: "Ben Ito"}).message.facts[0][1].split(" ")
    ['own_river/Ben\\xa0Ito/1', 'bonus']
    """
    return replace(
        problem,
        message=_named(problem.message, names),
        also=tuple(_named(message, names) for message in problem.also),
    )


def names_of_sides(sides: Sequence[int], players: Sequence[str]) -> dict[int, str]:
    """Who sits at each side (1 to 4) of a table, by the sides (0 to 3) of its players; nobody where these have none.

    >>> names_of_sides((0, 2), ("Aya", "Ben"))
    {1: 'Aya', 3: 'Ben'}
    """
    return {side + 1: name for side, name in zip(sides, players, strict=False)}


def _named(message: Message, names: Mapping[int, str]) -> Message:
    facts = tuple(
        (fact, " ".join(own_place(place, names) for place in str(value).split(" ")) if fact == "places" else value)
        for fact, value in message.facts
    )
    return replace(message, facts=facts)


def own_place(place: str, names: Mapping[int, str]) -> str:
    """A place as `named_by_player` has it.

    >>> own_place("hand/1/9", {1: "Aya"}), own_place("river/2/1", {1: "Aya"})
    ('own_hand/Aya/9', 'river/2/1')
    """
    kind, _, where = place.partition("/")
    side, _, at = where.partition("/")
    if kind not in _OF_A_PLAYER or int(side or 0) not in names:
        return place
    # A list of places has spaces between them, and slashes in them.
    name = names[int(side)].replace(" ", "\N{NO-BREAK SPACE}").replace("/", "\N{DIVISION SLASH}")
    return f"own_{kind}/{name}/{at}"
