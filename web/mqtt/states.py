"""What is published of a snapshot: the table's state and its board."""

from device.broker import Names
from device.table.snapshot import Snapshot
from device.texts import catalogue
from engines.messages import message
from web.api.fields import message_of
from web.api.state import prompts_of, standings_of
from web.diagrams.board import board_of
from web.mqtt.board_svg import board_svg
from web.mqtt.names import shown_names, view_with_names, with_names
from web.mqtt.payloads import TableState


class PublishedTable:
    """A snapshot as it is published: in a language, with as much of the names as `names` allows."""

    def __init__(self, snapshot: Snapshot, names: Names, language: str) -> None:
        self._snapshot, self._names, self._language = snapshot, names, language
        before = snapshot.view.players
        self._view = view_with_names(snapshot.view, shown_names(before, names, language))
        self._others = dict(zip(before, self._view.players, strict=True))

    @property
    def record(self) -> tuple[object, ...]:
        """What changes when the game makes progress, or something goes wrong or is put right."""
        problem = self._snapshot.problem
        return self._view.game, self._snapshot.known, None if problem is None else problem.message

    def state(self, progress: str) -> TableState:
        """The state; `progress` is the moment at which `record` last changed."""
        snapshot, view, language = self._snapshot, self._view, self._language
        problem, moves = snapshot.problem, snapshot.moves
        return {
            "game": view.game,
            "title": catalogue(language)[f"{view.game}.title"],
            "players": list(view.players),
            "names": self._names,
            "turn": next((prompt.player for prompt in view.prompts if prompt.player is not None), None),
            "prompts": prompts_of(view, language),
            "standings": standings_of(view, language),
            "problem": None if problem is None else message_of(with_names(problem.message, self._others), language),
            "last_move": message_of(with_names(moves[-1].said, self._others), language) if moves else None,
            "moves": len(moves),
            "over": view.over,
            "seeing": message_of(message(f"web.seeing.{snapshot.seeing}"), language),
            "progress": progress,
        }

    def board(self) -> bytes:
        """The drawing of the board (SVG)."""
        return board_svg(board_of(self._view, self._language, self._snapshot.problem_places)).encode()
