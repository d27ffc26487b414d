"""Problems of a table of cards in words: whose pile it is, and cards where other games have tiles."""

from collections.abc import Sequence
from dataclasses import replace

from device.referee.outcomes import Problem
from engines.messages import Message, message

_OF_A_PLAYER = ("stock", "discard", "cards", "hand", "lot")
_OPEN_HAND = "cards/"
# What `[referee]` says of tiles, `[cards]` says of cards.
_OF_CARDS = (
    "not_here", "lay_up", "lay_down", "lay", "wrong_side", "quite_different", "unclear", "unclear_which", "other_face",
    "turn_back_down", "turn_back_up",
)  # fmt: skip


def named_by_cards(problem: Problem, players: Sequence[str]) -> Problem:
    """A problem whose sentences speak of cards, and name places as the texts `place.card_stock` and others do.

    >>> from engines.messages import message
    >>> named_by_cards(Problem(message("referee.lay", places="stock/2 build/1 river")), ["Aya", "Ben Ito"]).message
    Message(key='cards.lay', facts=(('places', 'card_stock/Ben\\xa0Ito card_build/1 card_river'),))
    """
    return replace(
        problem,
        message=_named(problem.message, players),
        also=tuple(_named(also, players) for also in problem.also),
    )


def _named(said: Message, players: Sequence[str]) -> Message:
    room, _, what = said.key.partition(".")
    where = str(dict(said.facts).get("places", "")).split(" ")
    if said.key == "referee.not_here" and all(place.startswith(_OPEN_HAND) for place in where):
        hands = dict.fromkeys(_place(f"hand/{place.split('/')[1]}", players) for place in where)
        return message("cards.hand_shown", places=" ".join(hands))
    facts = tuple(
        (fact, " ".join(_place(place, players) for place in str(value).split(" ")) if fact == "places" else value)
        for fact, value in said.facts
    )
    return Message(f"cards.{what}" if room == "referee" and what in _OF_CARDS else said.key, facts)


def _place(place: str, players: Sequence[str]) -> str:
    kind, *where = place.split("/")
    if place == "stock":
        return "card_draw"  # that of all, from which people draw
    if kind in _OF_A_PLAYER:
        # A list of places has spaces between them, and slashes in them.
        name = players[int(where[0]) - 1].replace(" ", "\N{NO-BREAK SPACE}").replace("/", "\N{DIVISION SLASH}")
        return "/".join((f"card_{kind}", name, *where[1:]))
    return f"card_{place}"
