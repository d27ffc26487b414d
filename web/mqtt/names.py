"""What is published of the players' names: whole names, initials, or seats only, as the players have agreed to."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from device.broker import Names
from device.table.game_view import GameView
from device.texts import say
from engines.messages import Message, message
from engines.winners import Ended


def shown_names(players: Sequence[str], names: Names, language: str) -> tuple[str, ...]:
    """The names that others get to see, by seat; equal initials get their seat's number.

    >>> shown_names(["Aya", "Ben", "Anna"], "initials", "en")
    ('A. (1)', 'B.', 'A. (3)')
    >>> shown_names(["Aya", "Ben"], "seats", "en")
    ('Player 1', 'Player 2')
    """
    if names == "names":
        return tuple(players)
    if names == "seats":
        return tuple(say(message("run.player", number=seat), language) for seat in range(1, len(players) + 1))
    initials = [f"{name[:1].upper()}." for name in players]
    return tuple(f"{one} ({seat})" if initials.count(one) > 1 else one for seat, one in enumerate(initials, start=1))


def view_with_names(view: GameView, shown: tuple[str, ...]) -> GameView:
    """A view of the same position whose players have other names."""
    others = dict(zip(view.players, shown, strict=True))
    return replace(
        view,
        players=shown,
        prompts=tuple(replace(prompt, said=with_names(prompt.said, others)) for prompt in view.prompts),
        standings=tuple(
            replace(one, reasons=tuple(with_names(said, others) for said in one.reasons)) for one in view.standings
        ),
        status=tuple(with_names(said, others) for said in view.status),
        state=_state_with_names(view.state, shown),
        before=_state_with_names(view.before, shown),
    )


def with_names(said: Message, others: Mapping[str, str]) -> Message:
    """A message in which players have other names, also within lists.

    >>> with_names(message("stop.won", player="Aya", losers="Ben Anna"), {"Aya": "A.", "Ben": "B.", "Anna": "A."}).facts
    (('player', 'A.'), ('losers', 'B. A.'))
    """
    names = "|".join(map(re.escape, sorted(others, key=len, reverse=True)))
    if not names:
        return said
    whole = re.compile(rf"(?<!\S)(?:{names})(?!\S)")
    facts = (
        (key, whole.sub(lambda found: others[found[0]], fact) if isinstance(fact, str) else fact)
        for key, fact in said.facts
    )
    return Message(said.key, tuple(facts))


def _state_with_names(state: Any, shown: tuple[str, ...]) -> object:
    """A state of any game with other names, where a plan of its board asks the state for them."""
    if isinstance(state, Ended):
        return replace(state, last=_state_with_names(state.last, shown))
    has_names = is_dataclass(state) and "players" in {field.name for field in fields(state)}
    return replace(state, players=shown) if has_names else state
