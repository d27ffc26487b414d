"""The score pad of games that have no results of their own: who has won."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from device.games.move_form import FormField, FormPart, MoveForm
from device.games.profile import AnyProfile
from device.texts import say
from engines.contract import AnyGame
from engines.messages import message
from engines.winners import EndedByWord


def with_winners(profile: AnyProfile) -> AnyProfile:
    """The profile, where it has no results of its own with a game that is also ended by saying who has won."""
    if profile.results is not None:
        return profile
    return replace(profile, game=cast(AnyGame, EndedByWord(profile.game)), results=_form)


def _form(state: Any, language: str) -> Sequence[MoveForm]:
    """The players, several of whom may have won together."""
    said = say(message("pad.who_won"), language)
    parts = tuple(FormPart(name, seat) for seat, name in enumerate(state.players))
    return (MoveForm(said, (FormField("winners", said, parts, 1, len(parts)),)),)
