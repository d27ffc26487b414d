"""What an engine says, in short: the key of the sentence without its game, and the facts that it names."""

from collections.abc import Iterator
from typing import Any

import pytest

from device.texts import LANGUAGES, say
from engines.contract import AnyGame, HasStatus, IllegalMove
from engines.messages import Message


def short(said: Message) -> str:
    """`frozen_pon Ben` for `stop.illegal.frozen_pon` about Ben; every language has a sentence of its own."""
    assert len({say(said, language) for language in LANGUAGES} - {""}) == len(LANGUAGES)
    key = said.key.split(".", 1)[1].removeprefix("illegal.")
    return " ".join([key, *(str(fact) for _, fact in said.facts)])


def all_told(game: AnyGame, state: Any) -> Iterator[Message]:
    """All that is said of a state: the prompts, the status, the reasons of the scores, and their unit."""
    yield from (prompt.said for prompt in game.prompt(state))
    if isinstance(game, HasStatus):
        yield from game.status(state)
    for standing in game.standings(state):
        yield from standing.reasons
        if standing.unit:
            yield standing.unit


def refusal(game: AnyGame, state: Any, move: Any) -> str:
    """Why a move is refused, in short; the state must stay as it was."""
    before = repr(state)
    with pytest.raises(IllegalMove) as refused:
        game.play(state, move)
    assert repr(state) == before
    return short(refused.value.said)
