"""What an engine says, in short: the key of the sentence without its game, and the facts that it names."""

from typing import Any

import pytest

from device.texts import LANGUAGES, say
from engines.contract import AnyGame, IllegalMove
from engines.messages import Message


def short(said: Message) -> str:
    """`frozen_pon Ben` for `stop.illegal.frozen_pon` about Ben; every language must be able to say it."""
    assert all(say(said, language) for language in LANGUAGES)
    key = said.key.split(".", 1)[1].removeprefix("illegal.")
    return " ".join([key, *(str(fact) for _, fact in said.facts)])


def refusal(game: AnyGame, state: Any, move: Any) -> str:
    """Why a move is refused, in short; the state must stay as it was."""
    before = repr(state)
    with pytest.raises(IllegalMove) as refused:
        game.play(state, move)
    assert repr(state) == before
    return short(refused.value.said)
