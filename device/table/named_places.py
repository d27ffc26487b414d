"""Words problems for players: names places by their owners, and cards where other games have tiles."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from device.games.profile import AnyProfile
from device.referee.outcomes import Problem
from engines.messages import Message, message

_OF_A_SIDE = ("river", "pon", "hand")
_OF_A_PLAYER = ("stock", "discard", "cards", "hand", "lot")
_OPEN_HAND = "cards/"
# What `[referee]` says of tiles, `[cards]` says of cards.
_OF_CARDS = (
    "not_here", "lay_up", "lay_down", "lay", "wrong_side", "quite_different", "unclear", "unclear_which", "other_face",
    "turn_back_down", "turn_back_up",
)  # fmt: skip


def named_places(problem: Problem, profile: AnyProfile, players: Sequence[str]) -> Problem:
    """A problem in the words of a game's players."""
    if profile.cards is not None:
        return named_by_cards(problem, players)
    return named_by_player(problem, names_of_sides(profile.sides_of_seats(len(players)), players))


def named_by_player(problem: Problem, names: Mapping[int, str]) -> Problem:
    """A problem whose sentences name places of a side (1 to 4) by who sits there, as the texts `place.own_river` do.

    >>> said = message("referee.not_here", places="river/3/1 bonus")
    >>> named_by_player(Problem(said), {1: "Aya", 3: "Ben Ito"}).message.facts[0][1].split(" ")
    ['own_river/Ben\\xa0Ito/1', 'bonus']
    """
    return _said(problem, lambda said: _with_places(said, lambda place: own_place(place, names)))


def named_by_cards(problem: Problem, players: Sequence[str]) -> Problem:
    """A problem whose sentences speak of cards, and name places as the texts `place.card_stock` and others do.

    >>> named_by_cards(Problem(message("referee.lay", places="stock/2 build/1 river")), ["Aya", "Ben Ito"]).message
    Message(key='cards.lay', facts=(('places', 'card_stock/Ben\\xa0Ito card_build/1 card_river'),))
    """
    return _said(problem, lambda said: _of_cards(said, players))


def names_of_sides(sides: Sequence[int], players: Sequence[str]) -> dict[int, str]:
    """Who sits at each side (1 to 4) of a table, by the sides (0 to 3) of its players; nobody where these have none.

    >>> names_of_sides((0, 2), ("Aya", "Ben"))
    {1: 'Aya', 3: 'Ben'}
    """
    return {side + 1: name for side, name in zip(sides, players, strict=False)}


def own_place(place: str, names: Mapping[int, str]) -> str:
    """A place as `named_by_player` has it.

    >>> own_place("hand/1/9", {1: "Aya"}), own_place("river/2/1", {1: "Aya"})
    ('own_hand/Aya/9', 'river/2/1')
    """
    kind, _, where = place.partition("/")
    side, _, at = where.partition("/")
    is_own = kind in _OF_A_SIDE and int(side or 0) in names
    return f"own_{kind}/{_in_a_list(names[int(side)])}/{at}" if is_own else place


def _said(problem: Problem, say: Callable[[Message], Message]) -> Problem:
    return replace(problem, message=say(problem.message), also=tuple(map(say, problem.also)))


def _with_places(said: Message, name: Callable[[str], str]) -> Message:
    facts = ((fact, " ".join(map(name, str(of).split(" "))) if fact == "places" else of) for fact, of in said.facts)
    return Message(said.key, tuple(facts))


def _of_cards(said: Message, players: Sequence[str]) -> Message:
    room, _, what = said.key.partition(".")
    where = str(dict(said.facts).get("places", "")).split(" ")
    if said.key == "referee.not_here" and all(place.startswith(_OPEN_HAND) for place in where):
        hands = dict.fromkeys(_card_place(f"hand/{place.split('/')[1]}", players) for place in where)
        return message("cards.hand_shown", places=" ".join(hands))
    named = _with_places(said, lambda place: _card_place(place, players))
    return replace(named, key=f"cards.{what}") if room == "referee" and what in _OF_CARDS else named


def _card_place(place: str, players: Sequence[str]) -> str:
    kind, *where = place.split("/")
    if place == "stock":
        return "card_draw"  # that of all, from which people draw
    if kind in _OF_A_PLAYER:
        return "/".join((f"card_{kind}", _in_a_list(players[int(where[0]) - 1]), *where[1:]))
    return f"card_{place}"


def _in_a_list(name: str) -> str:
    """A name in a list of places, which has spaces between them, and slashes in them."""
    return name.replace(" ", "\N{NO-BREAK SPACE}").replace("/", "\N{DIVISION SLASH}")
