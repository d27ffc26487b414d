"""What is read aloud of the table: what is to be done now, calls, what is wrong, and results; each once."""

from collections.abc import Iterator

from device.table.snapshot import Snapshot
from device.texts import say
from engines.messages import Message, message

_SIGNS = {"★": "web.face.wild"}  # signs that people write, and no engine reads


def news(before: Snapshot | None, now: Snapshot, language: str) -> str:
    """What is new since a snapshot, in sentences to be read aloud; nothing at the beginning, when all is new."""
    if before is None:
        return ""
    known = set(_told(before))
    said = " ".join(say(one, language) for one in _told(now) if one not in known)
    for sign, key in _SIGNS.items():
        said = said.replace(sign, say(message(key), language))
    return said


def _told(snapshot: Snapshot) -> Iterator[Message]:
    for call in snapshot.calls:
        if call.called:
            yield message("voice.called", player=snapshot.players[call.player], call=f"call/{call.name}")
    if snapshot.problem is not None:
        yield snapshot.problem.message
    if snapshot.hand is not None:
        yield from (prompt.said for prompt in snapshot.prompts[:1])
    elif snapshot.question:
        yield message("referee.was_it" if len(snapshot.question) == 1 else "referee.which")
    else:
        yield from (prompt.said for prompt in snapshot.prompts)
